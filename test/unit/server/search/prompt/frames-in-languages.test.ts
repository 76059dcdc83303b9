import { describe, expect, it } from 'vitest';
import type { QueryUnit } from '../../../../../src/server/search/prompt/query-unit.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

/** What each clause of a prompt requires, with `|` between alternatives. */
function requirementsOf(prompt: string): string[][] {
  const labelOf = (units: readonly QueryUnit[]) => units.map(({ label }) => label).join(' + ');
  return readPrompt(prompt).clauses.map((clause) =>
    clause.map(({ alternatives }) => alternatives.map(labelOf).join(' | ')),
  );
}

describe('words that ask for news', () => {
  it.each([
    ['Noticias sobre huelgas', 'huelgas'],
    ['Avísame cuando haya huelgas', 'huelgas'],
    ['Quiero saber si hay huelgas', 'huelgas'],
    ['Nachrichten über Streiks', 'Streiks'],
    ['Benachrichtige mich, wenn es Streiks gibt', 'Streiks'],
    ['Wann immer gestreikt wird', 'gestreikt'],
    ["Toute l'actualité de Velmont", 'Velmont'],
    ["Prévenez-moi s'il y a des grèves", 'grèves'],
    ['Quelles sont les dernières nouvelles sur Velmont ?', 'Velmont'],
    ['Quelles mines vont être privatisées ?', 'mines', 'privatisées'],
    ['¿Qué minas van a ser privatizadas?', 'minas', 'privatizadas'],
    ['Novità su Velmonti', 'Velmonti'],
    ['Avvisami ogni volta che ci sono scioperi', 'scioperi'],
    ['Nieuws over stakingen', 'stakingen'],
    ['Houd me op de hoogte van stakingen', 'stakingen'],
    ['notícias sobre greves', 'greves'],
    ['Avise-me sempre que houver greves', 'greves'],
    ['Quero saber se há greves', 'greves'],
    ['Новости о забастовках', 'забастовках'],
    ['Сообщи, если начнутся забастовки', 'забастовки'],
    ['grev hakkında haberler', 'grev'],
    ['Grev olursa bana haber ver', 'Grev'],
    ['أخبار عن إضراب', 'إضراب'],
    ['أخبرني إذا حدث إضراب', 'إضراب'],
  ])('are no condition: %s', (prompt, ...required) => {
    expect(requirementsOf(prompt)).toEqual([required]);
  });
});

describe('"or"', () => {
  it.each([
    ['Velsol o Cenfra', 'Velsol | Cenfra'],
    ['huelgas o paros', 'huelgas | paros'],
    ['Streiks oder Aussperrungen', 'Streiks | Aussperrungen'],
    ['grèves ou manifestations', 'grèves | manifestations'],
    ['greves ou paralisações', 'greves | paralisações'],
    ['scioperi oppure proteste', 'scioperi | proteste'],
    ['nieuws over Velips of Asmeel', 'Velips | Asmeel'],
    ['Волгаз или Невнефть', 'Волгаз | Невнефть'],
    ['deprem ya da sel', 'deprem | sel'],
    ['أرامكس أو سابكو', 'أرامكس | سابكو'],
  ])('joins alternatives: %s', (prompt, required) => {
    expect(requirementsOf(prompt)).toEqual([[required]]);
  });
});

describe('"and"', () => {
  it.each([
    ['Velsol y Cenfra', ['Velsol', 'Cenfra']],
    ['Velnault et Nisson', ['Velnault', 'Nisson']],
    ['notícias sobre a Velbras e a Minal', ['Velbras', 'Minal']],
    ['notizie su Velcredit e Intesa', ['Velcredit', 'Intesa']],
    ['nieuws over Velips en Asmeel', ['Velips', 'Asmeel']],
    ['Волгаз и Невнефть', ['Волгаз', 'Невнефть']],
    ['Tüvraş ve Petkor haberleri', ['Tüvraş', 'Petkor']],
  ])('requires both names: %s', (prompt, required) => {
    expect(requirementsOf(prompt)).toEqual([required]);
  });

  it.each([
    ['huelgas y paros', 'huelgas | paros'],
    ['Streiks und Aussperrungen', 'Streiks | Aussperrungen'],
    ['инфляция и безработица', 'инфляция | безработица'],
    ['noticias sobre Velsol, Cenfra y Ibrona', 'Velsol | Cenfra | Ibrona'],
  ])('joins words and lists as alternatives: %s', (prompt, required) => {
    expect(requirementsOf(prompt)).toEqual([[required]]);
  });
});
