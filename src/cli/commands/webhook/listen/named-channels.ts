import type { RawClient } from '../../../../client/raw-client.ts';
import { operations } from '../../../../contract/operations.ts';
import { bodyItems } from '../../../output/body-items.ts';

export type CallOptions = Parameters<RawClient['call']>[2];

interface NamedChannel {
  id: string;
  name: string;
  webhook_url: string;
}

/** The connections of the account that have a name; none if the service responds with an error. */
export async function namedChannels(
  client: RawClient,
  options: CallOptions,
): Promise<NamedChannel[]> {
  const { status, body } = await client.call(operations.delivery.get, { limit: 1 }, options);
  if (status >= 400) return [];
  return bodyItems(body, 'channels').filter((each): each is NamedChannel => {
    const { id, name, webhook_url } = Object(each) as Record<string, unknown>;
    return [id, name, webhook_url].every((field) => typeof field === 'string');
  });
}
