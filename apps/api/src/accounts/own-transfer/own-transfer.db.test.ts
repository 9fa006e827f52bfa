import type { create } from '@larkmere/contract/accounts/own-transfer';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedPinAuthorisation } from '../../../../../test/fixtures/fx.ts';
import { balancesOf, inSession, seedSession } from '../../../../../test/fixtures/payment.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { createOwnTransfer } from './create-own-transfer.ts';

const { db } = await createDatabase();
let who: TestUser;
let session: string;
let source: BankAccount;
let target: BankAccount;

beforeEach(async () => {
  who = await seedCustomer(db);
  session = await seedSession(db, who);
  source = await seedAccount(db, who, { balance: '100.00' });
  target = await seedAccount(db, who);
});

type Order = Input<typeof create>;
const order = async (over: Partial<Order> = {}, approvedAmount?: string): Promise<Order> => {
  const wanted = {
    sourceBankholderId: source.bankholderId,
    targetBankholderId: target.bankholderId,
    amount: '30.00',
    currency: 'GBP' as const,
    idempotency: v7(),
    ...over,
  };
  const { idempotency: paymentIdempotency, authorisation: _, ...rest } = wanted;
  const purpose = { operation: 'transfer.own' as const, ...rest, paymentIdempotency };
  const amount = approvedAmount ?? wanted.amount;
  return { ...wanted, authorisation: await seedPinAuthorisation(db, who, session, { ...purpose, amount }) };
};
const move = (wanted: Order) =>
  inTransaction(db, (tx, now) =>
    createOwnTransfer({ tx, now, actor: inSession(who, session), requestId: 'test' }, wanted),
  );

describe('transfer between own accounts', () => {
  it('is immediate and free, and returns both balances', async () => {
    const done = await move(await order());
    expect(done).toMatchObject({
      amount: { amount: '30.00', currency: 'GBP' },
      source: { bankholderid: source.bankholderId, balance: { amount: '70.00' }, available: { amount: '70.00' } },
      target: { bankholderid: target.bankholderId, balance: { amount: '30.00' } },
    });
    expect([await balancesOf(db, source), await balancesOf(db, target)]).toEqual([
      ['70.00', '70.00'],
      ['30.00', '30.00'],
    ]);
    const { rows } = await sql<{ kind: string; description: string }>`
      select kind, description from accounting.narrative where operation_id = ${done.uid}`.execute(db);
    expect(rows).toEqual([{ kind: 'transfer', description: 'Transfer between your GBP accounts' }]);
    expect(await findViolations(db)).toEqual([]);
  });

  it('refuses missing funds, foreign accounts, other currencies and a missing PIN authorisation', async () => {
    const foreign = await seedAccount(db, await seedCustomer(db));
    const euros = await seedAccount(db, who, { currency: 'EUR' });
    const cases: [Parameters<typeof expectRefusal>[1], Order][] = [
      ['insufficient_funds', await order({ amount: '100.01' })],
      ['amount_invalid', await order({ amount: '0.00' })],
      ['amount_invalid', await order({ amount: '1.005' })],
      ['not_found', await order({ targetBankholderId: foreign.bankholderId })],
      ['account_not_usable', await order({ targetBankholderId: euros.bankholderId })],
      ['account_not_usable', await order({ targetBankholderId: source.bankholderId })],
      ['authorisation_invalid', await order({}, '29.99')],
    ];
    for (const [code, wanted] of cases) await expectRefusal(db, code, () => move(wanted));
  });

  it('refuses a restricted customer', async () => {
    who = { ...who, customer: { ...who.customer, status: 'restricted' } };
    const wanted = await order();
    await expectRefusal(db, 'account_restricted', () => move(wanted));
  });
});
