import { audit } from '../kernel/audit.ts';
import type { Db } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { decidePayment } from '../payment/payment.ts';
import { keepPromise } from './keep-promise.ts';
import { findReviewed, promisedPayments, strayQuestions, unansweredPayments } from './review.read.ts';
import { dropRelease, runOutClocks, settleRequests, stopClock, takeAlerts } from './review.sql.ts';

const actor: SystemActor = { kind: 'system', name: 'tend-reviews' };
const most = 50;

type Transaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

export const tendReviews = (db: Db): Promise<void> =>
  tendAll((work) => inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'tend-reviews' })));

/** Safe to run in several processes, and after a crash. */
export async function tendAll(run: Transaction): Promise<void> {
  for (const about of ['grounds', 'last_day'] as const)
    await run(async (ctx) => {
      for (const { payment_id, grounds, deadline_at } of await takeAlerts(ctx.tx, about, most))
        await audit(ctx, 'review.clock-alert', `payment:${payment_id}`, {
          about,
          deadlineAt: deadline_at.toISOString(),
          hasGrounds: grounds !== null,
        });
    });
  await run(async ({ tx }) => {
    for (const id of await strayQuestions(tx, most))
      for (const state of ['action_required', 'answered'] as const) await settleRequests(tx, id, state, 'closed');
  });
  // Expiry comes first, so that no expired payment is promised another day.
  for (const id of await run(({ tx }) => unansweredPayments(tx, most))) await run((ctx) => expire(ctx, id));
  await run(async (ctx) => {
    for (const { payment_id } of await runOutClocks(ctx.tx, most)) await endHold(ctx, payment_id);
  });
  for (const id of await run(({ tx }) => promisedPayments(tx, most))) await run((ctx) => keepPromise(ctx, id));
}

async function expire(ctx: Ctx, id: string): Promise<void> {
  const reason = 'We had no answer to our question in time, so this payment was not made.';
  if (!(await decided(ctx, id, { to: 'expired', reasonCode: null, reason }))) return;
  await settleRequests(ctx.tx, id, 'action_required', 'expired');
  await close(ctx, id);
  await audit(ctx, 'review.expired', `payment:${id}`);
}

/**
 * The law limits a hold for suspicion to four working days. Undecided, the money goes back to the payer, unless the
 * bank reports that it paid: then a person settles it.
 */
async function endHold(ctx: Ctx, id: string): Promise<void> {
  const reason = 'We could not finish our checks in time, so this payment was not made.';
  const payment = await findReviewed(ctx.tx, id);
  if (payment?.state === 'in_review' && payment.bankQuestion?.saysMade) {
    await stopClock(ctx.tx, id);
    await audit(ctx, 'review.clock-ran-out', `payment:${id}`, { bankSaysMade: true });
    return;
  }
  if (payment?.state === 'info_required') {
    await decided(ctx, id, { to: 'expired', reasonCode: 'extra_checks', reason });
    await settleRequests(ctx.tx, id, 'action_required', 'expired');
  } else await decided(ctx, id, { to: 'rejected', reasonCode: 'extra_checks', reason });
  await close(ctx, id);
  await audit(ctx, 'review.clock-ran-out', `payment:${id}`);
}

async function close({ tx }: Ctx, id: string): Promise<void> {
  await dropRelease(tx, id);
  await settleRequests(tx, id, 'answered', 'closed');
  await stopClock(tx, id);
}

async function decided(ctx: Ctx, id: string, decision: Parameters<typeof decidePayment>[2]): Promise<boolean> {
  try {
    await decidePayment(ctx, id, decision);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
