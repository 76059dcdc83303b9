import { decodeHTML } from 'entities';
import { Tokenizer } from 'htmlparser2';

const inline =
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr output q rp rt ruby s samp small span strike strong sub sup time tt u var wbr';

const block =
  'address applet area article aside audio base basefont blockquote body br button canvas caption center col colgroup datalist dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input legend li link main map math menu meta nav noframes noscript object ol optgroup option p param picture pre progress script search section select slot source style summary svg table tbody td template textarea tfoot th thead title tr track ul video';

/** Elements that do not separate words: `H<sub>2</sub>O` is one word. */
const inlineElements: ReadonlySet<string> = new Set(inline.split(' '));

/** All elements of HTML, including obsolete ones (WHATWG HTML, sections 4 and 16.2). */
const htmlElements: ReadonlySet<string> = new Set([...inline.split(' '), ...block.split(' ')]);

/** Elements whose content is not displayed. */
const hiddenElements: ReadonlySet<string> = new Set(
  'iframe noframes script style template'.split(' '),
);

/** A `<` and the text up to the next angle bracket. Matches never overlap: scanning is linear. */
const possibleTag = /<[^<>]*/g;
/** UTF-16 code units after a tag name within which an `=` counts as an attribute. */
const attributeRange = 200;

const endTagOrMarkup = /^<(?:\/[a-z]|[!?][a-z]|!--|!\[CDATA\[)/i;
const startTag = /^<([a-z][\w.-]*(?::[a-z][\w.-]*)?)(?=[\s/]|$)(.*)$/is;

/**
 * The text of HTML, without tags, comments, scripts and styles. Block elements separate words and
 * entities are decoded once. A `<` that does not begin a tag is text, as in `1 < 2` and `<CCR>`.
 * The result is text, not markup: it may contain `<` and must be escaped in a page.
 */
export function htmlText(html: string): string {
  const markup = escapeNonTags(html);
  /** The text so far, with entities. */
  const parts: string[] = [];
  /** The open element whose content is hidden. */
  let hidden: string | undefined;
  let tag = '';
  const addText = (start: number, end: number) => {
    if (hidden === undefined) parts.push(markup.slice(start, end));
  };
  const separateWords = () => {
    if (hidden === undefined && !inlineElements.has(tag)) parts.push(' ');
  };
  // htmlparser2's Parser takes quadratic time: each end tag searches all open elements.
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: addText,
      // CDATA in HTML comes from publishers that escape twice: its content is text.
      oncdata: (start, end, endOffset) => addText(start, end - endOffset),
      onopentagname(start, end) {
        tag = markup.slice(start, end).toLowerCase();
        separateWords();
        if (hiddenElements.has(tag)) hidden ??= tag;
      },
      onselfclosingtag() {
        if (hidden === tag) hidden = undefined;
      },
      onclosetag(start, end) {
        tag = markup.slice(start, end).toLowerCase();
        if (hidden === tag) hidden = undefined;
        separateWords();
      },
      ontextentity: ignore,
      onopentagend: ignore,
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
  return decodeHTML(parts.join(''));
}

function ignore(): void {}

/**
 * Escapes each `<` that does not begin an HTML tag. An HTML tokenizer would take `<CCR>` and
 * `<joe@a.example>` for tags; in news they are text.
 */
function escapeNonTags(html: string): string {
  const lastEnd = html.lastIndexOf('>');
  return html.replace(possibleTag, (text, index: number) => {
    const next = html.charAt(index + text.length);
    return isMarkup(text, next, index < lastEnd) ? text : `&lt;${text.slice(1)}`;
  });
}

/** @param canClose whether a `>` follows anywhere in the document */
function isMarkup(text: string, next: string, canClose: boolean): boolean {
  if (endTagOrMarkup.test(text)) return true;
  const tag = startTag.exec(text);
  if (!tag) return false;
  const [, name = '', rest = ''] = tag;
  const hasAttribute = rest.slice(0, attributeRange).includes('=');
  const isKnown = htmlElements.has(name.toLowerCase()) || /[:-]/.test(name);
  if (!canClose) return isKnown && hasAttribute;
  if (rest === '' && next === '<') return false;
  // An unknown name counts as an element if it has an attribute or closes itself.
  return isKnown || hasAttribute || rest.endsWith('/');
}
