import { once } from '../../../contract/once.ts';
import { analyze } from './analyzer.ts';
import { otherSpellings } from './name-spellings.ts';

/** Regions: their names, and after `:` one name of each country; countries without spellings too. */
const regions = `
Europe, European, EU countries, European Union countries: United Kingdom, Scotland, Ireland, Germany, France, Italy, Spain, Portugal, Netherlands, Belgium, Luxembourg, Switzerland, Austria, Denmark, Sweden, Norway, Finland, Iceland, Poland, Hungary, Romania, Bulgaria, Greece, Cyprus, Serbia, Croatia, Slovenia, Slovakia, Czech, Czechoslovakia, Yugoslavia, Estonia, Latvia, Lithuania, Malta, European Union, London, Frankfurt, Zurich, Milan, Europe, West German, Britain
Western Europe, West European, Western European: United Kingdom, Ireland, Germany, France, Italy, Spain, Portugal, Netherlands, Belgium, Luxembourg, Switzerland, Austria
Eastern Europe, East European, Eastern European, Central European, Central Europe: Poland, Hungary, Romania, Bulgaria, Czech, Czechoslovakia, Slovakia, Slovenia, Croatia, Serbia, Yugoslavia, East Germany, Ukraine, Estonia, Latvia, Lithuania, Eastern Europe, Comecon
Nordic, Scandinavia, Scandinavian, Nordic countries: Denmark, Sweden, Norway, Finland, Iceland, Scandinavia, Nordic
Baltic, Baltic states, Baltics: Estonia, Latvia, Lithuania, Baltic
Benelux: Netherlands, Belgium, Luxembourg, Benelux
Balkans, Balkan: Serbia, Croatia, Slovenia, Bosnia, Albania, Macedonia, Montenegro, Kosovo, Bulgaria, Balkan
Asia, Asian: China, Japan, Taiwan, South Korea, North Korea, Korea, India, Pakistan, Bangladesh, Sri Lanka, Indonesia, Malaysia, Thailand, Vietnam, Philippines, Singapore, Hong Kong, Nepal, Burma, Myanmar, Cambodia, Laos, Mongolia, Kazakhstan, Asia
East Asia, East Asian: China, Japan, Taiwan, South Korea, North Korea, Korea, Hong Kong, Mongolia
South Asia, South Asian: India, Pakistan, Bangladesh, Sri Lanka, Nepal, Bhutan
Southeast Asia, South East Asia, Southeast Asian, South East Asian, ASEAN: Indonesia, Malaysia, Thailand, Vietnam, Philippines, Singapore, Cambodia, Laos, Burma, Myanmar, Brunei, Asean
Africa, African: Egypt, Libya, Algeria, Morocco, Tunisia, Nigeria, Ghana, Ivory Coast, Cameroon, Kenya, Ethiopia, Zambia, Zimbabwe, South Africa, Angola, Mozambique, Tanzania, Uganda, Sudan, Senegal, Zaire, Congo, Rwanda, Namibia, Botswana, Somalia, Chad, Niger, Mali, Gabon, Madagascar, Malawi, Sierra Leone, Liberia, Togo, Benin, Burundi, Africa
North Africa, North African, Maghreb: Egypt, Libya, Algeria, Morocco, Tunisia, Maghreb
West Africa, West African: Nigeria, Ghana, Ivory Coast, Senegal, Liberia, Togo, Benin, Sierra Leone, Mali, Niger, Guinea
Latin America, Latin American: Mexico, Brazil, Argentina, Chile, Peru, Colombia, Venezuela, Ecuador, Cuba, Bolivia, Uruguay, Paraguay, Panama, Costa Rica, Nicaragua, Honduras, Guatemala, El Salvador, Dominican Republic, Latin America
South America, South American: Brazil, Argentina, Chile, Peru, Colombia, Venezuela, Ecuador, Bolivia, Uruguay, Paraguay, South America
Central America, Central American: Panama, Costa Rica, Nicaragua, Honduras, Guatemala, El Salvador, Belize, Central America
North America, North American: United States, Canada, Mexico, North America
Caribbean: Cuba, Jamaica, Haiti, Dominican Republic, Trinidad, Barbados, Bahamas, Puerto Rico, Caribbean
Middle East, Middle Eastern, Mideast: Israel, Lebanon, Syria, Iraq, Iran, Saudi Arabia, Kuwait, Jordan, Qatar, Bahrain, Oman, Yemen, United Arab Emirates, UAE, Egypt, Turkey, Palestinian, Middle East, Mideast, Gulf
Gulf states, Gulf countries, Gulf, Persian Gulf, Gulf Arab, Gulf region: Saudi Arabia, Kuwait, Qatar, Bahrain, Oman, United Arab Emirates, UAE, Iran, Iraq, Dubai, Abu Dhabi, Gulf
Arab, Arab countries, Arab states: Saudi Arabia, Kuwait, Qatar, Bahrain, Oman, United Arab Emirates, UAE, Iraq, Egypt, Jordan, Syria, Lebanon, Libya, Algeria, Morocco, Tunisia, Yemen, Sudan, Arab
G7, Group of Seven, G 7: United States, Canada, Japan, Germany, France, Italy, United Kingdom, G7, G 7, Group of Seven, Group of 7
Oceania, Australasia, Pacific islands: Australia, New Zealand, Fiji, Papua New Guinea
Former Soviet, CIS: Russia, Ukraine, Belarus, Kazakhstan, Uzbekistan, Georgia, Armenia, Azerbaijan, Moldova
`;

/** Adjectives and other names of countries that {@link otherSpellings} does not know. */
const moreSpellings: Readonly<Record<string, string>> = {
  Switzerland: 'Zurich',
  Czech: 'Prague',
  Yugoslavia: 'Yugoslav',
  Singapore: 'Singaporean',
  Belgium: 'Brussels',
};

export interface Region {
  label: string;
  /** The names of the region and of its countries, with adjectives and capitals, in terms. */
  names: string[][];
}

const regionsByFirstTerm = once(() => {
  const byFirst = new Map<string, { form: string[]; region: Region }[]>();
  for (const line of regions.trim().split('\n')) {
    const [left = '', right = ''] = line.split(': ');
    const forms = left.split(', ');
    const countries = right.split(', ').map((country) => {
      const terms = analyze(country).terms;
      const more = moreSpellings[country];
      return [terms, ...(otherSpellings(terms) ?? []), ...(more ? [analyze(more).terms] : [])];
    });
    const own = forms.map((form) => analyze(form).terms);
    const unique = new Map([...own, ...countries.flat()].map((name) => [name.join(' '), name]));
    const region = { label: forms[0] ?? '', names: [...unique.values()] };
    for (const form of own) {
      const [first = ''] = form;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { form, region }]);
    }
  }
  return byFirst;
});

/** The region with the longest name that starts at an index of `terms`. */
export function regionAt(
  terms: readonly string[],
  index: number,
): { region: Region; length: number } | undefined {
  let best: { region: Region; length: number } | undefined;
  for (const { form, region } of regionsByFirstTerm().get(terms[index] ?? '') ?? []) {
    if (form.length <= (best?.length ?? 0)) continue;
    if (form.every((term, offset) => terms[index + offset] === term)) {
      best = { region, length: form.length };
    }
  }
  return best;
}
