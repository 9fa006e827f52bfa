import { type RegulatoryField, regulatoryCodes, regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import type { PreviousAnswers } from '@larkmere/contract/payments/regulatory-information';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { isUsableAccount } from '../../accounts/bank-account/bank-account.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerActor } from '../../platform/requests/verb.ts';
import { allInForce } from '../../platform/settings/setting.ts';
import { regulatoryRequirement } from './pricing.settings.ts';

type Rail = Readonly<{ rail: string; currency: Currency }>;

export const findRequiredFields = batchLoader(
  'reads',
  async (tx, rails: readonly Rail[]): Promise<RegulatoryField[][]> => {
    const { rows } = await sql<{ asks: string[] }>`
    select array(
      select distinct unnest(required_fields) from (
        ${allInForce(regulatoryRequirement, { rail: sql.ref('a.rail'), currency: sql.ref('a.currency') })}) in_force) as asks
    from unnest(${rails.map(({ rail }) => rail)}::text[], ${rails.map(({ currency }) => currency)}::text[])
      with ordinality as a (rail, currency, place)
    order by a.place`.execute(tx);
    return rows.map(({ asks }) => regulatoryFields.filter((name) => asks.includes(name)));
  },
);

export async function findRequiredFieldsByCurrency(
  tx: Tx,
  currencies: readonly string[],
  abroad = false,
): Promise<Map<string, RegulatoryField[]>> {
  const { rows } = await sql<{ currency: Currency; asks: string[] }>`
    select currency, array(select distinct unnest(required_fields) from (
      ${allInForce(regulatoryRequirement, { currency: sql.ref('a.currency') })}) in_force
      where (rail in ('swift', 'fedwire', 'local')) = ${abroad}) as asks
    from unnest(${[...new Set(currencies)]}::text[]) as a (currency)`.execute(tx);
  return new Map(rows.map(({ currency, asks }) => [currency, regulatoryFields.filter((name) => asks.includes(name))]));
}

type Question = Readonly<{ payeeId: string; fields: readonly RegulatoryField[] }>;

/** What the last payment to this payee said, out of an account that this member may see. */
export async function findPreviousAnswers(
  tx: Tx,
  actor: CustomerActor,
  { payeeId, fields }: Question,
): Promise<PreviousAnswers> {
  if (fields.length === 0) return {};
  const { rows } = await sql<Record<RegulatoryField, string | null>>`
    select purpose as purpose_code, relationship, source_of_funds from payment.payment
    where payee_id = ${payeeId} and customer_id = ${actor.customerId} and ${isUsableAccount(sql`account_id`, actor)}
      and coalesce(purpose, relationship, source_of_funds) is not null
    order by created_at desc limit 1`.execute(tx);
  const [last] = rows;
  // A payee's own details may hold codes of another list.
  const known = (field: RegulatoryField) => regulatoryCodes[field].find((code) => code === last?.[field]);
  return Object.fromEntries(fields.flatMap((field) => (known(field) ? [[field, known(field)] as const] : [])));
}
