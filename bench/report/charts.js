/** The charts of the report as Vega-Lite specifications. */
import { growth, series } from '../rows/growth.js';

const plain = (text) => text.replaceAll('`', '');
const met = '#3b82f6';
const missed = '#e8833a';
const neutral = '#8b949e';

/** Space for labels on the left: without a screen, Vega overestimates the width of text. */
const room = (left) => ({ autosize: 'none', padding: { left, right: 24, top: 44, bottom: 45 } });

/** The distance of each figure from its target: 1 is the target, more is worse. */
function distances(results) {
  const far = ({ sign, value }, measured) => (sign === '≤' ? measured / value : value / measured);
  return results.flatMap(({ row, measured }) =>
    Object.entries(measured)
      .filter(([name]) => row.figures[name].target !== undefined)
      .map(([name, { median, min, max }]) => {
        const { what, target } = row.figures[name];
        const [distance, one, other] = [median, min, max].map((value) => far(target, value));
        return {
          what: `${row.name}: ${plain(what)}`,
          distance,
          from: Math.min(one, other),
          to: Math.max(one, other),
          verdict: distance <= 1 ? 'met' : 'missed',
        };
      }),
  );
}

export function targetsChart(results) {
  const y = {
    field: 'what',
    type: 'nominal',
    sort: null,
    title: null,
    axis: { labelLimit: 1000, labelFontSize: 11, domain: false, ticks: false },
  };
  const x = {
    type: 'quantitative',
    scale: { type: 'log', base: 2 },
    title: 'ratio to the target: met left of 1, missed right of it',
    axis: { format: '~g', tickCount: 10 },
  };
  const color = {
    field: 'verdict',
    type: 'nominal',
    scale: { domain: ['met', 'missed'], range: [met, missed] },
    legend: { title: null, orient: 'top', symbolOpacity: 1 },
  };
  const shape = {
    ...color,
    scale: { domain: ['met', 'missed'], range: ['circle', 'triangle-right'] },
  };
  return {
    ...room(440),
    width: 380,
    height: { step: 24 },
    data: { values: distances(results) },
    layer: [
      {
        data: { values: [{}] },
        mark: { type: 'rule', strokeDash: [4, 3], color: neutral },
        encoding: { x: { datum: 1, type: 'quantitative' } },
      },
      {
        mark: { type: 'rule', strokeWidth: 2, opacity: 0.6 },
        encoding: { y, x: { ...x, field: 'from' }, x2: { field: 'to' }, color },
      },
      {
        mark: { type: 'point', filled: true, size: 80, opacity: 1 },
        encoding: { y, x: { ...x, field: 'distance' }, color, shape },
      },
    ],
  };
}

/** Bars of the figures of one row that share a unit, with their range. */
function barsChart(row, measured, names, { scale = {}, title }) {
  const values = names
    .filter((name) => measured[name] !== undefined)
    .map((name) => ({ ...measured[name], what: plain(row.figures[name].what) }));
  const y = {
    field: 'what',
    type: 'nominal',
    sort: null,
    title: null,
    axis: { labelLimit: 1000 },
  };
  return {
    ...room(230),
    width: 560,
    height: { step: 30 },
    data: { values },
    encoding: { y },
    layer: [
      {
        mark: { type: 'bar', color: met, opacity: 0.75, height: { band: 0.6 } },
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
  'start-up': [
    [
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
    { title: 'milliseconds of the whole process; the line is minimum to maximum' },
  ],
  batch: [
    ['batchTime', 'curlTime', 'runsTime'],
    { title: 'seconds for 1,000 searches; the line is minimum to maximum' },
  ],
};

function growthChart(measured) {
  const panels = {
    'Search for four topics, ms': ['median', 'p95'],
    'Runs of monitors/s': ['runs'],
    'News in, items/s': ['newsIn'],
    'Deliveries/s': ['deliveries'],
    'Memory, MB': ['memory'],
  };
  const points = Object.entries(growth.figures).map(([name, { series: kind, size }]) => ({
    ...measured[name],
    kind,
    size,
    label: series[kind].what.split(', ').at(-1),
  }));
  const panel = ([title, kinds]) => {
    const colored = kinds.length > 1;
    const color = colored
      ? {
          field: 'label',
          type: 'nominal',
          scale: { range: [met, missed] },
          legend: { title: null, orient: 'top-left' },
        }
      : { value: met };
    const x = {
      field: 'size',
      type: 'quantitative',
      scale: { type: 'log', domain: [8_000, 1_250_000], nice: false },
      axis: { values: [10_000, 100_000, 1_000_000], format: '~s', grid: false },
      title: 'items',
    };
    const y = { field: 'median', type: 'quantitative', title: null, scale: { zero: true } };
    return {
      title,
      width: 200,
      height: 150,
      data: { values: points.filter(({ kind }) => kinds.includes(kind)) },
      encoding: { x, color },
      layer: [
        { mark: { type: 'line', point: { filled: true, size: 50 } }, encoding: { y } },
        {
          mark: { type: 'rule', opacity: 0.5, strokeWidth: 2 },
          encoding: { y: { field: 'min', type: 'quantitative' }, y2: { field: 'max' } },
        },
      ],
    };
  };
  return {
    concat: Object.entries(panels).map(panel),
    columns: 3,
    align: 'each',
    bounds: 'flush',
    spacing: { row: 75, column: 60 },
    resolve: { scale: { color: 'independent' } },
  };
}

/** The chart of a row; undefined if its table is enough. */
export function rowChart(row, measured) {
  if (row === growth) return growthChart(measured);
  const chart = bars[row.name];
  return chart && barsChart(row, measured, ...chart);
}
