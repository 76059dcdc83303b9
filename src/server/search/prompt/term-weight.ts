import {
  commandVerbs,
  commonTerms,
  otherCommandVerbs,
  stopTerms,
  termsOf,
} from '../text/stop-words.ts';

/**
 * How well a term distinguishes news items: `vague` terms say nothing about the subject, `ordinary`
 * ones are common in general and business news, and all others, such as names, are `specific`.
 */
export type Specificity = 'specific' | 'ordinary' | 'vague';

/** Words that occur in any news and do not say what a prompt is about. */
const vagueTerms = termsOf(`
  company companies firm firms corporation business country countries nation nations government
  governments state states authority authorities official officials people person man woman anybody
  place places thing things group groups organization organisation institution party side member
  members announce announces announcement say says tell report reports publish publishes present
  presents introduce introduces introduction plan plans decide decides decision change changes
  happen happens appear appears occur become make makes take takes get gets give gives go goes come
  comes put puts call calls do does use uses force forces face faces affect affects involve involves
  concern include includes begin begins start starts end ends continue show shows see set try
  new newly big large latest first last next former current different
  certain special possible main whole kind type way reason fact case cases part parts year years
  month months week weeks day days time times today story stories news event events issue issues
  situation target like following follow access without
  変更 発表 政府 企業 会社 最新 通知 告诉 新闻 消息
  der die das und oder ein eine im in von vom zu zum zur fur mit auf bei des dem den ist wird
  le la les un une et ou du de en dans sur pour par est el los las y o del por para con es il lo gli e
  di da per che na i v ve ob s z pro po w
`);

/** Words of general and business news. They are not enough for a match. */
const ordinaryTerms = termsOf(`
  accord agency agreement aid airport annual approval approve army asset attack average ban bank
  banking base bid bill billion board bond budget buy buyer campaign capital carrier cash central
  chairman chief city civil claim commission committee commodity consumer contract corporate council
  court crisis crop currency customer debt deal death declare decline defence demand department
  deposit director dispute dollar drop drug early earnings economic economy effort election employee
  energy environment estimate exchange executive export exporter factory farmer federal finance
  financial fine fire food foreign forecast fuel fund gain gas global goods growth health home
  hospital import improve income index industrial industry inflation interest international invest
  investment investor job judge key labour labor law leader legal limit loan local loss lower maker
  manager manufacturer market measure medical meeting merger metal military mine minister money
  national negotiation network offer offering office oil operation operator order output owner pact
  parliament patient payment peace phone plant police policy political port power president price
  prime private probe producer product production profit project proposal protest public purchase
  quarter quota raise rate record recovery reduce reform regional regulation regulator resource
  restriction result retail revenue rise risk rival rule ruling safety sale sanction school sector
  sector security sell service settlement share shareholder ship shipment staff standard station
  stock strike study supplier supply support talks target tax team technology term test tonne trade
  trader transport treaty trial union university vehicle victory visit vote war water weather worker
  access building club cost cut deep drive exit fall high hit line low move poor rally road season
  jump surge soar climb hike decrease plunge slump slide sink trim ease lift rebound
  second round sea south north east west southern northern eastern western group
`);

/** Legal forms at the end of company names, which news usually omits. */
export const companyForms = termsOf(`
  inc corp corporation co company ltd limited plc ag sa gmbh nv group holding holdings
`);

/** First words of many names: such a word and the next one do not identify a name. */
export const nameParts = termsOf(`
  international national central bank european general world organization organisation united
  republic first american
`);

/** Prior: the expected share of news items that contain a term. */
const priorShare = { specific: 0.001, ordinary: 0.03, vague: 0.3 } as const;
/** Weight of the prior, as a number of items: a larger collection outweighs it. */
const priorSize = 5_000;
const commandTerms = termsOf([...commandVerbs, ...otherCommandVerbs].join(' '));
const hiragana = /\p{sc=Hiragana}/u;

/** The specificity of a term, independent of the collection. */
export function specificityOf(term: string): Specificity {
  if (vagueTerms().has(term) || stopTerms().has(term) || hiragana.test(term)) return 'vague';
  if (/^\p{L}$/u.test(term)) return 'vague';
  if (ordinaryTerms().has(term) || commonTerms().has(term) || commandTerms().has(term)) {
    return 'ordinary';
  }
  return 'specific';
}

/**
 * Inverse document frequency of a term, smoothed with the prior, and halved for vague terms.
 *
 * @param frequency number of items that contain the term
 * @param size number of items in the collection
 */
export function termWeight(term: string, frequency: number, size: number): number {
  const specificity = specificityOf(term);
  const expectedItems = priorShare[specificity] * priorSize;
  const share = (expectedItems + Math.min(frequency, size)) / (priorSize + size);
  return Math.log(1 / share) * (specificity === 'vague' ? 0.5 : 1);
}
