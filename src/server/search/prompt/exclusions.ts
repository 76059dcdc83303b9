/** A prompt, divided into what it asks for and what it excludes. */
export interface DividedPrompt {
  wanted: string;
  /** The text of each exclusion, without its marker: "palm oil" of "oil but not palm oil". */
  excluded: string[];
  /** Markers that are followed by no word. */
  empty: string[];
}

/** Markers that exclude what follows, wherever they are. */
const markers = [
  'but not',
  'and not',
  'or not',
  'but no',
  'and no',
  'but without',
  'not including',
  'except(?:ing)?(?: for)?',
  'excluding',
  'exclude',
  'other than',
  'apart from',
  'aside from',
  'ignore',
  'ignoring',
  'leave out',
  'leaving out',
  'without(?! an? )',
  'nothing (?:about|on|from)',
  'rather than',
  'instead of',
  'aber nicht',
  'aber keine?[nrms]?',
  'und nicht',
  'jedoch nicht',
  'außer',
  'ausser',
  'ausgenommen',
  'mit ausnahme (?:von|der|des)',
  'ohne(?! eine?[nrms]? )',
  'mais pas',
  'et pas',
  'sauf',
  'excepté',
  'hormis',
  "à l'exception (?:de|du|des)",
  "sans(?! une? |(?! n'))",
  'pero no',
  'y no',
  'excepto',
  'a excepción de',
  'mas não',
  'exceto',
  'ma non',
  'tranne',
  'eccetto',
  'maar niet',
  'maar geen',
  'en niet',
  'behalve',
  'uitgezonderd',
  'но не',
  'кроме',
  'исключая',
  'باستثناء',
  'ما عدا',
];
/** Markers that also have other meanings, and exclude only after punctuation or at the beginning. */
const boundaryMarkers = [
  'nicht',
  'niet',
  'not',
  'no',
  'keine?[nrms]?',
  'pas',
  'non',
  'geen',
  'não',
  'не',
  'never',
  'sin',
];
/** Markers of a language that are other words elsewhere, by the words that show the language. */
const spanish = /(?<!\p{L})(?:el|la|los|las|del|que|en|sobre|por|cuando|noticias)(?!\p{L})/iu;
const spanishMarkers = ['salvo', 'sin(?! una? )'];

const marker = (list: readonly string[], prefix: string) =>
  `${prefix}(?<![\\p{L}\\p{N}])(?:${list.join('|').replaceAll(' ', '\\s+')})(?![\\p{L}\\p{N}])`;
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

/** Divides a prompt without quotations at the words that exclude: "but not", "except", "sauf". */
export function divideExclusions(prompt: string): DividedPrompt {
  const list = spanish.test(prompt) ? [...markers, ...spanishMarkers] : markers;
  const pattern = new RegExp(
    `${marker(list, '')}|${marker(boundaryMarkers, '(?<=^\\s*|[,;:.(!?–—-]\\s*|please\\s+)')}|${marker(['not'], '')}`,
    'giu',
  );
  const starts = [...prompt.matchAll(pattern)].filter(({ 0: text, index }) => {
    const following = prompt.slice(index + text.length);
    if (emphasis.test(following)) return false;
    return !(wordThenNot.test(text) && negatedVerb.test(prompt.slice(0, index)));
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
