import { randomUUID } from 'node:crypto';
import type { Db } from '../kernel/db.ts';
import { isOutage } from '../kernel/failure.ts';
import type { Log } from '../kernel/log.ts';
import { Refusal } from '../kernel/refusal.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { type BulkRow, type Paid, takeReleased, updatePaid, updateRefused } from './bulk-payment.sql.ts';
import { payRows } from './pay-rows.ts';

const mostTogether = 100;
const unpaid = { code: 'outcome_unknown', message: 'We could not make this payment. Nothing was sent for this row.' };
const actor: SystemActor = { kind: 'system', name: 'run-bulk-payments' };

type Transaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

export const runBulkPayments = (db: Db, log: Log): Promise<number> =>
  payReleased(
    (work) => inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: `bulk-payment:${randomUUID()}` })),
    log,
  );

/** Any number of workers may run this: a row and its payment commit together. Returns the number of rows processed. */
export async function payReleased(transaction: Transaction, log: Log): Promise<number> {
  let dealt = 0;
  for (;;) {
    const taken = await turn(transaction, mostTogether).catch(async (error: unknown) => {
      if (isOutage(error)) throw error;
      log.error({ err: error }, 'rows of a file could not be paid together');
      return turnAlone(transaction, log);
    });
    dealt += taken;
    if (taken === 0) return dealt;
  }
}

const turn = (transaction: Transaction, most: number): Promise<number> =>
  transaction(async (ctx) => {
    const rows = await takeReleased(ctx.tx, most);
    await keepOutcomes(ctx, rows, rows.length > 0 ? await payRows(ctx, rows) : []);
    return rows.length;
  });

/** A refusal happens before any write, so it does not affect other rows. */
async function keepOutcomes({ tx }: Ctx, rows: readonly BulkRow[], outcomes: readonly PromiseSettledResult<string>[]) {
  const paid: Paid[] = [];
  for (const [i, { id }] of rows.entries()) {
    const outcome = outcomes[i];
    if (outcome?.status === 'fulfilled') paid.push({ id, paymentId: outcome.value });
    else if (outcome?.reason instanceof Refusal)
      await updateRefused(tx, id, outcome.reason.code, outcome.reason.message);
    else throw outcome?.reason;
  }
  await updatePaid(tx, paid);
}

/** Processes one row alone, so that a row that cannot be written does not block the rest. */
async function turnAlone(transaction: Transaction, log: Log): Promise<number> {
  try {
    return await turn(transaction, 1);
  } catch (error) {
    if (isOutage(error)) throw error;
    return transaction(async ({ tx }) => {
      const [row] = await takeReleased(tx, 1);
      if (!row) return 0;
      if (!(error instanceof Refusal)) log.error({ err: error, row: row.id }, 'a row of a file could not be paid');
      const { code, message } = error instanceof Refusal ? error : unpaid;
      await updateRefused(tx, row.id, code, message);
      return 1;
    });
  }
}
