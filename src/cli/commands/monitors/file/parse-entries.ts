import { shorten } from '../../../../contract/shorten.ts';
import { type JsonBounds, jsonExcess } from '../../../../node/json-bounds.ts';
import { type MonitorEntry, parseEntry } from './monitor-entry.ts';

const maxEntries = 1000;

const bounds: JsonBounds = { maxDepth: 20, maxValues: 1_000_000 };

/** A value of the file, or why there is none, and where it is, such as `line 3`. */
type Placed = { place: string } & ({ value: unknown } | { problem: string });

/**
 * Parses a file of monitors: what `monitors export` prints, a list of its entries, or one entry per line.
 *
 * @returns all problems, each with its place, if there are any
 */
export function parseEntries(text: string): { entries: MonitorEntry[] } | { problems: string[] } {
  const excess = jsonExcess(text, bounds);
  if (excess !== undefined) return { problems: [excess] };
  const values = placedValues(text.replace(/^\uFEFF/, ''));
  if (typeof values === 'string') return { problems: [values] };
  if (values.length > maxEntries) {
    return { problems: [`has ${values.length} monitors; at most ${maxEntries}`] };
  }
  const problems: string[] = [];
  const entries: MonitorEntry[] = [];
  const places = new Map<string, string>();
  for (const { place, ...placed } of values) {
    const parsed = 'value' in placed ? parseEntry(placed.value) : { problems: [placed.problem] };
    if ('problems' in parsed) {
      problems.push(...parsed.problems.map((problem) => `${place}: ${problem}`));
      continue;
    }
    const { title } = parsed.entry;
    const first = places.get(title);
    if (first === undefined) places.set(title, place);
    else problems.push(`${place}: the title ${JSON.stringify(shorten(title))} is that of ${first}`);
    entries.push(parsed.entry);
  }
  return problems.length > 0 ? { problems } : { entries };
}

/** Returns a problem if the text is neither JSON nor JSON Lines. */
function placedValues(text: string): Placed[] | string {
  const document = parseJson(text);
  if ('value' in document) return entriesIn(document.value);
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const filled = lines.filter(({ line }) => line !== '');
  if (filled.length === 0) return 'is empty';
  const first = parseJson(filled[0]?.line ?? '');
  if (!('value' in first)) return `is not valid JSON: ${document.problem}`;
  return filled.map(({ line, number }) => {
    const parsed = parseJson(line);
    const place = `line ${number}`;
    return 'value' in parsed
      ? { place, value: parsed.value }
      : { place, problem: 'is not valid JSON' };
  });
}

function entriesIn(document: unknown): Placed[] {
  const { monitors = document } = Object(document) as { monitors?: unknown };
  const values: unknown[] = Array.isArray(monitors) ? monitors : [monitors];
  return values.map((value, index) => ({ place: `entry ${index + 1}`, value }));
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    if (position === undefined) return { problem: shorten(message) };
    const line = text.slice(0, Number(position)).split('\n').length;
    return { problem: `line ${line}: ${shorten(message.replace(/ in JSON.*| \(line.*/s, ''))}` };
  }
}
