import { isAddress } from '../../feeds/location.ts';

const address = /https?:\/\/(?:(?![,;]https?:\/\/)[^\s<>"'`\u2018\u2019\u201c\u201d])+/gi;

const brackets = ['()', '[]', '{}'];

/** A prompt, read: the feeds that it names and what it says besides. */
export interface MonitorPrompt {
  /** Each once, in the order of the prompt. */
  sources: string[];
  /** The prompt without them. */
  words: string;
}

/** Takes the http(s) addresses out of a prompt. What only looks like one stays a word. */
export function parseMonitorPrompt(prompt: string): MonitorPrompt {
  const sources = new Set<string>();
  const words = prompt.replace(address, (found) => {
    const bare = withoutPunctuation(found);
    if (!isAddress(bare) || !URL.canParse(bare)) return found;
    sources.add(new URL(bare).href);
    return ` ${found.slice(bare.length)}`;
  });
  return { sources: [...sources], words: words.trim() };
}

/** What ends a sentence, or closes a bracket that was opened before the address, is not part of it. */
function withoutPunctuation(text: string): string {
  const unopened = new Map(
    brackets.map(([open = '', close = '']) => [close, excess(text, close, open)]),
  );
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    if (/[.,;:!?*]/.test(last)) continue;
    const left = unopened.get(last) ?? 0;
    if (left <= 0) break;
    unopened.set(last, left - 1);
  }
  return text.slice(0, end);
}

/** How much oftener one character occurs than another. */
function excess(text: string, one: string, other: string): number {
  return text.split(one).length - text.split(other).length;
}
