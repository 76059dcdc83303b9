import type { Client } from 'newswatch';
import { describe, expect, it } from 'vitest';
import { startWatch } from '../../../../helpers/watch.ts';

/** Title and description of news items; those that prompts must not find have an id with "other". */
const news: Record<string, [title: string, description: string]> = {
  'de-rates': [
    'Notenbank erhöht die Zinsen',
    'Der Leitzins steigt um einen Viertelpunkt, wie die Währungshüter am Donnerstag mitteilten.',
  ],
  'de-other': [
    'Neues Museum öffnet in Dresden',
    'Die Ausstellung zeigt Bilder aus drei Jahrhunderten und ist bis Mai zu sehen.',
  ],
  'fr-strike': [
    'Les cheminots en grève dès lundi',
    'Les syndicats appellent à des grèves contre la réforme des retraites.',
  ],
  'fr-other': [
    'Un nouveau musée ouvre à Lyon',
    "L'exposition présente des tableaux de trois siècles et dure jusqu'en mai.",
  ],
  'es-layoff': [
    'El fabricante anuncia 300 despidos en su planta de Vigo',
    'La empresa explica que los despidos se deben a la caída de las ventas.',
  ],
  'es-other': [
    'Abre un nuevo museo en Sevilla',
    'La exposición reúne cuadros de tres siglos y dura hasta mayo.',
  ],
  'pt-election': [
    'Governo marca eleições para outubro',
    'As eleições serão realizadas no mesmo dia em todos os estados.',
  ],
  'it-strike': [
    'Scioperi dei portuali a Genova',
    'Gli scioperi bloccano le navi da tre giorni e il sindacato non tratta.',
  ],
  'nl-price': [
    'Huizenprijzen stijgen opnieuw',
    'De prijzen van woningen zijn volgens het kadaster voor de derde maand op rij gestegen.',
  ],
  'ru-rate': [
    'Центробанк повысил ключевую ставку',
    'Совет директоров принял решение на фоне роста инфляции.',
  ],
  'ru-other': ['В Казани открылся новый музей', 'Выставка будет работать до мая.'],
  'tr-rate': [
    'Merkez Bankası faizi artırdı',
    'Kurul, enflasyondaki yükseliş nedeniyle politika faizini yüzde 45 olarak belirledi.',
  ],
  'tr-other': ['Bursa’da yeni müze açıldı', 'Sergi mayıs ayına kadar açık kalacak.'],
  'ar-oil': [
    'ارتفاع أسعار النفط بعد قرار المنتجين',
    'قالت الشركات إن الإنتاج سينخفض خلال الشهر المقبل.',
  ],
  'ar-other': ['افتتاح متحف جديد في القاهرة', 'يستمر المعرض حتى شهر مايو.'],
  'en-plan': ['City publishes its plan for the new station', 'The plan is open for comment.'],
  'en-jet': ['Airline grounds its 737-MAX fleet after S&P 500 debut', 'It has 40 of the planes.'],
  'ja-chips': ['半導体の輸出を規制', '政府は新しい規則を発表した。'],
};

const items = Object.entries(news).map(([id, [title, description]]) => {
  return { id, title, description, url: null, source: null };
});

async function startReading() {
  const { client, server } = await startWatch({ sample: false });
  await server.addNews(items);
  return client;
}

function ids(found: readonly { title: string }[]) {
  return found.map(({ title }) => items.find((item) => item.title === title)?.id).sort();
}

async function previewed(client: Client, prompt: string) {
  return ids((await client.monitors.create({ prompt })).preview.results);
}

describe('news in ten languages', () => {
  it('is found by one word in another form', async () => {
    const client = await startReading();
    const cases = {
      Zins: ['de-rates'],
      grève: ['fr-strike'],
      despido: ['es-layoff'],
      eleição: ['pt-election'],
      sciopero: ['it-strike'],
      huizenprijs: ['nl-price'],
      ставка: ['ru-rate'],
      faiz: ['tr-rate'],
      النفط: ['ar-oil'],
      للنفط: ['ar-oil'],
      '"ключевая ставка"': ['ru-rate'],
      plane: ['en-jet'],
      '737MAX': ['en-jet'],
      SP500: ['en-jet'],
      半導体: ['ja-chips'],
    };
    const found: Record<string, unknown> = {};
    for (const query of Object.keys(cases)) {
      found[query] = ids((await client.news.search({ query })).items);
    }
    expect(found).toEqual(cases);
  });

  it('is found by prompts in its language', async () => {
    const client = await startReading();
    const cases = {
      'Benachrichtige mich, wenn die Notenbank den Zins erhöht': ['de-rates'],
      'Préviens-moi quand il y a une grève des cheminots': ['fr-strike'],
      'Avísame cuando un fabricante anuncie un despido': ['es-layoff'],
      'Avise-me quando o governo marcar uma eleição': ['pt-election'],
      'Avvisami quando i portuali fanno sciopero': ['it-strike'],
      'Waarschuw mij als huizenprijzen stijgen': ['nl-price'],
      'Сообщи, когда Центробанк повысит ключевую ставку': ['ru-rate'],
      'Merkez Bankası faizleri artırırsa haber ver': ['tr-rate'],
      'أخبرني عندما ترتفع أسعار النفط': ['ar-oil'],
    };
    const found: Record<string, unknown> = {};
    for (const prompt of Object.keys(cases)) found[prompt] = await previewed(client, prompt);
    expect(found).toEqual(cases);
  });
});
