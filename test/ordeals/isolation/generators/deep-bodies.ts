import { type HostileGenerator, sendEverywhere } from '../generator.ts';

const depth = 200_000;
const bodies = [
  '['.repeat(depth),
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  `{"query":${'['.repeat(depth / 2)}${']'.repeat(depth / 2)}}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":${'['.repeat(depth / 2)}${']'.repeat(depth / 2)}}}`,
];

export const generator: HostileGenerator = {
  name: 'deeply nested bodies on every surface',
  attack: (target) => sendEverywhere(target, bodies),
};
