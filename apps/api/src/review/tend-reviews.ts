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

/** Short transactions, one after the other. */
type Transaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

/** One worker's turn, as `tendAll` has it. */
export const tendReviews = (db: Db): Promise<void> =>
  tendAll((work) => inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'tend-reviews' })));

/**
 * What time alone does to payments under review: what was promised of them is kept, those without an answer end, and the
 * legal clock runs. Safe in several processes, of one that dies in the middle of it, and after a long pause.
 */
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
  // What ends is not first promised another day.
  for (const id of await run(({ tx }) => unansweredPayments(tx, most))) await run((ctx) => expire(ctx, id));
  await run(async (ctx) => {
    for (const { payment_id } of await runOutClocks(ctx.tx, most)) await endHold(ctx, payment_id);
  });
  for (const id of await run(({ tx }) => promisedPayments(tx, most))) await run((ctx) => keepPromise(ctx, id));
}

/** No answer came: the payment ends, and the money is available again. */
async function expire(ctx: Ctx, id: string): Promise<void> {
  const reason = 'We had no answer to our question in time, so this payment was not made.';
  if (!(await decided(ctx, id, { to: 'expired', reasonCode: null, reason }))) return;
  await settleRequests(ctx.tx, id, 'action_required', 'expired');
  await close(ctx, id);
  await audit(ctx, 'review.expired', `payment:${id}`);
}

/**
 * The law lets a suspicion hold money for four working days and no longer: undecided, it goes back to the payer, unless the
 * bank says that it has paid it out. That is no hold of ours then, and a person settles it.
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

/** False when somebody decided in the meantime. */
async function decided(ctx: Ctx, id: string, decision: Parameters<typeof decidePayment>[2]): Promise<boolean> {
  try {
    await decidePayment(ctx, id, decision);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
