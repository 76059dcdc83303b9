import { type HostileGenerator, repeat, send } from '../generator.ts';

const members = Array.from({ length: 80_000 }, (_, index) => `"a${index}":${index}`).join(',');
const items = Array.from({ length: 200_000 }, (_, index) => index).join(',');
const bodies = [
  `{${members}}`,
  `{"query":"otters","filter":[${items}]}`,
  `{"exclude_words":[${items}],"prompt":"otters"}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${members}}}}`,
  `{"redirect_uris":[${items}]}`,
];
const paths = [
  '/api/v1/news/search',
  '/api/v1/monitors',
  '/mcp',
  '/oauth/register',
  '/oauth/token',
];

export const generator: HostileGenerator = {
  name: 'bodies with very many members on every surface',
  attack: (target) =>
    repeat(8, (round) =>
      send(target, paths[round % paths.length] ?? '', bodies[round % bodies.length]),
    ),
};
