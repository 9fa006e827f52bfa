import { type Currency, money } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { makePayment, payerOf } from '../payment/payment.ts';
import { type Around, type DueDate, takeDue } from './due.read.ts';
import { blockOrder, settleDate } from './settle-date.ts';
import { changeOrder } from './standing-order.sql.ts';
import { type BlockCode, blockText } from './standing-order.ts';
import { whilePaused } from './turn-standing-order.ts';
import { wayTo } from './way.ts';

/** What stands in the way of paying at all, until the customer does something about it. */
export function blockedBy({ payeeDeleted, payeeStatus, payeeSame, accountStatus }: Around): BlockCode | undefined {
  if (payeeDeleted) return 'payee_deleted';
  if (payeeStatus !== 'approved') return 'payee_blocked';
  if (!payeeSame) return 'payee_changed';
  return accountStatus === 'closed' ? 'account_closed' : undefined;
}

/**
 * Pays one date, or says why not. False when there was nothing to do: it is over, put off, or in the hands of another
 * worker. The refusals of a payment go through; nothing is left behind by them.
 */
export async function payDate(ctx: Ctx, occurrenceId: string): Promise<boolean> {
  const due = await takeDue(ctx.tx, { id: occurrenceId, now: ctx.now });
  if (!due) return false;
  const { order, occurrence, around } = due;
  if (order.state === 'paused') await settleDate(ctx, order, occurrence, { state: 'skipped', why: whilePaused });
  else if (order.state !== 'active') await fail(ctx, due, (order.blocked_code ?? 'payee_blocked') as BlockCode);
  else {
    const code = blockedBy(around);
    if (code) await fail(ctx, { ...due, order: await blockOrder(ctx, order, code) }, code);
    else await settleDate(ctx, order, occurrence, { state: 'paid', paymentId: await pay(ctx, due) });
  }
  return true;
}

const fail = (ctx: Ctx, { order, occurrence }: DueDate, code: BlockCode): Promise<void> =>
  settleDate(ctx, order, occurrence, { state: 'failed', why: { code, text: blockText(code) } });

async function pay(ctx: Ctx, { order, occurrence, around }: DueDate): Promise<string> {
  const payer = await payerOf(ctx.tx, order.person_id);
  const way = wayTo({ type: around.payeeType });
  if (!payer || !way) throw new Refusal('account_restricted');
  const { uid } = await makePayment(ctx, payer, {
    ...way,
    sourceBankholderId: order.source_bankholder_id,
    payeeUid: order.payee_id,
    payeeVersion: around.payeeVersion,
    amount: money(order.currency as Currency, occurrence.amount_minor),
    reference: occurrence.payee_reference,
    source: { kind: 'standing_order', id: occurrence.id },
  });
  if (around.payeeVersion !== order.payee_version)
    await changeOrder(ctx.tx, order.id, { payee_version: around.payeeVersion, changed_at: ctx.now });
  return uid;
}
