import type { ChannelRecord } from '../store.ts';
import { Columns } from './columns.ts';

export const channelColumns = new Columns<ChannelRecord>(
  'id',
  'account_id',
  'platform',
  'webhook_url',
  'monitor_id',
  'name',
  'status',
  'signing_secret',
  'created_at',
);
