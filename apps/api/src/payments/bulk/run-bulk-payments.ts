import { randomUUID } from 'node:crypto';
import { defaultText } from '@larkmere/messages/format-message';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { isOutage } from '../../platform/http/error-handler.ts';
import type { Log } from '../../platform/observability/log.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { type BulkRow, lockReleasedRows, markPaid, markRefused, type PaidRow } from './bulk.sql.ts';
import { payRows } from './pay-rows.ts';

const maxBatchSize = 100;
const unknownOutcome = {
  code: 'outcome_unknown',
  message: defaultText('bulk_row_not_paid'),
};
const actor: SystemActor = { kind: 'system', name: 'run-bulk-payments' };

type Transaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

export const runBulkPayments = (db: Db, log: Log): Promise<number> =>
  payReleasedRows(
    (work) => inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: `bulk-payment:${randomUUID()}` })),
    log,
  );

/** Any number of workers may run this: a row and its payment commit together. Returns the number of rows processed. */
export async function payReleasedRows(transaction: Transaction, log: Log): Promise<number> {
  let dealt = 0;
  for (;;) {
    const taken = await payBatch(transaction, maxBatchSize).catch(async (error: unknown) => {
      if (isOutage(error)) throw error;
      log.error({ err: error }, 'rows of a file could not be paid together');
      return payNextRowAlone(transaction, log);
    });
    dealt += taken;
    if (taken === 0) return dealt;
  }
}

const payBatch = (transaction: Transaction, most: number): Promise<number> =>
  transaction(async (ctx) => {
    const rows = await lockReleasedRows(ctx.tx, most);
    await storeOutcomes(ctx, rows, rows.length > 0 ? await payRows(ctx, rows) : []);
    return rows.length;
  });

/** A refusal happens before any write, so it does not affect other rows. */
async function storeOutcomes({ tx }: Ctx, rows: readonly BulkRow[], outcomes: readonly PromiseSettledResult<string>[]) {
  const paid: PaidRow[] = [];
  for (const [i, { id }] of rows.entries()) {
    const outcome = outcomes[i];
    if (outcome?.status === 'fulfilled') paid.push({ id, paymentId: outcome.value });
    else if (outcome?.reason instanceof Refusal) await markRefused(tx, id, outcome.reason.code, outcome.reason.message);
    else throw outcome?.reason;
  }
  await markPaid(tx, paid);
}

/** Processes one row alone, so that a row that cannot be written does not block the rest. */
async function payNextRowAlone(transaction: Transaction, log: Log): Promise<number> {
  try {
    return await payBatch(transaction, 1);
  } catch (error) {
    if (isOutage(error)) throw error;
    return transaction(async ({ tx }) => {
      const [row] = await lockReleasedRows(tx, 1);
      if (!row) return 0;
      if (!(error instanceof Refusal)) log.error({ err: error, row: row.id }, 'a row of a file could not be paid');
      const { code, message } = error instanceof Refusal ? error : unknownOutcome;
      await markRefused(tx, row.id, code, message);
      return 1;
    });
  }
}
