import iconv from 'iconv-lite';
import { withoutLatin1Controls } from './windows-1252.ts';

/** Decodes the bytes of one document in order. Invalid bytes become U+FFFD. */
export interface DocumentDecoder {
  write(bytes: Uint8Array): string;
  /** The rest of the text. */
  end(): string;
}

/** Encodings that `TextDecoder` lacks, or decodes differently from browsers in some version of Node. */
const iconvEncodings = [
  'big5',
  'euc-kr',
  'iso-8859-16',
  'utf-32be',
  'utf-32le',
  'windows-1255',
] as const;

/** Common labels of encodings under which `TextDecoder` does not know them. */
const otherLabels: ReadonlyMap<string, string> = new Map([
  ['ansi', 'windows-1252'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gb18030'],
  ['cp949', 'euc-kr'],
  ['iso-8859-16', 'iso-8859-16'],
  ['ms932', 'shift_jis'],
  ['uhc', 'euc-kr'],
]);

/** Node 20 and 22 decode two letters of Belarusian as box drawing characters. */
const belarusian = new Map([
  ['\u255d', '\u045e'],
  ['\u256c', '\u040e'],
]);

/**
 * The name of an encoding in the Encoding Standard of the WHATWG, where `iso-8859-1` and `us-ascii`
 * are labels of windows-1252; `undefined` if the label is unknown.
 */
export function encodingName(label: string): string | undefined {
  const known = otherLabels.get(label.trim().toLowerCase());
  if (known !== undefined) return known;
  try {
    const name = new TextDecoder(label).encoding;
    // The standard decodes both in the same way; Node 20 does not.
    return name === 'gbk' ? 'gb18030' : name;
  } catch {
    return undefined;
  }
}

/** @param encoding a name from {@link encodingName}, `utf-32le` or `utf-32be` */
export function documentDecoder(encoding: string): DocumentDecoder {
  if (encoding === 'windows-1252') return windows1252Decoder;
  const iconvName = iconvEncodings.find((name) => name === encoding);
  if (iconvName !== undefined) return iconvDecoder(iconvName);
  const decoder = new TextDecoder(encoding);
  const correct = encoding === 'koi8-u' ? withBelarusian : (text: string) => text;
  return {
    write: (bytes) => correct(decoder.decode(bytes, { stream: true })),
    end: () => decoder.decode(),
  };
}

/** The decoder of Node 20 returns controls for the bytes 0x80 to 0x9F. */
const windows1252Decoder: DocumentDecoder = {
  write: (bytes) => withoutLatin1Controls(buffer(bytes).toString('latin1')),
  end: () => '',
};

function iconvDecoder(encoding: (typeof iconvEncodings)[number]): DocumentDecoder {
  const decoder = iconv.getDecoder(encoding);
  return {
    write: (bytes) => decoder.write(buffer(bytes)),
    end: () => decoder.end() ?? '',
  };
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function withBelarusian(text: string): string {
  return text.replace(/[\u255d\u256c]/g, (character) => belarusian.get(character) ?? character);
}
