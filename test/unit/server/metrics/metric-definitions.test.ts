import { describe, expect, it } from 'vitest';
import { metricDefinitions } from '../../../../src/server/metrics/metric-definitions.ts';
import { readDocument } from '../../../helpers/documents.ts';

describe('the metrics', () => {
  it('are all in docs/operations/monitoring.md, as they are declared', () => {
    const rows = readDocument('docs/operations/monitoring.md')
      .split('\n')
      .filter((line) => line.startsWith('| `newswatch_'));
    const declared = Object.entries(metricDefinitions).map(([name, { kind, help, labels }]) => {
      const names = labels.map((label) => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${kind} | ${names} | ${help} |`;
    });
    expect(rows).toEqual(declared);
  });

  it('have the names that Prometheus recommends', () => {
    for (const [name, { kind }] of Object.entries(metricDefinitions)) {
      expect(name).toMatch(/^newswatch_[a-z_]+$/);
      expect(name.endsWith('_total')).toBe(kind === 'counter');
      if (kind === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });
});
