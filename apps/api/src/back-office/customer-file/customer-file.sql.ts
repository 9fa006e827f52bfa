import type { Tx } from '../../platform/db/db.ts';

export async function insertNote(
  tx: Tx,
  row: Readonly<{
    id: string;
    customer_id: string;
    body: string;
    is_support_need: boolean;
    is_confidential: boolean;
    written_by: string;
  }>,
): Promise<void> {
  await tx.insertInto('customer_file.note').values(row).execute();
}
