import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { OccurrenceState, StandingOrderState, StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { event } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { Payer } from '../payment/payment.ts';
import type { Between } from './calendar.read.ts';
import type { Schedule } from './schedule.ts';
import type { OccurrenceRow, OrderRow } from './standing-order.sql.ts';

/** Whoever sets an order up, or in whose name colleagues let it begin. */
export type PayerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Payer }>;

/** Where a standing order may go from each state; whatever is not here is refused. `docs/standing-order.md` draws this table. */
export const nextStates: Readonly<Record<StandingOrderState, readonly StandingOrderState[]>> = {
  pending_approval: ['active', 'cancelled'],
  active: ['paused', 'blocked', 'completed', 'cancelled'],
  paused: ['active', 'blocked', 'completed', 'cancelled'],
  blocked: ['active', 'completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** The same for one date of an order. */
export const nextOccurrenceStates: Readonly<Record<OccurrenceState, readonly OccurrenceState[]>> = {
  upcoming: ['due', 'skipped'],
  due: ['paid', 'retrying', 'held_fx', 'failed', 'skipped'],
  retrying: ['paid', 'retrying', 'held_fx', 'failed', 'skipped'],
  held_fx: ['paid', 'failed', 'skipped'],
  paid: [],
  failed: [],
  skipped: [],
};

export const mayBecome = (from: StandingOrderState, to: StandingOrderState): boolean => nextStates[from].includes(to);
export const isOver = (state: StandingOrderState): boolean => nextStates[state].length === 0;
export const statesThat = (test: (state: StandingOrderState) => boolean): StandingOrderState[] =>
  (Object.keys(nextStates) as StandingOrderState[]).filter(test);

export const stateOf = ({ state }: Pick<OrderRow, 'state'>): StandingOrderState => state as StandingOrderState;

export const betweenOf = ({ account_currency, payee_currency }: OrderRow): Between => ({
  account: account_currency,
  payee: payee_currency,
});

/** By which rules the payee's words travel. */
export const referenceOf = ({ charge_type, payee_currency }: OrderRow) =>
  charge_type === null ? (payee_currency as 'GBP' | 'EUR' | 'THB') : 'abroad';

/** What is said of each of its payments, without what is not. */
export const saidOf = ({ note, purpose, source_of_funds, relationship, warning_code }: OrderRow): PaymentBackground => {
  const said = { note, purposeCode: purpose, sourceOfFunds: source_of_funds, relationship, warning: warning_code };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== null));
};

/** Colleagues approved the order, or this date of it. */
export const isTeamApproved = (
  order: Pick<OrderRow, 'team_approved'>,
  occurrence: Pick<OccurrenceRow, 'team_approved' | 'edited'>,
): boolean => occurrence.team_approved || (order.team_approved && !occurrence.edited);

export const scheduleOf = (order: OrderRow): Schedule => ({
  frequency: order.frequency as Schedule['frequency'],
  first: order.first_day,
  end: endOf(order),
  nonWorkingDay: order.non_working_day as Schedule['nonWorkingDay'],
});

export function endOf({ end_date, end_count }: Pick<OrderRow, 'end_date' | 'end_count'>): StandingOrderTerms['end'] {
  if (end_date !== null) return { kind: 'date', date: end_date };
  return end_count === null ? { kind: 'never' } : { kind: 'count', count: end_count };
}

export type BlockCode = 'payee_changed' | 'payee_blocked' | 'payee_deleted' | 'account_closed';

const blockWords: Readonly<Record<BlockCode, string>> = {
  payee_changed: 'The bank details of the payee were changed. Check them and confirm the standing order again.',
  payee_blocked: 'The payee cannot be paid at the moment. Look at the payee, or choose another one.',
  payee_deleted: 'The payee was deleted. Choose another one.',
  account_closed: 'The account that pays was closed. Choose another one.',
};
/** Why an order stands still and what to do, in the customer's words. */
export const blockText = (code: BlockCode): string => `Nothing is paid. ${blockWords[code]}`;

/** What a listener needs to tell the customer, without asking the order again. */
export type StandingOrderFacts = Readonly<{
  orderId: string;
  customerId: string;
  personId: string;
  /** What the payee reads: the customer's own words for the order. */
  reference: string;
  amount: string;
  currency: string;
  /** The day on which money moves, or should have moved. */
  payDay: string | null;
}>;

/**
 * Too little for a date that comes; a date that is tried again or has failed, waits for an answer or did not get one, or
 * is left out for its rate; an order that stands still or is complete.
 */
type Step = Readonly<
  /** What the date takes with its fee, and what of that is missing, with their currency: that of the account. Older ones do not say the first. */
  | { step: 'warning'; needed?: string; missing: string }
  /** By the clocks of the rail. */
  | { step: 'retrying'; message: string; again: string }
  | { step: 'held'; message: string; until: string }
  | { step: 'failed' | 'skipped' | 'blocked'; message: string }
  | { step: 'completed' }
>;
export type StandingOrderNews = StandingOrderFacts & Step;
export const standingOrderNews = event<StandingOrderNews>('standing-order.news');
