import type { DealForDealer } from '@larkmere/contract/fx/manual-fx';

export const stages = ['quote', 'approve', 'customer', 'book', 'settle'] as const;
export type Stage = (typeof stages)[number];

type Staged = Pick<DealForDealer, 'state'> & { waiting: { validUntil: string } | null };

/** What the deal waits for. A quote that no second dealer approved in time has to be given again. */
export function stageOf({ state, waiting }: Staged, now: number): Stage {
  if (state === 'accepted') return 'book';
  if (state === 'booked') return 'settle';
  if (waiting && Date.parse(waiting.validUntil) > now) return 'approve';
  return state === 'quoted' ? 'customer' : 'quote';
}

/** The stages in order of work; within each the order of the desk, the oldest first. */
export function groupByStage<Deal extends Staged>(deals: readonly Deal[], now: number): [Stage, Deal[]][] {
  return stages
    .map((stage): [Stage, Deal[]] => [stage, deals.filter((deal) => stageOf(deal, now) === stage)])
    .filter(([, group]) => group.length > 0);
}

/** Booked, but still not settled after its value date. */
export const isLate = ({ state, valueDate }: Pick<DealForDealer, 'state' | 'valueDate'>, today: string): boolean =>
  state === 'booked' && valueDate < today;

const acceptedAt = ({ timeline, createdAt }: Pick<DealForDealer, 'timeline' | 'createdAt'>): string =>
  timeline.findLast(({ state }) => state === 'accepted')?.at ?? createdAt;

export type DealtDeal = Readonly<{ deal: DealForDealer; at: string; quote: NonNullable<DealForDealer['quote']> }>;

/** Deals that customers accepted: those that have not settled and those of today, the latest first. */
export const toBlotter = (list: readonly DealForDealer[], settledToday: readonly DealForDealer[]): DealtDeal[] =>
  [...list.filter(({ state }) => state === 'accepted' || state === 'booked'), ...settledToday]
    .flatMap((deal) => (deal.quote ? [{ deal, at: acceptedAt(deal), quote: deal.quote }] : []))
    .toSorted((one, other) => other.at.localeCompare(one.at));
