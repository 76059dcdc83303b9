import { noun } from './noun.ts';
import { once } from './once.ts';
import { choice, list, text, textOrNull, time, timeOrNull } from './output-fields.ts';

export type { Channel } from '../generated/data.ts';

const uncoveredMonitorSchema = () =>
  noun(
    {
      name: 'UncoveredMonitor',
      section: '2.5',
      description: 'a recurring monitor in the scope of a connection that gets no events of it',
    },
    {
      monitor_id: text('id of the monitor'),
      reason: choice(
        ['permission_missing'],
        'permission_missing: the user lacks the webhook permission of the team of the monitor',
      ),
    },
  );

export const channelSchema = once(() =>
  noun(
    {
      name: 'Channel',
      section: '2.5',
      description:
        'a delivery connection; only delivery.connect and delivery.rotate_secret return its signing secret',
    },
    {
      id: text('id of the connection'),
      platform: choice(['webhook'], 'where events are sent'),
      webhook_url: text('URL that receives the events'),
      monitor_id: textOrNull(
        'id of the only monitor that is covered; null: all monitors that the user owns, including future ones',
      ),
      name: textOrNull('name of the connection; null: none'),
      status: choice(
        ['active', 'paused', 'disabled', 'ended'],
        'active: events are sent; paused: they are kept for up to seven days until the connection is active again; disabled: they are dropped; ended: the monitor was deleted',
      ),
      status_reason: textOrNull(
        'why the connection has ended, such as monitor_deleted; null: it has not',
      ),
      previous_secret_expires_at: timeOrNull(
        'until when events are signed with the previous secret too; null: no rotation is in progress',
      ),
      created_at: time('when the connection was created'),
      not_covered: list(
        uncoveredMonitorSchema(),
        'recurring monitors in the scope of the connection that it gets no events of',
      ),
    },
  ),
);
