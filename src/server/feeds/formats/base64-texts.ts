import { escapeUTF8 } from 'entities';
import { decodeDocument } from '../text/decode-document.ts';

const base64Text =
  /<((?:[\w.-]{1,40}:)?(?:title|tagline|info|copyright|summary|content|description|encoded))(\s[^<>]*?\bmode\s*=\s*["']base64["'][^<>]*)>([^<>]*)<\/\1\s*>/gi;

/**
 * Decodes texts in base64: `mode="base64"` of Atom 0.3 (section 3.1 of its draft), which some RSS feeds
 * use too. The parser does not know the attribute. Runs in linear time.
 */
export function withoutBase64Texts(xml: string): string {
  if (!/base64/i.test(xml)) return xml;
  return xml.replace(base64Text, (_, name: string, attributes: string, content: string) => {
    const text = decodeDocument(Buffer.from(content, 'base64'), null);
    return `<${name}${attributes}>${escapeUTF8(text)}</${name}>`;
  });
}
