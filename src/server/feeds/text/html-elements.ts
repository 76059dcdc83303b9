const inline =
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr output q rp rt ruby s samp small span strike strong sub sup time tt u var wbr';

const block =
  'address applet area article aside audio base basefont blockquote body br button canvas caption center col colgroup datalist dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input legend li link main map math menu meta nav noframes noscript object ol optgroup option p param picture pre progress script search section select slot source style summary svg table tbody td template textarea tfoot th thead title tr track ul video';

/** Elements that do not separate words: `H<sub>2</sub>O` is one word. */
export const inlineElements: ReadonlySet<string> = new Set(inline.split(' '));

/** All elements of HTML, including obsolete ones (WHATWG HTML, sections 4 and 16.2). */
export const htmlElements: ReadonlySet<string> = new Set([
  ...inline.split(' '),
  ...block.split(' '),
]);

/** Elements whose content is not displayed. */
export const hiddenElements: ReadonlySet<string> = new Set([
  'iframe',
  'noframes',
  'script',
  'style',
  'template',
]);
