import { parseUrl } from '../../../node/parse-url.ts';
import { isAddress } from '../../feeds/location.ts';
import { contentWords } from '../../search/prompt/query-words.ts';
import { quotations, searchedText } from '../../search/searched-text.ts';
import type { MonitorRecord } from '../../store/store.ts';

/** A monitor's prompt, divided into feeds and text. */
export interface MonitorPrompt {
  /** The http(s) URLs, without duplicates and in the order of the prompt. */
  sources: string[];
  /** The prompt without the URLs. */
  words: string;
}

const urlPattern = /https?:\/\/(?:(?![,;]https?:\/\/)[^\s<>"'`\u2018\u2019\u201c\u201d])+/gi;

const brackets = ['()', '[]', '{}'];

/** Words that ask to watch a source but name no topic. */
const genericWords = new Set(
  `all anything appear appears article articles blog entries every everything feed feeds follow item
  items monitor new news page post posts published publishes read say says site something source
  sources stories story tell update updates watch`.split(/\s+/),
);

export function parseMonitorPrompt(prompt: string): MonitorPrompt {
  const sources = new Set<string>();
  const words = prompt.replace(urlPattern, (match) => {
    const text = withoutPunctuation(match);
    const url = isAddress(text) ? parseUrl(text) : undefined;
    if (!url) return match;
    sources.add(url.href);
    return ` ${match.slice(text.length)}`;
  });
  return { sources: [...sources], words: words.trim() };
}

/**
 * The end of a prompt that a standard run does not search for, because it is beyond the limits of a
 * search; `null` if there is none.
 */
export function ignoredPrompt({
  prompt,
  execution,
}: Pick<MonitorRecord, 'prompt' | 'execution'>): string | null {
  // The agent gets the whole prompt.
  if (execution === 'agentic') return null;
  return searchedText(parseMonitorPrompt(prompt).words).ignored || null;
}

/** Whether the text of a prompt names no topic: the monitor then finds all items of its feeds. */
export function asksForEverything(words: string): boolean {
  const { searched } = searchedText(words);
  if ([...quotations(searched)].length > 0) return false;
  const plain = contentWords(searched).map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  return plain.every((word) => word === '' || genericWords.has(word.toLowerCase()));
}

/** Removes trailing punctuation, and closing brackets that were opened before the URL. */
function withoutPunctuation(text: string): string {
  const unopened = new Map(
    brackets.map(([open = '', close = '']) => [close, count(text, close) - count(text, open)]),
  );
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    if (/[.,;:!?*]/.test(last)) continue;
    const surplus = unopened.get(last) ?? 0;
    if (surplus <= 0) break;
    unopened.set(last, surplus - 1);
  }
  return text.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
