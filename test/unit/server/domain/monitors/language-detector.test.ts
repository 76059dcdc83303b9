import { eld } from 'eld/extrasmall';
import { expect, it } from 'vitest';
import { filterLanguages } from '../../../../../src/contract/alert-filters.ts';
import { loadLanguageDetector } from '../../../../../src/server/domain/monitors/language-detector.ts';

it.each([
  ['en', 'Central bank raises interest rates for the third time this year'],
  ['en', 'CENTRAL BANK RAISES INTEREST RATES FOR THIRD TIME'],
  ['de', 'Bundesregierung beschließt neues Gesetz über erneuerbare Energien'],
  ['fr', 'Le gouvernement annonce de nouvelles mesures pour les hôpitaux'],
  ['es', 'El Congreso aprueba la reforma de las pensiones'],
  ['pt', 'Governo anuncia novas medidas para o setor de energia'],
  ['it', 'Il governo approva la manovra, ecco cosa cambia per le famiglie'],
  ['nl', 'Kabinet presenteert begroting met nieuwe plannen voor woningbouw'],
  ['ru', 'Центральный банк повысил ключевую ставку'],
  ['zh', '中国央行宣布下调存款准备金率'],
  ['ja', '日本銀行が利上げを決定した'],
  ['ar', 'البنك المركزي يرفع أسعار الفائدة'],
])('detects %s: %s', async (language, text) => {
  const detectLanguage = await loadLanguageDetector();
  expect(detectLanguage(text)).toBe(language);
});

it.each(['', '12 345.67', 'v3.9.0\n3.9.0', '\ud800', 'OPEC'])(
  'detects no language in %j',
  async (text) => {
    const detectLanguage = await loadLanguageDetector();
    expect(detectLanguage(text)).toBeUndefined();
  },
);

it('the languages of the filters are those that can be detected', () => {
  const detected = Object.values(eld.info().Languages);
  expect([...filterLanguages].sort()).toEqual([...detected].sort());
});
