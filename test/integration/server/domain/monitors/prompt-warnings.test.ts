import { expect, it } from 'vitest';
import { startWatch } from '../../../../helpers/watch.ts';

/** Four items about an earthquake in Ecuador, and others. */
const news = ['Ambato', 'Riobamba', 'Loja', 'Cuenca'].map((town, at) => ({
  id: `quake-${at}`,
  title: `Earthquake in Ecuador damages houses in ${town}`,
  description: `Rescuers reached ${town} in the morning.`,
}));

async function warningsOf(prompt: string) {
  const { client, server } = await startWatch({ sample: false });
  await server.addNews(news);
  const { id, prompt_warnings } = await client.monitors.create({ prompt });
  const monitor = await client.monitors.get({ id });
  expect(monitor).toMatchObject({ prompt_warnings });
  return prompt_warnings;
}

it('suggests a frequent word for one that no news contains', async () => {
  expect(await warningsOf('Equador earthquake')).toEqual([
    'no news contains "Equador" yet; did you mean "Ecuador"?',
  ]);
});

it('names all words of a prompt that no news contains', async () => {
  expect(await warningsOf('grotium and velmorite mining')).toEqual(
    ['grotium', 'velmorite', 'mining'].map(
      (word) => `no news contains "${word}" yet; check its spelling`,
    ),
  );
});

it('names a language without news', async () => {
  const [warning] = await warningsOf('Nachrichten über Streiks');
  expect(warning).toMatch(/no news in German yet/);
});

it('does not warn of words that news contains', async () => {
  expect(await warningsOf('Ecuador earthquake')).toEqual([]);
});
