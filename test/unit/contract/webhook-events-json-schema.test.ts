import { describe, expect, it } from 'vitest';
import {
  newsAlertExample,
  webhookTestExample,
} from '../../../src/contract/examples/resource-examples.ts';
import { webhookEventsJsonSchema } from '../../../src/contract/webhook-events-json-schema.ts';
import { eventProblems } from '../../helpers/webhook-events.ts';

const problemsOf = (event: unknown) => eventProblems(Buffer.from(JSON.stringify(event)));

describe('the JSON Schema of webhook events', () => {
  it('accepts both events, and fields that it does not list', () => {
    expect(problemsOf(newsAlertExample)).toEqual([]);
    expect(problemsOf({ ...webhookTestExample, more: 1 })).toEqual([]);
  });

  it.each([
    ['another type', { ...newsAlertExample, type: 'news.other' }],
    ['an alert without its run', { ...newsAlertExample, run_id: undefined }],
    ['results that are no objects', { ...newsAlertExample, results: ['x'] }],
    ['no object', []],
  ])('refuses %s', (_, event) => {
    expect(problemsOf(event)).not.toEqual([]);
  });

  it('has a definition with an example for each event', () => {
    expect(webhookEventsJsonSchema()).toMatchObject({
      oneOf: [{ $ref: '#/$defs/NewsAlert' }, { $ref: '#/$defs/WebhookTest' }],
      $defs: {
        AlertArticle: { type: 'object' },
        NewsAlert: { examples: [newsAlertExample] },
        WebhookTest: { examples: [webhookTestExample] },
      },
    });
  });
});
