import { once } from '../../../contract/once.ts';
import type { Language } from './languages.ts';
import { termOf } from './stem.ts';

/** Words that are often the last or the first part of compounds in news, by language. */
const compoundWords: Readonly<Partial<Record<Language, string>>> = {
  de: `
    Streik Übernahme Preis Preise Bank Konzern Werk Bau Bauer Maschinen Strom Bahn Auto Energie Gas Öl
    Stahl Chemie Pharma Flug Flughafen Verkehr Kraftwerk Hersteller Anbieter Händler Handel Markt
    Industrie Branche Sektor Firma Unternehmen Fabrik Produktion Zoll Zölle Strafe Geld Steuer
    Haushalt Wahl Minister Ministerin Chef Kanzler Präsident Regierung Partei Gesetz Reform Abbau Stellen
    Rückruf Aktion Angriff Daten Leck Brand Wald Unfall Absturz Katastrophe Hochwasser Sturm Beben
    Zins Zinsen Erhöhung Senkung Kürzung Prognose Gewinn Verlust Umsatz Warnung Auftrag Vertrag
    Abkommen Verhandlung Gespräch Klage Prozess Verfahren Urteil Gericht Betrug Skandal Affäre Anlage
    Antrag Insolvenz Pleite Börsen Gang Gewerkschaft Lohn Tarif Rente Miete Wohnung Immobilien
    Versicherung Kasse Kranken Haus Klinik Arzt Ärzte Impfstoff Medikament Lebensmittel Fleisch Milch
    Getreide Weizen Wein Bier Brauerei Zucht Fisch Schiff Hafen Werft Reederei Luft Raum Fahrt Rakete
    Satellit Software Chip Halbleiter Batterie Wasserstoff Wind Park Solar Atom Kern Kohle Bergbau Mine
    Erz Kupfer Gold Silber Lithium Metall Papier Holz Möbel Mode Textil Spielzeug Medien Zeitung Sender
    Verlag Post Paket Zug Züge Linie Netz Ausfall Panne Schließung Eröffnung Ausbau Verbot Zulassung
    Sperre Grenze Krieg Waffen Rüstung Panzer Export Import Ausfuhr Einfuhr Lieferung Lager Kette
    Beteiligung Anteil Aktie Anleihe Fonds Kredit Schulden Krise Hilfe Förderung Subvention Fusion
    Schutz Klima Umwelt Wasser Abwasser Müll Gift Unternehmer Besitzer Betreiber Entwickler Programm
  `,
  nl: `
    staking overname prijs prijzen bank concern fabriek bouw bouwer stroom trein spoor auto energie gas
    olie staal chemie vlucht haven luchthaven verkeer centrale producent handel markt industrie sector
    bedrijf boete belasting begroting verkiezing verkiezingen minister partij wet banen verlies winst
    daling stijging verhoging verlaging rente brand bos ongeluk storm ramp aanval lek gegevens
    waarschuwing contract akkoord rechtszaak proces uitspraak rechtbank ontslag ontslagen ziekenhuis
    arts vaccin medicijn voedsel vlees melk graan bier brouwerij vis schip werf kern kolen wind zonne
    batterij chip park mijn verbod vergunning sluiting uitval storing uitvoer invoer export import
    keten aandeel aandelen fonds lening schuld steun klimaat water maker
  `,
};

const partTerms = once(
  () =>
    new Map(
      Object.entries(compoundWords).map(([language, words]) => [
        language,
        new Set(
          words
            .trim()
            .split(/\s+/)
            .map((word) => termOf(word.toLowerCase(), language as Language)),
        ),
      ]),
    ),
);

/** In UTF-16 code units. */
const minCompoundLength = 8;
const maxCompoundLength = 40;
const minPartLength = 3;
/** Maximum number of parts that are themselves divided. */
const maxDepth = 2;

const known = new Map<Language, Map<string, readonly string[]>>();
/** Maximum number of words per language whose parts are kept. */
const maxKnown = 65_536;

/**
 * The parts of a German or Dutch compound whose last or first part is a frequent one: "bahn" and
 * "streik" of "bahnstreik". Empty for other words.
 *
 * @param word in lower case
 */
export function compoundParts(word: string, language: Language): readonly string[] {
  const { length } = word;
  if (length < minCompoundLength || length > maxCompoundLength) return [];
  const terms = partTerms().get(language);
  if (!terms) return [];
  let cache = known.get(language);
  if (!cache || cache.size >= maxKnown) {
    cache = new Map();
    known.set(language, cache);
  }
  const cached = cache.get(word);
  if (cached) return cached;
  const parts = divide(word, (part) => terms.has(termOf(part, language)), maxDepth);
  cache.set(word, parts);
  return parts;
}

function divide(word: string, isPart: (part: string) => boolean, depth: number): string[] {
  if (word.length < minCompoundLength || depth === 0) return [];
  for (let cut = minPartLength; cut <= word.length - minPartLength; cut += 1) {
    if (!isPart(word.slice(cut))) continue;
    const first = word.slice(0, cut);
    return [first, ...divide(first, isPart, depth - 1), word.slice(cut)];
  }
  for (let cut = word.length - minPartLength; cut > minPartLength; cut -= 1) {
    const first = word.slice(0, cut);
    // "verkehrsbetriebe" has a linking s, "übernahmeangebot" has none.
    if (isPart(first)) return [first, word.slice(cut).replace(/^s(?=[^cpt].{4})/, '')];
  }
  return [];
}
