/**
 * What prompts and news of a language call events, countries and regions. Every list has one entry
 * per line and forms separated by commas; a form may have several words. Inflected forms with the
 * same stem need not be listed.
 */
export interface LanguageLexicon {
  /** Forms of prompts and news, and after `;` forms that only news uses. */
  events: string;
  /** What events happen to, in the same format. */
  things: string;
  /**
   * ISO 3166 code, adjectives and demonyms, and after `;` cities and other forms that only news uses.
   * The names of countries come from ICU.
   */
  countries: string;
  /** Names of regions, and after `:` one of {@link regionCountries}. */
  regions: string;
  /** Words that never say by themselves what a prompt is about, separated by spaces. */
  generalWords: string;
  /** Words before an event that deny it, separated by spaces. */
  negations: string;
}

/** ISO 3166 codes of the countries of a region. */
export const regionCountries: Readonly<Record<string, string>> = {
  europe:
    'GB IE DE FR IT ES PT NL BE LU CH AT DK SE NO FI IS PL HU RO BG GR CY RS HR SI SK CZ EE LV LT MT',
  easternEurope: 'PL HU RO BG CZ SK SI HR RS UA EE LV LT',
  nordic: 'DK SE NO FI IS',
  baltic: 'EE LV LT',
  asia: 'CN JP TW KR KP IN PK BD LK ID MY TH VN PH SG HK NP MM KH LA MN KZ',
  southeastAsia: 'ID MY TH VN PH SG KH LA MM BN',
  africa:
    'EG LY DZ MA TN NG GH CI CM KE ET ZM ZW ZA AO MZ TZ UG SD SN CD CG RW NA BW SO TD NE ML GA MG MW SL LR TG BJ BI BF GN MR',
  northAfrica: 'EG LY DZ MA TN',
  latinAmerica: 'MX BR AR CL PE CO VE EC CU BO UY PY PA CR NI HN GT SV DO',
  southAmerica: 'BR AR CL PE CO VE EC BO UY PY',
  centralAmerica: 'PA CR NI HN GT SV BZ',
  northAmerica: 'US CA MX',
  middleEast: 'IL LB SY IQ IR SA KW JO QA BH OM YE AE EG TR',
  gulf: 'SA KW QA BH OM AE',
  arab: 'SA KW QA BH OM AE IQ EG JO SY LB LY DZ MA TN YE SD',
};
