import { LruCache } from '../../../node/lru-cache.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { exclusionMarkers, withLeadingMarkers } from './exclusion-markers.ts';

/** A prompt, divided into what it asks for and what it excludes. */
export interface DividedPrompt {
  wanted: string;
  /** The text of each exclusion, without its marker: "palm oil" of "oil but not palm oil". */
  excluded: string[];
  /** Markers that are followed by no word. */
  empty: string[];
}

/** Commands: "and ignore oil", but not "banks that ignore sanctions" or "the EU plans to exclude". */
const commands = ['exclude', 'ignore', 'ignoring', 'leave out', 'leaving out'];

/** Not a part of a compound: "no-fly zone", "non-performing", "No. 10". */
const marker = (list: readonly string[], prefix: string) =>
  `${prefix}(?<![\\p{L}\\p{N}]-?)(?:${list.join('|')})(?=[\\s"(:,]|[^\\p{L}\\p{N}]*$)`;
const boundary = '^\\s*|[,;:.(!?–—-]\\s*|please\\s+';

/** The patterns for the plausible languages of recent prompts. */
const markerPatterns = new LruCache<string, RegExp>({ maxSize: 32 });

function markerPattern(languages: readonly Language[]): RegExp {
  const key = languages.join();
  const pattern = markerPatterns.get(key) ?? newMarkerPattern(languages);
  markerPatterns.set(key, pattern);
  return pattern;
}

function newMarkerPattern(languages: readonly Language[]): RegExp {
  const known = [...new Set([defaultLanguage, ...languages])].map(
    (language) => exclusionMarkers[language],
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
    // As in search engines: "steel -china".
    '(?<=^|\\s)-(?=\\p{L})',
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
/** The end of an exclusion: the end of a sentence, or a word with which the prompt continues. */
const endOfExclusion =
  /[.;!?)](?=\s|$)|,?\s+(?:but|only|aber|sondern|mais|pero|sino|mas|maar|но)(?!\p{L})|,\s*(?:from|in|on|at|by|for|with|about|when|if|that|which|and\s+when|especially|particularly|wenn|falls|sobald|quand|lorsque|cuando|quando|ma|als|wanneer|если|когда)(?!\p{L})/iu;

/**
 * Divides a prompt at the words that exclude: "but not", "except", "sauf".
 *
 * @param text the prompt without quotations, and with single spaces
 * @param languages the plausible languages of the prompt; the words of English always exclude
 */
export function divideExclusions(text: string, languages: readonly Language[]): DividedPrompt {
  // "Neither oil nor gas" excludes both.
  const prompt = withLeadingMarkers(text, languages).replace(/(?<= )nor(?= )/giu, 'or');
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
