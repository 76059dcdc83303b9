/**
 * The columns of a list in a table, by operation. The first ones are shown even on a narrow terminal.
 * A list without an entry shows all fields of its items.
 */
export const defaultColumns: Readonly<Record<string, readonly string[]>> = {
  'news.search': ['title', 'source', 'publication_date', 'url'],
  'news.latest': ['title', 'source', 'publication_date', 'url'],
  'news.mine': ['title', 'source', 'publication_date', 'url'],
  'monitors.list': ['id', 'title', 'status', 'every_minutes', 'last_run_at', 'next_run_at'],
  'monitors.pause_all': ['id', 'title', 'status'],
  'monitors.runs': ['started_at', 'status', 'trigger', 'results.0.title', 'error', 'id'],
  'alerts.list': ['created_at', 'results.0.title', 'monitor_title', 'results.0.links.0.url'],
  'delivery.get': [
    'event_id',
    'status',
    'attempts',
    'last_status_code',
    'last_error',
    'last_attempt_at',
    'next_attempt_at',
    'channel_id',
  ],
  'briefings.list': ['created_at', 'title', 'summary'],
};

/** The other list of a response, which a table of all fields shows first, by operation. */
export const otherLists: Readonly<Record<string, { list: string; columns: readonly string[] }>> = {
  'delivery.get': {
    list: 'channels',
    columns: ['id', 'status', 'webhook_url', 'monitor_id', 'name'],
  },
};
