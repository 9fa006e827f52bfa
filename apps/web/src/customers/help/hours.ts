import type { HelpView } from '@larkmere/contract/customers/help';

type DayHours = HelpView['hours'][number];
export type HoursRange = Readonly<{ first: number; last: number; opensAt: string; closesAt: string }>;

/** Days in a row with the same hours are one range. */
export function groupHours(hours: readonly DayHours[]): HoursRange[] {
  const ranges: HoursRange[] = [];
  for (const { weekday, opensAt, closesAt } of hours) {
    const before = ranges.at(-1);
    const isSame = before?.last === weekday - 1 && before.opensAt === opensAt && before.closesAt === closesAt;
    if (before && isSame) ranges[ranges.length - 1] = { ...before, last: weekday };
    else ranges.push({ first: weekday, last: weekday, opensAt, closesAt });
  }
  return ranges;
}

/** A number that people read, as a telephone dials it. */
export const telephoneLink = (telephone: string): string => `tel:${telephone.replace(/[^\d+]/g, '')}`;
