import type { Tx } from '../../../platform/db/db.ts';

export async function selectBlockOnNoMatch(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payee.name_check_policy')
    .select('blockOnNoMatch')
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return row?.blockOnNoMatch ?? false;
}

type NameCheckPolicy = Readonly<{ customerId: string; blockOnNoMatch: boolean; userId: string; at: Date }>;

export async function upsertNameCheckPolicy(
  tx: Tx,
  { customerId, blockOnNoMatch, userId, at }: NameCheckPolicy,
): Promise<void> {
  const stated = { blockOnNoMatch, setBy: userId, setAt: at };
  await tx
    .insertInto('payee.name_check_policy')
    .values({ customerId, ...stated })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(stated))
    .execute();
}
