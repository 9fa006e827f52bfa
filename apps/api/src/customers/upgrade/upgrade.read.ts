import type { MissingRequirement } from '@larkmere/contract/customers/upgrade';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type UpgradeReadiness = Readonly<{
  hasAddress: boolean;
  open: readonly Readonly<{ level: string; key: string; state: MissingRequirement['state']; reason: string | null }>[];
}>;

export async function findReadiness(tx: Tx, customerId: string): Promise<UpgradeReadiness> {
  const { rows } = await sql<UpgradeReadiness>`
    select c.address is not null as has_address,
      coalesce((select jsonb_agg(jsonb_build_object('level', a.level, 'key', i.key, 'state', i.state, 'reason', i.reason) order by i.position)
        from kyc.application a join kyc.item i on i.application_id = a.id and i.person_id is null
        where a.customer_id = c.id and i.state <> 'verified' and i.reason is distinct from 'confirm_again'), '[]'::jsonb) as open
    from customer.customer c where c.id = ${customerId}`.execute(tx);
  return rows[0] ?? { hasAddress: false, open: [] };
}

/** Nothing is missing any more, or the time to send it is over. */
export const isDueForEvaluation = sql<boolean>`state = 'kyc_gap' and (deadline_at <= now() or exists (
  select from customer.customer c where c.id = request.customer_id and c.address is not null and not exists (
    select from kyc.application a join kyc.item i on i.application_id = a.id
      left join kyc.person p on p.id = i.person_id
    where a.customer_id = c.id and p.membership_id is null and i.state <> 'verified' and i.reason is distinct from 'confirm_again')))`;

export type LastConversion = Readonly<{ sell: Currency; buy: Currency; sellMinor: bigint; executedAt: Date }>;

export async function findLastConversion(tx: Tx, customerId: string): Promise<LastConversion | undefined> {
  const { rows } = await sql<LastConversion>`
    select sell, buy, sell_minor, made_at as executed_at from fx.conversion
    where customer_id = ${customerId} order by made_at desc, id desc limit 1`.execute(tx);
  return rows[0];
}
