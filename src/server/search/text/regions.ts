import { once } from '../../../contract/once.ts';
import { analyze } from './analyzer.ts';
import { otherSpellings } from './name-spellings.ts';
import { placesWithin } from './places.ts';

/**
 * Regions: their names, and after `:` one name of each country; countries without spellings too.
 * A line that begins with `@` has the names of an organization: only its members or countries are a
 * region ("EU countries", "members of OPEC"), because the organization itself is a name.
 */
const regions = `
Europe, European: @western, @southern, @eastern, @northern, Germany, London, Frankfurt, Zurich, Milan, European Union, Europe
Western Europe, West European, Western European: @western, Western Europe
Southern Europe, South European, Southern European: @southern, Southern Europe
Northern Europe, North European, Northern European: @northern, Northern Europe
Eastern Europe, East European, Eastern European, Central European, Central Europe, Eastern bloc, Soviet bloc: @eastern, Eastern Europe, East European, East bloc, Comecon
Nordic, Scandinavia, Scandinavian, Nordic countries: @nordic, Scandinavia, Nordic
Baltic, Baltic states, Baltics: @baltic, Baltic
Benelux, Low Countries: @benelux, Benelux
Balkans, Balkan: @balkans, Balkan
Iberia, Iberian, Iberian Peninsula: Spain, Portugal, Iberia
Asia, Asian, Asia Pacific, Asian Pacific: @east asia, @south asia, @southeast asia, @central asia, Asia
East Asia, East Asian, Far East, Far Eastern: @east asia, Far East
South Asia, South Asian, Indian subcontinent: @south asia
Southeast Asia, South East Asia, Southeast Asian, South East Asian, ASEAN: @southeast asia, Asean
Central Asia, Central Asian: @central asia, Central Asia
Caucasus, South Caucasus: Georgia, Armenia, Azerbaijan, Caucasus
Africa, African: @north africa, @sub saharan, Africa
North Africa, North African, Maghreb, Northern Africa: @north africa, Maghreb
Sub-Saharan Africa, Sub-Saharan, Sub-Saharan African: @sub saharan, Sub-Saharan
West Africa, West African, Western Africa: @west africa
East Africa, East African, Eastern Africa, Horn of Africa: @east africa
Southern Africa, Southern African: @southern africa
Central Africa, Central African: Cameroon, Zaire, Congo, Gabon, Chad, Central African Republic, Burundi, Rwanda
Latin America, Latin American, Latin: @south america, @central america, Mexico, Cuba, Dominican Republic, Latin America, Latin
South America, South American: @south america, South America
Andean, Andean countries: Peru, Bolivia, Ecuador, Colombia, Venezuela, Chile, Andean
Central America, Central American: @central america, Central America
North America, North American: United States, Canada, Mexico, North America
Caribbean, West Indies, West Indian: Cuba, Jamaica, Haiti, Dominican Republic, Trinidad, Barbados, Bahamas, Puerto Rico, Caribbean
Middle East, Middle Eastern, Mideast, Near East: @gulf, Israel, Lebanon, Syria, Jordan, Yemen, Egypt, Turkey, Palestinian, Middle East, Mideast, Gulf
Gulf states, Gulf countries, Gulf, Persian Gulf, Gulf Arab, Gulf region, Arab Gulf: @gulf, Gulf
Arab, Arab countries, Arab states, Arab world: @north africa, Saudi Arabia, Kuwait, Qatar, Bahrain, Oman, United Arab Emirates, Iraq, Jordan, Syria, Lebanon, Yemen, Sudan, Arab
Oceania, Australasia, Pacific islands, South Pacific: Australia, New Zealand, Fiji, Papua New Guinea, South Pacific
Former Soviet, CIS, Former Soviet Union, Post-Soviet: @baltic, @central asia, Russia, Ukraine, Belarus, Georgia, Armenia, Azerbaijan, Moldova
@EU, European Union, European Community, EC, EEC, Common Market, euro zone, eurozone: @western, @southern, @nordic, @baltic, Germany, Poland, Hungary, Romania, Bulgaria, Czech Republic, Slovakia, Slovenia, Croatia, European Union
@G7, Group of Seven: United States, Canada, Japan, Germany, France, Italy, United Kingdom, G7
@G20, Group of 20: United States, Canada, Japan, Germany, France, Italy, United Kingdom, Russia, China, India, Brazil, Mexico, Argentina, South Korea, Indonesia, Saudi Arabia, Turkey, South Africa, Australia, G20
@BRICS, BRIC: Brazil, Russia, India, China, South Africa, BRICS
@OPEC: Saudi Arabia, Kuwait, Qatar, United Arab Emirates, Iran, Iraq, Venezuela, Nigeria, Libya, Algeria, Indonesia, Ecuador, Gabon, Angola, Congo, OPEC
@NATO, Atlantic alliance: United States, Canada, United Kingdom, Germany, France, Italy, Spain, Portugal, @benelux, Denmark, Norway, Iceland, Greece, Turkey, Poland, NATO
@Comecon, Warsaw Pact: @eastern, Soviet Union, Comecon, Warsaw Pact
`;

/** Countries by the names that {@link regions} uses for them. */
const countryGroups: Readonly<Record<string, string>> = {
  western:
    'United Kingdom, Ireland, Germany, France, Switzerland, Austria, Netherlands, Belgium, Luxembourg, West Germany',
  southern: 'Italy, Spain, Portugal, Greece, Malta, Cyprus',
  eastern:
    'Poland, Hungary, Romania, Bulgaria, Czech Republic, Czechoslovakia, Slovakia, Slovenia, Croatia, Serbia, Yugoslavia, East Germany, Ukraine, Estonia, Latvia, Lithuania, Albania',
  northern: 'Denmark, Sweden, Norway, Finland, Iceland, Estonia, Latvia, Lithuania',
  nordic: 'Denmark, Sweden, Norway, Finland, Iceland',
  baltic: 'Estonia, Latvia, Lithuania',
  benelux: 'Netherlands, Belgium, Luxembourg',
  balkans:
    'Serbia, Croatia, Slovenia, Bosnia, Albania, Macedonia, Montenegro, Kosovo, Bulgaria, Yugoslavia',
  'east asia': 'China, Japan, Taiwan, South Korea, North Korea, Korea, Hong Kong, Mongolia',
  'south asia': 'India, Pakistan, Bangladesh, Sri Lanka, Nepal, Bhutan',
  'southeast asia':
    'Indonesia, Malaysia, Thailand, Vietnam, Philippines, Singapore, Cambodia, Laos, Burma, Brunei',
  'central asia': 'Kazakhstan, Uzbekistan, Turkmenistan, Kyrgyzstan, Tajikistan',
  'north africa': 'Egypt, Libya, Algeria, Morocco, Tunisia',
  'west africa':
    'Nigeria, Ghana, Ivory Coast, Senegal, Liberia, Togo, Benin, Sierra Leone, Mali, Niger, Guinea, Burkina Faso, Gambia',
  'east africa': 'Kenya, Uganda, Tanzania, Ethiopia, Somalia, Sudan, Rwanda, Burundi, Eritrea',
  'southern africa':
    'South Africa, Zimbabwe, Zambia, Namibia, Botswana, Mozambique, Angola, Malawi, Lesotho, Swaziland, Madagascar',
  'sub saharan':
    '@west africa, @east africa, @southern africa, Cameroon, Zaire, Congo, Gabon, Chad, Mauritius',
  'south america':
    'Brazil, Argentina, Chile, Peru, Colombia, Venezuela, Ecuador, Bolivia, Uruguay, Paraguay, Guyana, Suriname',
  'central america': 'Panama, Costa Rica, Nicaragua, Honduras, Guatemala, El Salvador, Belize',
  gulf: 'Saudi Arabia, Kuwait, Qatar, Bahrain, Oman, United Arab Emirates, Iran, Iraq',
};

/** Words for the countries of an organization. */
const memberWords = [
  'members',
  'countries',
  'states',
  'nations',
  'economies',
  'governments',
  'producers',
  'member states',
  'member countries',
];

export interface Region {
  label: string;
  /** The names of the region and of its countries, with adjectives and capitals, in terms. */
  names: string[][];
  /** The states, provinces and cities in its countries, in terms. */
  places: string[][];
}

const regionsByFirstTerm = once(() => {
  const byFirst = new Map<string, { form: string[]; region: Region }[]>();
  for (const line of regions.trim().split('\n')) {
    const [left = '', right = ''] = line.split(': ');
    const names = left.replace('@', '').split(', ');
    const forms = left.startsWith('@') ? names.flatMap(membersOf) : names;
    const countries = countriesIn(right).map((country) => analyze(country).terms);
    const spellings = countries.flatMap((terms) => [terms, ...(otherSpellings(terms) ?? [])]);
    const own = forms.map((form) => analyze(form).terms);
    const region = {
      label: forms[0] ?? '',
      names: unique([...own, ...spellings]),
      places: placesWithin(...countries),
    };
    for (const form of own) {
      const [first = ''] = form;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { form, region }]);
    }
  }
  return byFirst;
});

function membersOf(organization: string): string[] {
  return memberWords.flatMap((word) => [
    `${organization} ${word}`,
    `${word} of ${organization}`,
    `${word} of the ${organization}`,
  ]);
}

function countriesIn(list: string): string[] {
  return list.split(', ').flatMap((name) => {
    const group = name.startsWith('@') ? countryGroups[name.slice(1)] : undefined;
    return group === undefined ? [name] : countriesIn(group);
  });
}

function unique(names: readonly string[][]): string[][] {
  return [...new Map(names.map((name) => [name.join(' '), name])).values()];
}

const placeNames = once(() => {
  const all = [...regionsByFirstTerm().values()].flat().map(({ region }) => region);
  return new Set(
    all.flatMap(({ names, places }) => [...names, ...places].map((each) => each.join(' '))),
  );
});

/** Whether a name, in terms, is that of a country, of a part of one or of a city. */
export function isPlace(name: readonly string[]): boolean {
  return placeNames().has(name.join(' '));
}

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
