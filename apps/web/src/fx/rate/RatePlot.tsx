import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatDateTime } from '../../ui/date-text.ts';
import { createPlot, type Lines, margin, type Plot } from './plot.ts';
import type { ChartChoice } from './rate.api.ts';
import { pointText } from './rate-text.ts';
import { useWidth } from './use-width.ts';

type Props = { choice: ChartChoice; lines: Lines; height: number; now: Date };

/** For keyboards and screen readers the plot is a slider along time: each position announces its time and rates. */
export function RatePlot({ choice, lines, height, now }: Props) {
  const t = useTranslations('rate');
  const locale = useLocale();
  const [frame, width] = useWidth();
  const [picked, setPicked] = useState<number>();
  const plot = createPlot(lines, choice.timeframe, { width, height }, locale);
  const last = lines.wallet.length - 1;
  const place = picked === undefined ? undefined : Math.min(picked, last);
  const words = { rate: t('rateLine'), plus: t('plusLine') };
  const valueText = (at: number) =>
    describePoint(lines, at, words, {
      formatTime: (moment) => formatDateTime(moment, locale, now),
      formatRate: (close) => pointText(close, choice),
    });

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, place ?? last, last);
    if (next === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    setPicked(next);
  };
  const onPointer = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setPicked(plot.indexAt(event.clientX - left));
  };
  return (
    <div ref={frame} style={{ height }} className="relative">
      {width > 0 && last >= 0 && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={describePlot(choice, lines, t)}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={place ?? last}
          aria-valuetext={valueText(place ?? last).join(', ')}
          onKeyDown={onKeyDown}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setPicked(undefined)}
          onBlur={() => setPicked(undefined)}
          className="absolute inset-0 touch-pan-y rounded-control"
        >
          <Drawing plot={plot} width={width} height={height} dotted={choice.timeframe === '1D'} place={place} />
          {place !== undefined && <PlotTooltip texts={valueText(place)} x={plot.xOf(place)} width={width} />}
        </div>
      )}
      {last < 0 && <EmptyPlot height={height} width={width} text={t('none')} />}
    </div>
  );
}

type DrawingProps = { plot: Plot; width: number; height: number; dotted: boolean; place: number | undefined };

function Drawing({ plot, width, height, dotted, place }: DrawingProps) {
  const right = width - margin.right;
  return (
    <svg aria-hidden width={width} height={height} className="figures block text-caption">
      {plot.rateTicks.map(({ at, label }) => (
        <g key={label}>
          <line x1={margin.left} x2={right} y1={at} y2={at} className="stroke-line" />
          <text x={width} y={at + 4} textAnchor="end" className="fill-text-muted">
            {label}
          </text>
        </g>
      ))}
      {plot.timeTicks.map(({ at, label, anchor }) => (
        <text key={label} x={at} y={height - 8} textAnchor={anchor} className="fill-text-muted">
          {label}
        </text>
      ))}
      <path d={plot.plus.path} fill="none" strokeWidth={2} strokeDasharray="6 4" className="stroke-chart-2" />
      <path d={plot.wallet.path} fill="none" strokeWidth={2} className="stroke-chart-1" />
      {dotted && plot.plus.points.map(({ x, y }) => <circle key={x} cx={x} cy={y} r={3} className="fill-chart-2" />)}
      {dotted && plot.wallet.points.map(({ x, y }) => <circle key={x} cx={x} cy={y} r={3} className="fill-chart-1" />)}
      {place !== undefined && (
        <line
          x1={plot.xOf(place)}
          x2={plot.xOf(place)}
          y1={margin.top}
          y2={height - margin.bottom}
          className="stroke-line-strong"
        />
      )}
    </svg>
  );
}

function PlotTooltip({ texts: [moment, ...rates], x, width }: { texts: string[]; x: number; width: number }) {
  const side = x > width / 2 ? { right: width - x + 8 } : { left: x + 8 };
  return (
    <div
      aria-hidden
      style={{ ...side, maxWidth: width / 2 - 8 }}
      className="figures pointer-events-none absolute top-1 rounded-control border border-line bg-raised px-3 py-2 text-caption shadow-menu"
    >
      <p className="text-text-muted">{moment}</p>
      {rates.map((text) => (
        <p key={text} className="font-semibold">
          {text}
        </p>
      ))}
    </div>
  );
}

const EmptyPlot = ({ width, height, text }: { width: number; height: number; text: string }) => (
  <div className="grid h-full place-items-center text-small text-text-muted">
    <svg aria-hidden width={width} height={height} className="absolute inset-0">
      <line
        x1={margin.left}
        x2={Math.max(0, width - margin.right)}
        y1={height - margin.bottom}
        y2={height - margin.bottom}
        className="stroke-line"
      />
    </svg>
    <p>{text}</p>
  </div>
);

function nextIndex(key: string, place: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, place - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, place + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

type Formatters = Readonly<{ formatTime: (moment: Date) => string; formatRate: (close: string) => string }>;

function describePoint(
  { wallet, plus }: Lines,
  place: number,
  words: Readonly<{ rate: string; plus: string }>,
  say: Formatters,
): string[] {
  const [own, other] = [wallet[place], plus[place]];
  if (!own) return [];
  return [
    say.formatTime(new Date(own.datetime)),
    ...(other ? [`${words.plus} ${say.formatRate(other.close)}`] : []),
    `${words.rate} ${say.formatRate(own.close)}`,
  ];
}

function describePlot(choice: ChartChoice, { wallet }: Lines, t: ReturnType<typeof useTranslations<'rate'>>): string {
  const sorted = wallet.map(({ close }) => close).toSorted((a, b) => Number(a) - Number(b));
  const [first = '0', last = '0'] = [wallet[0]?.close, wallet.at(-1)?.close];
  const text = (close: string) => pointText(close, choice);
  return t('summary', {
    from: choice.from,
    to: choice.to,
    first: text(first),
    last: text(last),
    highest: text(sorted.at(-1) ?? '0'),
    lowest: text(sorted[0] ?? '0'),
  });
}
