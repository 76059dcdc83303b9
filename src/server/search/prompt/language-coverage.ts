import { once } from '../../../contract/once.ts';
import type { TermStatistics } from '../ranking/concepts.ts';
import { analyze } from '../text/analyzer.ts';
import { languageNames } from '../text/language-names.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import type { PromptCondition } from './read-prompt.ts';

/** Words that are frequent in news of a language and absent from others. */
const frequentWords: Readonly<Partial<Record<Language, string>>> = {
  de: 'Jahr Prozent Unternehmen Regierung Stadt Menschen',
  fr: 'année entreprise gouvernement mercredi jours ville',
  es: 'gobierno millones jueves ayer dijo ciudad',
  pt: 'milhões cidade ontem disse segunda-feira',
  it: 'milioni azienda città ieri giorni anni detto',
  nl: 'jaar bedrijf miljoen regering mensen gisteren stad',
  tr: 'yıl şirket hükümet milyon ülke açıkladı şehir bakan',
  ru: 'год компания правительство миллион страна сообщил город министр',
  ar: 'عام شركة حكومة مليون دولة مدينة وزير أمس',
};

/** A script whose prompts match only texts in it. */
interface Script {
  name: string;
  letters: RegExp;
  /** Frequent in texts in the script. */
  words: string;
}

const scripts: readonly Script[] = [
  {
    name: 'Japanese',
    letters: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
    words: 'する した です ます 日本 会社',
  },
  {
    name: 'Chinese',
    letters: /\p{sc=Han}/u,
    words: '中国 公司 政府 经济 市场 記者 公布 表示 美国',
  },
  { name: 'Korean', letters: /\p{sc=Hangul}/u, words: '한국 정부 기업 했다 시장 지난' },
  { name: 'Thai', letters: /\p{sc=Thai}/u, words: 'การ ความ ประเทศ ที่' },
];

/** Share of the items that must have one of the frequent words: fewer are almost none. */
const minShare = 0.002;
const minItems = 3;

interface Coverage {
  name: string;
  terms: readonly string[];
}

const coverages = once(() => {
  const byName = new Map<string, Coverage>();
  for (const [code, words] of Object.entries(frequentWords)) {
    const language = code as Language;
    const terms = analyze(words, language).terms;
    byName.set(language, { name: languageNames[language], terms });
  }
  for (const { name, words } of scripts) byName.set(name, { name, terms: analyze(words).terms });
  return byName;
});

/** The language other than English that a prompt is written in, if that is certain. */
function coverageOf({ languages, wanted }: PromptCondition): Coverage | undefined {
  const [language = defaultLanguage, ...others] = languages;
  const script = scripts.find(({ letters }) => letters.test(wanted));
  if (script) return coverages().get(script.name);
  return language !== defaultLanguage && others.length <= 1 ? coverages().get(language) : undefined;
}

/** The terms whose frequencies {@link languageWarning} needs. */
export function coverageTerms(condition: PromptCondition): readonly string[] {
  return coverageOf(condition)?.terms ?? [];
}

/** A warning if the server has almost no news in the language of a prompt. */
export function languageWarning(
  condition: PromptCondition,
  { size, frequencies }: TermStatistics,
): string | undefined {
  const coverage = coverageOf(condition);
  if (!coverage || size === 0) return undefined;
  const items = Math.max(...coverage.terms.map((term) => frequencies.get(term) ?? 0));
  if (items >= Math.max(minItems, size * minShare)) return undefined;
  const amount = items === 0 ? 'no news' : 'almost no news';
  return `the server has ${amount} in ${coverage.name} yet, and the words of a prompt find news of its own language only; only names are found in other languages`;
}
