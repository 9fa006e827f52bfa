import { type Currency, money } from '@larkmere/money/money';
import { together } from '../kernel/driver.ts';
import { Refusal } from '../kernel/refusal.ts';
import { sharing } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import { makePayments, type Payer, type PaymentOrder, payerOf } from '../payment/payment.ts';
import { type Around, type DueDate, takeDue } from './due.read.ts';
import { orderAcross, paymentOf, unanswered } from './pay-across.ts';
import { retryDate } from './retry-date.ts';
import { blockOrder, leaveOut, notApproved, settleDate } from './settle-date.ts';
import { changeOrder } from './standing-order.sql.ts';
import { type BlockCode, blockText } from './standing-order.ts';
import { topUp } from './top-up.ts';
import { whilePaused } from './turn-standing-order.ts';
import { abroadWay, homeWay } from './way.ts';

export function blockedBy({ payeeDeleted, payeeStatus, payeeSame, accountStatus }: Around): BlockCode | undefined {
  if (payeeDeleted) return 'payee_deleted';
  if (payeeStatus !== 'approved') return 'payee_blocked';
  if (!payeeSame) return 'payee_changed';
  return accountStatus === 'closed' ? 'account_closed' : undefined;
}

/**
 * Pays only dates set up by the same person as the first one, because a transaction calls the ledger once. A refusal
 * postpones its own date only. Returns the number of dates processed.
 */
export const payDates = (ctx: Ctx, occurrenceIds: readonly string[]): Promise<number> =>
  sharing(ctx.tx, async (tx) => {
    const shared = { ...ctx, tx };
    const found = await together(...occurrenceIds.map((id) => takeDue(tx, { id, now: ctx.now })));
    const dues = found.filter((due) => due !== undefined);
    const [first] = dues;
    if (!first) return 0;
    const personId = first.order.person_id;
    const theirs = dues.filter(({ order }) => order.person_id === personId);
    await payFor(shared, await payerOf(tx, personId), theirs);
    return theirs.length;
  });

type Ready = Readonly<{ due: DueDate; payment: PaymentOrder }>;

async function payFor(ctx: Ctx, payer: Payer | undefined, dues: readonly DueDate[]): Promise<void> {
  const ready: Ready[] = [];
  const prepared = await Promise.allSettled(dues.map((due) => prepare(ctx, payer, due)));
  for (const [i, outcome] of prepared.entries()) {
    const due = dues[i] as DueDate;
    if (outcome.status === 'rejected') await putOff(ctx, payer, due, outcome.reason);
    else if (outcome.value) ready.push({ due, payment: outcome.value });
  }
  if (!payer || ready.length === 0) return;
  const made = await makePayments(
    ctx,
    payer,
    ready.map(({ payment }) => payment),
  );
  await together(
    ...made.map((outcome, i) => {
      const { due } = ready[i] as Ready;
      return outcome.status === 'fulfilled' ? settle(ctx, due, outcome.value) : putOff(ctx, payer, due, outcome.reason);
    }),
  );
}

async function prepare(ctx: Ctx, payer: Payer | undefined, due: DueDate): Promise<PaymentOrder | undefined> {
  const { order, occurrence, around } = due;
  if (order.state === 'paused') return settleDate(ctx, order, occurrence, { state: 'skipped', why: whilePaused });
  if (order.state === 'pending_approval') return leaveOut(ctx, order, occurrence, notApproved);
  if (order.state !== 'active') return fail(ctx, due, (order.blocked_code ?? 'payee_blocked') as BlockCode);
  const code = blockedBy(around);
  if (code) return fail(ctx, { ...due, order: await blockOrder(ctx, order, code) }, code);
  if (occurrence.state === 'held_fx') return leaveOut(ctx, order, occurrence, unanswered);
  if (!payer) throw new Refusal('account_restricted');
  return order.amount_side === null ? orderOf(ctx, payer, due) : orderAcross(ctx, payer, due);
}

const fail = (ctx: Ctx, { order, occurrence }: DueDate, code: BlockCode): Promise<undefined> =>
  settleDate(ctx, order, occurrence, { state: 'failed', why: { code, text: blockText(code) } });

async function orderOf({ tx }: Ctx, { userType: tier }: Payer, due: DueDate): Promise<PaymentOrder> {
  const { order, occurrence, around } = due;
  const amount = money(order.currency as Currency, occurrence.amount_minor);
  const paid = { tier, vendorType: around.accountVendor, amount };
  const way = order.charge_type === null ? await homeWay(tx, paid) : abroadWay(order, around.payeeType);
  return { ...way, ...paymentOf(due), amount };
}

async function settle(ctx: Ctx, { order, occurrence, around }: DueDate, paymentId: string): Promise<void> {
  await settleDate(ctx, order, occurrence, { state: 'paid', paymentId });
  if (around.payeeVersion === order.payee_version) return;
  await changeOrder(ctx.tx, order.id, { payee_version: around.payeeVersion, changed_at: ctx.now });
}

/** A refusal is thrown before its date is written; any other error must roll back the whole transaction. */
async function putOff(ctx: Ctx, payer: Payer | undefined, due: DueDate, reason: unknown): Promise<void> {
  if (!(reason instanceof Refusal)) throw reason;
  const topped = await topUp(ctx, payer, due, reason);
  if (topped !== 'done') await retryDate(ctx, due.occurrence.id, reason, topped.whyNot);
}
