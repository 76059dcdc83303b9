/** In characters. Shorter secrets would match ordinary text, so API keys must not be shorter. */
export const minSecretLength = 4;

/** Characters that identify a longer secret, which may be cut off after them. */
const headLength = 24;

const encoder = new TextEncoder();

/** As many as four levels of JSON strings need. */
const maxBackslashes = 15;

/**
 * Replaces secrets in texts by `***`, as they are, percent-encoded, escaped as in JSON, and in base64
 * and hex. Other encodings are not recognized.
 */
export class Redactor {
  /** Compiled on first use: not every program redacts a text. */
  readonly #patterns = new Map<string, SecretPattern | undefined>();

  /** Registers a secret; shorter ones than `minLength` are ignored. */
  conceal(secret: string, minLength: number = minSecretLength): void {
    if (secret.length < Math.max(minLength, 1) || this.#patterns.has(secret)) return;
    this.#patterns.set(secret, undefined);
  }

  redact(text: string): string {
    // The longest first: a secret may contain another one.
    const longestFirst = [...this.#patterns].sort(([one], [other]) => other.length - one.length);
    return longestFirst.reduce((redacted, [secret, known]) => {
      const pattern = known ?? new SecretPattern(secret);
      this.#patterns.set(secret, pattern);
      return pattern.redact(redacted);
    }, text);
  }
}

/** Finds one secret. The time is linear in the length of a text, and any length of secret works. */
class SecretPattern {
  /** The head of the secret in the first group, or the secret encoded as a whole. */
  readonly #head: RegExp;
  /** Of the head, in characters. No form of it is shorter. */
  readonly #minLength: number;
  /** Each matches one of the characters after the head, at `lastIndex`. */
  readonly #rest: readonly RegExp[];

  constructor(secret: string) {
    const characters = [...secret];
    const head = characters.slice(0, headLength);
    const rest = characters.slice(headLength);
    this.#minLength = head.length;
    // Backslashes before the first character are found from there: a text may consist of them.
    const forms = head.map((each, index) =>
      formsOfCharacter(each, index === 0 ? 0 : maxBackslashes),
    );
    const encoded = [...base64Forms(head.join('')), hexForm(head.join(''))];
    this.#head = new RegExp([`(${forms.join('')})`, ...encoded].join('|'), 'g');
    const distinct = new Map(
      [...new Set(rest)].map((each) => [
        each,
        new RegExp(formsOfCharacter(each, maxBackslashes), 'y'),
      ]),
    );
    this.#rest = rest.flatMap((each) => distinct.get(each) ?? []);
  }

  redact(text: string): string {
    // The first search compiles the pattern, which takes almost a millisecond.
    if (text.length < this.#minLength) return text;
    let redacted = '';
    let end = 0;
    this.#head.lastIndex = 0;
    for (let match = this.#head.exec(text); match; match = this.#head.exec(text)) {
      let start = match.index;
      const next = match[1] === undefined ? this.#head.lastIndex : this.#endOfRest(text);
      if (match[1] !== undefined) while (start > end && text[start - 1] === '\\') start -= 1;
      redacted += `${text.slice(end, start)}***`;
      end = next;
      this.#head.lastIndex = end;
    }
    return redacted + text.slice(end);
  }

  /** The end of the characters of the secret that follow the head. */
  #endOfRest(text: string): number {
    let end = this.#head.lastIndex;
    for (const character of this.#rest) {
      character.lastIndex = end;
      if (!character.test(text)) break;
      end = character.lastIndex;
    }
    return end;
  }
}

/** Matches a character as it is, percent-encoded (also twice), or escaped as in JSON. */
function formsOfCharacter(character: string, backslashes: number): string {
  const prefix = `\\\\{0,${backslashes}}`;
  const percent = [...encoder.encode(character)].map((byte) => `%(?:25)*${hexPattern(byte, 2)}`);
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const unicode = units.map((unit) => `u${hexPattern(unit, 4)}`);
  const forms = [escaped(character), percent.join(''), unicode.join(`\\\\{1,${maxBackslashes}}`)];
  return `${prefix}(?:${forms.join('|')})`;
}

/**
 * The base64 of any text that contains the secret, as in an `Authorization` header, contains one of
 * three texts, depending on how many bytes precede it. The rest of the base64 follows.
 */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = [...new Uint8Array(offset), ...encoder.encode(secret)];
    const wholeCharacters = btoa(String.fromCharCode(...bytes)).slice(
      Math.ceil((offset * 8) / 6),
      Math.floor((bytes.length * 8) / 6),
    );
    const form = escaped(wholeCharacters).replaceAll(/\\\+|\\\/|\//g, (character) =>
      character.endsWith('+') ? '[+-]' : '(?:[_]|\\\\?\\/)',
    );
    return `${form}(?:[A-Za-z0-9+/_-]|\\\\\\/)*={0,2}`;
  });
}

function hexForm(secret: string): string {
  const bytes = [...encoder.encode(secret)].map((byte) => hexPattern(byte, 2));
  return `${bytes.join('')}[0-9a-fA-F]*`;
}

function hexPattern(value: number, digits: number): string {
  const hex = value.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
