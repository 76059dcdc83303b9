import { optimize } from 'svgo';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';

/** Text follows the color scheme of the reader; mark colors work on both. */
const style = `<style>
  svg { color: #24292f; font-family: system-ui, sans-serif }
  @media (prefers-color-scheme: dark) { svg { color: #d1d7de } }
</style>`;

const ink = 'currentColor';
const config = {
  // The title describes the whole picture.
  aria: false,
  background: 'transparent',
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  axis: {
    labelColor: ink,
    titleColor: ink,
    titleFontWeight: 'normal',
    domainColor: ink,
    domainOpacity: 0.4,
    tickColor: ink,
    tickOpacity: 0.4,
    gridColor: ink,
    gridOpacity: 0.12,
    labelFontSize: 12,
    titleFontSize: 12,
  },
  legend: { labelColor: ink, titleColor: ink, labelFontSize: 12 },
  title: { color: ink, fontSize: 13, anchor: 'start', frame: 'group' },
};

/** Renders a Vega-Lite chart as SVG for light and dark color schemes. The title is for screen readers. */
export async function draw(title, chart) {
  const { spec } = compile({ padding: 8, ...chart, config });
  const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
  const { data } = optimize(svg, { multipass: true });
  return `${data.replace('>', ` role="img"><title>${title}</title>${style}`)}\n`;
}
