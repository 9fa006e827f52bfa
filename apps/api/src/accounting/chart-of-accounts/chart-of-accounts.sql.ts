import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Narrative } from './chart-of-accounts.ts';

export type NarrativeEntry = Readonly<{ operationId: string; narrative: Narrative }>;

export const insertNarrative = batchLoader('writes', insertNarratives);

export async function insertNarratives(tx: Tx, entries: readonly NarrativeEntry[]): Promise<readonly undefined[]> {
  const rows = entries.map(({ operationId, narrative }) => ({ operationId, ...narrative }));
  await sql`
    insert into accounting.narrative (operation_id, kind, reference, counterparty, counterparty_account, description, payee_reference, payment_id)
    select n.operation_id, n.kind, n.reference, n.counterparty, n.counterparty_account, n.description, n.payee_reference, n.payment_id
    from jsonb_to_recordset(${columnJson(rows)}::jsonb) as n (operation_id uuid, kind text, reference text, counterparty text,
      counterparty_account text, description text, payee_reference text, payment_id uuid)
    on conflict (operation_id) do nothing`.execute(tx);
  return entries.map(() => undefined);
}

export async function findPartnerBank(tx: Tx): Promise<string> {
  const { name } = await tx.selectFrom('accounting.partner_bank').select('name').executeTakeFirstOrThrow();
  return name;
}

export async function selectReceivingCode(tx: Tx, currency: Currency, iban: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('accounting.receiving_account')
    .select('code')
    .where('iban', '=', iban)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.code;
}
