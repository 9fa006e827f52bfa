import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Payee } from '../payee/payee.ts';
import type { BulkRow } from './bulk-payment.sql.ts';

type Account = Pick<Payee, 'type' | 'currency' | 'account'>;
export type Known = Account & Readonly<{ id: string; version: number; status: Payee['status'] }>;

/** Payees of the customer with one of these accounts. */
export async function knownPayees(tx: Tx, customerId: string, accounts: readonly Account[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select p.id, p.version, p.status, p.type, p.currency, p.account from payee.payee p
    join (select distinct * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as a (type text, currency text, account text)) a
      on a.type = p.type and a.currency = p.currency and a.account = p.account
    where p.customer_id = ${customerId} and p.deleted_at is null`.execute(tx);
  return rows;
}

export type RowWithPayment = BulkRow &
  Readonly<{ payment_reference: string | null; payment_state: string | null; payee_name: string | null }>;

type Page = Readonly<{ state: string | undefined; first: number; most: number }>;

/** Rows of a file with the payments that they became. */
export const rowsOfFile = (tx: Tx, fileId: string, { state, first, most }: Page): Promise<RowWithPayment[]> =>
  tx
    .selectFrom('bulk_payment.row as r')
    .leftJoin('payment.payment as p', 'p.id', 'r.payment_id')
    .leftJoin('payee.payee as e', 'e.id', 'r.payee_id')
    .selectAll('r')
    .select(['p.reference as payment_reference', 'p.state as payment_state', 'e.name as payee_name'])
    .where('r.file_id', '=', fileId)
    .$if(state !== undefined, (query) => query.where('r.state', '=', state ?? ''))
    .orderBy('r.number')
    .offset(first)
    .limit(most)
    .execute();
