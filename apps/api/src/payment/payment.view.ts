import type { PaymentState, PaymentView, TimelineStep } from '@larkmere/contract/payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { hasFreeTrade } from './free-trade.sql.ts';
import { nameChecksOf } from './payment.read.ts';
import { type Transition, transitionsOf } from './payment.sql.ts';
import { isUnderWay, type Payment, type PaymentNews } from './payment.ts';

type Step = z.infer<typeof TimelineStep>;

const amountOf = (p: Payment) => money(p.currency as Currency, p.amount_minor);
const wireOf = (p: Payment, minor: bigint) => ({
  amount: formatAmount(money(p.currency as Currency, minor)),
  currency: p.currency as Currency,
});
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What the payer is told when something happens to the payment. */
export const newsOf = (p: Payment): PaymentNews => ({
  paymentId: p.id,
  customerId: p.customer_id,
  personId: p.person_id,
  amount: formatAmount(amountOf(p)),
  currency: p.currency,
  payeeName: p.payee_name,
  reference: p.reference,
  reason: p.reason,
});

export async function viewPayment(tx: Tx, payment: Payment, bankholderId: string): Promise<PaymentView> {
  const [view] = await viewPayments(tx, [payment], new Map([[payment.account_id, bankholderId]]));
  if (!view) throw new Error('a payment has a view');
  return view;
}

/** Several payments at once, with three reads for all of them. */
export async function viewPayments(
  tx: Tx,
  payments: readonly Payment[],
  bankholderIds: ReadonlyMap<string, string>,
): Promise<PaymentView[]> {
  const ids = payments.map((p) => p.id);
  const [transitions, free, checks] = [
    await transitionsOf(tx, ids),
    await hasFreeTrade(tx, ids),
    await nameChecksOf(tx, payments),
  ];
  return payments.map((payment) =>
    viewOf(payment, {
      bankholderId: bankholderIds.get(payment.account_id) ?? '',
      transitions: transitions.filter((t) => t.payment_id === payment.id),
      freeTransfer: free.has(payment.id),
      nameCheck: checks.get(payment.name_check_id ?? '') ?? null,
    }),
  );
}

type Surroundings = Readonly<{
  bankholderId: string;
  transitions: readonly Pick<Transition, 'state' | 'at' | 'note'>[];
  freeTransfer: boolean;
  nameCheck: PaymentView['nameCheck'];
}>;

/** A payment as its payer sees it, from what is known around it. */
export const viewOf = (
  p: Payment,
  { bankholderId, transitions, freeTransfer, nameCheck }: Surroundings,
): PaymentView => ({
  uid: p.id,
  reference: p.reference,
  state: p.state as PaymentState,
  ...standing(p),
  createdAt: p.created_at.toISOString(),
  source: { bankholderid: bankholderId, currency: p.currency as Currency },
  payee: { uid: p.payee_id, name: p.payee_name, summary: summaryOf(p) },
  amount: wireOf(p, p.amount_minor),
  fee: wireOf(p, p.fee_minor),
  total: wireOf(p, p.amount_minor + p.fee_minor),
  freeTransfer,
  payeeReference: p.payee_reference,
  railReference: p.rail_reference,
  arrival: { earliest: p.arrival_earliest.toISOString(), latest: p.arrival_latest.toISOString() },
  timeline: timelineOf(p, transitions),
  nameCheck,
});

/** Sort code and account number of the payee in one line. */
export const summaryOf = (p: Payment): string =>
  `${p.payee_sort_code.replace(/(..)(..)(..)/, '$1-$2-$3')} · ${p.payee_account_number}`;

type Standing = Pick<PaymentView, 'owner' | 'reasonCode' | 'reason' | 'nextStep' | 'nextUpdateAt' | 'deadlineAt'>;

/** With whom the ball lies, why, what comes next, when we say more, and the outer limit: every waiting state has all five. */
function standing(p: Payment): Standing {
  const ended = {
    owner: 'nobody',
    reasonCode: p.reason_code as Standing['reasonCode'],
    reason: p.reason,
    nextStep: null,
    nextUpdateAt: null,
    deadlineAt: null,
  } as const;
  if (!isUnderWay(p.state as PaymentState)) return ended;
  const { owner, reason, nextStep } = waiting(p);
  const reasonCode = p.held_for_checks ? 'extra_checks' : (p.reason_code as Standing['reasonCode']);
  return {
    owner,
    reasonCode,
    reason: p.reason ?? reason,
    nextStep,
    nextUpdateAt: iso(p.next_update_at ?? p.arrival_latest),
    deadlineAt: iso(p.arrival_latest),
  };
}

function waiting(p: Payment): { owner: 'us' | 'bank'; reason: string; nextStep: string } {
  if (p.held_for_checks)
    return {
      owner: 'bank',
      reason: 'The bank is making extra checks. Your money is set aside and safe.',
      nextStep: 'The bank finishes its checks. You do not need to do anything.',
    };
  if (p.state === 'ready')
    return {
      owner: 'us',
      reason: 'We set the money aside and are handing the payment to the bank.',
      nextStep: 'We hand it to the bank.',
    };
  if (p.state === 'submitted')
    return {
      owner: 'bank',
      reason: 'The bank has the payment and has not answered yet. The money is still set aside.',
      nextStep: 'The bank accepts it and sends it on.',
    };
  return {
    owner: 'bank',
    reason: 'The payment is on its way.',
    nextStep: `It arrives in the account of ${p.payee_name}.`,
  };
}

function timelineOf(p: Payment, transitions: Surroundings['transitions']): Step[] {
  const at = (state: string) => transitions.find((t) => t.state === state);
  const state = p.state as PaymentState;
  const done = (
    step: Step['step'],
    reached: Surroundings['transitions'][number] | undefined,
    note: string | null = reached?.note ?? null,
  ): Step => ({ step, state: 'done', at: iso(reached?.at ?? null), expected: null, note });
  const open = (step: Step['step'], now: boolean): Step => ({
    step,
    state: now ? 'now' : 'next',
    at: null,
    expected: step === 'arrived' ? iso(p.arrival_latest) : null,
    note: null,
  });
  const step = (name: Step['step'], reached: string, now: boolean): Step =>
    at(reached) ? done(name, at(reached)) : open(name, now);
  const start = [done('made', at('ready'), 'You confirmed with your PIN.'), done('checked', at('ready'))];
  if (state === 'rejected' || state === 'failed' || state === 'cancelled') {
    const handed = at('submitted') ? [done('handed_over', at('submitted'))] : [];
    return [
      ...start,
      ...handed,
      {
        step: state === 'rejected' ? 'rejected' : 'failed',
        state: 'failed',
        at: iso(at(state)?.at ?? null),
        expected: null,
        note: p.reason,
      },
    ];
  }
  const way = [
    ...start,
    step('handed_over', 'submitted', state === 'ready'),
    step('sent', 'sent', state === 'submitted'),
  ];
  if (state === 'returned') {
    const arrived = at('completed') ? [done('arrived', at('completed'))] : [];
    return [
      ...way,
      ...arrived,
      { step: 'returned', state: 'failed', at: iso(at('returned')?.at ?? null), expected: null, note: p.reason },
    ];
  }
  return [...way, step('arrived', 'completed', state === 'sent')];
}
