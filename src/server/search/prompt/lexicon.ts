import { once } from '../../../contract/once.ts';
import { analyze } from '../text/analyzer.ts';

/**
 * Actions, one per line: a label, the forms that prompts and news use, and after `;` forms that only
 * news uses, near the object of the action. Headlines shorten: "ups dividend", "ends offer for".
 */
const actions = `
raise: raise, rise, rose, risen, increase, hike, boost, climb, jump, surge, soar, gain, rally, double, triple, bolster; up, higher, lift, advance, improve, larger, strengthen, expand, firm, grow, grew
cut: cut, lower, reduce, reduction, slash, trim, decrease, halve, fall, fell, fallen, drop, decline, plunge, slump, slide, slid, tumble, sink, sank, shrink, pare, curtail, roll back, scale back; down, ease, weaken, dip, omit, suspend, eliminate, smaller
omit: omit, omission, skip, pass up, eliminate, scrap, suspend, suspension; defer, halt, no, discontinue
impose: impose, imposition, slap, enact; levy, introduce, place, apply
remove: lift, remove, removal, abolish, abolition, repeal, waive, rescind, revoke; end, drop, scrap, ease, cancel, eliminate
withdraw: withdraw, withdrew, withdrawn, withdrawal, drop, abandon, call off, called off, calls off, rescind, walk away, terminate, termination, pull out, shelve, give up, fall through, falls through, cancel, cancellation, break off, back out; end, scrap, lapse, broke off, cease, no longer, discontinue, let lapse, collapse
reject: reject, rejection, turn down, turned down, turns down, spurn, refuse, refusal, rebuff, veto, block, dismiss; inadequate, oppose, deny, denied, decline, against, fail to approve
approve: approve, approval, clear, clearance, authorize, authorise, ratify, ratification, endorse, permit, green light, adopt, adoption; okay, pass, accept, grant, back, consent, allow, vote
buy: buy, bought, purchase, acquire, acquisition, take over, takes over, taken over, took over; takeover, buyout
buy back: buy back, buys back, buyback, repurchase; purchase, tender
order: order, orders, ordered; buy, purchase, contract
sell: sell, sold, sale, divest, divestiture, divestment, dispose, disposal, unload, offload, spin off; auction, buy from
close: close, closure, shut, shut down, shutdown, idle, mothball, shutter; closing, cease, halt
open: open, reopen, inaugurate, resume, restart; start up, build
build: build, built, construct, construction; expand, plan, site, new
begin: begin, began, begun, start, launch, commence, stage; strike, call, walk out, go on, open
end: end, settle, settlement, conclude, call off, calls off, return to work; over, halt, stop, cease, agreement
delay: delay, postpone, postponement, defer, put off, push back; suspend, late
unveil: launch, introduce, unveil, debut, roll out, rolls out; introduction, new, release, market, start, present
win: win, won, award, secure; get, receive, land, select, sign
lose: lose, lost, losing; cancel, end
sign: sign, reach, conclude, agree, agreement; seal, accord, pact, settle
resign: resign, resignation, quit, step down, steps down, stepped down, stepping down, stand down, stands down, stood down, oust, sack, fired; retire, leave, left, depart, departure, relinquish, hand in
appoint: appoint, appointment, named, elect, hire, promote, nominate, nomination; name, pick, succeed, new
file: file, filing, petition, declare; seek, enter, go into, apply
sue: sue, lawsuit, suit, litigation, court action, legal action; court, damages, charges, allege
fine: fine, fined, penalty, penalize, penalise; pay fine, pay penalty, settle
ban: ban, prohibit, prohibition, outlaw, embargo, forbid; bar, halt, suspend, block
default: default, stop paying, miss a payment; moratorium, suspend, unable, halt, nonpayment
reschedule: reschedule, rescheduling, restructure, restructuring, refinance; stretch, new terms, roll over, relief
downgrade: downgrade; lower, cut, reduce, review
upgrade: upgrade; raise, upgraded
devalue: devalue, devaluation; depreciate, depreciation
recall: recall; withdraw
sanction: sanction, embargo; retaliate, retaliatory
halt: halt, suspend, suspension, stop, interrupt, disrupt; cease, close, shut
resume: resume, resumption, reopen, restart; return, renew
change!: change, changes, adjust; extend, prolong, raise, lower, cut, reduce, increase, hike, lift, up, down, trim, set, new, rise, fall, revise
agree: agree, agreement; accord, accept, sign, settle, pact
discover: discover, discovery, find, found; strike, uncover
attack: attack, assault, raid, bomb, strike, hit; fire, shell, shot
crash: crash, collide, collision, derail; accident
break down: break down, breaks down, broke down, breakdown, collapse; fail, deadlock, stall, end, stalemate, impasse
`;

/**
 * What actions are done to, or events that prompts name by themselves; same format. Forms after a
 * second `;` count only as the object of an action: "rejects" an "offer".
 */
const subjects = `
bid: bid, offer; takeover, tender, merger, acquisition, buyout
takeover bid: takeover bid, takeover offer, takeover, tender offer, buyout offer, hostile bid, merger offer, acquisition offer, buyout bid, bid for, offer for, hostile offer, hostile tender, takeover proposal, buyout proposal, merger proposal, acquisition proposal, unsolicited offer, bid to acquire, offer to acquire, offer to buy, bidder; bid, buyout, merger, merger talks, take over; offer, acquisition, acquire
merger: merger, merge, merger talks, merger agreement, tie up; combine, takeover, buyout, combination; acquisition, acquire, offer
acquisition: acquisition, acquire, buyout, leveraged buyout; takeover, merger, to buy, purchase of, agreed to purchase, agreed to sell, sell unit, sell subsidiary; bid, offer, purchase
dividend: dividend, payout; distribution, div, payment
profit: profit, earnings, net income, quarterly results, financial results; net, income, results, shr, earn
loss: loss, losses, net loss, quarterly loss; deficit, lost
forecast: forecast, guidance, profit warning, outlook, projection; estimate, see, expect, target
interest rate: interest rate, key rate, policy rate, benchmark rate, lending rate, borrowing costs; discount rate, prime rate, base rate, rates, prime, repurchase rate, intervention rate, lombard rate, money market rate
discount rate!: discount rate; discount
prime rate!: prime rate, prime lending rate; prime, base lending rate, base rate
base rate!: base rate, base lending rate; prime rate
tariff: tariff, customs duty, import duty, import tax, duties; duty, levy, surcharge, import surcharge
trade sanction: trade sanction, sanction, embargo, trade embargo; curb, retaliation, tariff, boycott
price: price; prices, cost
output: output, production; produce
supply: supply, supplies; output, production, shipment, export, stocks, shortage
job: job, worker, employee, workforce, staff, post; position, employment, people, men, layoff
layoff: layoff, lay off, lays off, laid off, laying off, job cuts, cut jobs, cuts jobs, job losses, redundancy, redundancies, dismissal; workforce reduction, reduce workforce, furlough, cut workforce, workforce cut, cut staff, cut work force, early retirement, jobs lost
strike: strike, walkout, stoppage, industrial action, walk out, walked out, walks out; work stoppage, picket, striker, labor dispute, labour dispute
plant: plant, factory; mill, refinery, smelter, facility, site, mine, line, works, unit, operation
refinery!: refinery
smelter!: smelter
mine!: mine, colliery, pit
mill!: mill
contract: contract; order, deal, award, project
stake: stake, holding, shareholding, minority interest; interest, pct of, shares of, share
chapter 11: chapter 11, chapter 11 protection, bankruptcy protection, creditor protection, protection from creditors, chapter eleven; bankruptcy
bankruptcy: bankruptcy, bankrupt, insolvency, insolvent, receivership, administration order, goes bust, chapter 11; liquidation, liquidate, liquidator
ipo: ipo, initial public offering, stock market debut, flotation, goes public, go public; initial offering, public offering, float, initial
stock split: stock split, share split, split of its common, split of its stock, split of common; for one split, for two split, for one stock, for two stock, for one, for two
share buyback: share buyback, stock buyback, buyback, share repurchase, stock repurchase, buys back shares, buy back shares; repurchase, buy back, purchase own, own shares
debt: debt, foreign debt; loan, payment, interest, credit, principal
loan: loan, credit; lend, facility, standby, borrow
housing starts!: housing starts; house starts, new homes
retail sales!: retail sales; shop sales
industrial production!: industrial production, industrial output, factory output; manufacturing output
consumer prices: consumer prices, consumer price index, cost of living; cpi, inflation, retail prices
current account!: current account
growth: economic growth, gross national product, gross domestic product, gnp, gdp; economy, growth
rating: rating, credit rating, debt rating; debt, rate
quota: quota, export quota; limit, ceiling, allocation, cap, curb
subsidy: subsidy, export subsidy, farm subsidy; bonus, aid, support, eep, restitution
trade deficit: trade deficit, trade gap; trade balance, trade shortfall
trade surplus: trade surplus; trade balance
oil spill: oil spill, spill; slick
earthquake: earthquake, quake; tremor, richter
coup: coup, coup attempt, military takeover; overthrow, mutiny
ceasefire: ceasefire, truce, armistice, cease fire
election: election, vote, ballot; poll, electoral, referendum
data breach: data breach, cyberattack, cyber attack, hack, ransomware; breach, hacker, malware, leak
outage: outage, power cut, blackout, power failure; outages
insider trading: insider trading, insider dealing; inside information, insider information, securities fraud
lawsuit: lawsuit, suit, litigation, legal action; sue, complaint
recall: recall, product recall; defect
chief financial officer!: chief financial officer, cfo, finance chief, finance director, financial director
chief executive!: chief executive, chief executive officer, ceo
chairman!: chairman, chairwoman, chairperson
executive: executive, chief executive, chief executive officer, ceo, chairman, chairwoman, president, finance director, cfo, chief financial officer; director, officer
minister: minister; premier, cabinet, chancellor, foreign secretary, treasury secretary
prime minister!: prime minister, premier
finance minister!: finance minister, treasury secretary, chancellor of the exchequer
foreign minister!: foreign minister, foreign secretary
central bank governor: central bank governor, governor; chairman, chief
central bank: central bank, policymakers; bundesbank, federal reserve, fed, bank of england, bank of japan, bank of france, bank of canada, bank of italy, bank of spain, national bank, riksbank, reserve bank, monetary authority, ecb, boe, boj, nationalbank
import: import; imports, shipment, purchase
export: export, shipment; overseas sale, ship
sale: sales, sale
agreement: agreement, deal, pact, accord, treaty; contract, sign
talks: talks, negotiation; discussion, meeting, negotiate
company: company, companies, firm, firms, corporation, corporations, business, businesses; corp, inc, plc, co, ltd, ag, sa, nv, spa, gmbh, group, maker, manufacturer, producer, subsidiary, airline, insurer, retailer, chain, utility, conglomerate
bank: bank, banks; bancorp, bancshares, banc, banking corporation, savings, thrift, trust co, lender
airline: airline, airlines, air carrier; airways, air lines, airway, carrier
insurer: insurer, insurance company, insurance companies; insurance, assurance, life insurance
carmaker: carmaker, car maker, automaker, auto maker, car company, auto company; motor, motors, ford, gm, chrysler, toyota, nissan, honda, volkswagen, bmw, fiat, renault, peugeot, volvo, daimler, mazda, hyundai, tesla
oil company: oil company, oil companies, oil major, oil firm; petroleum, exxon, texaco, chevron, mobil, shell, bp, conoco, oil producer
steelmaker: steelmaker, steel maker, steel company, steel producer; steel
drugmaker: drugmaker, drug maker, drug company, pharmaceutical company; pharmaceutical, laboratories, drug
chipmaker: chipmaker, chip maker, semiconductor maker, semiconductor company; semiconductor, chip, microchip
retailer: retailer, retail chain, department store; stores, supermarket, retail
aircraft: aircraft, airplane, airliner, plane, jet; jetliner, airbus, boeing
money supply: money supply, monetary growth; m1, m2, m3, m 1, m 2, m 3
`;

/** A line of the lexicon, in terms. */
export interface LexiconEntry {
  label: string;
  /** Forms by which prompts and news name it. */
  forms: string[][];
  /** Other forms that count in news, near the other half of the event. */
  newsForms: string[][];
  /** Forms that name a subject only as the object of an action. */
  objectForms: string[][];
  /** Marked with `!`: a subject without other synonyms, or an action that need not be reported. */
  isMarked: boolean;
}

interface Lexicon {
  byFirstTerm: Map<string, { form: string[]; entry: LexiconEntry }[]>;
}

const parse = (lines: string): Lexicon => {
  const byFirstTerm: Lexicon['byFirstTerm'] = new Map();
  for (const line of lines.trim().split('\n')) {
    const [label = '', rest = ''] = line.split(': ');
    const [forms = [], newsForms = [], objectForms = []] = rest
      .split('; ')
      .map((list) => list.split(',').map((form) => analyze(form).terms));
    const isMarked = label.endsWith('!');
    const entry = { label: label.replace('!', ''), forms, newsForms, objectForms, isMarked };
    for (const form of forms) {
      const [first = ''] = form;
      byFirstTerm.set(first, [...(byFirstTerm.get(first) ?? []), { form, entry }]);
    }
  }
  return { byFirstTerm };
};

const actionLexicon = once(() => parse(actions));
const subjectLexicon = once(() => parse(subjects));

/** The longest action that starts at an index of `terms`. */
export function actionAt(terms: readonly string[], index: number) {
  return longestAt(actionLexicon(), terms, index);
}

/** The longest subject of an event that starts at an index of `terms`. */
export function subjectAt(terms: readonly string[], index: number) {
  return longestAt(subjectLexicon(), terms, index);
}

function longestAt(
  { byFirstTerm }: Lexicon,
  terms: readonly string[],
  index: number,
): { entry: LexiconEntry; length: number } | undefined {
  let best: { entry: LexiconEntry; length: number } | undefined;
  for (const { form, entry } of byFirstTerm.get(terms[index] ?? '') ?? []) {
    if (form.length <= (best?.length ?? 0)) continue;
    if (form.every((term, offset) => terms[index + offset] === term)) {
      best = { entry, length: form.length };
    }
  }
  return best;
}
