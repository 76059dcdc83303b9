/** Descriptions of the operation groups, by their keys in the table of operations and in its order. */
export const groupDescriptions: ReadonlyMap<string, string> = new Map([
  ['account', 'Show your account and plan'],
  ['news', 'Search and list news'],
  ['monitors', 'Manage and run monitors'],
  ['alerts', 'List the results of monitor runs'],
  ['delivery', 'Manage webhook connections'],
  ['briefings', 'List briefings'],
  ['usage', 'Show your usage'],
  ['profile', 'Show and change your profile'],
]);

/** Of the operation `usage`, the only one that is not in a group of its own name. */
export const usageSummary =
  'Show your quotas and API requests of the last 30 days; works without a paid plan';
