import { mkdirSync, writeFileSync } from 'node:fs';
import { version } from '../package.json';
import { openApiDocument } from '../src/contract/openapi/openapi-document.ts';
import { webhookEventsJsonSchema } from '../src/contract/webhook-events-json-schema.ts';
import { fixtureJsonSchema } from '../src/server/testing/fixture/fixture-json-schema.ts';

/** Writes the contract as files that other programs read (docs/contracts.md). */
export function writeContractFiles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = {
    'openapi.json': openApiDocument(version),
    'world.schema.json': fixtureJsonSchema(),
    'webhook-events.schema.json': webhookEventsJsonSchema(),
  };
  for (const [name, document] of Object.entries(files)) {
    writeFileSync(`${folder}/${name}`, `${JSON.stringify(document)}\n`);
  }
}
