import type { BreakerView } from '@larkmere/contract/back-office/service-breaker';
import { useNow, useTranslations } from 'use-intl';
import { heightOf, lineHeight, lineWidth, percentOf, toLineParts } from './failure-points.ts';

/** Failures by minute of the last hour; the limit is dotted. */
export function FailureLine({ breaker: { minutes, figures, state } }: { breaker: BreakerView }) {
  const t = useTranslations('manageServiceBreaker');
  const now = useNow({ updateInterval: 60_000 });
  const limit = String(figures.failureRatePct);
  const highest = String(Math.round(Math.max(...minutes.map(percentOf))));
  const limitHeight = heightOf(figures.failureRatePct);
  return (
    <svg
      role="img"
      aria-label={minutes.length === 0 ? t('noLine', { limit }) : t('line', { highest, limit })}
      viewBox={`0 0 ${lineWidth} ${lineHeight}`}
      className={`h-7 w-30 shrink-0 ${state === 'closed' ? 'text-success' : 'text-danger'}`}
      fill="none"
      stroke="currentColor"
    >
      <line
        x1="0"
        x2={lineWidth}
        y1={limitHeight}
        y2={limitHeight}
        strokeDasharray="1.5 3"
        className="stroke-text-muted"
      />
      {toLineParts(minutes, now.getTime()).map((points) => (
        <polyline key={points} points={points} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      ))}
    </svg>
  );
}
