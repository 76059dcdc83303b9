import { describe, expect, it } from 'vitest';
import { accountLimits } from '../../../../src/server/domain/accounts/limits.ts';
import { defaultQuotas } from '../../../../src/server/domain/accounts/quotas.ts';
import { feedLimits, sourceLimits } from '../../../../src/server/feeds/limits.ts';
import { httpLimits } from '../../../../src/server/surfaces/http/limits.ts';
import { mcpLimits } from '../../../../src/server/surfaces/mcp/limits.ts';
import { oauthLimits } from '../../../../src/server/surfaces/oauth/limits.ts';
import { pageLimits } from '../../../../src/server/surfaces/pages/limits.ts';
import { requestLimits } from '../../../../src/server/surfaces/shared/limits.ts';
import { limitNames } from '../../../../src/server/surfaces/shared/rate-limited-error.ts';
import { readDocument } from '../../../helpers/documents.ts';

const sections = readDocument('docs/limits.md').split(/^## /m);

describe('docs/limits.md', () => {
  it.each([
    ['Every request', requestLimits],
    ['HTTP API', httpLimits],
    ['MCP', mcpLimits],
    ['OAuth', oauthLimits],
    ['Pages', pageLimits],
    ['Quotas', defaultQuotas],
    ['Accounts', accountLimits],
    ['Feeds', feedLimits],
    ['Feeds in prompts', sourceLimits],
  ])('lists the limits of the section %s with their values', (title, limits) => {
    const section = sections.find((text) => text.startsWith(`${title}\n`)) ?? '';
    const rows = [...section.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
    expect(Object.fromEntries(rows.map(([, name, value]) => [name, Number(value)]))).toEqual(
      limits,
    );
  });

  it('lists what the metric of rejected requests distinguishes', () => {
    const section = sections.find((text) => text.startsWith('Rate limits\n')) ?? '';
    const table = section.slice(section.indexOf('| `limit` |'));
    const cells = [...table.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].map(([, cell = '']) => cell);
    const names = cells.slice(1).flatMap((cell) => cell.match(/\w+/g) ?? []);
    expect(names.toSorted()).toEqual(limitNames);
  });
});
