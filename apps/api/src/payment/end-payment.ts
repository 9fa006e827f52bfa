import type { PaymentState, ReasonCode } from '@larkmere/contract/payment';
import type { OperationId } from '@larkmere/ledger/types';
import { v7 } from 'uuid';
import { book } from '../books/books.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { giveBackFreeTrade } from './free-trade.sql.ts';
import { enterState } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentCancelled, paymentRejected } from './payment-news.ts';
import { holdsMoney } from './payment-state.ts';
import { holdOf } from './set-aside.ts';

type End = 'draft' | 'rejected' | 'failed' | 'cancelled' | 'expired';
type Why = Readonly<{ code: ReasonCode | null; sentence: string }>;

/** Ends a locked payment of which nothing was sent, or returns it to draft. Releases its hold and its fee waiver. */
export async function endPayment(ctx: Ctx, payment: Payment, state: End, { code, sentence }: Why): Promise<Payment> {
  const { tx } = ctx;
  await giveBackFreeTrade(tx, payment.id);
  const ending = {
    state,
    reason_code: code,
    reason: sentence,
    held_for_checks: false,
    next_update_at: null,
    try_at: null,
  };
  const ended = await enterState(tx, payment.id, ending, sentence);
  const voiding = {
    id: v7() as OperationId,
    code: `payment.${state === 'draft' ? 'sent_back' : state}`,
    holdId: holdOf(payment),
  };
  if (hasMoney(payment)) await book(tx, { kind: 'void_hold', ...voiding });
  if (state !== 'draft')
    await emit(ctx, state === 'rejected' || state === 'failed' ? paymentRejected : paymentCancelled, newsOf(ended));
  return ended;
}

/** A scheduled payment holds no money, even while it awaits approval. */
const hasMoney = ({ state, leaves_at }: Payment): boolean =>
  holdsMoney(state as PaymentState) && !(state === 'awaiting_approval' && leaves_at !== null);
