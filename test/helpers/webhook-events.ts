import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { webhookEventsJsonSchema } from '../../src/contract/webhook-events-json-schema.ts';

const schema = JSON.parse(JSON.stringify(webhookEventsJsonSchema()));
const validate = formats(new Ajv2020({ strict: true, strictTypes: false })).compile(schema);

/** How the body of a webhook request differs from the JSON Schema of events; empty if it does not. */
export function eventProblems(body: Uint8Array): string[] {
  validate(JSON.parse(Buffer.from(body).toString()));
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
