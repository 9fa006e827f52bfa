import { balanceOf } from '@larkmere/ledger/balance';
import { post } from '@larkmere/ledger/transfer';
import type { AccountId, Posting } from '@larkmere/ledger/types';
import { type Money, money } from '@larkmere/money/money';
import {
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { formatStoredRate, valuePosition } from './show-position.ts';
import { insertRevaluation, lastClosedTradingDay, latestRevaluation, lockPosition } from './treasury.sql.ts';
import { reportingCurrency } from './treasury.ts';

function revaluationPostings(change: Money, valuation: AccountId, gains: AccountId): Posting[] {
  if (change.minor === 0n) return [];
  const amount = money(change.currency, change.minor < 0n ? -change.minor : change.minor);
  return change.minor > 0n
    ? [{ debit: valuation, credit: gains, amount }]
    : [{ debit: gains, credit: valuation, amount }];
}

export const revaluation = defineJob({
  name: 'revalue-position',
  everySeconds: 60,
  run: ({ transaction }) =>
    transaction(revaluePosition).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'rate_unavailable')) throw error;
    }),
});

/**
 * Books the change in GBP value since the last revaluation. Deals are booked at mid, so the change is holding gains and
 * the cost of cover.
 */
export async function revaluePosition(ctx: Ctx): Promise<void> {
  const { tx } = ctx;
  const day = await lastClosedTradingDay(tx);
  if ((await latestRevaluation(tx))?.day === day) return;
  await lockPosition(tx);
  const { lines, total } = await valuePosition(ctx);
  const valuation = await firmAccountId(tx, `position-valuation:${reportingCurrency}`);
  // The ledger reports the debit balance of an asset negated, hence the plus.
  const change = money(reportingCurrency, total.minor + (await balanceOf(tx, valuation)).balance.minor);
  const id = change.minor === 0n ? null : createOperationId();
  const rows = lines.map(({ position, rate, value }) => ({
    currency: position.currency,
    positionMinor: position.minor,
    rate: formatStoredRate(rate),
    valueMinor: value.minor,
  }));
  const row = { day, operationId: id, totalMinor: total.minor, changeMinor: change.minor };
  if (!(await insertRevaluation(tx, row, rows)) || id === null) return;
  await recordNarrative(tx, id, {
    kind: 'adjustment',
    reference: generateReference(),
    description: `Revaluation of positions, ${day}`,
  });
  await audit(ctx, 'position.revalued', `revaluation:${day}`, {
    total: String(total.minor),
    change: String(change.minor),
  });
  const gains = await firmAccountId(tx, `fx-revaluation:${reportingCurrency}`);
  await post(tx, { id, code: 'position.revalued', postings: revaluationPostings(change, valuation, gains) });
}
