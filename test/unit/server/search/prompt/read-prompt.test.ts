import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import {
  anchorCandidates,
  anchorTerms,
} from '../../../../../src/server/search/prompt/anchor-terms.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { randomFrom } from '../../../../helpers/random.ts';

function strengthOf(prompt: string, title: string, text: string): number {
  const item = {
    ...unpackTerms(itemTerms(title, text).ranking_terms),
    rawText: `${title}\n${text}`,
  };
  return promptRule(readPrompt(prompt))(item) ?? 0;
}

function matches(prompt: string, title: string, text = ''): boolean {
  const { ranking_terms, terms } = itemTerms(title, text);
  const condition = readPrompt(prompt);
  const item = { ...unpackTerms(ranking_terms), rawText: `${title}\n${text}` };
  const isMatch = promptRule(condition)(item) !== undefined;
  const itemWords = new Set(`${terms.title} ${terms.text}`.split(' '));
  const random = randomFrom(title.length);
  const anyFrequencies = () => ({
    size: 1000,
    frequencies: new Map(anchorCandidates(condition).map((term) => [term, 1000 * random()])),
  });
  for (const statistics of [undefined, ...Array.from({ length: 5 }, anyFrequencies)]) {
    const hasAnchor = anchorTerms(condition, statistics).some((term) => itemWords.has(term));
    expect(hasAnchor || !isMatch, 'a match has an anchor term').toBe(true);
  }
  return isMatch;
}

type Case = [prompt: string, title: string, expected: boolean, text?: string];

const cases = (list: Case[]) =>
  it.each(list)('%s / %s: %s', (prompt, title, expected, text = '') => {
    expect(matches(prompt, title, text)).toBe(expected);
  });

describe('adjacent names', () => {
  cases([
    ['Tesla Germany recall', 'Tesla recalls 3,000 cars in Germany', true],
    ['Tesla Germany recall', 'Tesla recalls 3,000 cars in Norway', false],
    ['US China tariffs', 'Beijing answers new tariffs of the United States', true],
    ['EU Google fine', 'Brussels imposes a fine on Google', true],
    ['Microsoft OpenAI stake', 'Microsoft raises its stake in OpenAI', true],
    ['Apple AI chip', 'Apple presents a chip for AI', true],
    ['Tell me about Deutsche Bank', 'A bank of the Deutsche Bahn', false],
    ['General Motors', 'Motors for general use', false],
    ['bank of japan policy', 'Bank of Japan keeps its policy', true],
    ['Chrysler acquires American Motors', 'Chrysler agrees to buy American Motors', true],
    ['Chrysler acquires American Motors', 'Chrysler and American Motors raise prices', false],
  ]);
});

describe('an event', () => {
  cases([
    ['when a company cuts its dividend', 'Halden Ridge trims payout', true],
    ['when a company cuts its dividend', 'Halden Ridge raises dividend', false],
    ['when a company cuts its dividend', 'Halden Ridge pays dividend', false],
    ['when a company cuts its dividend', 'Halden Ridge has no plans to cut dividend', false],
    ['a company files for Chapter 11', 'Omega Stores seeks bankruptcy protection', true],
    ['a company files for Chapter 11', 'Chapter 11 of a novel', false],
    ['a takeover bid is withdrawn', 'Omega ends offer for Halden', true],
    ['a takeover bid is withdrawn', 'Omega makes offer for Halden', false],
    ['raises or cuts its dividend', 'Halden Ridge ups payout', true],
    ['a merger is called off or a strike begins', 'Dockers walk out: strike begins', true],
    ['a merger is called off or a strike begins', 'Omega calls off merger', true],
    ['Tell me when OPEC changes its quotas', 'OPEC extends quotas to June', true],
    ['A rise in Norwegian unemployment', 'Unemployment in Norway climbs', true],
    ['A rise in Norwegian unemployment', 'Norway pays more to the unemployed', false],
    ['Banks raising their prime rate', 'Halden Ridge lifts prime to 7 pct', true],
    ['Ministers agree to cut wine output', 'Ministers cut wine output', true],
    ['Which takeovers raise antitrust concerns?', 'Antitrust study of Halden takeover', true],
    ['Which takeovers raise antitrust concerns?', 'Halden takeover is complete', false],
    ['An airline orders aircraft', 'Halden Airways buys six jets', true],
    ['Airlines ordering aircraft', 'Halden Airways buys six jets', true],
    ['A refinery is shut down', 'Halden shuts down refinery', true],
    ['A refinery is shut down', 'Halden shuts down mine', false],
    ['The finance minister resigns', 'Finance minister of Norway quits', true],
    ['The finance minister resigns', 'Foreign minister of Norway quits', false],
    ['What effect does the frost have on vines?', 'Frost ruins vines in the valley', true],
    ['Takeovers of British companies', 'British company Halden in takeover', true],
    ['Bank of Halden loans', 'A bank in Halden repays loans', false],
    ['West German steel exports', 'Bonn sees growth in steel exports', true],
  ]);

  it('needs its action near its object', () => {
    const far = `Halden pays a dividend. ${'It makes pumps for ships and mines in the north. '.repeat(3)}`;
    const prompt = 'Halden cuts its dividend';
    expect(matches(prompt, 'Halden results', `${far} It cuts its fleet.`)).toBe(false);
    expect(matches(prompt, 'Halden results', 'Halden said it will cut its dividend.')).toBe(true);
  });
});

describe('an exclusion', () => {
  cases([
    ['oil, but not OPEC', 'Oil finds a new market', true],
    ['oil, but not OPEC', 'OPEC meets about oil', false],
    ['oil except palm oil', 'Palm oil is dear', false],
    ['oil except palm oil', 'Crude oil is dear', true],
    ['European companies, not American ones', 'Swedish company opens a plant', true],
    ['European companies, not American ones', 'American company buys Swedish firm', false],
    ['gold, not silver or copper', 'Gold and copper mines', false],
    [
      'Nachrichten über Streiks, aber nicht bei der Bahn',
      'Die Streiks bei der Bahn und der Post',
      false,
    ],
    ['Grèves dans les ports, sauf Marseille', 'Les grèves dans les ports de Marseille', false],
    ['Huelgas en los puertos, excepto Valencia', 'Las huelgas en los puertos de Valencia', false],
  ]);

  cases([
    ['oil but not "palm oil"', 'Palm oil prices rise', false],
    ['oil but not "palm oil"', 'Crude oil prices rise', true],
    ['oil, not "palm oil" or "olive oil"', 'Olive oil prices rise', false],
    ['oil, not "palm oil" in Kenya', 'Palm oil prices rise', true],
    ['oil, not "palm oil" in Kenya', 'Palm oil prices rise in Kenya', false],
    ['trade, excluding France and Germany', 'Trade of France grows', false],
    ['trade, excluding France and Germany', 'Trade of Germany grows', false],
    ['trade, excluding France and Germany', 'Trade of Spain grows', true],
    ['Nintendo Switch, not Xbox', 'Nintendo Switch sales top Xbox', true],
    ['Nintendo Switch, not Xbox', 'Xbox outsells Nintendo Switch', false],
    ['Nintendo Switch, not Xbox', 'Nintendo Switch and Xbox', false, 'Xbox sells. Xbox wins.'],
    ['Ukraine but not officials', 'Officials meet in Ukraine', false],
    ['European banks, non-performing loans', 'Swedish banks have non-performing loans', true],
    ['no-fly zone over Ukraine', 'Leaders ask for no-fly zone over Ukraine', true],
    ['EU to exclude Huawei', 'EU to exclude Huawei from networks', true],
    ['banks that ignore sanctions on Russia', 'Banks ignore sanctions on Russia', true],
    ['Reporters Without Borders', 'Reporters Without Borders names new head', true],
  ]);

  it.each([
    'no-fly zone over Ukraine',
    'no-confidence vote in France',
    'Non-performing loans',
    'not-for-profit hospitals',
    'Pas-de-Calais floods',
    'No. 10 Downing Street',
    'EU to exclude Huawei',
    'banks that ignore sanctions on Russia',
    'Reporters Without Borders',
    'Villages Without Wells in Kenya',
    'Salvo Holdings results in la Rioja',
    'sin embargo Petro',
    'interest-free and tax-excluding funds',
  ])('is not in %j', (prompt) => {
    const { exclusions, emptyExclusions, clauses } = readPrompt(prompt);
    expect([exclusions, emptyExclusions]).toEqual([[], []]);
    expect(clauses.length).toBeGreaterThan(0);
  });

  it.each([
    ['gold news. Ignore silver', ['silver']],
    ['gold news and leave out silver', ['silver']],
    ['gold - not silver', ['silver']],
    ['gold, please exclude silver', ['silver']],
    ['GOLD WITHOUT SILVER', ['SILVER']],
    ['oro sin plata', ['plata']],
    ['noticias del oro, salvo la plata', ['plata']],
    ['Gold ohne Silber', ['Silber']],
    ["l'or sans l'argent", ["l'argent"]],
  ])('is in %j', (prompt, expected) => {
    const labels = readPrompt(prompt)
      .exclusions.flat()
      .map(({ label }) => label);
    expect(labels).toEqual(expected);
  });

  it('does not exclude what is mentioned in passing', () => {
    const text = `Oil is dear. ${'Traders bought barrels for the winter. '.repeat(10)} OPEC met in May.`;
    expect(matches('oil, but not OPEC', 'Oil rises', text)).toBe(true);
  });
});

describe('an amount', () => {
  cases([
    ['a loss of more than 50 million dollars', 'Omega has loss of 59 mln dlrs', true],
    ['a loss of more than 50 million dollars', 'Omega has loss of 9 mln dlrs', false],
    ['a loss of more than 50 million dollars', 'Omega loss 9 mln dlrs vs loss 70 mln', false],
    ['a loss of more than 50 million dollars', 'Omega loss', true, 'Net loss 52,345,000 vs profit'],
    ['a loss of more than 50 million dollars', 'Omega has loss of 59 mln yen', false],
    ['dollar falls below 140 yen', 'Dollar at 139.50 yen', true],
    ['dollar falls below 140 yen', 'Dollar at 141.50 yen', false],
    ['dollar falls below 140 yen', 'Dollar at 141 yen', false, 'The dollar fell 2 yen.'],
    ['a stake of at least 5 %', 'Investor has stake of 5 pct', true],
    ['a stake of more than 5 %', 'Investor has stake of 5 pct', false],
    ['layoffs of more than 500 workers', 'Layoffs: Omega lays off 850 workers', true],
    ['layoffs of more than 500 workers', 'Layoffs: Omega lays off 50 workers', false],
    ['prime rate between 7 and 8 percent', 'Bank has prime rate of 7-3/4 pct', true],
    ['takeovers worth over $1bn', 'A takeover for 1.2 billion dollars', true],
    ['takeovers worth over $1bn', 'A takeover for $900m', false],
    ['takeovers worth 1.5 to 2 billion dollars', 'A takeover for 1.7 billion dollars', true],
    ['takeovers worth 1.5 to 2 billion dollars', 'A takeover for 2.7 billion dollars', false],
    ['takeovers of 5-10 million euros', 'A takeover for 7 million euros', true],
    ['takeovers between 10 and 5 million dollars', 'A takeover for 7 million dollars', true],
    [
      'Verlust von mehr als 1,5 Mrd. Euro',
      'Der Verlust der Bank liegt bei 2 Mrd. Euro und steigt',
      true,
    ],
    [
      'Verlust von mehr als 1,5 Mrd. Euro',
      'Der Verlust der Bank liegt bei 1,2 Mrd. Euro und steigt',
      false,
    ],
    ['Stock splits of three-for-one or more', 'Halden sets four-for-one stock split', true],
    ['Stock splits of three-for-one or more', 'Halden sets 3-for-1 stock split', true],
    ['Stock splits of three-for-one or more', 'Halden sets three-for-two stock split', false],
    ['Stock splits of three-for-one or more', 'Halden sets stock split', false],
    [
      'Companies buying back at least two million of their own shares',
      'Halden to repurchase up to two million of its 30 million shares',
      true,
    ],
    [
      'Companies buying back at least two million of their own shares',
      'Halden to repurchase shares',
      false,
      'It will buy back one million shares. It has nine million shares issued and outstanding.',
    ],
    ['Airlines ordering at least ten aircraft', 'Halden Airways orders twelve aircraft', true],
    ['Airlines ordering at least ten aircraft', 'Halden Airways orders six aircraft', false],
  ]);

  it('counts more at the beginning of a text', () => {
    const prompt = 'Losses of more than 50 million dollars';
    const loss = 'It had a loss of 80 million dollars.';
    const other = 'Halden makes pumps for ships and mines in the north. '.repeat(8);
    const [early, late] = [`${loss} ${other}`, `${other} ${loss}`].map((text) =>
      strengthOf(prompt, 'Halden reports loss', text),
    );
    expect(late).toBeGreaterThan(0);
    expect(early).toBeGreaterThan(late ?? 0);
  });

  it('is compared only with the text of the item', () => {
    expect(readPrompt('a loss of more than 50 million dollars').readsText).toBe(true);
    expect(readPrompt('a loss').readsText).toBe(false);
  });
});

describe('a region', () => {
  cases([
    ['Nordic airlines', 'Norwegian airline grows', true],
    ['Nordic airlines', 'Spanish airline grows', false],
    ['Latin American debt', 'Brazil and its banks discuss debt', true],
    ['strikes in the Gulf', 'A strike in Kuwait', true],
    ['European Union budget', 'The budget of Norway', false],
    ['Norwegian companies that buy a bank', 'Halden of Norway buys a bank', true],
  ]);
});

describe('short prompts', () => {
  it.each([
    ['steel prices except in China', 'en'],
    ['dollar below 140 yen', 'en'],
    ['huelga general en Chile', 'es'],
    ['Bank Streik in Berlin', 'de'],
    ['trade deficit', 'en'],
    ['gun control', 'en'],
    ['rent control', 'en'],
    ['banque centrale', 'fr'],
    ['huelga general', 'es'],
    ['scioperi oppure proteste', 'it'],
  ])('%s: %s', (prompt, language) => {
    expect(readPrompt(prompt).languages[0]).toBe(language);
  });
});

describe('other languages', () => {
  cases([
    [
      'Benachrichtige mich, wenn die EZB ihre Zinsen senkt',
      'Die EZB senkt den Zins für die Banken',
      true,
    ],
    [
      'Avísame cuando el Banco de España suba los tipos',
      'El Banco de España sube el tipo para los bancos',
      true,
    ],
    ['ставка Центробанка', 'Центробанк повысил ставку', true],
  ]);
});

it('is anchored by the terms that are rarest in the news', () => {
  const condition = readPrompt('"wheat" "barley"');
  const news = (wheat: number, barley: number) => ({
    size: 10_000,
    frequencies: new Map([
      ['wheat', wheat],
      ['barlei', barley],
    ]),
  });
  expect(anchorTerms(condition, news(5, 900))).not.toContain('barlei');
  expect(anchorTerms(condition, news(900, 5))).not.toContain('wheat');
});
