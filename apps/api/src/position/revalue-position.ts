import { balanceOf } from '@larkmere/ledger/balance';
import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { houseAccount, narrate, shortReference } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import type { Db } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx } from '../kernel/verb.ts';
import { revaluationPostings } from './position.postings.ts';
import { insertRevaluation, lastDayOver, latestRevaluation, lockPosition } from './position.sql.ts';
import { home } from './position.ts';
import { keptRate, valuePosition } from './value-position.ts';

export async function revalueWhenDue(db: Db): Promise<void> {
  const actor = { kind: 'system', name: 'revalue position' } as const;
  await inTransaction(db, (tx, now) => revaluePosition({ tx, now, actor, requestId: 'revalue position' })).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'rate_unavailable')) throw error;
    },
  );
}

/**
 * Books the change in GBP value since the last revaluation. Deals are booked at mid, so the change is holding gains and
 * the cost of cover.
 */
export async function revaluePosition(ctx: Ctx): Promise<void> {
  const { tx } = ctx;
  const day = await lastDayOver(tx);
  if ((await latestRevaluation(tx))?.day === day) return;
  await lockPosition(tx);
  const { lines, total } = await valuePosition(ctx);
  const valuation = await houseAccount(tx, `position-valuation:${home}`);
  // The ledger reports the debit balance of an asset negated, hence the plus.
  const change = money(home, total.minor + (await balanceOf(tx, valuation)).balance.minor);
  const id = change.minor === 0n ? null : (v7() as OperationId);
  const rows = lines.map(({ position, rate, value }) => ({
    currency: position.currency,
    position_minor: position.minor,
    rate: keptRate(rate),
    value_minor: value.minor,
  }));
  const row = { day, operation_id: id, total_minor: total.minor, change_minor: change.minor };
  if (!(await insertRevaluation(tx, row, rows)) || id === null) return;
  await narrate(tx, id, {
    kind: 'adjustment',
    reference: shortReference(),
    description: `Revaluation of positions, ${day}`,
  });
  await audit(ctx, 'position.revalued', `revaluation:${day}`, {
    total: String(total.minor),
    change: String(change.minor),
  });
  const gains = await houseAccount(tx, `fx-revaluation:${home}`);
  await post(tx, { id, code: 'position.revalued', postings: revaluationPostings(change, valuation, gains) });
}
