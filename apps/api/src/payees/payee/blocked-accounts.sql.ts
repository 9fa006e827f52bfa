import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Payee } from './payee-record.ts';

type Account = Pick<Payee, 'type' | 'currency' | 'account'>;

export async function selectBlockedAccounts(
  tx: Tx,
  customerId: string,
  accounts: readonly Account[],
): Promise<(Payee['reasonCode'] | undefined)[]> {
  const queries = accounts.map(({ type, currency, account }, place) => ({ place, type, currency, account }));
  const { rows } = await sql<{ place: number; reasonCode: Payee['reasonCode'] }>`
    select a.place, last.reason_code
    from jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) as a (place int, type text, currency text, account text)
    cross join lateral (
      select status, reason_code from payee.payee p
      where p.customer_id = ${customerId} and p.type = a.type and p.currency = a.currency and p.account = a.account
        and p.deleted_at is not null
      order by p.deleted_at desc, p.id desc limit 1) as last
    where last.status <> 'approved' and last.reason_code <> 'team_approval'`.execute(tx);
  const reasons = new Map(rows.map(({ place, reasonCode }) => [place, reasonCode]));
  return accounts.map((_, place) => reasons.get(place));
}
