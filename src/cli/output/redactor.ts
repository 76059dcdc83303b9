/** In characters. Shorter secrets would match ordinary text, so API keys must not be shorter. */
export const minSecretLength = 4;

/** Replaces secrets in texts by `***`, in all encodings that the program, a user or a URL can give them. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #pattern: RegExp | undefined;

  /** Registers a secret; shorter ones than `minLength` are ignored. */
  conceal(secret: string, minLength: number = minSecretLength): void {
    if (secret.length < Math.max(minLength, 1) || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    // The longest first: a secret may contain another one.
    const secrets = [...this.#secrets].sort((one, other) => other.length - one.length);
    this.#pattern = new RegExp(secrets.flatMap(formsOf).join('|'), 'g');
  }

  redact(text: string): string {
    return this.#pattern ? text.replace(this.#pattern, '***') : text;
  }
}

/** Regular expressions for the secret and its base64 and hex encodings. */
function formsOf(secret: string): string[] {
  return [[...secret].map(formsOfCharacter).join(''), ...base64Forms(secret), hexForm(secret)];
}

/**
 * Matches a character as it is, percent-encoded (also twice), or escaped as in JSON (also four times,
 * with 15 backslashes). Without a bound, a text of many backslashes would take quadratic time.
 */
function formsOfCharacter(character: string): string {
  const forms = [`\\\\{0,15}${escaped(character)}`];
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25)*${hexPattern(byte, 2)}`);
  forms.push(percent.join(''));
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  forms.push(units.map((unit) => `\\\\{1,15}u${hexPattern(unit, 4)}`).join(''));
  return `(?:${forms.join('|')})`;
}

/**
 * The base64 of any text that contains the secret, as in an `Authorization` header, contains one of
 * three texts, depending on how many bytes precede it.
 */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const wholeCharacters = bytes
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return escaped(wholeCharacters).replaceAll(/\\\+|\\\/|\//g, (character) =>
      character.endsWith('+') ? '[+-]' : '(?:[_]|\\\\?\\/)',
    );
  });
}

function hexForm(secret: string): string {
  return [...Buffer.from(secret)].map((byte) => hexPattern(byte, 2)).join('');
}

function hexPattern(value: number, digits: number): string {
  const hex = value.toString(16).padStart(digits, '0');
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
