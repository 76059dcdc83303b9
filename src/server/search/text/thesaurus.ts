import { once } from '../../../contract/once.ts';
import { synonymGroups } from './synonym-groups.ts';

/**
 * Words with the same or a similar meaning in news. Phrases are recognized in queries, but only
 * single words are searched for.
 */
const groups = `
strike, walkout, stoppage, industrial action
layoff, redundancy, dismissal, job cuts, job losses
unemployment, jobless, joblessness
wage, salary, pay
worker, employee, staff
docker, dockworker, longshoreman, stevedore
takeover bid, takeover, merger, acquire, acquisition, buyout, bid
merger, merge, acquisition, acquire, takeover, buyout, bid, take over, taking over, tie up
third world, developing country, developing nation, developing world
first quarter, q1
second quarter, q2
third quarter, q3
fourth quarter, q4
earnings, profit, income, quarterly results, financial results
ipo, flotation, initial public offering, stock market debut
bankruptcy, bankrupt, insolvency, insolvent, receivership
share, stock, equity
dividend, payout
company, firm, corporation, business
competitor, rival
lender, bank
depositor, saver
mortgage, home loan
inflation, cost of living, consumer prices, price growth
recession, downturn, slump
rise, rose, raise, increase, hike, climb, jump, surge, soar, gain
fall, fell, drop, decline, decrease, slump, plunge, slide, sink
cut, lower, reduce, reduction, trim, slash
tariff, duty, levy
export, shipment, sale abroad, sales abroad, overseas sales
restriction, restrict, curb, limit, cap
ban, prohibit, prohibition, outlaw, embargo
sanctions, embargo
ease, lift, relax, loosen
agreement, deal, pact, accord, treaty
talks, negotiation, negotiate
shortage, scarcity, shortfall, run short, not enough
expensive, costly, dear, pricey
price, cost
interest rate, key rate, policy rate, benchmark rate, lending rate, base rate, discount rate, borrowing costs
insider trading, insider dealing
prime minister, premier
central bank, policymakers
undersea, subsea, submarine, underwater, seabed
sever, cut
crude, oil, petroleum, brent
gasoline, petrol, fuel
grain, cereal
grain, wheat
grain, corn, maize
grain, barley
grain, rice
maize, corn
soybean, soya, soy
coffee, arabica, robusta
cocoa, cacao, chocolate
cattle, livestock, beef
aluminium, aluminum
harvest, crop, yield
farmer, grower, farm, farming, agriculture
fertiliser, fertilizer
pesticide, herbicide, insecticide
fishing, fishery, trawler, fish
wildfire, bushfire, blaze, forest fire
fire, blaze
chip, semiconductor, microchip, integrated circuit
ai, artificial intelligence, machine learning
cyberattack, hack, hacker, ransomware, malware, cyber attack, data breach
privacy, data protection, personal data, personal information
cryptocurrency, crypto, bitcoin
smartphone, handset, mobile
drone, uav, unmanned aircraft
ev, electric car, electric vehicle
carmaker, automaker, car maker
court, judge, tribunal
lawsuit, suit, sue, litigation
prison, jail, imprison
arrest, detain, detention
murder, homicide, killing
theft, steal, stolen, stole, thief, thieves, rob, robbery, robber, burglary, burglar, heist
fraud, scam, swindle, embezzlement
investigation, investigate, probe, inquiry
fine, penalty
law, legislation, bill
rule, regulation, rulebook
ruling, verdict, judgment
corruption, bribery, bribe, graft
election, vote, ballot, poll, runoff
parliament, legislature, senate, congress
protest, demonstration, demonstrator, unrest
resign, resignation, quit, step down
referendum, plebiscite
migrant, refugee, asylum seeker
war, conflict, fighting
ceasefire, truce, armistice
troops, soldier, army, military
attack, assault, raid
dead, death, die, kill, casualty
injure, wound
explosion, blast, bomb
kidnap, abduct, hostage
weapon, arms
flood, deluge, inundate, heavy rain
drought, dry spell, low water
earthquake, quake, tremor
hurricane, typhoon, cyclone
landslide, mudslide
evacuate, evacuation, evacuee
ship, vessel, freighter, boat
ship, shipping, freight
tanker, supertanker, oil tanker, oil carrier
miner, mine, mining company, colliery
brewer, brewery, brewing
distiller, distillery
refiner, refinery, refining
publisher, publishing
broker, brokerage
shipyard, shipbuilder, shipbuilding
builder, construction company
port, harbour, harbor, dock
airline, carrier
plane, aircraft, jet, airliner
railway, railroad, rail, train
truck, lorry, haulage
vaccine, vaccination, vaccinate, jab, immunisation, immunization, inoculation
drug, medicine, medication, pill
hospital, clinic
doctor, physician, medic
outbreak, epidemic, pandemic
disease, illness, infection
cancer, tumour, tumor
flu, influenza
covid, coronavirus
climate change, warming, global warming
emissions, carbon, greenhouse gas
nuclear, atomic, reactor
pollution, contamination, spill
waste, rubbish, garbage
archaeologist, archaeology, excavation
rocket, launcher
football, soccer
championship, tournament
school, pupil, classroom
university, college
film, movie, cinema
buy, purchase, acquire
sell, sale
close, shut, closure, shutdown
delay, postpone
labour, labor
defence, defense
`;

/** A word or phrase of a group and the others of that group, each as a list of terms. */
interface Entry {
  phrase: string[];
  others: string[][];
}

/** By the first term of the phrase. */
const entries = once(() => {
  const byTerm = new Map<string, Entry[]>();
  for (const { phrase, others } of synonymGroups(groups)) {
    const [first = ''] = phrase;
    byTerm.set(first, [...(byTerm.get(first) ?? []), { phrase, others }]);
  }
  return byTerm;
});

/** Number of terms of the longest phrase. */
export const maxEntryLength = once(() =>
  Math.max(...[...entries().values()].flat().map(({ phrase }) => phrase.length)),
);

/**
 * Finds terms related to the terms of a query.
 *
 * @param terms in reading order
 * @returns the related terms, if any, of each term, without the terms of the query
 */
export function relatedTerms(terms: readonly string[]): Map<string, string[]> {
  const queryTerms = new Set(terms);
  const found = new Map<string, Set<string>>();
  terms.forEach((term, index) => {
    for (const { phrase, others } of entriesAt(terms, index)) {
      const related = others
        .filter((other) => other.length === 1 && other[0] !== term)
        .flat()
        .filter((other) => !queryTerms.has(other));
      for (const word of phrase) found.set(word, new Set([...(found.get(word) ?? []), ...related]));
    }
  });
  return new Map([...found].map(([term, related]) => [term, [...related]]));
}

/** The longest word or phrase of the thesaurus at an index of `terms`. */
export function longestEntryAt(
  terms: readonly string[],
  index: number,
): { length: number; others: string[][] } | undefined {
  const found = entriesAt(terms, index);
  if (found.length === 0) return undefined;
  const length = Math.max(...found.map(({ phrase }) => phrase.length));
  const longest = found.filter(({ phrase }) => phrase.length === length);
  return { length, others: longest.flatMap(({ others }) => others) };
}

function entriesAt(terms: readonly string[], index: number): Entry[] {
  return (entries().get(terms[index] ?? '') ?? []).filter(({ phrase }) =>
    phrase.every((word, offset) => terms[index + offset] === word),
  );
}
