import type { LanguageLexicon } from './language-lexicon.ts';

export const italianLexicon: LanguageLexicon = {
  events: `
acquistare, acquisto, acquista, comprare, compra, acquisizione, acquisire, acquisisce, rilevare, rileva, OPA, scalata; passa sotto il controllo, si aggiudica, comprato, acquisita, rilevata, controllo
fusione, fondersi, aggregazione; nozze, si fondono
vendere, vendita, cessione, cedere, cede, vende; dismissione, ceduta
fallimento, bancarotta, fallire, fallita, insolvenza, concordato preventivo; fallisce, liquidazione, creditori, fallito
licenziamento, licenziamenti, licenziare, esuberi, tagli al personale; licenzia, taglia posti, tagli di posti, esubero
sciopero, scioperare, astensione dal lavoro, agitazione; scioperano, incrociano le braccia, scioperi
richiamo, richiamare, richiama, ritiro; ritirati, ritira
causa, azione legale, querela, class action, fare causa; denuncia, tribunale, risarcimento
multa, sanzione, ammenda, multare, multata; sanziona, sanzionata, multe
sanzioni, embargo; restrizioni
aumentare, aumento, rialzo, alzare, crescita, aumenta, alza, rincaro; sale, cresce, rincara, balzo, salgono
ridurre, riduzione, taglio, tagliare, calo, taglia, riduce, ribasso, abbassare, diminuzione; scende, cala, crolla, crollo, in calo
dimissioni, dimettersi, si dimette, dimesso; lascia, addio, rassegna
nominare, nomina, nominato, designare; guida, succede, nuovo amministratore, nominata
incidente, scontro, deragliamento, collisione; deraglia, scontrano, schianto, tamponamento
chiudere, chiusura, chiude, chiudono; stop, cessa, serrata
approvare, approvazione, autorizzare, via libera, autorizzazione, approva; autorizza, ok
respingere, rifiuto, respinge, bocciare, rigettare; boccia, rifiuta, no
vietare, divieto, vieta, proibire; bandire, stop
condanna, condannare, condannato, sentenza; carcere, colpevole, tribunale
indagine, indagare, inchiesta, indagato; procura, perquisizioni
arresto, arrestare, arrestato; arresti, manette, fermato
elezioni, elezione, voto, votazione; urne, elettori, ballottaggio
tempesta, uragano, ciclone, maltempo, tornado, tifone; nubifragio, burrasca
terremoto, sisma, scossa; magnitudo, scosse
alluvione, inondazione, piena, esondazione; allaga, allagamenti
incendio, incendi, rogo; fiamme, brucia
esplosione, esplodere, esplode; scoppio
attentato, attacco, sparatoria; bomba
contratto, commessa, appalto; ordine, firma, aggiudica
accordo, intesa, patto, trattato; firma, firmano
attacco informatico, attacco hacker, cyberattacco; hacker, dati rubati
`,
  things: `
banca, banche, istituto di credito; istituto
banca centrale; BCE, Bankitalia, Fed
tassi di interesse, tasso di interesse, tassi; punti base
utile, utili, profitto; guadagna
perdita, perdite, rosso; perde
dividendo, dividendi; cedola
dazi, dazio; tariffe
inflazione, prezzi al consumo; carovita
ministro, ministra, premier; governo
amministratore delegato, ad, direttore generale, CEO; presidente, numero uno
stabilimento, fabbrica, impianto; sito, stabilimenti
compagnia aerea, compagnie aeree; vettore, voli
treni, treno, ferrovie, ferrovieri; Trenitalia, convogli
medici, medico; ospedali
`,
  countries: `
IT italiano, italiana; Roma, Milano, Torino, Napoli
FR francese; Parigi
DE tedesco, tedesca; Berlino, Francoforte, Monaco
ES spagnolo, spagnola; Madrid, Barcellona
GB britannico, britannica, inglese, Inghilterra; Londra
CH svizzero, svizzera; Zurigo, Ginevra
AT austriaco, austriaca; Vienna
US americano, americana, statunitense, USA; Washington, New York
CN cinese; Pechino, Shanghai
JP giapponese; Tokyo
RU russo, russa; Mosca
UA ucraino, ucraina; Kiev
TR turco, turca; Ankara
BR brasiliano, brasiliana
IN indiano, indiana
LY libico; Tripoli
TN tunisino; Tunisi
EG egiziano; Il Cairo
GR greco, greca; Atene
PL polacco, polacca; Varsavia
PT portoghese; Lisbona
NL olandese, Olanda; Amsterdam
BE belga; Bruxelles
AR argentino
IL israeliano; Tel Aviv
IR iraniano; Teheran
`,
  regions: `
Europa, europeo, europea: europe
Asia, asiatico, asiatica: asia
Africa, africano, africana: africa
Nordafrica, nordafricano: northAfrica
America Latina, latinoamericano: latinAmerica
Sudamerica, sudamericano: southAmerica
Medio Oriente, mediorientale: middleEast
`,
  generalWords: `
    azienda aziende impresa imprese società gruppo gruppi ditta compagnia compagnie paese paesi Stato
    governo autorità persona persone gente grande grandi annuncia annunciare nuovo nuova anno mese
    settimana giorno caso casi settore mondo internazionale qualcuno importante dichiarato
  `,
  negations: `non né mai nega smentisce esclude rinuncia senza evita`,
};
