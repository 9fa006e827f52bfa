import { type Currency, money } from '@larkmere/money/money';
import { convert, formatRate, type Rate, rateOf, roundRate } from '@larkmere/money/rate';
import { midRate } from '../../fx/rate/rate.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { findBatchEnd, hasUnreadEntries, type StatedLine, type UnstatedLine } from './introducer-partner.read.ts';
import { partnerRule } from './introducer-partner.settings.ts';
import { insertEarnings, insertTakenBack, markRead, registerIncomeAccounts } from './introducer-partner.sql.ts';

const maxRounds = 20;

/** Held by an approval too: a rule takes effect after all income that was read before. */
export const lockEarnings = ({ tx }: Pick<Ctx, 'tx'>) => acquireLocks(tx, [`setting:${partnerRule.table}`]);

/** Reads the accounts of income from where it stopped, in batches of one transaction each. */
export async function readIncome(job: JobRun): Promise<void> {
  await job.transaction(({ tx }) => registerIncomeAccounts(tx));
  for (let round = 0, isDone = false; round < maxRounds && !isDone; round += 1) {
    isDone = true;
    await handleDueRows(job, {
      table: 'introducer_partner.income_account',
      isDue: hasUnreadEntries,
      handle: async (ctx, { id }) => {
        isDone = false;
        await readBatch(ctx, id);
      },
    });
  }
}

async function readBatch(ctx: Ctx, accountId: bigint): Promise<void> {
  const { tx } = ctx;
  await lockEarnings(ctx);
  const until = await findBatchEnd(tx, accountId);
  if (until === undefined) return;
  await insertEarnings(tx, accountId, until);
  await insertTakenBack(tx, accountId, until);
  await markRead(tx, accountId, until);
}

const rateDecimals = 10;

/** Values each line at the mid rate of now, rounded towards zero. Undefined while a rate is missing. */
export async function valueLines(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  lines: readonly UnstatedLine[],
  currency: Currency,
): Promise<StatedLine[] | undefined> {
  const rates = new Map<Currency, Rate>();
  for (const base of new Set(lines.map((line) => line.currency))) {
    const rate = await findRate(ctx, base, currency);
    if (!rate) return undefined;
    rates.set(base, rate);
  }
  return lines.map((line) => {
    const rate = present(rates.get(line.currency), 'the rate');
    const payoutMinor = convert(money(line.currency, line.shareMinor), rate, 'down').minor;
    return { ...line, rate: formatRate(rate, rateDecimals), payoutMinor };
  });
}

async function findRate(ctx: Pick<Ctx, 'tx' | 'now'>, base: Currency, quote: Currency): Promise<Rate | undefined> {
  if (base === quote) return rateOf(base, quote, 1n, 1n);
  try {
    return roundRate((await midRate(ctx, base, quote)).rate, rateDecimals);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export const sumPayouts = (lines: readonly Pick<StatedLine, 'payoutMinor'>[]): bigint =>
  lines.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0n);
