/** The charts of the pages as Vega-Lite specifications. */

const plain = (text) => text.replaceAll('`', '');
const first = '#3b82f6';
const second = '#e8833a';
const neutral = '#8b949e';

/** Space for labels on the left: without a screen, Vega overestimates the width of text. */
const room = (left) => ({ autosize: 'none', padding: { left, right: 24, top: 16, bottom: 45 } });

/** Bars of the figures of one row that share a unit, with their range. */
function barsChart({ figures }, measured, { names, title, scale = {} }) {
  const values = names
    .filter((name) => measured[name] !== undefined)
    .map((name) => ({ ...measured[name], what: plain(figures[name].what) }));
  const y = {
    field: 'what',
    type: 'nominal',
    sort: null,
    title: null,
    axis: { labelLimit: 1000 },
  };
  const widest = Math.max(...values.map(({ what }) => what.length));
  return {
    ...room(7 * widest + 12),
    width: 560,
    height: { step: 30 },
    data: { values },
    encoding: { y },
    layer: [
      {
        mark: { type: 'bar', color: first, opacity: 0.75, height: { band: 0.6 } },
        encoding: { x: { field: 'median', type: 'quantitative', title, scale } },
      },
      {
        mark: { type: 'rule', strokeWidth: 2, color: neutral },
        encoding: { x: { field: 'min', type: 'quantitative' }, x2: { field: 'max' } },
      },
    ],
  };
}

const bars = {
  'start-up': {
    names: [
      'emptyTime',
      'versionTime',
      'helpTime',
      'verifyTime',
      'curlTime',
      'getTime',
      'overviewTime',
      'firstTime',
      'httpieTime',
    ],
    title: 'milliseconds of the whole process; the line is minimum to maximum',
  },
  version: {
    names: ['emptyTime', 'newswatchTime', 'ghTime', 'curlTime', 'httpieTime'],
    title: 'milliseconds of the whole process; the line is minimum to maximum',
  },
  'search-engines': {
    names: ['newswatchMemory', 'miniSearchMemory', 'oramaMemory', 'winkMemory'],
    title: 'resident memory with 100,000 items, MB',
  },
  receiver: {
    names: ['bareWork', 'durableWork', 'webhookWork'],
    title: 'µs of processor time for an event; the line is minimum to maximum',
  },
  'delivery-postgres': {
    names: ['bare', 'jobs', 'both'],
    title: 'µs of processor time for a delivery; the line is minimum to maximum',
  },
  batch: {
    names: ['batchTime', 'curlTime', 'runsTime'],
    title: 'seconds for 1,000 searches; the line is minimum to maximum',
  },
};

/** A panel for each title: the series it shows, and whether its values have a logarithmic axis. */
const panels = {
  growth: {
    counted: 'items',
    of: [
      { title: 'Search for four topics, ms', series: ['median', 'p95'] },
      { title: 'Created monitors/s', series: ['previews'] },
      { title: 'News in, items/s', series: ['newsIn'] },
      { title: 'Deliveries/s', series: ['deliveries'] },
      { title: 'Memory, MB', series: ['memory'] },
    ],
  },
  postgres: {
    counted: 'items',
    of: [
      { title: 'Search for four topics, ms', series: ['median', 'p95'] },
      { title: 'News in, items/s', series: ['newsIn'] },
    ],
  },
  'news-in': {
    counted: 'items',
    of: [{ title: 'Items/s', series: ['service', 'bare'] }],
  },
  matching: {
    counted: 'monitors',
    of: [
      { title: 'One new item, ms', series: ['one', 'shared'], logarithmic: true },
      { title: '1,000 new items, s', series: ['thousand'], logarithmic: true },
      { title: 'Memory, MB', series: ['memory'] },
    ],
  },
  'settled-outbox': {
    counted: 'settled deliveries',
    of: [{ title: 'Relative to an empty store, ×', series: ['ratio', 'deliveries'] }],
  },
  'pending-memory': {
    counted: 'pending events',
    of: [{ title: 'Growth in memory, MB', series: ['resident', 'heap'] }],
  },
};

/** Points of the figures that have a size. */
const pointsOf = ({ figures }, measured) =>
  Object.entries(figures)
    .filter(([name, { size }]) => size !== undefined && measured[name] !== undefined)
    .map(([name, { series, size, label }]) => ({ ...measured[name], series, size, label }));

function panel(points, counted, { title, series, logarithmic = false }) {
  const values = points.filter((point) => series.includes(point.series));
  const sizes = [...new Set(values.map(({ size }) => size))];
  const x = {
    field: 'size',
    type: 'quantitative',
    scale: {
      type: 'log',
      domain: [Math.min(...sizes) / 1.3, Math.max(...sizes) * 1.3],
      nice: false,
    },
    axis: { values: sizes, format: '~s', grid: false },
    title: counted,
  };
  const scale = logarithmic ? { type: 'log' } : { zero: true };
  const axis = logarithmic ? { tickCount: 4, format: ',~r' } : { tickCount: 5 };
  const color = {
    field: 'label',
    type: 'nominal',
    sort: null,
    scale: { range: [first, second] },
    legend: { title: null, orient: 'bottom', direction: 'horizontal' },
  };
  return {
    title,
    width: 220,
    height: 150,
    data: { values },
    encoding: { x, color: series.length > 1 ? color : { value: first } },
    layer: [
      {
        mark: { type: 'line', point: { filled: true, size: 50 } },
        encoding: { y: { field: 'median', type: 'quantitative', title: null, scale, axis } },
      },
      {
        mark: { type: 'rule', opacity: 0.5, strokeWidth: 2 },
        encoding: { y: { field: 'min', type: 'quantitative' }, y2: { field: 'max' } },
      },
    ],
  };
}

function panelsChart(row, measured, { counted, of }) {
  const points = pointsOf(row, measured);
  if (points.length === 0) return undefined;
  return {
    concat: of.map((each) => panel(points, counted, each)),
    columns: 3,
    align: 'each',
    bounds: 'flush',
    spacing: { row: 115, column: 70 },
    resolve: { scale: { color: 'independent' } },
  };
}

/** The chart of a row; undefined if its table is enough. */
export function rowChart(row, measured) {
  if (panels[row.name] !== undefined) return panelsChart(row, measured, panels[row.name]);
  return bars[row.name] && barsChart(row, measured, bars[row.name]);
}
