import { once } from '../../../contract/once.ts';
import { analyze } from './analyzer.ts';

/**
 * Places by what contains them: the name of a country or of a part of it, and after `:` its parts
 * and large cities, each with its adjectives and abbreviations after `/`. Cities whose names are also
 * frequent words or names of persons are left out.
 */
const containedPlaces = `
United States: Alabama, Alaska/Alaskan, Arizona, Arkansas, California/Californian/Calif, Colorado, Connecticut, Delaware, Florida/Floridian/Fla, Hawaii/Hawaiian, Idaho, Illinois, Indiana, Iowa/Iowan, Kansas, Kentucky, Louisiana, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas/Texan, Utah, Vermont, Virginia, Wisconsin, Wyoming, Wall Street, Silicon Valley, Midwest/Midwestern, New England
California: Los Angeles, San Francisco, San Diego, San Jose, Sacramento, Oakland, Silicon Valley, Hollywood
Texas: Houston, Dallas, San Antonio, Fort Worth, El Paso
New York: Manhattan, Brooklyn, Wall Street
Florida: Miami, Tampa
Illinois: Chicago
Massachusetts: Boston
Michigan: Detroit
Pennsylvania: Philadelphia, Pittsburgh
Georgia state: Atlanta
Ohio: Cleveland, Cincinnati
Minnesota: Minneapolis
Missouri: St Louis
Louisiana: New Orleans
Washington state: Seattle
New England: Massachusetts, Connecticut, Vermont, New Hampshire, Rhode Island, Boston
Canada: Ontario, Quebec/Quebecois, Alberta, British Columbia, Manitoba, Saskatchewan, Nova Scotia, New Brunswick, Newfoundland, Yukon
Ontario: Toronto
Quebec: Montreal
Alberta: Calgary, Edmonton
British Columbia: Vancouver
Manitoba: Winnipeg
Mexico: Mexico City, Monterrey, Guadalajara, Tijuana, Chiapas
United Kingdom: England/English, Scotland/Scottish/Scots, Wales/Welsh, Northern Ireland/Ulster, City of London
England: Manchester, Liverpool, Leeds, Sheffield, Birmingham, Newcastle, Yorkshire, Cornwall
Scotland: Edinburgh, Glasgow, Aberdeen, Dundee
Wales: Cardiff, Swansea
Northern Ireland: Belfast
Ireland: Galway, Limerick
Germany: Bavaria/Bavarian, Saxony/Saxon, Hesse/Hessian, North Rhine Westphalia, Baden Wuerttemberg, Baden Württemberg, Lower Saxony, Brandenburg, Thuringia, Rhineland, Ruhr, Saarland, Schleswig Holstein, Hamburg, Bremen, Frankfurt, Bundesbank
Bavaria: Munich, Nuremberg, Augsburg, Regensburg
Saxony: Dresden, Leipzig, Chemnitz
North Rhine Westphalia: Cologne, Duesseldorf, Dusseldorf, Dortmund, Duisburg, Ruhr
Baden Wuerttemberg: Stuttgart, Mannheim, Karlsruhe
Lower Saxony: Hanover, Hannover, Wolfsburg
France: Brittany/Breton, Normandy, Alsace, Provence, Corsica/Corsican, Burgundy, Lyon, Marseille, Marseilles, Toulouse, Lille, Strasbourg, Bordeaux
Italy: Sicily/Sicilian, Sardinia/Sardinian, Lombardy, Tuscany/Tuscan, Piedmont, Milan, Turin, Naples, Genoa, Venice, Bologna, Florence
Lombardy: Milan
Spain: Catalonia/Catalan, Andalusia/Andalusian, Basque, Galicia/Galician, Barcelona, Valencia, Seville, Bilbao, Malaga, Zaragoza
Catalonia: Barcelona
Andalusia: Seville, Malaga
Portugal: Porto, Oporto, Algarve, Madeira, Azores
Netherlands: Amsterdam, Rotterdam, Utrecht, Eindhoven
Belgium: Flanders/Flemish, Wallonia/Walloon, Antwerp, Ghent, Liege, Bruges
Switzerland: Zurich, Geneva, Basel, Basle, Berne, Lausanne
Austria: Tyrol/Tyrolean, Salzburg, Linz, Graz
Denmark: Greenland, Aarhus, Odense
Sweden: Gothenburg, Malmo
Norway: Bergen, Stavanger, Trondheim
Finland: Tampere, Turku, Espoo
Poland: Silesia/Silesian, Gdansk, Krakow, Cracow, Wroclaw, Poznan, Lodz
Czech Republic: Bohemia/Bohemian, Moravia/Moravian, Brno, Ostrava
Hungary: Debrecen
Greece: Crete/Cretan, Thessaloniki, Piraeus
Turkey: Istanbul, Izmir, Anatolia/Anatolian
Ukraine: Kharkiv, Odesa, Odessa, Lviv, Donetsk, Crimea/Crimean, Donbas
Russia: Siberia/Siberian, Chechnya/Chechen, Tatarstan, St Petersburg, Vladivostok, Urals
Soviet Union: Siberia/Siberian, Leningrad, Ukraine/Ukrainian, Georgia SSR, Chernobyl
Yugoslavia: Serbia/Serbian, Croatia/Croatian, Slovenia/Slovenian, Bosnia/Bosnian, Kosovo, Macedonia/Macedonian, Montenegro
China: Guangdong/Canton, Sichuan, Xinjiang/Uighur/Uyghur, Tibet/Tibetan, Shanghai, Shenzhen, Guangzhou, Tianjin, Wuhan, Hubei, Hunan, Henan, Hebei, Shandong, Shanxi, Shaanxi, Jiangsu, Zhejiang, Fujian, Yunnan, Guangxi, Liaoning, Heilongjiang, Inner Mongolia, Hainan, Chongqing
Japan: Osaka, Nagoya, Yokohama, Kobe, Kyoto, Hokkaido, Okinawa, Kyushu, Fukushima, Hiroshima
South Korea: Busan, Pusan, Incheon
India: Mumbai, Bombay, Calcutta, Kolkata, Bangalore, Bengaluru, Chennai, Madras, Hyderabad, Gujarat/Gujarati, Maharashtra, Kerala, Tamil Nadu, Uttar Pradesh, Bihar, Rajasthan, West Bengal, Kashmir/Kashmiri, Assam, Karnataka
Pakistan: Karachi, Lahore, Sindh, Baluchistan, Balochistan
Bangladesh: Dhaka, Chittagong
Indonesia: Java/Javanese, Sumatra/Sumatran, Bali/Balinese, Sulawesi, Borneo, Kalimantan, Papua, Aceh
Malaysia: Kuala Lumpur, Sarawak, Sabah, Penang, Johor
Philippines: Mindanao, Luzon, Cebu
Vietnam: Ho Chi Minh City, Saigon, Haiphong
Australia: New South Wales, Queensland, Western Australia, South Australia, Tasmania/Tasmanian, Northern Territory, Sydney, Melbourne, Brisbane, Perth, Adelaide
Western Australia: Perth, Kalgoorlie, Pilbara
New South Wales: Sydney
Queensland: Brisbane
New Zealand: Auckland, Christchurch
Brazil: Sao Paulo, Rio de Janeiro, Bahia, Minas Gerais, Amazonas, Parana, Santos, Porto Alegre
Argentina: Cordoba, Rosario, Patagonia/Patagonian
Chile: Valparaiso, Antofagasta, Chuquicamata
Colombia: Medellin, Cali, Antioquia
Venezuela: Maracaibo, Orinoco
Ecuador: Guayaquil
Egypt: Suez, Alexandria, Sinai
Israel: Tel Aviv, Jerusalem, Haifa, Gaza
Iran: Kharg, Isfahan, Tabriz
Iraq: Basra, Mosul, Kirkuk, Kurdistan
Saudi Arabia: Jeddah, Mecca
United Arab Emirates: Dubai, Abu Dhabi, Sharjah
Libya: Benghazi
Morocco: Casablanca, Rabat
Nigeria: Lagos, Abuja, Kano, Niger Delta, Biafra
South Africa: Johannesburg, Cape Town, Durban, Natal, Transvaal, Gauteng, Soweto
Kenya: Mombasa
Tanzania: Zanzibar
Zaire: Katanga, Shaba
`;

/** The spellings of a place, and the places in it, in terms. */
export interface Place {
  spellings: string[][];
  within: string[][];
}

interface Places {
  spellings: Map<string, string[][]>;
  /** The names of the places directly in a place. */
  parts: Map<string, string[]>;
}

const places = once((): Places => {
  const known: Places = { spellings: new Map(), parts: new Map() };
  const addSpellings = (names: readonly string[]) => {
    const spellings = names.map((name) => analyze(name).terms);
    for (const spelling of spellings) {
      const key = spelling.join(' ');
      const others = spellings.filter((other) => other !== spelling);
      known.spellings.set(key, [...(known.spellings.get(key) ?? []), ...others]);
    }
  };
  for (const line of containedPlaces.trim().split('\n')) {
    const [whole = '', parts = ''] = line.split(': ');
    const names = parts.split(', ').map((part) => part.split('/'));
    names.forEach(addSpellings);
    known.parts.set(
      analyze(whole).terms.join(' '),
      names.map(([name = '']) => analyze(name).terms.join(' ')),
    );
  }
  return known;
});

/** A state, province or city by one of its names, in terms; not a country. */
export function placeOf(name: readonly string[]): Place | undefined {
  const spellings = places().spellings.get(name.join(' '));
  return spellings && { spellings, within: placesWithin(name, ...spellings) };
}

/**
 * The states, provinces and cities in a place, with their adjectives, in terms.
 *
 * @param names of the place: its name and its adjectives
 */
export function placesWithin(...names: readonly (readonly string[])[]): string[][] {
  const found = new Map<string, string[]>();
  const add = (key: string) => {
    for (const part of places().parts.get(key) ?? []) {
      if (found.has(part)) continue;
      found.set(part, part.split(' '));
      for (const other of places().spellings.get(part) ?? []) found.set(other.join(' '), other);
      add(part);
    }
  };
  for (const name of names) add(name.join(' '));
  return [...found.values()];
}
