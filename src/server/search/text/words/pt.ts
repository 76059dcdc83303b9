import { languageWords } from './language-words.ts';

export const portuguese = languageWords({
  functionWords: `
    a à ainda algo alguém algum alguma algumas alguns ante antes ao aos após aquela aquele aquilo as às
    até bem cada com como contra cuja cujo da das de dela dele delas deles depois desde dessa desse
    desta deste do dos durante e é ela elas ele eles em embora enquanto entre era eram essa essas esse
    esses esta está estão estar estas estava este estes eu foi foram há isso isto já la lhe lhes lo
    logo mais mas me mediante mesmo meu minha muito muitos na nas nem nenhum nenhuma no nos nós nossa
    nosso num numa nunca o onde os ou outra outras outro outros para pela pelas pelo pelos perante
    pode podem por porém porque pois quais qual qualquer quando quanto que quem se seja sejam sem sempre
    ser será serão seu seus sido sob sobre sua suas só também tem têm tendo ter toda todas todo todos
    tu tua tudo um uma umas uns você vocês vos não favor acerca últimas últimos novas novos
    houver houve haja haver ocorra ocorre ocorrer acontece aconteça acontecer faz fazem fazer
    exceto excetuando excluindo exceção salvo
    vai vão vamos ir seria
  `,
  commandVerbs: `
    avise avise-me avisa avisa-me avisem avisar notifique notifique-me notifica notifica-me notificar
    informe informe-me informa informa-me informar alerte alerte-me alerta alerta-me alertar diga
    diga-me diz diz-me mostre mostre-me mostra mostrar envie envie-me envia enviar procure procura
    procurar busque buscar encontre encontra encontrar siga seguir acompanhe acompanhar monitore
    monitora monitorar monitorize dê-me dá-me mantenha-me saber quero queria gostaria interessa
  `,
  newsWords: `
    notícia notícias artigo artigos matéria matérias reportagem reportagens informação informações
    manchete manchetes novidade novidades news
  `,
  conditions: 'quando, se, assim que, logo que, sempre que, cada vez que, caso',
  and: 'e, bem como, assim como',
  or: 'ou',
});
