import { accountPermissions } from '@larkmere/contract/platform/account-status';
import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import { readerFor } from '../../../customers/customer/customer.ts';
import type { StatementSubscription } from '../../../platform/db/schema.gen.ts';
import { handleDueRows } from '../../../platform/jobs/due-rows.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import { audit } from '../../../platform/requests/audit.ts';
import type { Ctx } from '../../../platform/requests/verb.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import { listOwnAccounts } from '../../bank-account/bank-account.ts';
import { insertExport } from '../export/statement-export.sql.ts';
import { beginNextMonth, endSubscription, isMonthOver } from './subscribe.ts';

type Subscription = Readonly<Selectable<StatementSubscription>>;

/**
 * Asks for the export of a month that is over, and moves on to the next month, in one transaction: so a crash neither
 * repeats nor skips a month. The export is prepared like any long one.
 */
export const monthlyStatements = defineJob({
  name: 'issue-monthly-statements',
  everySeconds: 10,
  run: (job) => handleDueRows(job, { table: 'statement.subscription', isDue: isMonthOver, handle: issueOrEnd }),
});

async function issueOrEnd(ctx: Ctx, subscription: Subscription): Promise<void> {
  const { customerId, userId, accounts: chosen } = subscription;
  const reader = await readerFor(ctx.tx, { customerId, userId }, 'statement');
  if (!reader) return end(ctx, subscription, 'access_lost');
  if (accountPermissions[reader.accountStatus].export !== 'yes') return end(ctx, subscription, 'account_status');
  const open = (await listOwnAccounts({ tx: ctx.tx, actor: reader })).filter(({ status }) => status !== 'closed');
  const left = chosen ? open.filter(({ bankholderId }) => chosen.includes(bankholderId)) : open;
  if (left.length === 0) return end(ctx, subscription, 'no_open_account');
  const { from, to } = monthOf(subscription.nextMonth);
  const exported = left.filter(({ openedAt }) => londonDay(openedAt) <= to).map(({ bankholderId }) => bankholderId);
  if (exported.length > 0) await requestMonth(ctx, subscription, exported, { from, to });
  await beginNextMonth(ctx.tx, subscription.id, chosen && left.map(({ bankholderId }) => bankholderId));
}

async function requestMonth(
  ctx: Ctx,
  subscription: Subscription,
  accounts: readonly string[],
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<void> {
  const { id: subscriptionId, customerId, userId, format, layout } = subscription;
  const { id } = await insertExport(ctx.tx, {
    id: v7(),
    customerId,
    userId,
    accounts,
    from,
    to,
    format,
    layout,
    preset: subscription.preset,
    // Counted when it is prepared.
    rowCount: 0,
    isConfirmed: false,
    inBackground: true,
    subscriptionId,
  });
  await audit(ctx, 'statement.exported', `statement-export:${id}`, { accounts, from, to, format, layout });
}

async function end(
  ctx: Ctx,
  { customerId, userId }: Subscription,
  reason: 'access_lost' | 'account_status' | 'no_open_account',
): Promise<void> {
  await endSubscription(ctx.tx, { customerId, userId }, reason);
  await audit(ctx, 'statement.unsubscribed', `user:${userId}`, { reason });
}

function monthOf(from: string): Readonly<{ from: string; to: string }> {
  const [year = 0, month = 0] = from.split('-').map(Number);
  return { from, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}
