import { defaultLanguage, type Language } from '../text/languages.ts';

/** A prompt, divided into what it asks for and what it excludes. */
export interface DividedPrompt {
  wanted: string;
  /** The text of each exclusion, without its marker: "palm oil" of "oil but not palm oil". */
  excluded: string[];
  /** Markers that are followed by no word. */
  empty: string[];
}

/** Words that exclude what follows, in one language. */
interface Markers {
  /** Exclude wherever they are. */
  anywhere: readonly string[];
  /** Have other meanings too, and exclude only after punctuation or at the beginning. */
  atBoundary: readonly string[];
}

const markers: Readonly<Partial<Record<Language, Markers>>> = {
  en: {
    anywhere: [
      'but not',
      'and not',
      'or not',
      'but no',
      'and no',
      'but without',
      'not including',
      'except(?:ing)?(?: for)?',
      'excluding',
      'other than',
      'apart from',
      'aside from',
      'without(?! (?:an? |borders))',
      'nothing (?:about|on|from)',
      'rather than',
      'instead of',
    ],
    atBoundary: ['not', 'no', 'never'],
  },
  de: {
    anywhere: [
      'aber nicht',
      'aber keine?[nrms]?',
      'und nicht',
      'jedoch nicht',
      'außer',
      'ausser',
      'ausgenommen',
      'mit ausnahme (?:von|der|des)',
      'ohne(?! (?:eine?[nrms]? |grenzen))',
    ],
    atBoundary: ['nicht', 'keine?[nrms]?'],
  },
  fr: {
    anywhere: [
      'mais pas',
      'et pas',
      'sauf',
      'excepté',
      'hormis',
      "à l'exception (?:de|du|des)",
      "sans(?! (?:une? |fronti|n'))",
    ],
    atBoundary: ['pas', 'non'],
  },
  es: {
    anywhere: [
      'pero no',
      'y no',
      'excepto',
      'a excepción de',
      'salvo',
      'sin(?! (?:una? |embargo|fronteras))',
    ],
    atBoundary: ['no'],
  },
  pt: { anywhere: ['mas não', 'exceto'], atBoundary: ['não'] },
  it: { anywhere: ['ma non', 'tranne', 'eccetto'], atBoundary: ['non'] },
  nl: {
    anywhere: ['maar niet', 'maar geen', 'en niet', 'behalve', 'uitgezonderd'],
    atBoundary: ['niet', 'geen'],
  },
  ru: { anywhere: ['но не', 'кроме', 'исключая'], atBoundary: ['не'] },
  ar: { anywhere: ['باستثناء', 'ما عدا'], atBoundary: [] },
};
/** Commands: "and ignore oil", but not "banks that ignore sanctions" or "the EU plans to exclude". */
const commands = ['exclude', 'ignore', 'ignoring', 'leave out', 'leaving out'];

/** Not a part of a compound: "no-fly zone", "non-performing", "No. 10". */
const marker = (list: readonly string[], prefix: string) =>
  `${prefix}(?<![\\p{L}\\p{N}]-?)(?:${list.join('|')})(?=[\\s"(:,]|[^\\p{L}\\p{N}]*$)`;
const boundary = '^\\s*|[,;:.(!?–—-]\\s*|please\\s+';

function markerPattern(languages: readonly Language[]): RegExp {
  const known = [...new Set([defaultLanguage, ...languages])].flatMap(
    (language) => markers[language] ?? [],
  );
  const patterns = [
    marker(
      known.flatMap(({ anywhere }) => anywhere),
      '',
    ),
    marker(
      known.flatMap(({ atBoundary }) => atBoundary),
      `(?<=${boundary})`,
    ),
    marker(commands, `(?<=${boundary}|(?:but|and|just)\\s+)`),
    marker(['not'], ''),
  ];
  return new RegExp(patterns.join('|'), 'giu');
}

/** Whether "Without" is a part of a name: "Villages Without Wells". */
function isInName(text: string, before: string, after: string): boolean {
  if (!/^(?:Without|Sans|Ohne|Sin|Salvo)$/.test(text) || !/^\s\p{Lu}/u.test(after)) return false;
  return text === 'Salvo' || /(?<!\p{L})\p{Lu}[^\s,;:.!?]*\s$/u.test(before.slice(-60));
}

/** "not" after one of these negates a verb: "did not pay". */
const negatedVerb =
  /(?<!\p{L})(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could|should|may|might|must|whether or|ist|sind|wird|werden|hat|haben|kann|können|soll|war)\s*$/iu;
/** "not only" excludes nothing. */
const emphasis =
  /^\s+(?:only|just|yet|enough|least|more|less|fewer|nur|longer|later|seulement|solo|matter)(?!\p{L})/iu;
const wordThenNot = /(?:but|and|or)?\s*not$/iu;
/** Where an exclusion ends: at the end of a sentence, or where the prompt says what it wants again. */
const endOfExclusion =
  /[.;!?)](?=\s|$)|,?\s+(?:but|only|aber|mais|pero)(?!\p{L})|,\s*(?:from|in|on|at|by|for|with|about|when|if|that|which|and\s+when|especially|particularly|wenn|quand|cuando)(?!\p{L})/iu;

/**
 * Divides a prompt at the words that exclude: "but not", "except", "sauf".
 *
 * @param prompt without quotations, and with single spaces
 * @param languages the plausible languages of the prompt; the words of English always exclude
 */
export function divideExclusions(prompt: string, languages: readonly Language[]): DividedPrompt {
  const starts = [...prompt.matchAll(markerPattern(languages))].filter(({ 0: text, index }) => {
    const following = prompt.slice(index + text.length);
    if (emphasis.test(following)) return false;
    const before = prompt.slice(0, index);
    if (isInName(text, before, following)) return false;
    return !(wordThenNot.test(text) && negatedVerb.test(before));
  });
  const excluded: string[] = [];
  const empty: string[] = [];
  let wanted = '';
  let position = 0;
  for (const [at, { 0: text, index }] of starts.entries()) {
    if (index < position) continue;
    const start = index + text.length;
    const limit = starts[at + 1]?.index ?? prompt.length;
    const inside = prompt.slice(start, limit);
    const end = endOfExclusion.exec(inside)?.index ?? inside.length;
    const content = inside.slice(0, end).trim();
    wanted += `${prompt.slice(position, index)} `;
    position = start + end;
    if (!/[\p{L}\p{N}]/u.test(content)) empty.push(text.trim());
    else excluded.push(content);
  }
  return { wanted: (wanted + prompt.slice(position)).trim(), excluded, empty };
}
