import { v7 } from 'uuid';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import type { TestUser } from '../fixtures/base.ts';

export async function seedSavedCard(db: Db, { customer, user }: TestUser): Promise<string> {
  const id = v7();
  const expiryYear = new Date().getUTCFullYear() + 2;
  const face = {
    brand: 'visa',
    funding: 'debit',
    last4: '4242',
    expiryMonth: 12,
    expiryYear,
    holderName: user.name,
  } as const;
  await db
    .insertInto('card.card')
    .values({ id, customerId: customer.id, userId: user.id, vaultId: `card_${id}`, ...face })
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
      customerId: customer.id,
      userId: user.id,
      accountId: account.id,
      bankholderId: account.bankholderId,
      currency: 'GBP',
      amountMinor: 2000n,
      feeMinor: 16n,
      brand: 'visa',
      last4: '4242',
      document: '{}',
      expiresAt: new Date(Date.now() + 600_000),
    })
    .execute();
  return id;
}
