import { describe, expect, it } from 'vitest';
import { newTrace, parseTrace, traceVariables } from '../../../src/node/trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const parent = `00-${traceId}-${spanId}-01`;

describe('parseTrace', () => {
  it('reads the trace and its state', () => {
    expect(parseTrace(parent, 'vendor=a:b,other=1')).toEqual({
      traceId,
      spanId,
      flags: '01',
      state: 'vendor=a:b,other=1',
    });
  });

  it('reads the known fields of a later version', () => {
    expect(parseTrace(`01-${traceId}-00f067aa0ba902b7-03-more`)).toEqual({
      traceId,
      spanId,
      flags: '03',
    });
  });

  it.each([
    undefined,
    '',
    'nonsense',
    parent.toUpperCase(),
    `${parent}-more`,
    `ff${parent.slice(2)}`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `${parent}, ${parent}`,
    `${parent}\n`,
  ])('ignores %j', (text) => {
    expect(parseTrace(text)).toBeUndefined();
  });

  it.each(['', 'no member', 'a=é', `a=${'x'.repeat(511)}`])('drops the state %j', (state) => {
    expect(parseTrace(parent, state)).toEqual({ traceId, spanId, flags: '01' });
  });
});

describe('traceVariables', () => {
  it('continue the trace', () => {
    const trace = { traceId, spanId, flags: '01', state: 'a=1' };
    expect(traceVariables(trace)).toEqual({ TRACEPARENT: parent, TRACESTATE: 'a=1' });
  });

  it('of a new trace ask for no recording', () => {
    expect(parseTrace(traceVariables(newTrace())['TRACEPARENT'])).toMatchObject({ flags: '00' });
  });
});

it('each new trace has ids of its own', () => {
  const traces = Array.from({ length: 300 }, newTrace);
  for (const ids of [traces.map(({ traceId }) => traceId), traces.map(({ spanId }) => spanId)]) {
    expect(new Set(ids).size).toBe(300);
  }
});
