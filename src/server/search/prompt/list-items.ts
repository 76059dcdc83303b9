import { quotations } from '../searched-text.ts';
import { contentWords } from './query-words.ts';

const bullet = /^(?:[-*•‣·–—]|\d{1,2}[.)])\s+/;
/** Words with which a line or a part continues the previous one. */
const continuation =
  /^\W*(?:and|or|but|not|in|on|at|by|from|for|with|of|that|which|who|except|excluding|only|to|if|when|especially|whose)(?!\p{L})/iu;
/** Maximum number of words of a line that is an item without a bullet. */
const maxItemWords = 6;

/** Ends each item of a list in several lines with a semicolon: lines with bullets, or short ones. */
export function withListMarks(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.some((line) => bullet.test(line))) {
    const marked = lines.map((line) => line.replace(bullet, '; '));
    return marked.join(' ').replace(/^; /, '');
  }
  const [, ...others] = lines;
  const areItems =
    others.length > 0 &&
    lines.every((line) => !/[,.!?]$/.test(line) && line.split(/\s+/).length <= maxItemWords) &&
    !others.some((line) => continuation.test(line));
  return areItems ? lines.join(' ; ') : text;
}

/** A part of a prompt that is wanted by itself. */
export interface ListItem {
  text: string;
  /** Number of quotations before it. */
  offset: number;
}

/**
 * The items of a list whose items end with semicolons. Text before a colon applies to all of them:
 * "copper: strikes; prices".
 */
export function listItems(text: string): ListItem[] {
  const parts = partsOf(text);
  const [first = '', ...others] = parts;
  if (others.length === 0) return [{ text: parts.length > 0 ? first : text, offset: 0 }];
  const [, header = '', rest = ''] = /^([^:"]{1,100}):(.*)$/su.exec(first) ?? [];
  const shared = contentWords(header).length > 0 ? `${header}: ` : '';
  const items: ListItem[] = [];
  let offset = 0;
  for (const item of header === '' ? parts : [rest, ...others]) {
    if (hasWords(item)) items.push({ text: `${shared}${item}`, offset });
    offset += [...quotations(item)].length;
  }
  return items;
}

/** What semicolons separate, except a part that continues the previous one: "; only in Asia". */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.split(';')) {
    const isContinued = parts.length > 0 && (continuation.test(part) || !hasWords(part));
    if (isContinued) parts.push(`${parts.pop()} - ${part}`);
    else if (part.trim() !== '') parts.push(part);
  }
  return parts;
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const objects =
  'news|updates?|stories|coverage|reports|information|anything|everything|developments|headlines';
const verbs = 'tell|inform|alert|notify|update|keep|follow|track|monitor|watch|cover';
const frame = new RegExp(
  String.raw`^\s*(?:please\s+)?(?:(?:${verbs})\s+(?:me|us)\s+(?:posted\s+|informed\s+|updated\s+|up to date\s+)?(?:about|on|of)|(?:follow|track|monitor|watch|cover)|(?:(?:any|all|latest|the|give|send|show|me|us)\s+){0,4}(?:${objects})\s+(?:about|on|of|regarding|concerning|from))\s`,
  'iu',
);

/** Whether a prompt begins by listing its subjects: "news about", "follow", not "tell me when". */
export function isListFrame(text: string): boolean {
  return frame.test(text);
}
