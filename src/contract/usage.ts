import * as z from 'zod/mini';
import { noun } from './noun.ts';
import { operation } from './operation.ts';
import { usageSummary } from './operation-groups.ts';
import { integer, integerOrNull, list, text } from './output-fields.ts';

const date = (description: string) =>
  z.iso.date().register(z.globalRegistry, { description: `${description}, such as 2026-11-20` });

const periodSchema = () =>
  noun(
    { name: 'UsagePeriod', section: '2.7', description: 'the days that the usage covers, in UTC' },
    { from: date('first day'), to: date('last day, which is included') },
  );

const operationUsageSchema = () =>
  noun(
    { name: 'OperationUsage', section: '2.7', description: 'the requests of one operation' },
    {
      operation: text('name of the operation, such as news.search'),
      requests: integer('number of requests in the period'),
    },
  );

const planQuotasSchema = () =>
  noun(
    { name: 'PlanQuotas', section: '2.7', description: 'what the plan of the account allows' },
    {
      monitors: integer('maximum number of monitors of the account'),
      connections: integer('maximum number of delivery connections'),
      prompt: integer('maximum characters of a prompt'),
    },
  );

export const usage = operation({
  name: 'usage',
  title: 'Usage',
  summary: usageSummary,
  section: '2.7',
  method: 'GET',
  path: '/api/v1/usage',
  effect: 'read',
  access: 'free',
  examples: ['usage'],
  input: () => z.strictObject({}),
  output: () =>
    z.looseObject({
      period: periodSchema(),
      requests: integer('number of requests in the period'),
      quota: integerOrNull('maximum number of requests in the period; null: no such limit'),
      plan_quotas: z
        .nullable(planQuotasSchema())
        .register(z.globalRegistry, { description: 'the quotas of the plan; null: no plan' }),
      operations: list(operationUsageSchema(), 'the requests by operation'),
    }),
});
