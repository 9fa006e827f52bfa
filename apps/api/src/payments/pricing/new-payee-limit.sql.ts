import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { newPayeeLimit } from './pricing.settings.ts';

type NewPayeeLimitQuery = Readonly<{
  payeeId: string;
  accountSince: Date;
  currency: Currency;
  executesAt: Date;
  excludedPaymentId: string | null;
}>;

export type NewPayeeLimitRow = Readonly<{ limitMinor: bigint; sentMinor: bigint; until: Date }>;

export const selectNewPayeeLimit = batchLoader(
  'reads',
  async (tx, asked: readonly NewPayeeLimitQuery[]): Promise<(NewPayeeLimitRow | undefined)[]> => {
    const { rows } = await sql<NewPayeeLimitRow & Readonly<{ place: number }>>`
      select a.place::int, l.limit_minor, t.until,
        (select coalesce(sum(coalesce(sold_minor, amount_minor)), 0)::bigint from payment.payment p
          where p.payee_id = a.payee_id and coalesce(p.sold_currency, p.currency) = a.currency
            and p.state not in ('draft', 'rejected', 'failed', 'cancelled', 'expired')
            and (a.left_out is null or p.id <> a.left_out)
            and p.created_at >= a.since and coalesce(p.execute_at, p.created_at) < t.until) as sent_minor
      from unnest(${asked.map((a) => a.payeeId)}::uuid[], ${asked.map((a) => a.accountSince)}::timestamptz[],
          ${asked.map((a) => a.currency)}::text[], ${asked.map((a) => a.executesAt)}::timestamptz[],
          ${asked.map((a) => a.excludedPaymentId)}::uuid[]) with ordinality as a (payee_id, since, currency, at, left_out, place)
        cross join lateral (${inForce(newPayeeLimit, { currency: sql.ref('a.currency') }, { at: sql.ref('a.at') })}) l
        cross join lateral (select a.since + l.hours * interval '1 hour' as until) t
      where a.at < t.until`.execute(tx);
    const found = new Map(rows.map(({ place, ...limit }) => [place, limit]));
    return asked.map((_, i) => found.get(i + 1));
  },
);
