import type { Input } from '@larkmere/contract/endpoint';
import type { make } from '@larkmere/contract/transfer';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal, type Given, givenAccount, givenCustomer, givenDatabase } from '../../../../test/given.ts';
import { givenApproval } from '../../../../test/given-fx.ts';
import { givenSession, inSession, standingOf } from '../../../../test/given-payment.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { makeTransfer } from './make-transfer.ts';

const { db } = await givenDatabase();
let who: Given;
let session: string;
let source: BankAccount;
let target: BankAccount;

beforeEach(async () => {
  who = await givenCustomer(db);
  session = await givenSession(db, who);
  source = await givenAccount(db, who, { balance: '100.00' });
  target = await givenAccount(db, who);
});

type Order = Input<typeof make>;
const order = async (over: Partial<Order> = {}, approvedAmount?: string): Promise<Order> => {
  const wanted = {
    sourceBankholderId: source.bankholderId,
    targetBankholderId: target.bankholderId,
    amount: '30.00',
    currency: 'GBP' as const,
    idempotency: v7(),
    ...over,
  };
  const { idempotency: paymentIdempotency, approval: _, ...rest } = wanted as Order;
  const purpose = { operation: 'transfer.own' as const, ...rest, paymentIdempotency };
  const amount = approvedAmount ?? wanted.amount;
  return { ...wanted, approval: await givenApproval(db, who, session, { ...purpose, amount }) };
};
const move = (wanted: Order) =>
  inTransaction(db, (tx, now) => makeTransfer({ tx, now, actor: inSession(who, session), requestId: 'test' }, wanted));

describe('transfer between own accounts', () => {
  it('is immediate and free, and returns both balances', async () => {
    const done = await move(await order());
    expect(done).toMatchObject({
      amount: { amount: '30.00', currency: 'GBP' },
      source: { bankholderid: source.bankholderId, balance: { amount: '70.00' }, available: { amount: '70.00' } },
      target: { bankholderid: target.bankholderId, balance: { amount: '30.00' } },
    });
    expect([await standingOf(db, source), await standingOf(db, target)]).toEqual([
      ['70.00', '70.00'],
      ['30.00', '30.00'],
    ]);
    const { rows } = await sql<{ kind: string; description: string }>`
      select kind, description from books.narrative where operation_id = ${done.uid}`.execute(db);
    expect(rows).toEqual([{ kind: 'transfer', description: 'Transfer between your GBP accounts' }]);
    expect(await findViolations(db)).toEqual([]);
  });

  it('refuses missing funds, foreign accounts, other currencies and a missing PIN authorisation', async () => {
    const foreign = await givenAccount(db, await givenCustomer(db));
    const euros = await givenAccount(db, who, { currency: 'EUR' });
    const cases: [Parameters<typeof expectRefusal>[1], Order][] = [
      ['insufficient_funds', await order({ amount: '100.01' })],
      ['amount_invalid', await order({ amount: '0.00' })],
      ['amount_invalid', await order({ amount: '1.005' })],
      ['not_found', await order({ targetBankholderId: foreign.bankholderId })],
      ['account_not_usable', await order({ targetBankholderId: euros.bankholderId })],
      ['account_not_usable', await order({ targetBankholderId: source.bankholderId })],
      ['approval_invalid', await order({}, '29.99')],
    ];
    for (const [code, wanted] of cases) await expectRefusal(db, code, () => move(wanted));
  });

  it('refuses a restricted customer', async () => {
    who = { ...who, customer: { ...who.customer, status: 'restricted' } };
    const wanted = await order();
    await expectRefusal(db, 'account_restricted', () => move(wanted));
  });
});
