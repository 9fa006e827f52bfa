import type { BreakerView } from '@larkmere/contract/back-office/service-breaker';

export const lineWidth = 120;
export const lineHeight = 28;
const minuteMs = 60_000;
const minutesShown = 60;

type Minute = BreakerView['minutes'][number];

export const percentOf = ({ calls, failed }: Pick<Minute, 'calls' | 'failed'>): number => (failed / calls) * 100;

/** 0% is the lowest line and 100% the highest, whatever the calls do. */
export const heightOf = (percent: number): number => lineHeight - 1 - (percent / 100) * (lineHeight - 2);

/** One part per stretch of minutes with calls: a minute without calls is a gap, and not zero. */
export function toLineParts(minutes: readonly Minute[], now: number): string[] {
  const last = Math.floor(now / minuteMs);
  const parts: { place: number; points: string[] }[] = [];
  for (const minute of minutes) {
    const place = minutesShown - 1 - (last - Math.floor(Date.parse(minute.at) / minuteMs));
    if (place < 0 || place >= minutesShown) continue;
    const point = `${round((place / (minutesShown - 1)) * lineWidth)},${round(heightOf(percentOf(minute)))}`;
    const part = parts.at(-1);
    if (part && part.place === place - 1) {
      part.points.push(point);
      part.place = place;
    } else parts.push({ place, points: [point] });
  }
  return parts.map(({ points }) => points.join(' '));
}

const round = (figure: number): number => Math.round(figure * 10) / 10;
