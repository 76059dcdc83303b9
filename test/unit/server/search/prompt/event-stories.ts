/** A prompt with invented stories, each "Title | text", that must and must not match it. */
export interface EventStories {
  prompt: string;
  must: string[];
  mustNot: string[];
}

const filler =
  'The company makes pumps and valves in two towns on the coast. Its products are sold by dealers in nine countries. Management said demand was steady in most of its markets during the year. A new line of small pumps was well received by farmers. The board will meet in spring to review the plan. Analysts said the order book looked solid. The weather helped work at building sites in the north. Staff numbers were unchanged. The firm was founded by two brothers and is still led by the family.';

/** The half that is used to improve the rules. */
export const tuningStories: EventStories[] = [
  {
    prompt: 'a chief financial officer resigns',
    must: [
      'Ostrava Mills finance chief quits | Ostrava Mills said chief financial officer Hana Rezek resigned on Monday.',
      'Brindle Foods names new CFO | The retailer said Paul Oster has stepped down as chief financial officer after four years.',
      'Chief financial officer leaves Tavira | Tavira Shipping said its chief financial officer, Ines Prado, has resigned to join a bank.',
    ],
    mustNot: [
      'Port director resigns | The director of the port of Lunde resigned after a dispute over cranes. The city thanked him.',
      'Tavira names chief financial officer | Tavira Shipping appointed Ines Prado as chief financial officer. She was with a bank for ten years.',
      'Minister resigns over budget | The culture minister resigned on Friday. A chief financial officer of a museum welcomed it.',
    ],
  },
  {
    prompt: 'ministers resign',
    must: [
      'Two ministers quit Karelian cabinet | The ministers of labor and health resigned in a dispute over pensions.',
      'Finance minister resigns | The finance minister handed in his resignation on Sunday.',
    ],
    mustNot: [
      'EC ministers remove obstacle to bank rules | Ministers agreed to remove a regulatory obstacle to cross-border banking.',
      'Minister opens bridge | The minister said the old ferry will be replaced by the bridge.',
    ],
  },
  {
    prompt: 'a country suspends payments on its debt',
    must: [
      'Sarona suspends interest payments on foreign debt | Sarona said it suspended payments on its debt to foreign banks.',
      'Veldia halts debt payments | The government of Veldia stopped payments on 20 billion dollars of debt to banks abroad.',
    ],
    mustNot: [
      'Halden omits dividend | Halden Pumps said it suspended payment of its quarterly dividend because its debt is high.',
      'Sarona pays its debt on time | Sarona made all payments on its debt this year, the central bank said.',
    ],
  },
  {
    prompt: 'Norvik acquires Halden Pumps',
    must: [
      'Norvik to buy Halden Pumps | Norvik agreed to acquire Halden Pumps for 300 million crowns.',
      'Halden Pumps to be acquired by Norvik | Halden Pumps said it agreed to be acquired by Norvik.',
      'Norvik completes Halden Pumps acquisition | Norvik said it completed its acquisition of Halden Pumps.',
    ],
    mustNot: [
      'Halden Pumps to buy Norvik | Halden Pumps agreed to acquire Norvik for 90 million crowns.',
      'Norvik bought by Halden Pumps | Norvik is being acquired by Halden Pumps.',
      'Norvik and Halden Pumps open joint plant | Norvik and Halden Pumps opened a plant together.',
    ],
  },
  {
    prompt: 'a carmaker recalls cars',
    must: [
      'Lindt Motors recalls 40,000 cars | Lindt Motors is recalling 40,000 cars because of faulty brakes.',
      'Faulty brakes: Adler Auto recall covers 12,000 cars | The carmaker Adler Auto said it recalls cars built last year.',
    ],
    mustNot: [
      'Army withdraws troops from border | The army withdrew its troops and armored cars from the border.',
      'Lindt Motors car sales rise | Lindt Motors sold more cars in May. The manager recalled how difficult the start had been.',
    ],
  },
  {
    prompt: 'takeover bid for a bank',
    must: [
      'Corvin launches takeover bid for Bank of Ostend | Corvin offered 20 dollars a share for Bank of Ostend.',
      'Ostend Bank rejects takeover offer | The bank said the takeover offer by Corvin is too low.',
    ],
    mustNot: [
      'Bank of Ostend debt offering | Bank of Ostend filed for an offering of 100 million dollars of notes.',
      'Bank offers new savings account | Bank of Ostend offers customers an account with a bonus.',
    ],
  },
  {
    prompt: 'a bank is fined',
    must: [
      'Regulator fines Ostend Bank | The regulator fined Ostend Bank four million euros for poor controls.',
      'Ostend Bank to pay penalty | The bank was fined for late reports, the watchdog said.',
    ],
    mustNot: [
      'Fine weather helps harvest | Fine weather helped farmers, the farm bank said.',
      'Bank hall shows fine paintings | The bank shows a collection of fine art in its hall.',
    ],
  },
  {
    prompt: 'miners strike',
    must: [
      'Copper miners walk out | Miners at the Tarn copper mine went on strike over pay.',
      'Strike by miners enters second week | The strike by 3,000 miners has closed two pits.',
    ],
    mustNot: [
      'Jets strike rebel camp | Fighter jets struck a camp in the hills where miners live.',
      'Miners strike gold near Tarn | Prospectors struck a rich gold vein; the miners celebrated.',
      'Warrants have strike price of five dollars | Tarn Miners issued warrants with a strike price of five dollars.',
    ],
  },
  {
    prompt: 'Halden Pumps cuts its dividend',
    must: [
      'Halden Pumps cuts dividend | Halden Pumps cut its quarterly dividend to ten cents from 15.',
      'Halden Pumps halves payout | The board of Halden Pumps halved the dividend.',
      'Halden Pumps dividend reduced | Directors reduced the dividend to 5 cts.',
    ],
    mustNot: [
      'Halden Pumps cuts jobs | Halden Pumps cuts 200 jobs. It will pay its dividend as planned in June.',
      'Halden Pumps raises dividend after cost cuts | Halden Pumps raised its dividend after it cut costs.',
      'Norvik cuts dividend | Norvik cut its dividend. Halden Pumps, a rival, said last month that orders are strong.',
      `Halden Pumps sales up | Halden Pumps said sales rose two pct. ${filler} Another maker, Norvik, cut its dividend in May.`,
    ],
  },
  {
    prompt: 'companies filing for Chapter 11',
    must: [
      'Brindle Foods files for Chapter 11 | Brindle Foods filed for protection from creditors under Chapter 11.',
      'Brindle Foods seeks bankruptcy protection | The grocer filed a Chapter 11 petition in Delaware.',
    ],
    mustNot: [
      `Norvik profit rises | Norvik said profit rose on strong sales of valves. ${filler} A former customer, Brindle Foods, filed for Chapter 11 two years ago.`,
      'Author finishes chapter 11 of novel | The writer has finished chapter 11 of his book.',
    ],
  },
  {
    prompt: 'stock splits',
    must: [
      'Tavira declares two-for-one stock split | Tavira Shipping declared a two-for-one stock split.',
      'Norvik sets stock split | The board of Norvik approved a three-for-two split of its common stock.',
    ],
    mustNot: [
      `Tavira 2nd qtr net rises | Shr 40 cts vs 31 cts. Net 4.1 mln vs 3.2 mln. Revs 40 mln vs 36 mln. ${filler} NOTE: Results restated for stock split.`,
      'Party split over budget | The party is split over the budget. Stock markets were calm.',
    ],
  },
  {
    prompt: 'raises dividend by more than 10 percent',
    must: [
      'Norvik raises quarterly dividend | Qtly div 15 cts vs 12.5 cts prior. Pay June 1.',
      'Tavira ups dividend 20 percent | Tavira Shipping raised its dividend by 20 percent.',
      'Brindle raises payout to 15 cents from 12.5 | Brindle Foods raised the quarterly dividend to 15 cents from 12.5 cents.',
    ],
    mustNot: [
      'Ostrava raises dividend | Ostrava Mills raised its quarterly dividend to 26 cents from 25 cents.',
      'Lunde raises quarterly | Qtly div 10.5 cts vs 10 cts prior. Lunde raised its dividend.',
      'Adler raises dividend 4 pct | Adler Auto raised its dividend four pct. Sales rose 18 pct.',
    ],
  },
  {
    prompt: 'acquisitions worth 1.5 billion dollars or more',
    must: [
      'Norvik to acquire Tavira for 2 billion dollars | Norvik agreed to acquire Tavira Shipping for two billion dollars in cash.',
      'Corvin in 1.8 bln dlr acquisition of Adler | Corvin said the acquisition is valued at 1.8 bln dlrs.',
    ],
    mustNot: [
      'Norvik to acquire Lunde for 40 million dollars | Norvik agreed to acquire Lunde Savings, a thrift with assets of 2.1 billion dollars, for 40 million dollars.',
      'Norvik to acquire pump maker | Norvik, which has annual sales of three billion dollars, agreed to acquire a pump maker for 20 million dollars.',
    ],
  },
  {
    prompt: 'layoffs of more than 500 workers',
    must: [
      'Lindt Motors lays off 1,200 workers | Lindt Motors will lay off 1,200 workers at two plants.',
      'Adler to cut 800 jobs | Adler Auto said layoffs will affect 800 employees.',
    ],
    mustNot: [
      'Lindt Motors lays off 90 workers | Lindt Motors, which has 4,000 workers, lays off 90 of them.',
      'Lindt Motors hires 900 workers | Lindt Motors hired 900 workers and said there will be no layoffs.',
    ],
  },
  {
    prompt: 'company losses of more than 100 million dollars',
    must: [
      'Adler posts loss of 140 mln dlrs | Adler Auto had a net loss of 140 mln dlrs in the year.',
      'Corvin loses $210 million | Corvin posted a quarterly loss of $210 million.',
    ],
    mustNot: [
      'Adler posts small loss | Adler Auto had a loss of 12 mln dlrs on revenue of 900 mln dlrs.',
      'Corvin profit rises | Corvin made a profit of 300 million dollars after a loss of 20 million dollars.',
    ],
  },
  {
    prompt: 'interest rate cuts of at least half a percentage point',
    must: [
      'Ruritania cuts key rate by one percentage point | The central bank cut its key interest rate by one percentage point to 7 pct.',
      'Central bank lowers rate by 75 basis points | The central bank lowered its interest rate by 75 basis points.',
    ],
    mustNot: [
      'Ruritania cuts key rate by quarter point | The central bank cut its key interest rate by 0.25 percentage point to 7 pct.',
      'Central bank cuts rate by 10 basis points | The central bank cut its interest rate by 10 basis points.',
    ],
  },
  {
    prompt: 'the central bank of Ruritania raises interest rates',
    must: [
      'Ruritanian central bank raises rates | The central bank of Ruritania raised its key interest rate to 6 pct.',
      'Ruritania lifts interest rate | Ruritania raised the interest rate to fight inflation, the central bank said.',
    ],
    mustNot: [
      'Ruritanian central bank keeps rates | The central bank of Ruritania left its interest rate unchanged.',
      'Ruritania raises fares | Ruritania raised rail fares. Its central bank will decide about interest later this month.',
      'Ruritania denies plan to raise rates | The central bank of Ruritania denied that it plans to raise interest rates.',
    ],
  },
  {
    prompt: 'Tavira sells its ferry unit',
    must: [
      'Tavira sells ferry unit | Tavira Shipping sold its ferry unit to Corvin for 50 million dollars.',
      'Corvin buys ferry unit from Tavira | Tavira said it sold the ferry unit to Corvin.',
    ],
    mustNot: [
      'Tavira sales rise | Tavira Shipping said ticket sales of its ferry unit rose.',
      'Lunde sells bus unit | Lunde sold a bus unit. Tavira, a competitor, runs a ferry unit.',
    ],
  },
  {
    prompt: 'a company withdraws its takeover offer',
    must: [
      'Corvin drops offer for Adler | Corvin said it withdrew its takeover offer for Adler Auto.',
      'Norvik ends bid for Lunde | Norvik called off its takeover bid for Lunde.',
    ],
    mustNot: [
      'Corvin raises offer for Adler | Corvin raised its takeover offer for Adler Auto to 30 dollars.',
      'Lunde withdraws drug | Lunde withdrew a drug from pharmacies and offers refunds.',
    ],
  },
  {
    prompt: 'oil production cut by more than 500,000 barrels',
    must: [
      'Sarona cuts oil output by 700,000 barrels a day | Sarona cut its oil production by 700,000 barrels per day.',
      'OPEC to reduce production | Oil ministers agreed to reduce production by 1.2 mln bpd.',
    ],
    mustNot: [
      'Sarona trims oil production | Sarona cut oil production by 50,000 barrels a day.',
      'Sarona exports more oil | Sarona exported 900,000 barrels a day in May; production was not cut.',
    ],
  },
];

/** The half that only measures them. */
export const keptStories: EventStories[] = [
  {
    prompt: 'the chairman of a company steps down',
    must: [
      'Adler Auto chairman steps down | The chairman of Adler Auto, Karl Weiss, stepped down on Tuesday.',
      'Corvin chairman resigns | Corvin said its chairman resigned because of illness.',
    ],
    mustNot: [
      'Corvin names chairman | Corvin appointed Olga Brandt as chairman.',
      'Coach quits Lunde club | The coach of the club resigned. The chairman of a sponsor, Corvin, was at the game.',
      'Prices step down | Copper prices fell. The chairman of a mining company said demand was weak.',
    ],
  },
  {
    prompt: 'a government falls or a prime minister resigns',
    must: [
      'Veldian prime minister resigns | The prime minister of Veldia resigned after losing a vote.',
      'Premier of Sarona quits | The premier resigned on Friday after weeks of protest.',
    ],
    mustNot: [
      'Prime minister visits port | The prime minister visited the port of Lunde.',
      'Port chief resigns | The chief of the port resigned. The prime minister will visit it in May.',
    ],
  },
  {
    prompt: 'Corvin sues Lunde',
    must: [
      'Corvin sues Lunde over patents | Corvin filed a lawsuit against Lunde over pump patents.',
      'Lunde sued by Corvin | Lunde said it was sued by Corvin for damages.',
    ],
    mustNot: [
      'Lunde sues Corvin | Lunde filed a lawsuit against Corvin over a contract.',
      'Corvin and Lunde sign contract | Corvin and Lunde signed a contract for pumps.',
    ],
  },
  {
    prompt: 'Brindle takes over Ostrava Mills',
    must: [
      'Brindle to take over Ostrava Mills | Brindle Foods agreed to take over Ostrava Mills.',
      'Ostrava Mills accepts Brindle offer | Ostrava Mills agreed to be bought by Brindle for 90 million euros.',
    ],
    mustNot: [
      'Ostrava Mills acquires Brindle | Ostrava Mills acquired Brindle for 90 million euros.',
      'Brindle buys flour from Ostrava Mills | Brindle renewed a contract with Ostrava Mills for flour.',
    ],
  },
  {
    prompt: 'a drug is recalled',
    must: [
      'Maker recalls heart drug | Lunde Pharma recalls a heart drug after complaints.',
      'Heart drug recalled | Lunde Pharma said the drug was recalled in six countries.',
    ],
    mustNot: [
      'Envoy recalled | Veldia recalled its envoy in a dispute about drug trafficking.',
      'Drug trial starts | Doctors recalled that a similar drug failed.',
    ],
  },
  {
    prompt: 'hostile takeover bids',
    must: [
      'Corvin starts hostile bid for Tavira | Corvin launched a hostile takeover bid for Tavira Shipping.',
      'Tavira fights hostile offer | Tavira Shipping rejected the hostile tender offer by Corvin.',
    ],
    mustNot: [
      'Corvin offers notes | Corvin filed for an offering of notes of 100 million dollars.',
      'Hostile crowd greets team | A hostile crowd greeted the team. The city will bid for the games.',
    ],
  },
  {
    prompt: 'railway workers on strike',
    must: [
      'Rail strike halts trains | Railway workers went on strike and no trains ran.',
      'Railway workers walk out | Railway workers began a strike over pay on Monday.',
    ],
    mustNot: [
      'Air strike hits railway | An air strike hit a railway bridge; two workers were hurt.',
      'Railway workers strike deal | Railway workers and the company reached a deal on pay without a strike.',
    ],
  },
  {
    prompt: 'a company cuts jobs',
    must: [
      'Lindt Motors cuts 300 jobs | Lindt Motors said it will cut 300 jobs.',
      'Adler to reduce staff | Adler Auto said it will reduce its workforce by 5 pct.',
    ],
    mustNot: [
      'Lindt Motors cuts prices | Lindt Motors cut the prices of two cars. It created 40 jobs last year in the south.',
      'Power cut darkens town | A power cut darkened the town. Electricians did a good job.',
    ],
  },
  {
    prompt: 'Tavira raises its dividend',
    must: [
      'Tavira ups dividend | Tavira Shipping raised its dividend to 12 cents.',
      'Tavira increases quarterly payout | The board of Tavira increased the quarterly dividend.',
    ],
    mustNot: [
      'Tavira raises fares | Tavira Shipping raised ferry fares. It paid a dividend in May, its ninth.',
      'Tavira omits dividend | Tavira Shipping omitted its dividend.',
      'Norvik raises dividend | Norvik raised its dividend. Tavira is a customer of Norvik.',
    ],
  },
  {
    prompt: 'a company goes bankrupt',
    must: [
      'Brindle Foods declared bankrupt | A court declared Brindle Foods bankrupt.',
      'Shoe maker files for bankruptcy | The company filed for bankruptcy in Lyon.',
    ],
    mustNot: [
      `Lunde opens shop | Lunde opened a shop in the old town. ${filler} The building belonged to a shoe firm that went bankrupt long ago.`,
      'Critic calls film bankrupt of ideas | The film company shrugged.',
    ],
  },
  {
    prompt: 'share buybacks',
    must: [
      'Norvik to buy back shares | Norvik said it will buy back up to 5 pct of its shares.',
      'Adler sets share repurchase | The board of Adler Auto authorized the repurchase of one million shares.',
    ],
    mustNot: [
      `Norvik profit up | Norvik said profit rose 8 pct to 40 million crowns. ${filler} In 2009 it had a share buyback.`,
      'Tavira sells shares | Tavira sold one million new shares to finance a ship.',
    ],
  },
  {
    prompt: 'quarterly profit up more than 20 percent',
    must: [
      'Adler profit jumps 35 pct | Adler Auto said quarterly profit rose 35 pct.',
      'Corvin 1st qtr net rises | Corvin profit rose to 130 million dollars from 100 million dollars in the quarter.',
    ],
    mustNot: [
      'Adler profit edges up | Adler Auto said quarterly profit rose 3 pct as sales grew 25 pct.',
      'Corvin profit falls | Corvin profit fell 30 pct in the quarter.',
      'Lunde profit up slightly | Lunde quarterly profit rose to 104 million dollars from 100 million dollars.',
    ],
  },
  {
    prompt: 'takeovers valued at over $5bn',
    must: [
      'Corvin to take over Adler in $7bn deal | Corvin said the takeover values Adler at $7bn.',
      'Norvik agrees 6.2 billion dollar takeover of Tavira | Norvik agreed to the takeover of Tavira for 6.2 billion dollars.',
    ],
    mustNot: [
      'Corvin takes over shop chain for $30 million | Corvin, a group with $9bn in assets, takes over a shop chain for $30 million.',
      'Takeover of Lunde for $800 million | The takeover of Lunde was agreed at $800 million. Its parent has sales of $6bn a year.',
    ],
  },
  {
    prompt: 'more than 1,000 jobs cut',
    must: [
      'Adler to cut 2,500 jobs | Adler Auto will cut 2,500 jobs in three years.',
      'Bank cuts 1,400 posts | Ostend Bank said it cuts 1,400 jobs.',
    ],
    mustNot: [
      'Adler cuts 60 jobs | Adler Auto, with 20,000 employees, cuts 60 jobs.',
      'Adler creates 2,000 jobs | Adler Auto will create 2,000 jobs and cut prices.',
    ],
  },
  {
    prompt: 'fines above 10 million euros',
    must: [
      'Ostend Bank fined 14 million euros | The regulator fined Ostend Bank 14 million euros.',
      'Cartel office fines cable makers €22m | The cartel office imposed a fine of €22m on cable makers.',
    ],
    mustNot: [
      'Ostend Bank fined 200,000 euros | The regulator fined Ostend Bank, which has a balance of 40 billion euros, 200,000 euros.',
      'Museum shows fine collection | The museum paid 12 million euros for a fine collection.',
    ],
  },
  {
    prompt: 'inflation between 5 and 10 percent',
    must: [
      'Veldia inflation at 7.2 pct | Annual inflation in Veldia was 7.2 pct in May.',
      'Consumer prices up 6 percent | Inflation rose to 6 percent in Sarona.',
    ],
    mustNot: [
      'Veldia inflation at 2 pct | Inflation in Veldia was 2 pct. Exports rose 8 pct.',
      'Sarona inflation hits 40 percent | Inflation in Sarona reached 40 percent.',
    ],
  },
  {
    prompt: 'wheat exports exceed 2 million tonnes',
    must: [
      'Veldia wheat exports reach 3 mln tonnes | Veldia exported 3 mln tonnes of wheat.',
      'Wheat exports at 2.4 million tonnes | Exports of wheat were 2.4 million tonnes in the season.',
    ],
    mustNot: [
      'Veldia wheat exports slow | Veldia exported 400,000 tonnes of wheat. Its stocks are worth 5 million dollars.',
      'Wheat crop at 9 mln tonnes | The wheat crop was 9 mln tonnes. Exports were 1.1 mln tonnes.',
    ],
  },
  {
    prompt: 'stake of no more than 5 percent in a bank',
    must: [
      'Corvin holds 3 pct stake in Ostend Bank | Corvin said it holds a stake of 3 pct in Ostend Bank.',
    ],
    mustNot: [
      'Corvin holds 30 pct stake in Ostend Bank | Corvin said it holds a stake of 30 pct in Ostend Bank.',
      'Corvin raises stake in Ostend Bank to 12 percent | Corvin raised its stake to 12 percent. Shares of the bank rose 2 percent.',
    ],
  },
  {
    prompt: 'a central bank lowers its discount rate',
    must: [
      'Bank of Veldia cuts discount rate | The central bank cut the discount rate to 5 pct.',
      'Ruritania lowers discount rate | The national bank lowered its discount rate by half a point.',
    ],
    mustNot: [
      'Bank of Veldia leaves discount rate unchanged | The central bank left its discount rate at 6 pct.',
      'Store cuts prices at discount rate | The store lowered prices.',
      'No cut in discount rate seen | Dealers do not expect the central bank to cut its discount rate.',
    ],
  },
  {
    prompt: 'Norvik wins a contract',
    must: [
      'Norvik wins pump contract | Norvik was awarded a contract for pumps by the city of Lunde.',
      'Navy awards contract to Norvik | The navy awarded Norvik a contract for valves.',
    ],
    mustNot: [
      'Norvik loses contract | Norvik lost a contract for pumps.',
      'Norvik team wins cup | The team of Norvik won the cup. Its coach has a contract until May.',
      'Tavira wins contract | Tavira won a contract, beating Norvik.',
    ],
  },
  {
    prompt: 'an airline orders aircraft',
    must: [
      'Veldia Air orders 12 jets | The airline ordered 12 aircraft from a European maker.',
      'Airline signs order for planes | Sarona Airways signed an order for ten aircraft.',
    ],
    mustNot: [
      'Airline ordered to pay | A court ordered the airline to pay for late flights of its aircraft.',
      'Order restored at airport | Police restored order at the airport; airline aircraft were late.',
    ],
  },
  {
    prompt: 'yen rises above 150 per dollar or gold falls below $1,800',
    must: ['Gold falls to $1,760 | Gold fell below $1,800 to $1,760 an ounce.'],
    mustNot: ['Gold rises to $1,960 | Gold rose to $1,960 an ounce.'],
  },
];
