import type { ReasonCode } from '@larkmere/contract/payments/payment';
import { bookOperation, createOperationId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { restoreFeeWaiver } from './fee-waiver.sql.ts';
import { enterState, type Payment } from './payment.sql.ts';
import { toPaymentEvent } from './payment.view.ts';
import { paymentCancelled, paymentRejected } from './payment-events.ts';
import { holdIdOf } from './payment-ids.ts';
import { holdsMoney } from './payment-lifecycle.ts';

type FinalState = 'draft' | 'rejected' | 'failed' | 'cancelled' | 'expired';
type EndReason = Readonly<{ code: ReasonCode | null; sentence: string }>;

/** Ends a locked payment of which nothing was sent, or returns it to draft. Releases its hold and its fee waiver. */
export async function endPayment(
  ctx: Ctx,
  payment: Payment,
  state: FinalState,
  { code, sentence }: EndReason,
): Promise<Payment> {
  const { tx } = ctx;
  await restoreFeeWaiver(tx, payment.id);
  const ending = {
    state,
    reasonCode: code,
    reason: sentence,
    isHeldForChecks: false,
    nextUpdateAt: null,
    nextAttemptAt: null,
  };
  const ended = await enterState(tx, payment.id, ending, sentence);
  const voiding = {
    id: createOperationId(),
    code: `payment.${state === 'draft' ? 'sent_back' : state}`,
    holdId: holdIdOf(payment),
  };
  if (hasHold(payment)) await bookOperation(tx, { kind: 'void_hold', ...voiding });
  if (state !== 'draft')
    await emit(
      ctx,
      state === 'rejected' || state === 'failed' ? paymentRejected : paymentCancelled,
      toPaymentEvent(ended),
    );
  return ended;
}

/** A scheduled payment holds no money, even while it awaits approval. */
const hasHold = ({ state, executeAt }: Payment): boolean =>
  holdsMoney(state) && !(state === 'awaiting_approval' && executeAt !== null);
