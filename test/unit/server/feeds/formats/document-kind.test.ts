import { describe, expect, it } from 'vitest';
import { documentKind } from '../../../../../src/server/feeds/formats/document-kind.ts';
import { read } from '../../../../helpers/read-input.ts';

const kind = (text: string) => documentKind(Buffer.from(text), null);

describe('documentKind detects the format by content', () => {
  it.each([
    [
      'xml-feed',
      '<?xml version="1.0"?><!-- c --><!DOCTYPE rss [<!ENTITY a ">">]><rss version="2.0">',
    ],
    ['xml-feed', '\n\n<rss><channel>'],
    ['xml-feed', '<feed xmlns="http://www.w3.org/2005/Atom">'],
    ['xml-feed', '<a:feed xmlns:a="http://www.w3.org/2005/Atom">'],
    ['xml-feed', '<rdf:RDF xmlns:rdf="x">'],
    ['json-feed', '{"version":"https://jsonfeed.org/version/1.1","title":"x"}'],
    ['json-feed', '{\n  "title": "x",\n  "items": [\n'],
    ['json-feed', '{"title":"x","items":[]}'],
    ['json-lines', '{"title":"a feed, \\"version\\": \\"https://jsonfeed.org/version/1\\""}\n'],
    ['json-lines', '{"title":"a"}\n{"title":"b"}\n'],
    ['json-lines', '{"title":"cut'],
    ['empty', ''],
    ['empty', ' \n '],
    ['json-lines', 'id;title\n{"title":"a"}\n'],
  ])('%s: %s', (expected, text) => expect(kind(text)).toBe(expected));
});

describe('documentKind describes documents that are not news', () => {
  it.each([
    ['an HTML page', '<!DOCTYPE html><p>'],
    ['an HTML page', '<head><title>Moved</title></head><body><rss>'],
    ['an HTML page', '<?xml version="1.0"?><!-- x --><html xmlns="http://www.w3.org/1999/xhtml">'],
    ['an OPML list of feeds', '<opml version="2.0">'],
    ['an XML document of <urlset>', '<urlset xmlns="x">'],
    ['an XML document without a root element', '<?xml version="1.0"?>'],
    ['a JSON array', '[{"title":1}]'],
    ['a JSON document', '{\n  "title": "x"\n}'],
    ['binary data', 'PK\u0003\u0004\u0000\u0000'],
    ['plain text', 'Not found'],
  ])('%s: %s', (looksLike, text) => expect(kind(text)).toEqual({ looksLike }));

  it('and the error contains the description', async () => {
    await expect(read('<html><body>Sign in')).rejects.toThrow(
      'test: is an HTML page, not a feed and not JSON Lines',
    );
  });
});
