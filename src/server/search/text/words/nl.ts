import { languageWords } from './language-words.ts';

export const dutch = languageWords({
  functionWords: `
    aan al alle alles als altijd andere ben bij binnen daar daarom dan dat de deze die dit
    doen door dus een eens en enige er ergens geen gaat gaan haar had hadden heb hebben heeft hem hen
    het hier hij hoe hun iemand iets ik in indien is ja je jij jou jouw jullie kan kon konden kunnen
    maar me meer men met mij mijn moet moeten mogen na naar naast niemand niet niets nog nu of om omdat
    onder ons onze ook op over per reeds sinds sommige te tegen tenzij terwijl toch toen tot tussen
    uit uw van vanaf vanwege veel via volgens voor wanneer want waren was wat we weer wel welke werd
    werden wie wij wil worden wordt zal ze zei zelf zich zij zijn zo zoals zodra zonder zou zouden
    graag alstublieft betreffende omtrent nieuwe laatste
    doet doen gebeurt gebeuren komt komen plaatsvindt
    behalve uitgezonderd uitzondering exclusief afgezien
    zullen geworden
  `,
  commandVerbs: `
    waarschuw waarschuwen meld melden informeer informeren verwittig laat weten zeg vertel toon
    stuur sturen zoek zoeken vind vinden volg volgen houd hou hoogte bewaak bewaken attendeer geef
    alarmeer wilt weten wens
  `,
  newsWords: `
    nieuws bericht berichten artikel artikelen nieuwsbericht nieuwsberichten informatie koppen kop
    verhaal verhalen
  `,
  conditions: 'als, wanneer, zodra, indien, telkens als, elke keer dat, in geval',
  and: 'en, evenals, alsook, alsmede',
  or: 'of, ofwel, dan wel',
});
