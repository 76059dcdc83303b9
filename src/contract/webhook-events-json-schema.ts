import { newsAlertSchema, webhookTestSchema } from './events.ts';
import { newsAlertExample, webhookTestExample } from './examples/resource-examples.ts';
import type { JsonSchema } from './json-schema.ts';
import { SchemaDefinitions } from './schema-definitions.ts';

/** The JSON Schema (draft 2020-12) of the body of a webhook request: one of the events. */
export function webhookEventsJsonSchema(): JsonSchema {
  const definitions = new SchemaDefinitions('#/$defs/');
  const newsAlert = definitions.schemaOf(newsAlertSchema());
  const webhookTest = definitions.schemaOf(webhookTestSchema());
  definitions.addExamples(newsAlert, [newsAlertExample]);
  definitions.addExamples(webhookTest, [webhookTestExample]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'newswatch webhook event',
    description:
      'The body of a webhook request. Verify its signature before you parse it. Events may have fields that are not listed here, and further types may be added: ignore those you do not know.',
    oneOf: [newsAlert, webhookTest],
    examples: [newsAlertExample, webhookTestExample],
    $defs: definitions.all(),
  };
}
