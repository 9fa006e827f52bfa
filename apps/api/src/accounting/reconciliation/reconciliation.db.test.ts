import { randomUUID } from 'node:crypto';
import type { Posting } from '@larkmere/ledger/types';
import { expect, test } from 'vitest';
import { amountOf, asSystem, createDatabase, seedAccount, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  recordNarrative,
  safeguardingAccountId,
} from '../chart-of-accounts/chart-of-accounts.ts';
import { readLedgerDay } from './reconciliation.read.ts';

const { db } = await createDatabase();
const account = await seedAccount(db, await seedCustomer(db));
const day = dayAhead(1);

async function book(posting: Posting, reference?: string): Promise<string> {
  const id = createOperationId();
  await asSystem(db, async ({ tx }) => {
    if (reference) await recordNarrative(tx, id, { kind: 'payment', reference, description: 'A movement' });
    await bookOperation(tx, { kind: 'post', id, code: 'test.moved', postings: [posting], valueDate: day });
  });
  return id;
}

test('a day of our books lists each movement under its own reference at the bank', async () => {
  const { bank, position } = await asSystem(db, async ({ tx }) => ({
    bank: await safeguardingAccountId(tx, 'GBP'),
    position: await firmAccountId(tx, 'position:GBP'),
  }));
  const customer = account.ledgerAccountId;
  const received = await book({ debit: bank, credit: customer, amount: amountOf('GBP', '100.00') }, 'CREDIT23');
  const covered = await book({ debit: position, credit: bank, amount: amountOf('GBP', '30.00') }, 'COVER234');
  await book({ debit: customer, credit: bank, amount: amountOf('GBP', '25.00') }, 'PAYMENT2');
  const unnamed = await book({ debit: customer, credit: bank, amount: amountOf('GBP', '1.00') });
  await db
    .insertInto('payment.incoming_credit')
    .values({
      id: received,
      railReference: 'RAIL-1',
      currency: 'GBP',
      amountMinor: 10_000n,
      payerName: 'Peter Smith',
      reference: 'Salary',
      bookedAt: new Date(),
    })
    .execute();
  await db
    .insertInto('treasury.cover_deal')
    .values({
      id: covered,
      staffId: randomUUID(),
      sell: 'GBP',
      buy: 'THB',
      sellMinor: 3_000n,
      mid: '43.30',
      state: 'dealt',
      buyMinor: 129_900n,
      rate: '43.30',
      reference: 'FXDEAL',
      dealtAt: new Date(),
    })
    .execute();
  expect(await asSystem(db, ({ tx }) => readLedgerDay(tx, 'GBP', day))).toEqual({
    opening: amountOf('GBP', '0.00'),
    closing: amountOf('GBP', '44.00'),
    movements: [
      { reference: unnamed, amountMinor: -100n, day },
      { reference: 'PAYMENT2', amountMinor: -2_500n, day },
      { reference: 'FXDEAL', amountMinor: -3_000n, day },
      { reference: 'RAIL-1', amountMinor: 10_000n, day },
    ],
  });
});
