import { type HostileGenerator, sendEverywhere } from '../generator.ts';

const members = Array.from({ length: 80_000 }, (_, index) => `"a${index}":${index}`).join(',');
const items = Array.from({ length: 200_000 }, (_, index) => index).join(',');
const bodies = [
  `{${members}}`,
  `{"query":"otters","filter":[${items}]}`,
  `{"exclude_words":[${items}],"prompt":"otters"}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${members}}}}`,
  `{"redirect_uris":[${items}]}`,
];

export const generator: HostileGenerator = {
  name: 'bodies with very many members on every surface',
  attack: (target) => sendEverywhere(target, bodies),
};
