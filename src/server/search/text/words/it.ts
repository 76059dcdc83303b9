import { languageWords } from './language-words.ts';

export const italian = languageWords({
  functionWords: `
    a ad agli ai al alcuna alcune alcuni all alla alle allo altra altre altri altro anche ancora avere
    aveva c che chi ci ciò col come con contro così cui d da dagli dai dal dall dalla dalle dallo degli
    dei del dell della delle dello dentro deve devono di dopo dove dunque durante e è ed entro era
    erano essere fino fra già gli ha hanno ho i il in infatti invece io l la là le lei li lo loro lui
    ma mai me meno mentre mi mia mio molti molto ne né negli nei nel nell nella nelle nello nessun
    nessuna noi non nostra nostro nulla o od ogni oltre ora per perché perciò però più poi poco presso
    prima proprio può qual quale quali qualche quando quanto quasi quel quella quelle quelli quello
    questa queste questi questo qui quindi sarà saranno se sé secondo sei sempre senza si sia siano
    sono sopra sotto sta stata state stati stato su sua sue sugli sui sul sull sulla sulle sullo suo
    suoi tra tranne troppo tu tutta tutte tutti tutto un una uno va verso vi via viene voi vostro
    favore riguardo ultime ultimi nuove nuovi
    fa fanno fare faccia accade accada succede succeda avviene avvenga
    eccetto escludendo eccezione escluso esclusa esclusi escluse
    vengono verrà verranno stanno andrà
  `,
  commandVerbs: `
    avvisami avvisa avvisare avvisatemi avvertimi avverti avvertire notificami notifica notificare
    informami informa informare informatemi dimmi ditemi segnalami segnala segnalare allertami
    mostrami mostra mostrare inviami invia inviare mandami manda cercami cerca cercare trova trovami
    trovare segui seguire monitora monitorare sorveglia tienimi dammi sapere voglio vorrei desidero
    interessa interessano
  `,
  newsWords: `
    notizia notizie articolo articoli informazione informazioni titolo titoli servizio servizi
    novità aggiornamento aggiornamenti news
  `,
  conditions: 'quando, se, appena, non appena, ogni volta che, qualora, nel caso',
  and: 'e, ed, nonché, così come',
  or: 'o, od, oppure',
});
