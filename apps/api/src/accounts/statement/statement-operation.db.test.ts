import type { MovementKind } from '@larkmere/contract/accounts/statement';
import { reverse } from '@larkmere/ledger/reverse';
import { listEntries } from '@larkmere/ledger/statement';
import { post } from '@larkmere/ledger/transfer';
import type { AccountId, OperationId, Posting } from '@larkmere/ledger/types';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  amountOf,
  asCustomer,
  asSystem,
  createDatabase,
  seedAccount,
  seedCredit,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { searchStatement, showActivity, showStatement } from './show-statement.ts';

const { db } = await createDatabase();
let who: TestUser;
let pounds: BankAccount;

beforeEach(async () => {
  who = await seedCustomer(db);
  pounds = await seedAccount(db, who, { balance: '1000.00' });
});

type Leg = readonly [from: string, to: string, amount: string];

/** Books an operation whose legs name firm accounts by code, and `own` for the account in pounds. */
async function book(kind: MovementKind, legs: readonly Leg[], code = 'payment.sent'): Promise<OperationId> {
  const id = createOperationId();
  await asSystem(db, async ({ tx }) => {
    const find = (name: string): Promise<AccountId> | AccountId =>
      name === 'own' ? pounds.ledgerAccountId : firmAccountId(tx, name);
    const postings: Posting[] = [];
    for (const [from, to, amount] of legs)
      postings.push({
        debit: await find(from),
        credit: await find(to),
        amount: amountOf([from, to].some((name) => name.endsWith('EUR')) ? 'EUR' : 'GBP', amount),
      });
    await post(tx, { id, code, postings });
    const counterparty = 'Greta Lindqvist';
    await recordNarrative(tx, id, { kind, reference: generateReference(), counterparty, description: 'Payment' });
  });
  return id;
}

const bookPayment = (amount: string, fee: string) =>
  book('payment', [
    ['own', 'clearing:faster-payments:GBP', amount],
    ['own', 'fee-income:payment:GBP', fee],
  ]);

async function bookExchangedPayment(): Promise<void> {
  const id = await book('payment', [
    ['own', 'position:GBP', '99.80'],
    ['position:EUR', 'clearing:sepa-instant:EUR', '116.02'],
    ['own', 'fee-income:fx:GBP', '0.20'],
    ['position:EUR', 'fx-spread:EUR', '0.41'],
    ['own', 'fee-income:payment:GBP', '0.50'],
  ]);
  await asSystem(db, async ({ tx }) => {
    const amounts = { sellMinor: 10_000n, feeMinor: 20n, buyMinor: 11_602n, midValueMinor: 11_643n };
    await tx
      .insertInto('fx.conversion')
      .values({
        id,
        reference: generateReference(),
        customerId: who.customer.id,
        cause: 'payment',
        fromAccount: pounds.ledgerAccountId,
        toAccount: await firmAccountId(tx, 'clearing:sepa-instant:EUR'),
        sell: 'GBP',
        buy: 'EUR',
        ...amounts,
        mid: '1.1667',
        rate: '1.1626',
        marginBps: 35,
        spreadMinor: 41n,
        roundingMinor: 0n,
      })
      .execute();
  });
}

const statement = (over: object = {}) =>
  asCustomer(db, who).run(showStatement, { bankholderid: pounds.bankholderId, size: 50, ...over });
const amountsOf = async (over: object = {}) => (await statement(over)).list.map(({ amount }) => amount);

describe('an operation', () => {
  it('is one row of the statement and the activity if it is a payment with a fee', async () => {
    await bookPayment('120.00', '0.50');
    const row = {
      type: 'Payment sent',
      amount: '-120.50',
      fee: { amount: '0.50', currency: 'GBP', refunded: false, amountWithout: '-120.00' },
      balanceAfter: '879.50',
    };
    const before = { amount: '1000.00', fee: null, balanceAfter: '1000.00' };
    expect((await statement()).list).toMatchObject([row, before]);
    expect(await asCustomer(db, who).run(showActivity, { size: 10 })).toMatchObject([row, before]);
  });

  it('shows both sides, the rate and all fees of a payment out of another currency', async () => {
    await bookExchangedPayment();
    const row = {
      type: 'Payment sent',
      counterparty: 'Greta Lindqvist',
      description: 'Payment',
      amount: '-100.50',
      fee: { amount: '0.70', refunded: false, amountWithout: '-99.80' },
      exchange: {
        sold: { amount: '100.50', currency: 'GBP' },
        bought: { amount: '116.02', currency: 'EUR' },
        fee: { amount: '0.70', currency: 'GBP' },
        rate: { base: 'GBP', quote: 'EUR', rate: '1.1626' },
      },
      balanceAfter: '899.50',
    };
    expect((await statement()).list).toMatchObject([row, { amount: '1000.00' }]);
    expect(await asCustomer(db, who).run(showActivity, { size: 10 })).toMatchObject([row, { amount: '1000.00' }]);
    expect(await amountsOf({ layout: 'flat' })).toEqual(['-0.50', '-0.20', '-99.80', '1000.00']);
  });

  it('is one row that tells the refunded fee if it is a return', async () => {
    await bookPayment('120.00', '0.50');
    await book(
      'return',
      [
        ['clearing:faster-payments:GBP', 'own', '120.00'],
        ['fee-income:payment:GBP', 'own', '0.50'],
      ],
      'payment.returned',
    );
    const page = await statement();
    expect(page.list[0]).toMatchObject({
      type: 'Payment returned',
      direction: 'in',
      amount: '120.50',
      fee: { amount: '0.50', refunded: true, amountWithout: '120.00' },
      balanceAfter: '1000.00',
    });
    expect(page).toMatchObject({ totalIn: '1120.50', totalOut: '120.50', closing: '1000.00' });
  });

  it('is one row that gives back amount and fee if it reverses another', async () => {
    const reverses = await bookPayment('120.00', '0.50');
    await asSystem(db, ({ tx }) => reverse(tx, { id: createOperationId(), code: 'payment.reversed', reverses }));
    expect((await statement()).list).toMatchObject([
      { amount: '120.50', fee: { amount: '0.50', refunded: true }, balanceAfter: '1000.00' },
      { amount: '-120.50', balanceAfter: '879.50' },
      { amount: '1000.00' },
    ]);
  });

  it('is one row with its net change, and counts as such in the totals, if a fee is taken from what arrives', async () => {
    await book('credit', [
      ['suspense:GBP', 'own', '50.00'],
      ['own', 'fee-income:payment:GBP', '2.00'],
    ]);
    const page = await statement();
    expect(page.list[0]).toMatchObject({
      direction: 'in',
      amount: '48.00',
      fee: { amount: '2.00', refunded: false, amountWithout: '50.00' },
    });
    expect(page).toMatchObject({ totalIn: '1048.00', totalOut: '0.00', closing: '1048.00' });
    expect(await statement({ layout: 'flat' })).toMatchObject({ totalIn: '1050.00', totalOut: '2.00' });
    expect(await amountsOf({ direction: 'out' })).toEqual([]);
    expect(await amountsOf({ search: '50.00' })).toEqual(['48.00']);
  });

  it('keeps a row of its own for a fee without a payment', async () => {
    await book('fee', [['own', 'fee-income:payment:GBP', '2.00']]);
    expect((await statement()).list[0]).toMatchObject({ type: 'Fee', amount: '-2.00', fee: null });
  });

  it('is found by its whole amount and by every part of it', async () => {
    await bookExchangedPayment();
    await bookPayment('7.00', '0.30');
    for (const search of ['100.50', '99.80', '0.20', '0.50']) {
      expect([search, await amountsOf({ search })]).toEqual([search, ['-100.50']]);
      const found = await asCustomer(db, who).run(searchStatement, { search, size: 50 });
      expect(found.list.map(({ amount }) => amount)).toEqual(['-100.50']);
    }
    expect(await amountsOf({ search: 'fee' })).toEqual(['-7.30', '-100.50']);
    expect(await amountsOf({ search: '7.30', layout: 'flat' })).toEqual([]);
  });

  it('is neither split nor repeated by a cursor, and rows and balances agree with the ledger', async () => {
    for (const amount of ['10.00', '20.00', '30.00']) {
      await bookPayment(amount, '0.50');
      await bookExchangedPayment();
      await seedCredit(db, pounds, '1.00');
    }
    const expected = await amountsOf();
    expect(expected).toEqual([
      '1.00',
      '-100.50',
      '-30.50',
      '1.00',
      '-100.50',
      '-20.50',
      '1.00',
      '-100.50',
      '-10.50',
      '1000.00',
    ]);
    for (const size of [1, 2, 3, 4])
      for (const verb of [showStatement, searchStatement]) {
        const rows = [];
        let cursor: string | undefined;
        do {
          const { list, next } =
            verb === showStatement
              ? await statement({ size, cursor })
              : await asCustomer(db, who).run(searchStatement, { search: 'e', size, cursor });
          rows.push(...list);
          cursor = next ?? undefined;
        } while (cursor);
        expect(rows.map(({ amount }) => amount)).toEqual(expected);
        for (const [n, { amount, balanceAfter }] of rows.entries())
          expect(pence(balanceAfter) - pence(amount)).toBe(pence(rows[n + 1]?.balanceAfter ?? '0.00'));
      }
    const ledger = await asSystem(db, ({ tx }) => listEntries(tx, { accountId: pounds.ledgerAccountId, limit: 1 }));
    expect(pence((await statement()).closing)).toBe(ledger[0]?.balance.minor);
  });
});

const pence = (text: string): bigint => BigInt(text.replace('.', ''));
