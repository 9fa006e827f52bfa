import type { Tx } from '../kernel/db.ts';

export async function selectForbidsNoMatch(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payee.name_policy')
    .select('forbids_no_match')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.forbids_no_match ?? false;
}

type Policy = Readonly<{ customerId: string; forbidsNoMatch: boolean; personId: string; at: Date }>;

export async function upsertPolicy(tx: Tx, { customerId, forbidsNoMatch, personId, at }: Policy): Promise<void> {
  const stated = { forbids_no_match: forbidsNoMatch, set_by: personId, set_at: at };
  await tx
    .insertInto('payee.name_policy')
    .values({ customer_id: customerId, ...stated })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(stated))
    .execute();
}
