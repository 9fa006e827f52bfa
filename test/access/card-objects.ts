import { v7 } from 'uuid';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import type { TestUser } from '../fixtures/base.ts';

export async function seedSavedCard(db: Db, { customer, user }: TestUser): Promise<string> {
  const id = v7();
  const expiry_year = new Date().getUTCFullYear() + 2;
  const face = {
    brand: 'visa',
    funding: 'debit',
    last4: '4242',
    expiry_month: 12,
    expiry_year,
    holder_name: user.name,
  };
  await db
    .insertInto('card.card')
    .values({ id, customer_id: customer.id, user_id: user.id, vault_id: `card_${id}`, ...face })
    .execute();
  return id;
}

export async function seedTopUp(db: Db, { customer, user }: TestUser, account: BankAccount): Promise<string> {
  const id = v7();
  await db
    .insertInto('top_up.top_up')
    .values({
      id,
      reference: id.slice(-12).replaceAll('-', '').toUpperCase(),
      customer_id: customer.id,
      user_id: user.id,
      account_id: account.id,
      bankholder_id: account.bankholderId,
      currency: 'GBP',
      amount_minor: 2000n,
      fee_minor: 16n,
      brand: 'visa',
      last4: '4242',
      document: '{}',
      expires_at: new Date(Date.now() + 600_000),
    })
    .execute();
  return id;
}
