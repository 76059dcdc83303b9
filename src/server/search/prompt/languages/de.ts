import type { LanguageLexicon } from './language-lexicon.ts';

export const germanLexicon: LanguageLexicon = {
  events: `
Übernahme, übernehmen, übernimmt, übernommen, übernahm, kaufen, aufkaufen, Kauf, gekauft, Zukauf, erwerben, erwirbt, erworben, Akquisition; Kaufpreis, schluckt, sichert sich, Mehrheit, zahlt
Fusion, fusionieren, Zusammenschluss, zusammenschließen, verschmelzen; Zusammengehen, Übernahme
Beteiligung, beteiligen, Anteil, steigt ein, Einstieg, einsteigen; Aktienpaket, Minderheitsanteil, beteiligt
verkaufen, Verkauf, verkauft, veräußern, Veräußerung, abstoßen; trennt sich, abgestoßen, losschlagen
Insolvenz, insolvent, Pleite, Konkurs, zahlungsunfähig, Zahlungsunfähigkeit, Insolvenzantrag, Gläubigerschutz, bankrott, Bankrott; Insolvenzverwalter, Schutzschirmverfahren, Insolvenzverfahren, Eigenverwaltung
Gewinnwarnung, Prognosesenkung; senkt Prognose, kappt Prognose, Prognose gesenkt
Stellenabbau, Entlassung, entlassen, entlässt, Stellenstreichung, Jobabbau, Massenentlassung, Personalabbau; Stellen streichen, streicht Stellen, Arbeitsplätze, Stellen, Jobs, Kündigungen
Streik, streiken, Ausstand, Warnstreik, Arbeitsniederlegung, Arbeitskampf, bestreikt, bestreiken; lahm, Streikaufruf, Arbeit niedergelegt, legen Arbeit nieder, Urabstimmung
Rückruf, zurückrufen, zurückgerufen, Rückrufaktion; ruft, beordert, Werkstätten
Klage, klagen, verklagen, verklagt, Sammelklage, Rechtsstreit; klagt, Kläger, Schadenersatz, zieht vor Gericht
Strafe, Geldstrafe, Bußgeld, Geldbuße, Kartellstrafe, Millionenstrafe; verdonnert, muss zahlen, Geldbußen, Bußgelder
Sanktion, Embargo, sanktionieren, Strafmaßnahme; Handelsverbot
erhöhen, Erhöhung, anheben, Anhebung, erhöht, steigen, steigt, stieg, gestiegen, Anstieg, hebt, angehoben, heraufsetzen; zulegen, klettert, klettern, kletterte, höher, mehr, aufgestockt, verteuert
senken, Senkung, gesenkt, kürzen, Kürzung, gekürzt, fallen, fällt, gefallen, sinken, sinkt, gesunken, Rückgang, verringern, reduzieren; herabsetzen, halbiert, halbieren, kappt, streicht, drückt, weniger, niedriger, gestrichen, nachgeben
Rücktritt, zurücktritt, zurücktreten, zurückgetreten, tritt zurück, abtreten, Abgang, Amtsverzicht; tritt ab, tritt, abberufen, räumt, Posten, wirft hin, verlässt, scheidet, hört auf
ernennen, Ernennung, ernannt, berufen, Berufung, neuer Chef, Nachfolger, Nachfolge; neue Chefin, neuen Chef, bestellt, übernimmt Leitung, rückt, wird Chef
Unfall, verunglückt, verunglücken, Unglück, Zusammenstoß, Kollision, Havarie, entgleisen, entgleist; kollidiert, prallt, abgestürzt, Absturz
Schließung, schließen, schließt, geschlossen, dichtmachen, stilllegen, stillgelegt, Stilllegung, Werksschließung; macht dicht, Aus, legt still
abschalten, Abschaltung, abgeschaltet, vom Netz; schaltet, runtergefahren, heruntergefahren, stillgelegt, Netz genommen
genehmigen, Genehmigung, genehmigt, Zulassung, zulassen, zugelassen, Freigabe, freigeben, Zustimmung, billigen; zustimmen, stimmt, grünes Licht, erlaubt, gebilligt, freigegeben, bewilligt, winkt durch
ablehnen, Ablehnung, abgelehnt, zurückweisen, zurückgewiesen, untersagen, untersagt; lehnt, weist, verweigert, blockiert
verbieten, Verbot, verboten, untersagen; verbietet, untersagt, Bann
Urteil, verurteilt, verurteilen, Gerichtsurteil, Verurteilung, Richterspruch, Haftstrafe; schuldig, Richter, Gericht
Anklage, angeklagt, anklagen, Ermittlung, ermitteln, ermittelt; Razzia, Staatsanwaltschaft, Durchsuchung, Verdacht
Festnahme, festgenommen, festnehmen, verhaftet, Verhaftung; Haft, nimmt fest, gefasst
Wahl, wählen, Abstimmung, Urnengang, Neuwahl, Parlamentswahl, Präsidentschaftswahl, Landtagswahl, Bundestagswahl; Stimmen, Stichwahl, Wahlsieg
Sturm, Orkan, Unwetter, Wirbelsturm, Hurrikan, Taifun, Tornado; Sturmtief, Böen, Zyklon
Erdbeben, Beben; Erdstoß, Erdstöße, bebt
Überschwemmung, Hochwasser, Flut, überflutet; überschwemmt, Fluten, Pegel, Dammbruch
Waldbrand, Brand, Feuer, Großbrand, Waldbrände; Flammen, brennt, abgebrannt, Brände
Explosion, explodiert, explodieren; Detonation
Anschlag, Attentat, Terroranschlag, Angriff, angreifen, angegriffen; Attacke, Bombe, greift
Auftrag, Großauftrag, Zuschlag; bestellt, Bestellung, ordert, Vertrag, Aufträge
Vertrag, Abkommen, Vereinbarung, Einigung, einigen; unterzeichnet, unterschreiben, einigten, Pakt
Markteinführung, vorstellen, vorgestellt, einführen, Einführung; stellt vor, präsentiert, bringt auf Markt, neues Modell
Börsengang, Börsendebüt, IPO; an die Börse, Erstnotiz, Emission
Hackerangriff, Cyberangriff, Hackerattacke, Cyberattacke, Datenleck, Datendiebstahl; gehackt, Hacker, Ransomware, Daten gestohlen, erpressen
Stromausfall, Blackout; ohne Strom, Netzausfall
`,
  things: `
Dividende, Ausschüttung; ausschütten, schüttet
Gewinn, Überschuss, Ertrag, Jahresüberschuss, Nettogewinn; verdient, schwarze Zahlen, Betriebsergebnis
Verlust, Fehlbetrag, Jahresfehlbetrag, Minus; rote Zahlen, Defizit
Zoll, Zölle, Strafzoll, Strafzölle, Einfuhrzoll, Importzoll; Sonderzoll, Abgabe
Leitzins, Leitzinsen, Zinsentscheid, Zinserhöhung, Zinssenkung, Zinswende, Zins, Zinsen; Zinsschritt, Basispunkte
Zentralbank, Notenbank; EZB, Bundesbank, Fed, Währungshüter, Nationalbank
Chef, Vorstandschef, Vorstandsvorsitzender, Konzernchef, CEO, Geschäftsführer, Firmenchef, Chefin; Vorstand, Vorstandsvorsitzende, Aufsichtsratschef, Finanzchef
Minister, Ministerin, Finanzminister, Außenminister, Innenminister, Regierungschef; Ressortchef, Kabinett
Inflation, Teuerung, Inflationsrate, Verbraucherpreise, Teuerungsrate; Preisauftrieb
Arbeitslosigkeit, Arbeitslosenzahl, Arbeitslosenquote, Arbeitslose; erwerbslos
Atomkraftwerk, Kernkraftwerk, AKW, Reaktor, Atomreaktor, Atommeiler, Meiler
Werk, Fabrik, Produktionsstätte; Standort, Betrieb, Anlage, Werke, Fertigung
Bahn, Eisenbahn; Zug, Züge, Lokführer, Fernverkehr, Güterverkehr, Bahnverkehr, Gleis
Auto, Pkw, Autos; Fahrzeug, Fahrzeuge, Wagen, Modell
Autohersteller, Autobauer, Autokonzern, Automobilhersteller; Autowerk, Automarke
Fluggesellschaft, Airline, Fluglinie; Lufthansa, Flieger
Flughafen, Airport; Flughäfen, Startbahn
Krankenhaus, Klinik, Krankenhäuser, Hospital; Spital, Klinikum
Arzt, Ärzte, Ärztin, Mediziner; Klinikärzte
Bank, Banken, Sparkasse, Kreditinstitut, Geldhaus, Geldinstitut; Institut, Volksbank
Versicherung, Versicherer; Versicherungskonzern, Rückversicherer
Miete, Mieten, Mietpreis; Kaltmiete, Mieter
Strompreis, Strompreise; Strom, Stromtarif
`,
  countries: `
DE deutsch, Deutsche, Bundesrepublik; Berlin, München, Hamburg, Frankfurt, Köln, Stuttgart, Düsseldorf, bundesweit
AT österreichisch, Österreicher; Wien, Graz, Linz
CH schweizerisch, Schweizer, Eidgenossen; Zürich, Genf, Basel, Bern
FR französisch, Franzose, Franzosen; Paris, Lyon, Marseille, Nordfrankreich, Südfrankreich
BE belgisch, Belgier; Brüssel, Antwerpen
NL niederländisch, Niederländer, holländisch, Holland; Amsterdam, Rotterdam, Den Haag
LU luxemburgisch
GB britisch, Briten, Brite, Großbritannien, Vereinigtes Königreich, England, englisch; London, Schottland, schottisch, Wales
IE irisch, Iren; Dublin
IT italienisch, Italiener; Rom, Mailand, Turin
ES spanisch, Spanier; Madrid, Barcelona
PT portugiesisch, Portugiese; Lissabon
PL polnisch, Polen, Pole; Warschau
CZ tschechisch, Tschechien, Tschechen; Prag
SK slowakisch; Bratislava
HU ungarisch, Ungarn; Budapest
RO rumänisch; Bukarest
BG bulgarisch; Sofia
GR griechisch, Griechen; Athen
HR kroatisch; Zagreb
RS serbisch; Belgrad
SI slowenisch
DK dänisch, Dänen; Kopenhagen
SE schwedisch, Schweden; Stockholm
NO norwegisch, Norweger; Oslo
FI finnisch, Finnen; Helsinki
IS isländisch
EE estnisch; Tallinn
LV lettisch; Riga
LT litauisch; Vilnius
UA ukrainisch, Ukrainer; Kiew
RU russisch, Russen; Moskau, Kreml
TR türkisch, Türken; Ankara, Istanbul
US amerikanisch, Amerikaner, USA, US, Amerika; Washington, New York
CA kanadisch, Kanadier; Ottawa, Toronto
MX mexikanisch
BR brasilianisch; Brasilia
AR argentinisch; Buenos Aires
CL chilenisch
CO kolumbianisch
PE peruanisch
VE venezolanisch
CN chinesisch, Chinesen, Volksrepublik; Peking, Shanghai
JP japanisch, Japaner; Tokio
KR südkoreanisch, koreanisch; Seoul
KP nordkoreanisch; Pjöngjang
TW taiwanisch
IN indisch, Inder; Delhi, Mumbai
PK pakistanisch
ID indonesisch
TH thailändisch
VN vietnamesisch
AU australisch, Australier; Sydney, Canberra
IL israelisch, Israelis; Tel Aviv, Jerusalem
IR iranisch; Teheran
IQ irakisch; Bagdad
SA saudisch, saudi-arabisch; Riad
AE emiratisch; Dubai, Abu Dhabi
EG ägyptisch; Kairo
MA marokkanisch
DZ algerisch
TN tunesisch
ZA südafrikanisch
NG nigerianisch; Lagos
KE kenianisch; Nairobi
GH ghanaisch; Accra
SN senegalesisch; Dakar
`,
  regions: `
Europa, europäisch, EU-Länder, EU-Staaten: europe
Osteuropa, osteuropäisch: easternEurope
Skandinavien, skandinavisch, nordisch: nordic
Baltikum, baltisch: baltic
Asien, asiatisch: asia
Südostasien, südostasiatisch: southeastAsia
Afrika, afrikanisch: africa
Nordafrika, nordafrikanisch: northAfrica
Lateinamerika, lateinamerikanisch: latinAmerica
Südamerika, südamerikanisch: southAmerica
Mittelamerika, mittelamerikanisch: centralAmerica
Nordamerika, nordamerikanisch: northAmerica
Naher Osten, Nahen Osten, Nahost: middleEast
Golfstaaten, Golfregion: gulf
arabisch, arabische Länder: arab
`,
  generalWords: `
    Unternehmen Konzern Konzerne Konzerns Firma Firmen Gesellschaft Gesellschaften Gruppe Betrieb
    Betriebe Hersteller Anbieter Land Länder Ländern Staat Staaten Regierung Behörde Behörden
    Person Personen Mensch Menschen Leute jemand groß große großen größere neu ein eines mal ankündigt
    ankündigen angekündigt meldet gemeldet bekannt geben gegeben Fall Fälle Thema Sache Jahr Jahre
    Monat Woche Tag heute aktuell wichtig wichtige alles Branche Sektor Bereich Welt international
    kündigt muss wollte angemeldet anmelden erklärt plant planen geplant gab wurden worden haben Art Ereignis Ereignisse beantragt beantragen
    verhängt verhängen stattfinden kleine kleinere höher gegen
  `,
  negations: `
    nicht kein keine keinen keiner nie dementiert dementieren bestreitet verzichtet verhindert
    abgewendet abgesagt vorerst ausgeschlossen ohne
  `,
};
