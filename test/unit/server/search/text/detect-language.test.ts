import { describe, expect, it } from 'vitest';
import {
  detectLanguages,
  languageOfItem,
} from '../../../../../src/server/search/text/detect-language.ts';

/** Title and text of news items by language. */
const items: Record<string, [string, string][]> = {
  en: [
    ['Central bank holds rates as inflation cools', 'Policymakers left the benchmark unchanged.'],
    ['Siemens wins turbine order in Vietnam', 'Delivery begins in spring.'],
    ['San Francisco sues El Paso over Los Alamos contract', 'Both cities claim damages.'],
    ['DE BEERS NET RISES', 'SHR 31 CTS VS 26 CTS'],
    ['1ST QTR NET', ''],
  ],
  de: [
    ['Zentralbank lässt Zinsen unverändert', 'Die Währungshüter halten an ihrem Kurs fest.'],
    ['Lokführer kündigen neuen Streik an', 'Der Ausstand soll am Montag beginnen.'],
    ['Hochwasser in Sachsen: Talsperre läuft über', 'Helfer sichern die Deiche.'],
  ],
  fr: [
    ['La banque centrale maintient ses taux', 'La hausse des prix ralentit.'],
    ['Inondations dans le Gard : trois villages évacués', 'Les secours restent mobilisés.'],
  ],
  es: [
    ['El banco central mantiene los tipos de interés', 'La inflación baja.'],
    ['Huelga de estibadores en tres puertos', 'El sindicato pide mejores salarios.'],
  ],
  pt: [
    ['Greve de estivadores para três portos', 'O sindicato quer aumento para os turnos da noite.'],
    ['Governo aprova reforma da previdência', 'A oposição promete recorrer ao tribunal.'],
  ],
  it: [
    ['Sciopero dei portuali in tre scali', 'Il sindacato chiede salari più alti.'],
    ['Alluvione in Romagna, evacuate mille persone', 'I fiumi sono esondati nella notte.'],
  ],
  nl: [
    ['Centrale bank houdt rente gelijk', 'De beleidsmakers verwachten dat de inflatie daalt.'],
    ['Kabinet keurt pensioenwet goed', 'De oppositie stapt naar de rechter.'],
  ],
  tr: [
    ['Merkez Bankası faizi sabit tuttu', 'Kurul, enflasyonun düşmesini beklediğini açıkladı.'],
    ["Deprem İzmir'de hissedildi", 'Can kaybı bildirilmedi.'],
  ],
};

describe('languageOfItem', () => {
  const cases = Object.entries(items).flatMap(([language, found]) =>
    found.map(([title, text]) => [language, title, text] as const),
  );
  it.each(cases)('%s: %s', (language, title, text) => {
    expect(languageOfItem(title, text)).toBe(language);
  });

  it('examines a bounded part of a text', () => {
    const german = 'Die Währungshüter halten an ihrem Kurs fest, obwohl die Teuerung nachlässt. ';
    expect(languageOfItem('', german.repeat(10) + 'the and of said '.repeat(10_000))).toBe('de');
  });
});

describe('detectLanguages', () => {
  it.each([
    ['notify me when a bank fails', 'en'],
    ['Benachrichtige mich, wenn die Zinsen steigen', 'de'],
    ['Préviens-moi quand une usine ferme', 'fr'],
    ['Avísame cuando haya una huelga en los puertos', 'es'],
    ['Avise-me quando houver uma greve nos portos', 'pt'],
    ["Avvisami quando c'è uno sciopero nei porti", 'it'],
    ['Waarschuw mij als er een staking is in de haven', 'nl'],
    ['Merkez bankası faiz kararı verdiğinde bana haber ver', 'tr'],
    ['Сообщи, когда центробанк изменит ставку', 'ru'],
    ['أخبرني عندما يغير البنك المركزي أسعار الفائدة', 'ar'],
  ])('%s: %s first', (text, language) => {
    expect(detectLanguages(text)[0]).toBe(language);
  });

  it('is certain of a sentence', () => {
    expect(detectLanguages('tell me about strikes in the ports')).toEqual(['en']);
    expect(detectLanguages('Nachrichten über Streiks in der Industrie')).toEqual(['de', 'en']);
    expect(detectLanguages('ставку')).toEqual(['ru']);
  });

  it('returns all languages of the script for a few content words, English first', () => {
    for (const text of ['Zinsen', 'faiz', 'tesla', '737', '', 'de Beers', '東京']) {
      const languages = detectLanguages(text);
      expect(languages[0]).toBe('en');
      expect([...languages].sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'tr']);
    }
  });
});
