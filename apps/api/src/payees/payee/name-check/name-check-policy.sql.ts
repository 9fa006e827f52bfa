import type { Tx } from '../../../platform/db/db.ts';

export async function selectBlockOnNoMatch(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payee.name_check_policy')
    .select('block_on_no_match')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.block_on_no_match ?? false;
}

type NameCheckPolicy = Readonly<{ customerId: string; blockOnNoMatch: boolean; userId: string; at: Date }>;

export async function upsertNameCheckPolicy(
  tx: Tx,
  { customerId, blockOnNoMatch, userId, at }: NameCheckPolicy,
): Promise<void> {
  const stated = { block_on_no_match: blockOnNoMatch, set_by: userId, set_at: at };
  await tx
    .insertInto('payee.name_check_policy')
    .values({ customer_id: customerId, ...stated })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(stated))
    .execute();
}
