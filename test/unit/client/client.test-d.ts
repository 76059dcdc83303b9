import { type Client, createClient, type ServiceError } from 'newswatch';
import { expectTypeOf, it } from 'vitest';

const client = createClient({ baseUrl: 'https://news.example.com', apiKey: 'key' });

it('inputs have the types of their operations', () => {
  expectTypeOf(client.news.search).parameter(0).toEqualTypeOf<{
    query: string;
    hours_ago?: number | null | undefined;
    limit?: number | null | undefined;
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
