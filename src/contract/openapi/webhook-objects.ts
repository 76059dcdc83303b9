import { newsAlertSchema, webhookTestSchema } from '../events.ts';
import { newsAlertExample, webhookTestExample } from '../examples/resource-examples.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { SchemaDefinitions } from '../schema-definitions.ts';
import { webhookHeader } from '../webhook-request.ts';

/** The requests that the service sends to webhooks, by the type of their event. */
export function webhookObjects(schemas: SchemaDefinitions): JsonSchema {
  return {
    [newsAlertExample.type]: webhookObject({
      operationId: 'events.news_alert',
      summary: 'An alert: the results of one qualifying run',
      schema: schemas.schemaOf(newsAlertSchema()),
      example: newsAlertExample,
    }),
    [webhookTestExample.type]: webhookObject({
      operationId: 'events.webhook_test',
      summary: 'A test of the connection, sent when the user asks for it',
      schema: schemas.schemaOf(webhookTestSchema()),
      example: webhookTestExample,
    }),
  };
}

interface WebhookRequest {
  operationId: string;
  summary: string;
  schema: JsonSchema;
  example: { id?: string | undefined };
}

function webhookObject({ operationId, summary, schema, example }: WebhookRequest): JsonSchema {
  return {
    post: {
      operationId,
      summary,
      description:
        'Verify the signature over the raw body before you parse it, and store the event before you ' +
        'respond. Deliveries repeat: ignore an event whose id is known.',
      tags: ['events'],
      security: [],
      parameters: [
        header(
          webhookHeader.signature,
          '`v1=` and the hexadecimal HMAC-SHA256 of `<timestamp>.<body>`, keyed with the signing secret of the connection; two of them during a rotation of the secret',
          { type: 'string', pattern: `^${signature}(?:, ?${signature})*$` },
          `v1=${'9f86d081884c7d65'.repeat(4)}`,
        ),
        header(
          webhookHeader.timestamp,
          'when the request was signed, in seconds since the Unix epoch; reject it if it is more than 300 seconds from your clock',
          { type: 'string', pattern: '^[0-9]+$' },
          '1795163400',
        ),
        header(webhookHeader.eventId, '`id` of the event', { type: 'string' }, example.id),
      ],
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: {
        '2XX': { description: 'The event is stored; respond within 5 seconds' },
        429: { description: 'Send the event again later' },
        '4XX': { description: 'The event is refused and not sent again' },
        '5XX': { description: 'Send the event again later' },
      },
    },
  };
}

const signature = 'v1=[0-9a-f]{64}';

function header(
  name: string,
  description: string,
  schema: JsonSchema,
  example: string | undefined,
): JsonSchema {
  return { name, in: 'header', required: true, description, schema, example };
}
