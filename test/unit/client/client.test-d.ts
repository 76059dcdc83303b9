import {
  type Alert,
  type Client,
  createClient,
  type NewsItem,
  type NewsLatestResponse,
  type RequestDispatcher,
  type ServiceError,
  type WebhookDelivery,
} from 'newswatch';
import type { Dispatcher } from 'undici';
import { expectTypeOf, it } from 'vitest';

const client = createClient({ baseUrl: 'https://news.example.com', apiKey: 'key' });

it('inputs have the types of their operations', () => {
  expectTypeOf(client.news.search).parameter(0).toEqualTypeOf<{
    query: string;
    hours_ago?: number | null | undefined;
    limit?: number | null | undefined;
    since?: string | null | undefined;
    until?: string | null | undefined;
    cursor?: string | null | undefined;
  }>();
  expectTypeOf(client.alerts.list).toBeCallableWith({ since: '2026-11-20T00:00:00Z' });
  expectTypeOf(client.alerts.list).toBeCallableWith();
  // @ts-expect-error a query is required
  client.news.search({});
  // @ts-expect-error the input of a search is required
  client.news.search();
  // @ts-expect-error limit is a number
  client.news.latest({ limit: '5' });
  // @ts-expect-error there is no such platform
  client.delivery.connect({ platform: 'email', webhook_url: 'https://a.example' });
  // @ts-expect-error there is no such operation
  client.news.delete({ id: 'x' });
});

it('outputs have the types of their operations', () => {
  type Found = Awaited<ReturnType<Client['news']['search']>>['items'][number];
  expectTypeOf<Found['score']>().toBeNumber();
  expectTypeOf<Found['title']>().toBeString();
  expectTypeOf<Found['url']>().toEqualTypeOf<string | null>();
  type Status = Awaited<ReturnType<Client['account']['overview']>>['plan']['status'];
  expectTypeOf<Status>().toEqualTypeOf<'active' | 'none'>();
});

it('a misspelled field does not compile', async () => {
  const page = await client.news.search({ query: 'tin' });
  // @ts-expect-error the field is called title
  expectTypeOf(page.items[0]?.titel).toBeUndefined();
  // @ts-expect-error the field is called hours_ago
  client.news.search({ query: 'tin', hour_ago: 3 });
  // @ts-expect-error the operation has no input
  client.account.overview({ limit: 3 });
});

it('the code of an error is one of the known codes or another', () => {
  expectTypeOf<'plan_required'>().toExtend<ServiceError['code']>();
  expectTypeOf<'a_later_code'>().toExtend<ServiceError['code']>();
  expectTypeOf<number>().not.toExtend<ServiceError['code']>();
});

it('withResponse() has the data and what the data does not show', () => {
  type Details = Awaited<ReturnType<ReturnType<Client['news']['latest']>['withResponse']>>;
  expectTypeOf<Details>().toEqualTypeOf<{
    data: NewsLatestResponse;
    raw: unknown;
    status: number;
    headers: Headers;
    requestId: string | undefined;
    attempts: number;
  }>();
});

it('a list can be iterated, and only a list', async () => {
  for await (const item of client.news.latest()) expectTypeOf(item).toEqualTypeOf<NewsItem>();
  for await (const alert of client.alerts.list()) expectTypeOf(alert).toEqualTypeOf<Alert>();
  // @ts-expect-error usage is not a list
  for await (const _ of client.usage());
});

it('follow() yields alerts and deliveries', async () => {
  const stop = new AbortController();
  for await (const alert of client.alerts.follow({ interval: 1000 }, { signal: stop.signal })) {
    expectTypeOf(alert).toEqualTypeOf<Alert>();
  }
  for await (const delivery of client.delivery.follow({ channel_id: 'c' })) {
    expectTypeOf(delivery).toEqualTypeOf<WebhookDelivery>();
  }
  // @ts-expect-error the signal is an option of the call
  client.alerts.follow({ signal: stop.signal });
});

it('calls take options, and not a signal', () => {
  const { signal } = new AbortController();
  const options = { signal, timeout: 1000, retries: 0, headers: { 'x-team': 'a' } };
  expectTypeOf(client.news.latest).toBeCallableWith({}, options);
  // @ts-expect-error the option is called retries
  client.news.latest({}, { maxRetries: 1 });
});

it('a client can be disposed of', () => {
  expectTypeOf<Client>().toExtend<AsyncDisposable>();
});

it('a Dispatcher of undici can be the dispatcher', () => {
  expectTypeOf<Dispatcher>().toExtend<RequestDispatcher>();
});
