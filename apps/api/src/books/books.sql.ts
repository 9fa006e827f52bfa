import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import type { Narrative } from './books.ts';

export type Told = Readonly<{ operationId: string; narrative: Narrative }>;

export const insertNarrative = gathered('writes', insertNarratives);

export async function insertNarratives(tx: Tx, told: readonly Told[]): Promise<readonly undefined[]> {
  const rows = told.map(({ operationId, narrative }) => ({ operationId, ...narrative }));
  await sql`
    insert into books.narrative (operation_id, kind, reference, counterparty, counterparty_account, description, payee_reference, payment_id)
    select n."operationId", n.kind, n.reference, n.counterparty, n."counterpartyAccount", n.description, n."payeeReference", n."paymentId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("operationId" uuid, kind text, reference text, counterparty text,
      "counterpartyAccount" text, description text, "payeeReference" text, "paymentId" uuid)
    on conflict (operation_id) do nothing`.execute(tx);
  return told.map(() => undefined);
}
