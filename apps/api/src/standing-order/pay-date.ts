import { type Currency, money } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { makePayment, payerOf } from '../payment/payment.ts';
import { type Around, type DueDate, takeDue } from './due.read.ts';
import { payAcross, paymentOf, unanswered } from './pay-across.ts';
import { blockOrder, leaveOut, settleDate } from './settle-date.ts';
import { changeOrder } from './standing-order.sql.ts';
import { type BlockCode, blockText } from './standing-order.ts';
import { whilePaused } from './turn-standing-order.ts';
import { abroadWay, homeWay } from './way.ts';

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
    else if (occurrence.state === 'held_fx') await leaveOut(ctx, order, occurrence, unanswered);
    else await pay(ctx, due);
  }
  return true;
}

const fail = (ctx: Ctx, { order, occurrence }: DueDate, code: BlockCode): Promise<void> =>
  settleDate(ctx, order, occurrence, { state: 'failed', why: { code, text: blockText(code) } });

async function pay(ctx: Ctx, due: DueDate): Promise<void> {
  const { order, occurrence, around } = due;
  const payer = await payerOf(ctx.tx, order.person_id);
  if (!payer) throw new Refusal('account_restricted');
  if (order.amount_side !== null) await payAcross(ctx, payer, due);
  else {
    const amount = money(order.currency as Currency, occurrence.amount_minor);
    const paid = { tier: payer.userType, vendorType: around.accountVendor, amount };
    const way = order.charge_type === null ? await homeWay(ctx.tx, paid) : abroadWay(order, around.payeeType);
    const { uid } = await makePayment(ctx, payer, { ...way, ...paymentOf(due), amount });
    await settleDate(ctx, order, occurrence, { state: 'paid', paymentId: uid });
  }
  if (around.payeeVersion !== order.payee_version)
    await changeOrder(ctx.tx, order.id, { payee_version: around.payeeVersion, changed_at: ctx.now });
}
