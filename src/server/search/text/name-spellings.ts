import { once } from '../../../contract/once.ts';
import { stopTerms } from './stop-words.ts';
import { synonymGroups } from './synonym-groups.ts';

/** One country or institution per line: its names, adjectives and capitals. */
const groups = `
United States, US, USA, American, America, Washington, White House
United Kingdom, UK, Britain, British, London
England, English
Scotland, Scottish
Ireland, Irish, Dublin
Germany, German, Berlin, Bonn, West Germany, West German
East Germany, East German
France, French, Paris
Italy, Italian, Rome
Spain, Spanish, Madrid
Portugal, Portuguese, Lisbon
Netherlands, Dutch, Holland, Hague
Belgium, Belgian
Switzerland, Swiss
Austria, Austrian, Vienna
Denmark, Danish, Dane, Copenhagen
Sweden, Swedish, Swede, Stockholm
Norway, Norwegian, Oslo
Finland, Finnish, Helsinki
Iceland, Icelandic
Poland, Polish, Warsaw
Hungary, Hungarian, Budapest
Romania, Romanian, Bucharest
Bulgaria, Bulgarian, Sofia
Greece, Greek, Athens
Turkey, Turkish, Turkiye, Ankara
Cyprus, Cypriot
Serbia, Serbian, Belgrade
Croatia, Croatian, Zagreb
Slovenia, Slovenian
Slovakia, Slovak
Ukraine, Ukrainian, Kyiv, Kiev
Russia, Russian, Moscow, Kremlin
Soviet Union, Soviet, USSR, Moscow, Kremlin
Estonia, Estonian
Latvia, Latvian
Lithuania, Lithuanian
China, Chinese, Beijing, Peking
Japan, Japanese, Tokyo
Taiwan, Taiwanese
South Korea, South Korean, Seoul
North Korea, North Korean, Pyongyang
India, Indian, Delhi
Pakistan, Pakistani, Islamabad
Bangladesh, Bangladeshi
Sri Lanka, Sri Lankan
Indonesia, Indonesian, Jakarta
Malaysia, Malaysian
Thailand, Thai, Bangkok
Vietnam, Vietnamese, Hanoi
Philippines, Philippine, Filipino, Manila
Australia, Australian, Canberra
Canada, Canadian, Ottawa
Mexico, Mexican
Brazil, Brazilian, Brasilia
Argentina, Argentine, Argentinian, Buenos Aires
Chile, Chilean
Peru, Peruvian
Colombia, Colombian
Venezuela, Venezuelan, Caracas
Ecuador, Ecuadorean
Cuba, Cuban
Egypt, Egyptian, Cairo
Israel, Israeli
Lebanon, Lebanese, Beirut
Syria, Syrian, Damascus
Iraq, Iraqi, Baghdad
Iran, Iranian, Tehran
Saudi Arabia, Saudi, Riyadh
Kuwait, Kuwaiti
Libya, Libyan, Tripoli
Algeria, Algerian
Morocco, Moroccan
Nigeria, Nigerian
Ghana, Ghanaian, Accra
Ivory Coast, Ivorian, Cote d'Ivoire, Abidjan
Cameroon, Cameroonian
Kenya, Kenyan, Nairobi
Ethiopia, Ethiopian, Addis Ababa
Zambia, Zambian
Zimbabwe, Zimbabwean
South Africa, South African, Pretoria
European Union, EU, European Commission, European Community, EC, EEC, Brussels
United Nations, UN
International Monetary Fund, IMF
World Health Organization, World Health Organisation, WHO
World Trade Organization, World Trade Organisation, WTO
Federal Reserve, Fed
Standard and Poor's, S&P, S and P, S/P
European Central Bank, ECB
Bank of England, BoE
Bank of Japan, BoJ
North Atlantic Treaty Organization, NATO
Organization of the Petroleum Exporting Countries, OPEC
International Cocoa Organization, International Cocoa Organisation, ICCO
International Coffee Organization, International Coffee Organisation, ICO
`;

/** Spellings by name; a name is its terms joined by spaces. */
const spellings = once(() => {
  const byName = new Map<string, string[][]>();
  for (const { phrase, others } of synonymGroups(groups)) {
    const name = phrase.join(' ');
    // The index does not distinguish the agency WHO from the word "who".
    const usable = others.filter((other) => other.some((term) => !stopTerms().has(term)));
    byName.set(name, [...(byName.get(name) ?? []), ...usable]);
  }
  return byName;
});

/** Other spellings of a country or institution, as terms. `undefined` if the name is unknown. */
export function otherSpellings(name: readonly string[]): string[][] | undefined {
  return spellings().get(name.join(' '));
}
