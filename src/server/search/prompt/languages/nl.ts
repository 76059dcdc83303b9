import type { LanguageLexicon } from './language-lexicon.ts';

export const dutchLexicon: LanguageLexicon = {
  events: `
overname, overnemen, overgenomen, neemt over, kopen, koopt, aankoop, gekocht, opkopen, koop; overnamebod, kocht, lijft in, neemt
fusie, fuseren, samengaan; fuseert
verkopen, verkoop, verkoopt, verkocht; afstoten, stoot
faillissement, failliet, bankroet, surseance; curator, schuldeisers, omgevallen
ontslag, ontslaan, ontslagen, banenverlies, reorganisatie; schrapt, banen, arbeidsplaatsen
staking, staken, werkonderbreking, gestaakt; staakt, leggen werk neer, stakers
terugroepactie, terugroepen, roept terug; haalt, teruggeroepen, roept
rechtszaak, aanklagen, aanklacht, dagvaarden, schadeclaim; rechter, klaagt
boete, beboet, beboeten, geldboete; dwangsom, betalen
sanctie, sancties, embargo; strafmaatregel
verhogen, verhoging, stijgen, stijging, verhoogt, stijgt; omhoog, duurder, gestegen, groei
verlagen, verlaging, dalen, daling, verlaagt, daalt, bezuiniging; omlaag, goedkoper, gedaald, lager
aftreden, stapt op, opstappen, vertrek, treedt af; opgestapt, afgetreden, vertrekt, weg
benoemen, benoeming, benoemd, aanstellen; nieuwe topman, volgt op, aangesteld
ongeluk, botsing, aanrijding, ontsporing, crash; ontspoord, botst, verongelukt
sluiten, sluiting, gesloten, sluit; dicht, stilgelegd
goedkeuren, goedkeuring, vergunning, toestemming; groen licht, goedgekeurd
afwijzen, weigeren, verwerpen, afgewezen; wijst, weigert, verworpen
verbieden, verbod, verboden, verbiedt; ban
veroordeling, veroordeeld, vonnis, uitspraak; celstraf, schuldig, rechtbank
aanhouding, arrestatie, gearresteerd, aangehouden; opgepakt
verkiezingen, verkiezing, stemming; kiezers, stembus
storm, orkaan, noodweer, cycloon, tyfoon; windstoten
aardbeving, beving; schok, beeft
overstroming, watersnood, hoogwater; overstroomd, onder water
brand, bosbrand, natuurbrand; vlammen, vuur
explosie, ontploffing, ontploft
aanslag, aanval, schietpartij; bom
contract, order, opdracht; tekent, aanbesteding
akkoord, verdrag, overeenkomst; ondertekend, tekenen
cyberaanval, hack, datalek; gehackt, hackers, ransomware
stroomstoring, stroomuitval; zonder stroom
`,
  things: `
bank, banken, kredietinstelling; ING, Rabobank
centrale bank; ECB, DNB, Fed
rente, rentetarief, beleidsrente; basispunten
winst, nettowinst; verdient
verlies, verliezen; rode cijfers
dividend, dividenden; uitkering
importheffing, importheffingen, heffing, invoerheffing; tarief, heffingen
inflatie, prijsstijging; consumentenprijzen
minister, premier; kabinet, bewindsman
topman, bestuursvoorzitter, ceo, topvrouw; directeur
fabriek, fabrieken; productielocatie
trein, treinen, spoor, NS; treinverkeer, machinisten
vliegmaatschappij, luchtvaartmaatschappij, luchtvaartmaatschappijen; KLM, vluchten
ziekenhuis, ziekenhuizen; kliniek
`,
  countries: `
NL Nederlands, Nederlandse, Nederlander; Amsterdam, Rotterdam, Den Haag, Utrecht
BE Belgisch, Belgische, Vlaams; Brussel, Antwerpen, Gent
DE Duits, Duitse, Duitser; Berlijn, Frankfurt
FR Frans, Franse; Parijs
GB Brits, Britse, Engels, Engeland, Groot-Brittannië; Londen
ES Spaans, Spaanse; Madrid
IT Italiaans, Italiaanse; Rome, Milaan
US Amerikaans, Amerikaanse, VS, Amerika; Washington, New York
CN Chinees, Chinese; Peking, Shanghai
JP Japans, Japanse; Tokio
RU Russisch, Russische; Moskou
UA Oekraïens, Oekraïense; Kiev
TR Turks, Turkse; Ankara
PL Pools, Poolse; Warschau
SE Zweeds, Zweedse; Stockholm
DK Deens, Deense; Kopenhagen
IN Indiaas, Indiase
ID Indonesisch, Indonesische; Jakarta
SR Surinaams, Surinaamse; Paramaribo
BR Braziliaans, Braziliaanse
`,
  regions: `
Europa, Europees, Europese: europe
Azië, Aziatisch, Aziatische: asia
Afrika, Afrikaans, Afrikaanse: africa
Latijns-Amerika, Latijns-Amerikaans: latinAmerica
Zuid-Amerika, Zuid-Amerikaans: southAmerica
Scandinavië, Scandinavisch: nordic
Midden-Oosten: middleEast
`,
  generalWords: `
    bedrijf bedrijven onderneming ondernemingen concern concerns firma groep groepen land landen
    overheid regering autoriteit mensen persoon groot grote nieuw nieuwe jaar maand week dag
    kondigt aankondigt aangekondigd zaak geval sector wereld internationaal iemand belangrijk
  `,
  negations: `niet geen nooit ontkent zonder ziet voorlopig`,
};
