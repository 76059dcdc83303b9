import { eachToken, endOfString } from './json-tokens.ts';

/** Parts of JSON text, as they were sent: nothing is parsed except keys. The text must be valid JSON. */

/** The values of an object's members, by key; empty if the text is no object. */
export function membersOf(json: string): Map<string, string> {
  const members = new Map<string, string>();
  if (!/^\s*\{/.test(json)) return members;
  eachPart(json, (part) => {
    const keyEnd = endOfString(part, 0);
    const value = part.slice(part.indexOf(':', keyEnd) + 1).trim();
    members.set(JSON.parse(part.slice(0, keyEnd)) as string, value);
  });
  return members;
}

/** The elements of an array; empty if the text is no array. */
export function elementsOf(json: string): string[] {
  const elements: string[] = [];
  if (/^\s*\[/.test(json)) eachPart(json, (part) => elements.push(part));
  return elements;
}

/** The elements of an object's array; empty if the key has no array. */
export function elementsUnder(json: string, key: string): string[] {
  return elementsOf(membersOf(json).get(key) ?? '');
}

/** Visits what the commas of the outermost brackets separate. */
function eachPart(json: string, visit: (part: string) => void): void {
  let start = 0;
  eachToken(json, (token, offset, depth) => {
    const isEnd = depth === 0 && (token === '}' || token === ']');
    if (isEnd || (depth === 1 && token === ',')) visit(json.slice(start, offset).trim());
    if (depth === 0 || (depth === 1 && token === ',')) start = offset + 1;
  });
}

/** Replaces the values of an object's members, by key. */
export function replaceMembers(json: string, values: ReadonlyMap<string, string>): string {
  const replaced: string[] = [];
  let copiedEnd = 0;
  let keyStart = 0;
  let valueStart = 0;
  let value: string | undefined;
  eachToken(json, (token, offset, depth) => {
    if (depth === 1 && token === ':') {
      value = values.get(JSON.parse(json.slice(keyStart, offset)) as string);
      valueStart = offset + 1;
    }
    const endsMember = (depth === 1 && token === ',') || (depth === 0 && token === '}');
    if (endsMember && value !== undefined) {
      replaced.push(json.slice(copiedEnd, valueStart), value);
      copiedEnd = offset;
      value = undefined;
    }
    if ((depth === 0 && token === '{') || (depth === 1 && token === ',')) keyStart = offset + 1;
  });
  return replaced.join('') + json.slice(copiedEnd);
}
