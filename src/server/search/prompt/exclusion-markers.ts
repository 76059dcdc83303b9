import type { Language } from '../text/languages.ts';

/** Words that exclude what follows, in one language, as parts of a pattern. */
interface ExclusionMarkers {
  /** Exclude wherever they are. */
  anywhere: readonly string[];
  /** Have other meanings too, and exclude only after punctuation or at the beginning. */
  atBoundary: readonly string[];
}

export const exclusionMarkers: Readonly<Record<Language, ExclusionMarkers>> = {
  en: {
    anywhere: [
      'but not',
      'and not',
      'or not',
      'but no',
      'and no',
      'but without',
      'not including',
      'except(?:ing)?(?: for)?',
      'excluding',
      'other than',
      'apart from',
      'aside from',
      'without(?! (?:an? |borders))',
      'nothing (?:about|on|from)',
      'rather than',
      'instead of',
    ],
    atBoundary: [
      'not',
      'neither',
      // "No-confidence vote", "no deal" and the like are what a prompt is about.
      'no(?! (?:confidence|trust|deal|fly|show|win|go|bid|fault|frills|strings|contest|brainer|man|entry|strike|deposit|interest|single|one|end|agreement|progress|breakthrough)s?(?!\\p{L}))',
      'never',
    ],
  },
  de: {
    anywhere: [
      'aber nicht',
      'nicht aber',
      'aber keine?[nrms]?',
      'aber ohne',
      'und nicht',
      'jedoch (?:nicht|keine?[nrms]?|ohne)',
      'nicht jedoch',
      'außer',
      'ausser',
      'ausgenommen',
      'ausgeschlossen',
      'abgesehen von',
      'mit ausnahme (?:von|der|des)',
      'anstatt',
      'ohne(?! (?:eine?[nrms]? |grenzen))',
    ],
    atBoundary: ['nicht', 'keine?[nrms]?', 'nichts (?:über|zu|von)'],
  },
  fr: {
    anywhere: [
      'mais pas',
      'mais non',
      'mais sans',
      'et pas',
      'et non',
      'sauf',
      'excepté',
      'hormis',
      "(?:à l'exception|à l'exclusion) (?:de|du|des)",
      'en excluant',
      'à part',
      'plutôt que',
      'au lieu de',
      "sans(?! (?:une? |fronti|n'))",
    ],
    atBoundary: ['pas', 'non', 'rien sur', 'hors'],
  },
  es: {
    anywhere: [
      'pero no',
      'pero sin',
      'mas no',
      'y no',
      'excepto',
      'exceptuando',
      'excluyendo',
      '(?:a|con) excepción de',
      'aparte de',
      'en (?:vez|lugar) de',
      'que no sean?',
      'salvo',
      'sin incluir',
      'sin(?! (?:una? |embargo|fronteras))',
    ],
    atBoundary: ['no', 'menos(?! (?:de|que) )', 'nada (?:de|sobre)'],
  },
  pt: {
    anywhere: [
      'mas não',
      'mas sem',
      'e não',
      'porém não',
      'exceto',
      'excepto',
      'excluindo',
      'excetuando',
      '(?:com exceção|à exceção) d[eoa]s?',
      'a não ser',
      'em vez d[eoa]s?',
      'que não sejam?',
      'salvo',
      'sem incluir',
      'sem(?! (?:uma? |fronteiras))',
    ],
    atBoundary: ['não', 'menos(?! (?:d[eo]|que) )', 'fora', 'nada (?:de|sobre)'],
  },
  it: {
    anywhere: [
      'ma non',
      'ma senza',
      'e non',
      'però non',
      'tranne',
      'eccetto',
      'escludendo',
      'ad? eccezione d[eia]l*',
      'al di fuori d[eia]l*',
      'a parte',
      'invece di',
      'anziché',
      'che non sian?o?',
      'salvo',
      'senza(?! (?:un[ao]? |frontiere))',
    ],
    atBoundary: ['non', 'esclus[oaie]', 'meno(?! (?:d[ie]l*|che) )', 'niente su'],
  },
  nl: {
    anywhere: [
      'maar niet',
      'maar geen',
      'maar zonder',
      'en niet',
      'en geen',
      'behalve',
      'uitgezonderd',
      'exclusief',
      'met uitzondering van',
      'afgezien van',
      'in plaats van',
      'zonder(?! (?:een |grenzen))',
    ],
    atBoundary: ['niet', 'geen', 'niets over'],
  },
  ru: {
    anywhere: [
      'но не',
      'но без',
      'а не',
      'и не',
      'кроме',
      'помимо',
      'исключая',
      'за исключением',
      'не включая',
      'не считая',
      'вместо',
    ],
    atBoundary: ['не', 'без', 'только не'],
  },
  // See `withLeadingMarkers`.
  tr: { anywhere: [], atBoundary: [] },
  ar: {
    anywhere: [
      'باستثناء',
      'ما عدا',
      'ماعدا',
      'عدا',
      'سوى',
      'بخلاف',
      'و?لكن ليس',
      'وليس',
      'و?لكن بدون',
      'بدون',
      'بدلا من',
    ],
    atBoundary: ['ليس'],
  },
};

const englishMarker = 'but not';
/** In Turkish, the marker follows the excluded words: "OPEC hariç". */
const turkishMarkers = [
  /(?<start>^|[,;:.(]\s*)(?:(?:ama|fakat|ancak)\s+)?(?<excluded>[^,;:.()]{1,200}?)\s+(?:hariç(?: olmak üzere| tutularak)?|dışında(?:ki|kiler)?|haricinde(?:ki)?)(?![\p{L}\p{N}])/giu,
  /(?<start>[,;:.(]\s*|\s)(?:(?<=[,;:.(]\s*)|(?:ama|fakat|ancak)\s+)(?<excluded>[^,;:.()]{1,200}?)\s+(?:değil|olmasın|istemiyorum)(?![\p{L}\p{N}])/giu,
];
/** Names, or one word, at the end of a text. */
const lastSubject = /(?:(?:\p{Lu}[^\s]*\s+)(?:(?:ve|veya|ile|\p{Lu}[^\s]*)\s+){0,6})?[^\s]+$/u;
const maxSubjectWords = 3;

/** Moves what a word excludes that follows it to the end, after "but not". */
export function withLeadingMarkers(prompt: string, languages: readonly Language[]): string {
  if (languages[0] !== 'tr') return prompt;
  const moved: string[] = [];
  let rest = prompt;
  for (const pattern of turkishMarkers) {
    rest = rest.replace(pattern, (_, start: string, excluded: string) => {
      const isWhole = /\S/.test(start) || excluded.split(/\s+/).length <= maxSubjectWords;
      const subject = isWhole ? excluded : (lastSubject.exec(excluded)?.[0] ?? excluded);
      moved.push(subject);
      return `${start}${excluded.slice(0, excluded.length - subject.length)} `;
    });
  }
  return [rest.trim(), ...moved.map((each) => `${englishMarker} ${each}`)].join(', ');
}
