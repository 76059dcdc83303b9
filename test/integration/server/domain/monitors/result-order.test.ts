import { expect, it } from 'vitest';
import { testServer } from '../../../../helpers/server.ts';
import { clientOf } from '../../../../helpers/watch.ts';

const others =
  'zinc tin wheat cotton gold rubber coffee cocoa sugar lead nickel oats barley pepper jute';

it('reports the most relevant of equally strong matches first', async () => {
  const server = await testServer({ sample: false });
  const client = clientOf(server);
  const { id } = await client.monitors.create({ prompt: 'copper' });
  const asides = others.split(' ').map((other) => ({
    id: other,
    title: `Copper and ${other}`,
    description: `${`Much ${other} was sold, and ${other} stocks fell. `.repeat(20)}`,
  }));
  const copper = {
    id: 'copper',
    title: 'Copper: price of copper jumps',
    description: 'Copper rose as two copper mines closed.',
  };
  const unrelated = Array.from({ length: 50 }, (_, index) => ({
    id: `other-${index}`,
    title: `Museum opens room ${index}`,
    description: `The director welcomed ${index} guests.`,
  }));
  await server.addNews([copper, ...unrelated, ...asides]);
  const { results } = await client.monitors.run({ id });
  expect(results[0]?.title).toBe(copper.title);
});
