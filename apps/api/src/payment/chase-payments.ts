import type { Db, Tx } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { inOneTransaction, inTransaction } from '../kernel/transaction.ts';
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

/**
 * Asks the bank about payments without a final status. No response never means failure: the money stays held until the
 * bank reports an outcome.
 */
export async function chasePayments(db: Db, railOf: Rails, log: Log): Promise<number> {
  const { due, at } = await inTransaction(db, async (tx, now) => ({
    due: await takeDuePayments(tx, most),
    at: now,
  }));
  const asked = await Promise.all(due.map((payment) => ask(railOf(payment), log, payment, at)));
  await hear(
    db,
    log,
    due.map((payment, i) => ({ payment, at, answer: asked[i] })),
  );
  return due.length;
}

type Answer = Awaited<ReturnType<Rail['enquire']>>;
type Asked = Readonly<{ payment: Payment; at: Date; answer: Answer | undefined }>;

async function ask(rail: Rail, log: Log, payment: Payment, at: Date): Promise<Answer | undefined> {
  try {
    return await rail.enquire(orderOf(payment), at);
  } catch (error) {
    log.error({ err: error, payment: payment.reference }, 'a payment could not be asked about');
    return undefined;
  }
}

async function hear(db: Db, log: Log, asked: readonly Asked[]): Promise<void> {
  const heard = asked.filter(({ answer }) => answer !== undefined);
  // Only the dispatcher may submit, so an instruction that the bank does not know is left to it.
  const answers = heard.flatMap(({ payment, answer }) =>
    typeof answer === 'object'
      ? [{ payment, work: asChaser(payment, (ctx) => applyAnswer(ctx, payment, answer)) }]
      : [],
  );
  const booked = await inOneTransaction(
    db,
    answers.map(({ work }) => work),
  );
  const failed = new Set<Payment>();
  for (const [i, outcome] of booked.entries()) {
    if (outcome.status === 'fulfilled') continue;
    const { payment } = answers[i] as (typeof answers)[number];
    log.error({ err: outcome.reason, payment: payment.reference }, 'an answer about a payment could not be booked');
    failed.add(payment);
  }
  for (const { payment, at } of heard)
    if (!failed.has(payment) && isLate(payment, at)) await tellOfLate(db, log, payment);
}

async function tellOfLate(db: Db, log: Log, payment: Payment): Promise<void> {
  try {
    await inTransaction(
      db,
      asChaser(payment, (ctx) => noteLate(ctx, payment.id)),
    );
  } catch (error) {
    log.error({ err: error, payment: payment.reference }, 'a late payment could not be told of');
  }
}

const asChaser =
  ({ reference }: Payment, work: (ctx: Ctx) => Promise<void>) =>
  (tx: Tx, now: Date): Promise<void> =>
    work({ tx, now, actor, requestId: `chase:${reference}` });
