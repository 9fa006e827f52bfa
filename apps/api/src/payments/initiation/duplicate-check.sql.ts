import { sql } from 'kysely';
import { isAccountIn } from '../../accounts/bank-account/bank-account.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { paymentSetting } from '../payment/payment.settings.ts';

type DuplicateQuery = Readonly<{
  customerId: string;
  /** Payments from accounts that the payer may not use are not theirs to know of. Null: all. */
  accounts: ReadonlySet<string> | null;
  payeeId: string;
  amountMinor: bigint;
  currency: string;
  /** Equal amounts on different days are no duplicates. */
  executionDate: string | null;
}>;

export const findDuplicatePayment = batchLoader(
  'reads',
  async (tx, twins: readonly DuplicateQuery[]): Promise<(string | undefined)[]> => {
    const { rows } = await sql<{ id: string | null }>`
    select (
      select id from payment.payment p
      where p.customer_id = t.customer_id and p.payee_id = t.payee_id and p.amount_minor = t.amount_minor
        and (t.accounts is null or ${isAccountIn(sql`p.account_id`, sql`t.accounts`)})
        and p.currency = t.currency and coalesce(p.execution_date = t.day, p.execution_date is null and t.day is null)
        and p.state not in ('draft', 'rejected', 'failed', 'cancelled', 'expired') and p.created_at > now() - (${inForce(paymentSetting, {}, { select: sql`duplicate_minutes` })}) * interval '1 minute'
      order by p.created_at desc limit 1) as id
    from unnest(${twins.map((t) => t.customerId)}::uuid[], ${twins.map((t) => t.payeeId)}::uuid[],
      ${twins.map((t) => t.amountMinor)}::bigint[], ${twins.map((t) => t.currency)}::text[],
      ${twins.map((t) => t.executionDate)}::date[],
      ${twins.map((t) => t.accounts && JSON.stringify([...t.accounts]))}::jsonb[])
      with ordinality as t (customer_id, payee_id, amount_minor, currency, day, accounts, place)
    order by t.place`.execute(tx);
    return rows.map(({ id }) => id ?? undefined);
  },
);
