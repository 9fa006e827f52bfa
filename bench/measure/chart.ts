export type Bar = Readonly<{ label: string; value: number; note: string; goal?: number }>;
type Bars = Readonly<{ title: string; subtitle: string; unit: string; bars: readonly Bar[] }>;

const width = 860;
const left = 250;
const right = 130;
const step = 30;

export function barChart({ title, subtitle, unit, bars }: Bars): string {
  const top = 66;
  const most = Math.max(...bars.flatMap(({ value, goal }) => [value, goal ?? 0]));
  const scaled = (value: number): number => Math.round((value / most) * (width - left - right));
  const rows = bars.map(({ label, value, note, goal }, n) => {
    const y = top + n * step;
    const mark = goal === undefined ? '' : goalMark(left + scaled(goal), y);
    return `<text class="ink" x="${left - 10}" y="${y + 14}" text-anchor="end">${escapeXml(label)}</text>
<rect class="bar" x="${left}" y="${y}" width="${Math.max(1, scaled(value))}" height="20" rx="2"/>${mark}
<text class="ink strong" x="${left + Math.max(scaled(value), scaled(goal ?? 0)) + 8}" y="${y + 14}">${value.toPrecision(3)}${unit} <tspan class="faint">${escapeXml(note)}</tspan></text>`;
  });
  const legend = bars.some(({ goal }) => goal !== undefined) ? goalLegend(top + bars.length * step + 16) : '';
  return renderSvg({ title, subtitle, height: top + bars.length * step + 34, body: [...rows, legend].join('\n') });
}

const goalMark = (x: number, y: number): string =>
  `<line class="goal" x1="${x}" x2="${x}" y1="${y - 3}" y2="${y + 23}"/>`;
const goalLegend = (y: number): string =>
  `<line class="goal" x1="${left}" x2="${left}" y1="${y - 12}" y2="${y + 4}"/><text class="faint" x="${left + 8}" y="${y}">to be reached</text>`;

export type Curve = Readonly<{ label: string; points: readonly (readonly [x: number, y: number])[] }>;
type Curves = Readonly<{ title: string; subtitle: string; xLabel: string; curves: readonly Curve[] }>;

export function curveChart({ title, subtitle, xLabel, curves }: Curves): string {
  const [top, each] = [70, 110];
  const body = curves.map(({ label, points }, n) => {
    const [highest, furthest] = [Math.max(...points.map(([, y]) => y)), Math.max(...points.map(([x]) => x))];
    const base = top + n * each + 80;
    const place = ([x, y]: readonly [number, number]): string =>
      `${Math.round(left + (x / furthest) * (width - left - right))},${Math.round(base - (y / highest) * 64)}`;
    const last = points.at(-1) ?? [0, 0];
    const [endX = '0', endY = '0'] = place(last).split(',');
    return `<text class="ink" x="${left - 14}" y="${base - 28}" text-anchor="end">${escapeXml(label)}</text>
<line class="axis" x1="${left}" x2="${width - right}" y1="${base}" y2="${base}"/>
<polyline class="curve" points="${points.map(place).join(' ')}"/>
<text class="ink strong" x="${Number(endX) + 8}" y="${Number(endY) + 4}">${last[1].toPrecision(3)}</text>`;
  });
  const height = top + curves.length * each + 34;
  const caption = `<text class="faint" x="${(left + width - right) / 2}" y="${height - 14}" text-anchor="middle">${escapeXml(xLabel)}</text>`;
  return renderSvg({ title, subtitle, height, body: [...body, caption].join('\n') });
}

function renderSvg({
  title,
  subtitle,
  height,
  body,
}: {
  title: string;
  subtitle: string;
  height: number;
  body: string;
}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">
<style>
text { font: 13px system-ui, sans-serif } .title { font-size: 16px; font-weight: 600 } .strong { font-weight: 600 }
.page { fill: #ffffff } .ink { fill: #1c2430 } .faint { fill: #5b6675; font-weight: 400 } .bar { fill: #2f6f8f }
.goal { stroke: #b4541a; stroke-width: 2 } .axis { stroke: #9aa5b1 } .curve { fill: none; stroke: #2f6f8f; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
.page { fill: #12171e } .ink { fill: #e6ebf1 } .faint { fill: #9aa7b6 } .bar { fill: #58a6c9 }
.goal { stroke: #f0a35e } .axis { stroke: #4a5664 } .curve { stroke: #58a6c9 } }
</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
<text class="ink title" x="24" y="30">${escapeXml(title)}</text>
<text class="faint" x="24" y="50">${escapeXml(subtitle)}</text>
${body}
</svg>`;
}

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
