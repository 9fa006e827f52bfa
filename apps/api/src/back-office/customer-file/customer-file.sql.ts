import type { Tx } from '../../platform/db/db.ts';

export async function insertNote(
  tx: Tx,
  row: Readonly<{
    id: string;
    customerId: string;
    body: string;
    isSupportNeed: boolean;
    isConfidential: boolean;
    writtenBy: string;
  }>,
): Promise<void> {
  await tx.insertInto('customer_file.note').values(row).execute();
}
