import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { applyAnswer } from './apply-answer.ts';
import { takeDuePayments } from './due.sql.ts';
import { isLate, noteLate } from './note-late.ts';
import { orderOf } from './order.ts';
import type { Payment } from './payment.ts';
import type { Rail } from './rails/rail.ts';
import type { Rails } from './rails.ts';

const most = 20;
const actor: SystemActor = { kind: 'system', name: 'chase-payments' };

/** Asks the rail about payments it has been silent on. Silence is never failure: the money stays set aside until the rail says what became of it. */
export async function chasePayments(db: Db, railOf: Rails, log: Log): Promise<number> {
  const { due, at } = await inTransaction(db, async (tx, now) => ({
    due: await takeDuePayments(tx, most),
    at: now,
  }));
  const asked = await Promise.all(due.map((payment) => ask(railOf(payment), log, payment, at)));
  // One after the other: at once they would wait in a circle for accounts that all of them need, a second each time.
  for (const [place, payment] of due.entries()) await hear(db, log, { payment, at, answer: asked[place] });
  return due.length;
}

type Answer = Awaited<ReturnType<Rail['enquire']>>;
type Asked = Readonly<{ payment: Payment; at: Date; answer: Answer | undefined }>;

/** Undefined when the question itself failed. */
async function ask(rail: Rail, log: Log, payment: Payment, at: Date): Promise<Answer | undefined> {
  try {
    return await rail.enquire(orderOf(payment), at);
  } catch (error) {
    log.error({ err: error, payment: payment.reference }, 'a payment could not be asked about');
    return undefined;
  }
}

async function hear(db: Db, log: Log, { payment, at, answer }: Asked): Promise<void> {
  if (answer === undefined) return;
  const run = (work: (ctx: Ctx) => Promise<void>) =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: `chase:${payment.reference}` }));
  try {
    // Never seen: the delivery that hands it over is still trying, and only it may send.
    if (answer !== 'silence' && answer !== 'never_seen') await run((ctx) => applyAnswer(ctx, payment, answer));
    if (isLate(payment, at)) await run((ctx) => noteLate(ctx, payment.id));
  } catch (error) {
    log.error({ err: error, payment: payment.reference }, 'an answer about a payment could not be booked');
  }
}
