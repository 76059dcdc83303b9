import * as z from 'zod/mini';
import { noun } from './noun.ts';
import { operation } from './operation.ts';
import { choice, integer, text, time } from './output-fields.ts';

const accountSchema = () =>
  noun(
    { name: 'Account', section: '2.7', description: 'the account that owns the API key' },
    {
      id: text('id of the account'),
      name: text('name of the account'),
      created_at: time('when the account was created'),
    },
  );

const planSchema = () =>
  noun(
    { name: 'Plan', section: '1.2', description: 'the plan of the account' },
    {
      status: choice(['active', 'none'], 'active: the account has a paid plan; none: it has not'),
      url: text('URL of the page where a human can choose a plan'),
    },
  );

const countsSchema = () =>
  noun(
    { name: 'ResourceCounts', section: '2.7', description: 'how many resources there are' },
    {
      monitors: integer('number of your monitors and those of your teams'),
      channels: integer('number of delivery connections of the account'),
      news_items: integer('number of items in the news index, which all accounts share'),
    },
  );

export const account = {
  overview: operation({
    name: 'account.overview',
    title: 'Account overview',
    summary: 'Show your account, plan and resource counts; works without a paid plan',
    section: '2.7',
    method: 'GET',
    path: '/api/v1/account/overview',
    effect: 'read',
    access: 'free',
    examples: ['account overview'],
    input: () => z.strictObject({}),
    output: () =>
      z.looseObject({
        account: accountSchema(),
        plan: planSchema(),
        counts: countsSchema(),
      }),
  }),
};
