import { languageWords } from './language-words.ts';

export const german = languageWords({
  functionWords: `
    aber alle allem allen aller alles als also am an auch auf aus außer bald bei beim bereits bin bis
    bitte bist da dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus darf darin
    darüber darum das dass davon davor dazu dein deine dem den denn der deren des dessen die dies
    diese diesem diesen dieser dieses doch dort du durch dürfen ein eine einem einen einer eines
    er es etwas euch euer für gegen gegenüber gibt habe haben hat hatte hatten hier hinter ich ihm
    ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins ist ja jede jedem jeden jeder jedes
    jetzt kann kein keine keinem keinen keiner können könnte man mehr mein meine mich mir mit muss
    müssen nach nachdem neben nicht nichts noch nun nur ob obwohl oder ohne schon sehr sei sein seine
    seinem seinen seiner seit sich sie sind sobald so sodass soll sollen sollte sondern sonst sowie
    über um und uns unser unsere unter vom von vor wann war waren warum was weil welche welchem
    welchen welcher welches wenn wer werden wegen weiter wem wen wie wieder will wir wird wo wobei
    wollen worden wurde wurden würde würden zu zum zur zwar zwischen gerne neue neues neuesten
    aktuelle aktuellen bezüglich betreffend geht passiert laut
    kommt kommen macht machen passieren geschieht stattfindet findet statt
    ausgenommen ausnahme ausser
  `,
  commandVerbs: `
    benachrichtige benachrichtigen informiere informieren melde melden sag sage sagen gib geben zeig
    zeige zeigen such suche suchen finde finden schick schicke schicken sende senden warne warnen
    beobachte beobachten überwache überwachen verfolge verfolgen alarmiere alarmieren berichte
    möchte wissen erfahren interessiere interessiert brauche halte laufenden bescheid achte
  `,
  newsWords: `
    nachricht nachrichten meldung meldungen artikel artikeln bericht berichte berichten neuigkeit
    neuigkeiten schlagzeile schlagzeilen beitrag beiträge information informationen news
    entwicklung entwicklungen updates
  `,
  conditions: 'wenn, sobald, falls, sofern, immer wenn, jedes mal wenn',
  and: 'und, sowie, sowohl, als auch',
  or: 'oder, bzw, beziehungsweise',
});
