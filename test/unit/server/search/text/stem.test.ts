import { describe, expect, it } from 'vitest';
import { analyze } from '../../../../../src/server/search/text/analyzer.ts';
import type { Language } from '../../../../../src/server/search/text/languages.ts';

const terms = (text: string, language: Language) => analyze(text, language).terms.join(' ');

/** Inflected forms of one word, joined by slashes. */
const forms: Record<Language, string> = {
  en: 'strike/strikes/striking tariff/tariffs quarterly/qtly/QTRLY quarter/qtrs dividends/div/divs third/3rd',
  de: 'Zins/Zinsen Streik/Streiks Haus/Häuser Aktie/Aktien Kurs/Kurse Werk/Werke',
  fr: 'grève/grèves banque/banques licenciement/licenciements usine/usines cheval/chevaux',
  es: 'huelga/huelgas despido/despidos elección/elecciones trabajador/trabajadores ley/leyes',
  pt: 'greve/greves demissão/demissões eleição/eleições ação/ações eleicao/eleições',
  it: 'banca/banche sciopero/scioperi elezione/elezioni azienda/aziende',
  nl: 'staking/stakingen bank/banken prijs/prijzen verkiezing/verkiezingen brief/brieven',
  tr: 'faiz/faizi/faizleri banka/bankası/bankasının grev/grevi seçim/seçimler FAİZ/faiz',
  ru: 'ставка/ставку/ставки забастовка/забастовку банк/банка/банков отчёт/отчета',
  ar: 'بنك/البنك/والبنك/للبنك شركة/الشركة/بالشركة إضراب/الإضراب أسعار/اسعار موظف/موظفين',
};

describe('inflected forms have the same term', () => {
  const cases = Object.entries(forms).flatMap(([language, words]) =>
    words.split(' ').map((word) => [language as Language, word.split('/')] as const),
  );
  it.each(cases)('%s: %s', (language, [first = '', ...others]) => {
    for (const other of others) expect(terms(other, language)).toBe(terms(first, language));
  });
});

it('reads abbreviations of news in English only', () => {
  expect(terms('3RD QTR SHR 1.5 MLN DLRS', 'en')).toBe(
    terms('third quarter share 1.5 million dollars', 'en'),
  );
  expect(terms('qtr', 'de')).not.toBe(terms('quarter', 'de'));
});

it('separates the stems of languages that share letters', () => {
  const stems = (['en', 'de', 'fr', 'es', 'tr'] as const).map((each) => terms('plane', each));
  expect(new Set(stems).size).toBe(stems.length);
  expect(terms('plan', 'en')).not.toBe(terms('plane', 'fr'));
});

it('stems words in Cyrillic and Arabic script in a text of any language', () => {
  for (const language of ['en', 'de', 'ru', 'ar'] as const) {
    expect(terms('ставку', language)).toBe(terms('ставка', 'ru'));
    expect(terms('البنوك', language)).toBe(terms('البنوك', 'ar'));
  }
});

it('has the same terms for words with digits and for scripts without spaces in every language', () => {
  for (const language of ['de', 'fr', 'ru', 'ar'] as const) {
    expect(terms('covid19 1,750 東京都 ไทย', language)).toBe(
      terms('covid19 1,750 東京都 ไทย', 'en'),
    );
  }
});

it('separates elided words and the endings of Turkish names', () => {
  expect(terms("l'inflation", 'fr').split(' ')).toContain(terms('inflation', 'fr'));
  expect(terms("dell'economia", 'it').split(' ')).toContain(terms('economia', 'it'));
  expect(terms("İstanbul'dan", 'tr')).toBe(terms('İstanbul', 'tr'));
});
