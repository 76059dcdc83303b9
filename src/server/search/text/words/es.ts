import { languageWords } from './language-words.ts';

export const spanish = languageWords({
  functionWords: `
    a al algo alguien algún alguna algunas alguno algunos ante antes aquel aquella aunque así aún bajo
    cada casi como cómo con contra cual cuál cuales cualquier cuando cuándo cuya cuyo de del desde donde dónde dos
    durante e el él ella ellas ello ellos en entre era eran es esa esas ese eso esos esta está estaba
    están estar estas este esto estos fue fueron ha había han hasta hay he hacia la las le les lo los
    luego más me mediante mi mientras mis mucho muchos muy nada ni nos nosotros nuestra nuestro nunca
    o os otra otras otro otros para pero poco por porque pues que qué quien quién quienes se sea sean según
    ser será serán si sí siempre sido sin sino sobre solo sólo son su sus tal también tampoco tan tanto
    te tiene tienen toda todas todavía todo todos tras tu tus u un una unas uno unos usted ustedes vez dos tres cuatro
    ya y yo por favor acerca respecto últimas últimos nuevas nuevos
    haya hubo habrá ocurra ocurre ocurren suceda sucede sucedan hace hacen hacer produzca produce
    excluyendo exceptuando excepto salvo excepción
    va van vamos ir sería serían estará
  `,
  commandVerbs: `
    avísame avisa avisar avíseme avisadme avísenme notifícame notifica notificar notifíqueme infórmame
    informa informar infórmeme alértame alerta alertar dime diga dígame decirme muéstrame muestra
    mostrar envíame envía enviar envíeme busca buscar búscame encuentra encontrar sigue seguir vigila
    vigilar monitoriza monitorea monitorear rastrea dame mantenme manténme saber quiero quisiera
    deseo interesa interesan adviérteme advierte
  `,
  newsWords: `
    noticia noticias artículo artículos nota notas información informaciones titular titulares
    reportaje reportajes novedad novedades actualidad news
  `,
  conditions: 'cuando, si, en cuanto, tan pronto como, cada vez que, siempre que, en caso de que',
  and: 'y, e, así como, junto con',
  or: 'o, u, o bien',
});
