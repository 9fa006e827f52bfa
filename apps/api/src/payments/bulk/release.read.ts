import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { present } from '../../platform/values/present.ts';
import { rowDigest } from './bulk.sql.ts';
import type { RowInstruction } from './bulk.ts';

export type PayeeSummary = Readonly<{ digest: string; payees: number; added: number; changed: number }>;

export async function summarisePayees(tx: Tx, releaseId: string): Promise<PayeeSummary> {
  const { rows } = await sql<PayeeSummary>`
    select encode(sha256(convert_to(string_agg(${rowDigest(sql`r`)}, ' ' order by r.number), 'UTF8')), 'hex') as digest,
      count(distinct r.read -> 'payee' ->> 'account')::int as payees,
      (count(distinct r.read -> 'payee' ->> 'account') filter (where r.payee_id is null))::int as added,
      (count(*) filter (where r.payee_id is not null
        and (p.version <> r.payee_version or p.status <> 'approved' or p.deleted_at is not null)))::int as changed
    from bulk_payment.row r left join payee.payee p on p.id = r.payee_id where r.release_id = ${releaseId}`.execute(tx);
  return present(rows[0], 'the summary');
}

export type LargestRow = Readonly<{ name: string; read: Pick<RowInstruction, 'payee'>; minor: bigint }>;

export async function selectLargestRows(tx: Tx, releaseId: string, most: number): Promise<LargestRow[]> {
  const { rows } = await sql<LargestRow>`
    select coalesce(p.name, r.read -> 'payee' ->> 'name') as name, r.read, r.amount_minor as minor
    from bulk_payment.row r left join payee.payee p on p.id = r.payee_id where r.release_id = ${releaseId}
    order by r.amount_minor desc, r.number limit ${most}`.execute(tx);
  return rows;
}
