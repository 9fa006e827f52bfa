import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import type { StatementLayout } from '@larkmere/contract/accounts/statement';
import type { SubscriptionView } from '@larkmere/contract/accounts/statement-subscription';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../../platform/db/db.ts';
import type { CustomerActor } from '../../../platform/requests/verb.ts';

type Subscriber = Pick<CustomerActor, 'customerId' | 'userId'>;
export type SubscriptionSettings = Readonly<{
  accounts: readonly string[] | null;
  format: ExportFormat;
  layout: StatementLayout;
  preset: ExportPreset | null;
}>;

export async function selectSubscription(
  tx: Tx,
  { customerId, userId }: Subscriber,
): Promise<SubscriptionView | undefined> {
  const { rows } = await sql<SubscriptionView>`
    select accounts, format, layout, preset, to_char(next_month + interval '1 month', 'YYYY-MM-DD') as next_on
    from statement.subscription
    where customer_id = ${customerId} and user_id = ${userId} and ended_at is null`.execute(tx);
  return rows[0];
}

/** The month that runs comes next. One that was delivered does not come again, also not after an end. */
export async function upsertSubscription(
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
