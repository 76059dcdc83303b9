import { expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { promptError } from '../../../../../src/server/search/prompt/prompt-problems.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

/** The labels of what a prompt excludes. */
const excludedBy = (prompt: string) =>
  readPrompt(prompt).exclusions.map((units) => units.map(({ label }) => label).join(' '));

function isFound(prompt: string, title: string, text: string): boolean {
  const item = {
    ...unpackTerms(itemTerms(title, text).ranking_terms),
    rawText: `${title}\n${text}`,
  };
  return promptRule(readPrompt(prompt))(item) !== undefined;
}

it.each([
  ['deutsche Versicherer, aber nicht die Allianz', ['Allianz']],
  ['Nachrichten über Autobauer, ausgenommen Opel', ['Opel']],
  ['banques françaises, à part la Socagri', ['Socagri']],
  ['grèves en France et non en Belgique', ['Belgique']],
  ['bancos españoles, con excepción de Bankoval', ['Bankoval']],
  ['huelgas de médicos, excluyendo Galicia', ['Galicia']],
  ['bancos brasileiros, com exceção do Banval', ['Banval']],
  ['greves nos portos, mas não em Santos', ['Santos']],
  ['banche italiane, ad eccezione di Bancoval', ['Bancoval']],
  ['scioperi dei treni, esclusa Milano', ['Milano']],
  ['Nederlandse banken met uitzondering van Bankoval', ['Bankoval']],
  ['stakingen in havens, maar niet in Antwerpen', ['Antwerpen']],
  ['российские банки, за исключением Волгабанка', ['Волгабанка']],
  ['забастовки в портах, а не на заводах', ['заводах']],
  ['petrol fiyatları hakkında haberler, OPEC ve Rusya hariç', ['OPEC', 'Rusya']],
  ['bankaların kâr haberleri ama Ovabank değil', ['Ovabank']],
  ['OPEC dışındaki ülkelerde petrol üretimi', ['OPEC']],
  ['البنوك السعودية ما عدا بنك الوادي', ['بنك الوادي']],
])('%s', (prompt, excluded) => {
  expect(excludedBy(prompt)).toEqual(excluded);
  expect(promptError(readPrompt(prompt))).toBeUndefined();
});

it.each([
  'anuncios de empresas, menos de 100 empleados',
  'sin embargo, las huelgas en los puertos',
  'kavga değil barış görüşmeleri',
])('excludes nothing by %j', (prompt) => {
  expect(excludedBy(prompt)).toEqual([]);
});

it.each([
  ['No confidence vote in Lumeria', /"vote"/],
  ['No deal on fishing quotas', /./],
])('does not read %j as an exclusion', (prompt) => {
  expect(promptError(readPrompt(prompt))).toBeUndefined();
  expect(excludedBy(prompt)).toEqual([]);
});

it('excludes a name whose words are wanted, only as it is written', () => {
  const prompt = 'Übernahmeangebote für deutsche Banken, aber nicht Deutsche Bank';
  expect(promptError(readPrompt(prompt))).toBeUndefined();
  const text = 'Das Übernahmeangebot gilt bis Freitag. Die deutsche Bank aus Celle prüft es.';
  expect(isFound(prompt, 'Übernahmeangebot für deutsche Bank', text)).toBe(true);
  expect(isFound(prompt, 'Übernahmeangebot der Deutschen Bank für deutsche Banken', text)).toBe(
    false,
  );
  expect(isFound(prompt, 'ÜBERNAHMEANGEBOT FÜR DEUTSCHE BANK', 'Die Aktie steigt.')).toBe(false);
});
