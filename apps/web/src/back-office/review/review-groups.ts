import type { ReviewRow } from '@larkmere/contract/back-office/review-queue';

export const reviewTabs = ['all', 'mine', 'unclaimed', 'second', 'today'] as const;
export type ReviewTab = (typeof reviewTabs)[number];

type Moment = Readonly<{ now: number; today: string }>;

const dayMs = 24 * 3_600_000;
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export const isOverdue = ({ decideBy }: Pick<ReviewRow, 'decideBy'>, now: number): boolean =>
  decideBy !== null && Date.parse(decideBy) <= now;

const isDueToday = (row: ReviewRow, { now, today }: Moment): boolean =>
  isOverdue(row, now) || (row.decideOn !== null && row.decideOn <= today);

export function isOnTab(row: ReviewRow, tab: ReviewTab, moment: Moment): boolean {
  switch (tab) {
    case 'all':
      return true;
    case 'mine':
      return row.claim?.isOwn === true;
    case 'unclaimed':
      return row.claim === null && row.canTake;
    case 'second':
      return row.stage === 'second_person' && !row.isRecommendedByReader;
    case 'today':
      return isDueToday(row, moment);
  }
}

/** By words of the reference, the customer, the payee or the amount; all have to be there. */
export function matchesFilter({ reference, customer, payee, amount }: ReviewRow, text: string): boolean {
  const all = [reference, customer.name, customer.memberCode, payee, amount.amount, amount.currency].join(' ');
  const words = text.toLowerCase().replaceAll(',', '').split(/\s+/);
  return words.every((word) => all.toLowerCase().includes(word));
}

const reviewGroups = ['overdue', 'today', 'tomorrow', 'week', 'later', 'open'] as const;
export type ReviewGroup = (typeof reviewGroups)[number];

/** Weeks end with Sunday. */
function groupOf(row: ReviewRow, { now, today }: Moment): ReviewGroup {
  const { decideOn } = row;
  if (decideOn === null) return 'open';
  if (isOverdue(row, now)) return 'overdue';
  if (decideOn <= today) return 'today';
  if (decideOn === dayAfter(today, 1)) return 'tomorrow';
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  return decideOn <= dayAfter(today, (7 - weekday) % 7) ? 'week' : 'later';
}

/** Keeps the order of the rows. */
export const groupByDay = (rows: readonly ReviewRow[], moment: Moment): [ReviewGroup, ReviewRow[]][] =>
  reviewGroups
    .map((group): [ReviewGroup, ReviewRow[]] => [group, rows.filter((row) => groupOf(row, moment) === group)])
    .filter(([, list]) => list.length > 0);
