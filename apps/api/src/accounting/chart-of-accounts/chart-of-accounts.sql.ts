import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Narrative } from './chart-of-accounts.ts';

export type NarrativeEntry = Readonly<{ operationId: string; narrative: Narrative }>;

export const insertNarrative = batchLoader('writes', insertNarratives);

export async function insertNarratives(tx: Tx, entries: readonly NarrativeEntry[]): Promise<readonly undefined[]> {
  const rows = entries.map(({ operationId, narrative }) => ({ operationId, ...narrative }));
  await sql`
    insert into accounting.narrative (operation_id, kind, reference, counterparty, counterparty_account, description, payee_reference, payment_id)
    select n."operationId", n.kind, n.reference, n.counterparty, n."counterpartyAccount", n.description, n."payeeReference", n."paymentId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("operationId" uuid, kind text, reference text, counterparty text,
      "counterpartyAccount" text, description text, "payeeReference" text, "paymentId" uuid)
    on conflict (operation_id) do nothing`.execute(tx);
  return entries.map(() => undefined);
}

export async function findPartnerBank(tx: Tx): Promise<string> {
  const { name } = await tx.selectFrom('accounting.partner_bank').select('name').executeTakeFirstOrThrow();
  return name;
}

export async function selectReceivingCode(tx: Tx, currency: string, iban: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('accounting.receiving_account')
    .select('code')
    .where('iban', '=', iban)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.code;
}
