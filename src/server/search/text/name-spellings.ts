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
West Germany, West German, W Germany, W German, Federal Republic, Bonn
East Germany, East German, E Germany, German Democratic Republic
France, French, Paris
Italy, Italian, Rome
Spain, Spanish, Madrid
Portugal, Portuguese, Lisbon
Netherlands, Dutch, Holland, Hague
Belgium, Belgian, Brussels
Luxembourg, Luxembourger
Switzerland, Swiss, Zurich
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
Malta, Maltese
Albania, Albanian, Tirana
Bosnia, Bosnian, Sarajevo
Macedonia, Macedonian, Skopje
Montenegro, Montenegrin
Yugoslavia, Yugoslav, Belgrade, Yugoslavian
Czechoslovakia, Czechoslovak, Prague
Czech Republic, Czech, Prague, Czechia
Serbia, Serbian, Belgrade
Croatia, Croatian, Zagreb
Slovenia, Slovenian
Slovakia, Slovak, Bratislava
Ukraine, Ukrainian, Kyiv, Kiev
Russia, Russian, Moscow, Kremlin
Soviet Union, Soviet, USSR, Moscow, Kremlin
Estonia, Estonian
Latvia, Latvian
Lithuania, Lithuanian, Vilnius
Belarus, Belarusian, Minsk
Moldova, Moldovan
Georgia, Georgian, Tbilisi
Armenia, Armenian, Yerevan
Azerbaijan, Azerbaijani, Azeri, Baku
Kazakhstan, Kazakh, Astana
Uzbekistan, Uzbek, Tashkent
China, Chinese, Beijing, Peking
Japan, Japanese, Tokyo
Taiwan, Taiwanese, Taipei
Hong Kong, Hongkong
Singapore, Singaporean
Mongolia, Mongolian
South Korea, South Korean, Seoul, S Korea, S Korean
Korea, Korean
North Korea, North Korean, Pyongyang, N Korea, N Korean
India, Indian, Delhi
Pakistan, Pakistani, Islamabad
Bangladesh, Bangladeshi, Dhaka
Sri Lanka, Sri Lankan, Colombo
Indonesia, Indonesian, Jakarta
Malaysia, Malaysian, Kuala Lumpur
Burma, Burmese, Myanmar, Rangoon
Cambodia, Cambodian, Phnom Penh
Nepal, Nepalese, Nepali, Kathmandu
Thailand, Thai, Bangkok
Vietnam, Vietnamese, Hanoi
Philippines, Philippine, Filipino, Manila
Australia, Australian, Canberra
New Zealand, New Zealander, N Zealand, NZ
Canada, Canadian, Ottawa
Mexico, Mexican
Brazil, Brazilian, Brasilia
Argentina, Argentine, Argentinian, Buenos Aires
Chile, Chilean, Santiago
Peru, Peruvian, Lima
Colombia, Colombian, Bogota
Bolivia, Bolivian, La Paz
Uruguay, Uruguayan, Montevideo
Paraguay, Paraguayan
Panama, Panamanian
Costa Rica, Costa Rican
Nicaragua, Nicaraguan, Managua
Honduras, Honduran
Guatemala, Guatemalan
El Salvador, Salvadoran, Salvadorean
Jamaica, Jamaican
Haiti, Haitian
Venezuela, Venezuelan, Caracas
Ecuador, Ecuadorean, Ecuadorian, Quito
Cuba, Cuban, Havana
Egypt, Egyptian, Cairo
Israel, Israeli
Lebanon, Lebanese, Beirut
Syria, Syrian, Damascus
Iraq, Iraqi, Baghdad
Iran, Iranian, Tehran, Teheran
Saudi Arabia, Saudi, Riyadh
Kuwait, Kuwaiti
Qatar, Qatari, Doha
Bahrain, Bahraini
Oman, Omani
United Arab Emirates, UAE, Emirati
Yemen, Yemeni
Jordan, Jordanian, Amman
Tunisia, Tunisian
Libya, Libyan, Tripoli
Algeria, Algerian
Morocco, Moroccan
Nigeria, Nigerian
Ghana, Ghanaian, Accra
Ivory Coast, Ivorian, Cote d'Ivoire, Abidjan
Cameroon, Cameroonian
Kenya, Kenyan, Nairobi
Uganda, Ugandan, Kampala
Tanzania, Tanzanian
Rwanda, Rwandan
Somalia, Somali
Sudan, Sudanese, Khartoum
Senegal, Senegalese, Dakar
Zaire, Zairean
Congo, Congolese, Kinshasa
Angola, Angolan, Luanda
Mozambique, Mozambican, Maputo
Namibia, Namibian
Botswana, Botswanan
Ethiopia, Ethiopian, Addis Ababa
Zambia, Zambian, Lusaka
Zimbabwe, Zimbabwean, Harare
South Africa, South African, Pretoria, S Africa, S African
European Union, EU, European Commission, European Community, EC, EEC, Brussels
United Nations, UN
International Monetary Fund, IMF
World Health Organization, World Health Organisation, WHO
Group of Seven, G7, G 7, Group of 7, leading industrial nations, leading industrialised nations, leading industrialized nations
Group of Five, G5, G 5, Group of 5
Group of Ten, G10, G 10, Group of 10
Group of 20, G20, G 20, Group of Twenty
World Trade Organization, World Trade Organisation, WTO
Federal Reserve, Fed
Standard and Poor's, S&P, S and P, S/P
European Central Bank, ECB
Bank of England
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
