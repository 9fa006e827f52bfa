import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import type { SubscriptionView } from '@larkmere/contract/accounts/statement-subscription';
import type { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../../platform/db/db.ts';
import { audit } from '../../../platform/requests/audit.ts';
import type { CustomerActor, Verb } from '../../../platform/requests/verb.ts';
import { requireOwnAccounts, requirePresetFormat } from '../export/request-export.ts';

type Subscriber = Pick<CustomerActor, 'customerId' | 'userId'>;
type SubscriptionSettings = Readonly<{
  accounts: readonly string[] | null;
  format: ExportFormat;
  layout: StatementLayout;
  preset: ExportPreset | null;
}>;

async function selectSubscription(tx: Tx, { customerId, userId }: Subscriber): Promise<SubscriptionView | undefined> {
  const { rows } = await sql<SubscriptionView>`
    select accounts, format, layout, preset, to_char(next_month + interval '1 month', 'YYYY-MM-DD') as next_on
    from statement.subscription
    where customer_id = ${customerId} and user_id = ${userId} and ended_at is null`.execute(tx);
  return rows[0];
}

/** The month that runs comes next. One that was delivered does not come again, also not after an end. */
async function upsertSubscription(
  tx: Tx,
  { customerId, userId }: Subscriber,
  { accounts, format, layout, preset }: SubscriptionSettings,
): Promise<void> {
  await sql`
    insert into statement.subscription as s (id, customer_id, user_id, accounts, format, layout, preset, next_month)
    values (${v7()}, ${customerId}, ${userId}, ${accounts && [...accounts]}, ${format}, ${layout}, ${preset}, ${thisMonth})
    on conflict (customer_id, user_id) do update set
      accounts = excluded.accounts, format = excluded.format, layout = excluded.layout, preset = excluded.preset,
      next_month = case when s.ended_at is null then s.next_month else greatest(s.next_month, excluded.next_month) end,
      ended_at = null, end_reason = null`.execute(tx);
}

const thisMonth = sql`date_trunc('month', now() at time zone 'Europe/London')::date`;

/** A month is over at midnight in London. */
export const isMonthOver = sql<boolean>`
  ended_at is null and (next_month + interval '1 month') at time zone 'Europe/London' <= now()`;

type EndReason = 'unsubscribed' | 'access_lost' | 'account_status' | 'no_open_account';

export async function endSubscription(tx: Tx, { customerId, userId }: Subscriber, reason: EndReason): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update statement.subscription set ended_at = now(), end_reason = ${reason}
    where customer_id = ${customerId} and user_id = ${userId} and ended_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** `accounts`: those that are left of the chosen ones. */
export async function beginNextMonth(tx: Tx, id: string, accounts: readonly string[] | null): Promise<void> {
  await sql`
    update statement.subscription set next_month = next_month + interval '1 month', accounts = ${accounts && [...accounts]}
    where id = ${id}`.execute(tx);
}

/** Refuses `not_found` for an account that the member may not use, and `validation_failed`. */
export const subscribe: Verb<typeof contract.statement.subscribe> = async (ctx, input) => {
  const { tx, actor } = ctx;
  const { format, layout, preset = null } = input;
  requirePresetFormat({ preset, format });
  const chosen = input.accounts && (await requireOwnAccounts(ctx, input.accounts));
  const accounts = chosen?.map(({ bankholderId }) => bankholderId);
  await upsertSubscription(tx, actor, { accounts: accounts ?? null, format, layout, preset });
  await audit(ctx, 'statement.subscribed', `user:${actor.userId}`, { accounts: accounts ?? 'all', format, layout });
  const subscription = await selectSubscription(tx, actor);
  if (!subscription) throw new RangeError(`the subscription of ${actor.userId} was not written`);
  return subscription;
};

export const unsubscribe: Verb<typeof contract.statement.unsubscribe> = async (ctx) => {
  const { tx, actor } = ctx;
  if (await endSubscription(tx, actor, 'unsubscribed'))
    await audit(ctx, 'statement.unsubscribed', `user:${actor.userId}`, { reason: 'unsubscribed' });
  return null;
};

export const showSubscription: Verb<typeof contract.statement.showSubscription> = async ({ tx, actor }) =>
  (await selectSubscription(tx, actor)) ?? null;
