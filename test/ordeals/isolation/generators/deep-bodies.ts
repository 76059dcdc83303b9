import { type HostileGenerator, repeat, send } from '../generator.ts';

const depth = 200_000;
const bodies = [
  '['.repeat(depth),
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  `{"query":${'['.repeat(depth / 2)}${']'.repeat(depth / 2)}}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":${'['.repeat(depth / 2)}${']'.repeat(depth / 2)}}}`,
];
const paths = [
  '/api/v1/news/search',
  '/api/v1/monitors',
  '/mcp',
  '/oauth/register',
  '/oauth/token',
];

export const generator: HostileGenerator = {
  name: 'deeply nested bodies on every surface',
  attack: (target) =>
    repeat(8, (round) =>
      send(target, paths[round % paths.length] ?? '', bodies[round % bodies.length]),
    ),
};
