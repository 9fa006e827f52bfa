import type { PaymentState, ReasonCode } from '@larkmere/contract/payments/payment';
import { expiredHoldVoidings } from '@larkmere/ledger/holds';
import { postOperations } from '@larkmere/ledger/operations';
import { defaultText } from '@larkmere/messages/format-message';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockPayment, type Payment, updatePayment } from './payment.sql.ts';
import { toPaymentEvent } from './payment.view.ts';
import { paymentWaiting } from './payment-events.ts';
import { nextOverdueUpdateAt } from './schedule.sql.ts';

const overdueReasons: Partial<Record<PaymentState, string>> = {
  submitted: defaultText('payment_bank_late'),
  sent: defaultText('payment_arrival_late'),
};

export const isOverdue = ({ deadlineAt, arrivalLatest }: Payment, now: Date): boolean =>
  (deadlineAt ?? arrivalLatest) <= now;

/** Null while the estimated arrival is ahead, otherwise when the payer gets the next update. */
export const nextDeadline = async (
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { arrivalLatest }: Payment,
): Promise<Date | null> => (arrivalLatest > now ? null : nextOverdueUpdateAt(tx, now));

export async function markOverdue(ctx: Ctx, id: string): Promise<void> {
  const { tx, now } = ctx;
  const payment = await lockPayment(tx, id);
  const reason = payment && overdueReasons[payment.state];
  if (!payment || !reason || !isOverdue(payment, now)) return;
  await updatePendingStatus(ctx, id, {
    reasonCode: 'vendor_delay',
    reason,
    nextStep: defaultText('payment_late_next'),
    deadlineAt: await nextOverdueUpdateAt(tx, now),
  });
}

const maxHoldsPerTransaction = 250;
const maxTransactionsPerRun = 16;

/** Processes may run this at the same time: a hold that another has voided is refused by the ledger, which is harmless. */
export async function expireHolds(db: Db): Promise<void> {
  for (let run = 0; run < maxTransactionsPerRun; run += 1) if (!(await expireSomeHolds(db))) return;
}

/** Returns whether more may be due. */
const expireSomeHolds = (db: Db): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const voidings = await expiredHoldVoidings(tx, maxHoldsPerTransaction);
    await postOperations(tx, voidings);
    return voidings.length === maxHoldsPerTransaction;
  });

export type PendingStatusUpdate = Readonly<{
  reasonCode: ReasonCode;
  reason: string;
  nextStep: string;
  nextUpdateAt: Date;
  deadlineAt: Date;
}>;

/** Keeps what is not named. The caller has locked the payment and checked its state. */
export async function updatePendingStatus(
  ctx: Ctx,
  id: string,
  waits: Partial<PendingStatusUpdate>,
  { isAnnounced = true } = {},
): Promise<Payment> {
  const { reasonCode, reason, nextStep, nextUpdateAt, deadlineAt } = waits;
  const payment = await updatePayment(ctx.tx, id, {
    reasonCode,
    reason,
    nextStep,
    nextUpdateAt,
    deadlineAt,
  });
  if (isAnnounced) await emit(ctx, paymentWaiting, toPaymentEvent(payment));
  return payment;
}
