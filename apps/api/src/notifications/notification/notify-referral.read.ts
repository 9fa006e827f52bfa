import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export async function selectIntroducerPage(tx: Tx, customerId: string): Promise<string> {
  const { rows } = await sql<{ kind: string }>`select kind from customer.customer where id = ${customerId}`.execute(tx);
  return rows[0]?.kind === 'wallet' ? '/wallet/introducer' : '/introducer';
}
