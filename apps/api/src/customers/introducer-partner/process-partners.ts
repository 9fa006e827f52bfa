import type { PartnerStatement } from '@larkmere/contract/customers/introducer-partner';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { monthName } from '../../platform/time/format-date.ts';
import { present } from '../../platform/values/values.ts';
import { findCustomer } from '../customer/customer.ts';
import { findPeriod, isStatementDue, type Period, type StatedLine, sumUnstated } from './introducer-partner.read.ts';
import { partnerMinimum } from './introducer-partner.settings.ts';
import {
  beginNextMonth,
  findCarriedIn,
  findRule,
  insertStatement,
  markPaid,
  markWaiting,
  type Partner,
  type StatementRow,
} from './introducer-partner.sql.ts';
import { type PartnerStatementEvent, partnerStatementChanged } from './introducer-partner.ts';
import { lockEarnings, readIncome, sumPayouts, valueLines } from './read-income.ts';

/** Every step is a transaction of its own, so that a crash between two repeats none and skips none. */
export const partnerShares = defineJob({
  name: 'share-with-partners',
  everySeconds: 10,
  run: async (job) => {
    await readIncome(job);
    await handleDueRows(job, {
      table: 'introducer_partner.partner',
      isDue: isStatementDue,
      handle: issueStatement,
    });
    await handleDueRows(job, {
      table: 'introducer_partner.statement',
      isDue: sql`state = 'due' and next_check_at <= now()`,
      handle: payStatement,
    });
  },
});

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

const checkAgainMs = 5 * 60_000;

type Payable = Readonly<{ account: BankAccount }> | Readonly<{ reason: 'no_account' | 'account_restricted' }>;

/** Pays a statement that is due out of our own money, once, or notes why it waits. The statement is locked. */
export async function payStatement(ctx: Ctx<SystemActor>, statement: StatementRow): Promise<void> {
  const { tx, now } = ctx;
  const { id, partnerId: customerId } = statement;
  const found = await findPayoutAccount(ctx, statement);
  if ('reason' in found) {
    await markWaiting(tx, id, found.reason, new Date(now.getTime() + checkAgainMs));
    if (statement.reason !== found.reason) await publishStatement(ctx, statement, { reason: found.reason });
    return;
  }
  const { account } = found;
  const amount = money(statement.currency, statement.totalMinor);
  const operationId = createOperationId();
  await markPaid(tx, id, { operationId, accountId: account.id, at: now });
  await audit(ctx, 'introducer_partner.statement_paid', `partner_statement:${id}`, {
    customer: customerId,
    total: String(amount.minor),
    currency: amount.currency,
  });
  await publishStatement(ctx, statement, { state: 'paid', bankholderId: account.bankholderId });
  await recordNarrative(tx, operationId, {
    kind: 'credit',
    reference: generateReference(),
    description: defaultText('statement_partner_share', { month: monthName(statement.month) }),
  });
  const debit = await firmAccountId(tx, `introducer-cost:${amount.currency}`);
  const postings = [{ debit, credit: account.ledgerAccountId, amount }];
  await bookOperation(tx, { kind: 'post', id: operationId, code: 'introducer_partner.share_paid', postings });
}

/** The oldest active account in the currency. An account that is closing still gets what is owed. */
async function findPayoutAccount({ tx }: Ctx, { partnerId, currency }: StatementRow): Promise<Payable> {
  const accounts = (await listAccountsOf(tx, partnerId)).filter(
    (account) => account.currency === currency && account.status !== 'closed',
  );
  if (accounts.length === 0) return { reason: 'no_account' };
  const account = accounts.find(({ status }) => status === 'active');
  const { status } = present(await findCustomer(tx, partnerId), 'the customer');
  const canReceive = status === 'closing' || accountPermissions[status].receive === 'yes';
  return account && canReceive ? { account } : { reason: 'account_restricted' };
}

type News = Partial<Pick<PartnerStatementEvent, 'state' | 'reason' | 'bankholderId'>>;

function publishStatement(ctx: Ctx, statement: StatementRow, news: News = {}): Promise<void> {
  const currency = statement.currency;
  return emit(ctx, partnerStatementChanged, {
    statementId: statement.id,
    customerId: statement.partnerId,
    month: statement.month,
    state: statement.state,
    reason: null,
    total: formatAmount(money(currency, statement.totalMinor)),
    isPositive: statement.totalMinor > 0n,
    currency,
    bankholderId: null,
    ...news,
  });
}

type Amounts = Readonly<{ share: bigint; cap: bigint | null; carriedIn: bigint; minimum: bigint; isFinal: boolean }>;
type StatementTotal = Readonly<{ total: bigint; state: Exclude<PartnerStatement['state'], 'paid'> }>;

/** Nothing is ever taken from an account: what is below zero reduces the next statements. */
export function decideTotal({ share, cap, carriedIn, minimum, isFinal }: Amounts): StatementTotal {
  const total = limited(share, cap) + carriedIn;
  const isPaid = total > 0n && (isFinal || total >= minimum);
  return { total, state: isPaid ? 'due' : 'carried' };
}

export const limited = (share: bigint, cap: bigint | null): bigint => (cap !== null && share > cap ? cap : share);
