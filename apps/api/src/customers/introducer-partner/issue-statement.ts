import { sql } from 'kysely';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { findPeriod, type Period, type StatedLine, sumUnstated } from './introducer-partner.read.ts';
import { partnerMinimum } from './introducer-partner.settings.ts';
import { beginNextMonth, findCarriedIn, findRule, insertStatement, type Partner } from './introducer-partner.sql.ts';
import { publishStatement } from './publish-statement.ts';
import { lockEarnings } from './read-income.ts';
import { sumPayouts, valueLines } from './share-lines.ts';
import { decideTotal } from './statement-total.ts';

/**
 * Makes the statement of the next month, once, with everything that was earned until its end and is on no statement. One
 * of a partner who closes the account is made at once. Waits while a rate is missing. The partner is locked.
 */
export async function issueStatement(ctx: Ctx<SystemActor>, partner: Partner): Promise<void> {
  const { tx } = ctx;
  await lockEarnings(ctx);
  const period = await findPeriod(tx, partner.id);
  const rule = await findRule(tx, partner.id, sql`${period.until}::timestamptz - interval '1 microsecond'`);
  const carriedIn = await findCarriedIn(tx, partner.id);
  const unstated = await sumUnstated(tx, partner.id, period.until);
  if (rule || unstated.length > 0 || carriedIn !== 0n) {
    const lines = await valueLines(ctx, unstated, partner.currency);
    if (!lines) return;
    const content = { lines, carriedIn, cap: rule?.capMinor ?? null };
    const statement = await insertStatement(tx, await toStatement(ctx, partner, period, content), lines.map(toRow));
    const { id, month, state, totalMinor: total } = statement;
    await audit(ctx, 'introducer_partner.statement_issued', `partner_statement:${id}`, {
      customer: partner.id,
      month,
      state,
      total: String(total),
    });
    if (state === 'carried') await publishStatement(ctx, statement);
  }
  await beginNextMonth(tx, partner.id);
}

type Content = Readonly<{ lines: readonly StatedLine[]; carriedIn: bigint; cap: bigint | null }>;

async function toStatement(ctx: Ctx, partner: Partner, period: Period, { lines, carriedIn, cap }: Content) {
  const { tx, now } = ctx;
  const currency = partner.currency;
  const isFinal = period.isLeaving || period.hasEnded;
  const share = sumPayouts(lines);
  const minimum = (await readSetting(tx, partnerMinimum, { currency }))?.minMinor ?? 0n;
  const { total, state } = decideTotal({ share, cap, carriedIn, minimum, isFinal });
  return {
    id: v7(),
    partnerId: partner.id,
    month: partner.nextMonth,
    currency,
    until: period.until,
    shareMinor: share,
    capMinor: cap,
    carriedInMinor: carriedIn,
    totalMinor: total,
    isFinal,
    state,
    issuedAt: now,
    nextCheckAt: state === 'due' ? now : null,
  };
}

const toRow = ({ customerId, product, currency, deals, shareMinor, rate, payoutMinor }: StatedLine) => ({
  customerId,
  product,
  currency,
  deals,
  shareMinor,
  rate,
  payoutMinor,
});
