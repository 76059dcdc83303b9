import { fold } from '../search/text/fold.ts';
import type { StoryWord } from './story-words.ts';

/**
 * Kinds of words that turn the meaning of a sentence without naming anything: negations, directions,
 * and the order of events. A word that ends in an asterisk is the beginning of words. The position
 * of a kind is its bit in a fingerprint; digits with an ordinal ending follow the words.
 */
const kinds = [
  // Not
  'not no never none nobody nor neither without cannot nicht kein* niemand* nie niemals ohne pas jamais aucun* sans nunca jamas ningun* ninguna sin nao nenhum* sem non nessun* senza niet geen nooit zonder не нет никогда без degil yok hicbir لا لم لن ليس بدون ない せず 不* 没有 未能 않 안',
  // Against
  'against contra contre gegen contro tegen против karsi ضد 反对 反対',
  // Up
  'higher up upward upwards above hoher hohere hoheren arriba acima hoger выше yukari',
  // Down
  'down downward downwards below niedriger niedrigere tiefer abajo abaixo lager ниже asagi',
  // Another
  'another weitere* weiterer noch autre autres otro otra outro outra altro altra altri ander andere еще другой другая baska diger آخر أخرى 別の 又一 另一 再び',
  // First, second, …
  'first erste ersten erster erstes premier premiere primer* primeir* primo prima eerste перв* ilk الأول الأولى 第一 最初',
  'second zweite zweiten zweiter zweites deuxieme segund* secondo seconda tweede втор* ikinci الثاني الثانية 第二',
  'third dritte dritten dritter drittes troisieme tercer* terceir* terzo terza derde трет* ucuncu الثالث الثالثة 第三',
  'fourth vierte vierten vierter viertes quatrieme cuart* quart* vierde четверт* dorduncu الرابع الرابعة 第四',
  'fifth funfte funften funfter cinquieme quint* vijfde пят* besinci الخامس 第五',
] as const;

/** Bits of the first to fifth. */
const firstOrdinal = 5;
const ordinalEndings = new Set(['st', 'nd', 'rd', 'th', 'er', 'ere', 'e', 'eme', 'o', 'a']);

const exactWords = new Map<string, number>();
const beginnings = new Map<string, number>();
for (const [kind, list] of kinds.entries()) {
  for (const entry of list.split(' ')) {
    if (entry.endsWith('*')) beginnings.set(fold(entry.slice(0, -1)), kind);
    else exactWords.set(fold(entry), kind);
  }
}
const maxBeginning = Math.max(...[...beginnings.keys()].map(({ length }) => length));

/** The kind of a word that turns the meaning of its sentence, if it does. */
export function turnOf(word: string): number | undefined {
  const exact = exactWords.get(word);
  if (exact !== undefined) return exact;
  if (word.endsWith("n't")) return 0;
  for (let length = 1; length <= Math.min(maxBeginning, word.length); length += 1) {
    const kind = beginnings.get(word.slice(0, length));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** The kinds of such words, as bits. */
export function statedTurns(words: readonly StoryWord[]): number {
  return words.reduce((bits, { word }, index) => {
    const kind = turnOf(word) ?? ordinalAt(words, index);
    return kind === undefined ? bits : bits | (1 << kind);
  }, 0);
}

/** The kind of an ordinal in digits, such as "2nd". */
function ordinalAt(words: readonly StoryWord[], index: number): number | undefined {
  const [number, ending] = [words[index], words[index + 1]];
  if (!number || !/^[1-5]$/.test(number.word)) return undefined;
  const isOrdinal = ending?.gap === '' && ordinalEndings.has(ending.word);
  return isOrdinal ? firstOrdinal + Number(number.word) - 1 : undefined;
}
