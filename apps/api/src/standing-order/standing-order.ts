import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { OccurrenceState, StandingOrderState, StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { event } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { Payer } from '../payment/payment.ts';
import type { Between } from './calendar.read.ts';
import type { Schedule } from './schedule.ts';
import type { OccurrenceRow, OrderRow } from './standing-order.sql.ts';

export type PayerCtx = Omit<Ctx, 'actor'> & Readonly<{ actor: Payer }>;

/** Allowed transitions. `docs/standing-order.md` must show the same table; a test compares them. */
export const nextStates: Readonly<Record<StandingOrderState, readonly StandingOrderState[]>> = {
  pending_approval: ['active', 'cancelled'],
  active: ['paused', 'blocked', 'completed', 'cancelled'],
  paused: ['active', 'blocked', 'completed', 'cancelled'],
  blocked: ['active', 'completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

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

export const referenceOf = ({ charge_type, payee_currency }: OrderRow) =>
  charge_type === null ? (payee_currency as 'GBP' | 'EUR' | 'THB') : 'abroad';

export const saidOf = ({ note, purpose, source_of_funds, relationship, warning_code }: OrderRow): PaymentBackground => {
  const said = { note, purposeCode: purpose, sourceOfFunds: source_of_funds, relationship, warning: warning_code };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== null));
};

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
export const blockText = (code: BlockCode): string => `Nothing is paid. ${blockWords[code]}`;

export type StandingOrderFacts = Readonly<{
  orderId: string;
  customerId: string;
  personId: string;
  reference: string;
  amount: string;
  currency: string;
  payDay: string | null;
}>;

type Step = Readonly<
  /** In the account's currency. Events stored before `needed` was added lack it. */
  | { step: 'warning'; needed?: string; missing: string }
  | { step: 'retrying'; message: string; again: string }
  | { step: 'held'; message: string; until: string }
  | { step: 'failed' | 'skipped' | 'blocked'; message: string }
  | { step: 'completed' }
>;
export type StandingOrderNews = StandingOrderFacts & Step;
export const standingOrderNews = event<StandingOrderNews>('standing-order.news');
