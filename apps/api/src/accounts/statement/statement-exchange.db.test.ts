import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  seedAccount,
  seedCredit,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedExchange } from '../../../../../test/fixtures/exchange.ts';
import { type BankAccount, openOnLedgerAccount } from '../bank-account/bank-account.ts';
import { closeWallet, openWallet } from '../wallet/wallet.ts';
import { searchStatement, showActivity, showStatement } from './show-statement.ts';

const { db } = await createDatabase();
let who: TestUser;
let pounds: BankAccount;
let euros: BankAccount;

beforeEach(async () => {
  who = await seedCustomer(db);
  pounds = await seedAccount(db, who, { balance: '1000.00' });
  euros = await seedAccount(db, who, { currency: 'EUR' });
});

type ExchangeFixture = Readonly<{ minor: bigint; fee: bigint; from: BankAccount; to: BankAccount; rate: string }>;

const createExchange = (over: Partial<ExchangeFixture> = {}) =>
  seedExchange(db, who, { from: pounds, to: euros, ...over });

const statementOf = ({ bankholderId: bankholderid }: BankAccount, over: object = {}) =>
  asCustomer(db, who).run(showStatement, { bankholderid, size: 50, layout: 'compact', ...over });
const activity = (size = 10) => asCustomer(db, who).run(showActivity, { size });

const exchanged = 'Exchanged 100.00 GBP to 116.02 EUR, fee 0.20 GBP included';
const both = {
  sold: { amount: '100.00', currency: 'GBP' },
  bought: { amount: '116.02', currency: 'EUR' },
  fee: { amount: '0.20', currency: 'GBP' },
  rate: { base: 'GBP', quote: 'EUR', rate: '1.1626', market: { base: 'EUR', quote: 'GBP', rate: '0.8602' } },
};

describe('an exchange', () => {
  it('is one row of the activity with both sides and the fee', async () => {
    await createExchange();
    expect(await activity()).toMatchObject([
      { bankholderid: pounds.bankholderId, amount: '-100.00', balanceAfter: '900.00', description: exchanged },
      { amount: '1000.00', exchange: null },
    ]);
    expect((await activity())[0]).toMatchObject({ type: 'Currency exchange', direction: 'out', exchange: both });
  });

  it('is one row per account with the other side and the fee included', async () => {
    await createExchange();
    const sold = await statementOf(pounds);
    expect(sold.list).toMatchObject([
      { amount: '-100.00', balanceAfter: '900.00', description: exchanged, exchange: both },
      { amount: '1000.00', balanceAfter: '1000.00', exchange: null },
    ]);
    expect(sold).toMatchObject({ totalIn: '1000.00', totalOut: '100.00', closing: '900.00' });
    const bought = await statementOf(euros);
    expect(bought.list).toMatchObject([
      { direction: 'in', amount: '116.02', balanceAfter: '116.02', description: exchanged, exchange: both },
    ]);
  });

  it('has a row for its fee in the flat layout', async () => {
    await createExchange();
    expect((await statementOf(pounds, { layout: 'flat' })).list).toMatchObject([
      { type: 'Fee', amount: '-0.20', balanceAfter: '900.00', description: 'Fee for exchanging GBP to EUR' },
      {
        type: 'Currency exchange',
        amount: '-99.80',
        balanceAfter: '900.20',
        description: 'Exchanged 99.80 GBP to 116.02 EUR, 1 GBP = 1.1626 EUR (1 EUR = 0.8602 GBP)',
      },
      { amount: '1000.00' },
    ]);
  });

  it('is found by the debited, converted and fee amounts and by word', async () => {
    await createExchange();
    await seedCredit(db, pounds, '7.00');
    for (const search of ['100.00', '99.80', '0.20', 'fee', 'exchange'])
      expect([search, (await statementOf(pounds, { search })).list.map(({ amount }) => amount)]).toEqual([
        search,
        ['-100.00'],
      ]);
    expect((await statementOf(euros, { search: 'fee' })).list).toEqual([]);
    expect((await statementOf(pounds, { search: '0.00' })).list).toEqual([]);
    const flat = await statementOf(pounds, { search: 'fee', layout: 'flat' });
    expect(flat.list.map(({ amount }) => amount)).toEqual(['-0.20']);
  });

  it('is found across accounts as one row each, without a row for the fee', async () => {
    await createExchange();
    await seedCredit(db, pounds, '7.00');
    const found = async (search: string) =>
      (await asCustomer(db, who).run(searchStatement, { search, size: 50 })).list.map(({ amount }) => amount);
    for (const search of ['100.00', '99.80', '0.20', 'fee'])
      expect([search, await found(search)]).toEqual([search, ['-100.00']]);
    expect((await found('exchange')).toSorted()).toEqual(['-100.00', '116.02']);
    expect(await found('0.00')).toEqual([]);
  });

  it('is neither split nor repeated at the end of a page', async () => {
    await seedCredit(db, euros, '50.00');
    for (const minor of [1000n, 2000n, 3000n]) {
      await createExchange({ minor });
      await seedCredit(db, pounds, '1.00');
    }
    await createExchange({ minor: 5000n, from: euros, to: pounds, rate: '0.8570' });
    for (const size of [1, 2, 3]) {
      const rows = [];
      let cursor: string | undefined;
      do {
        const { list, next } = await statementOf(pounds, { size, cursor });
        rows.push(...list);
        cursor = next ?? undefined;
      } while (cursor);
      expect(rows.map(({ amount }) => amount)).toEqual([
        '42.52',
        '1.00',
        '-30.00',
        '1.00',
        '-20.00',
        '1.00',
        '-10.00',
        '1000.00',
      ]);
      for (const [n, { amount, balanceAfter }] of rows.entries())
        expect(cents(balanceAfter) - cents(amount)).toBe(cents(rows[n + 1]?.balanceAfter ?? '0.00'));
    }
    const latest = await activity(5);
    expect(latest.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      '-50.00 EUR',
      '1.00 GBP',
      '-30.00 GBP',
      '1.00 GBP',
      '-20.00 GBP',
    ]);
  });
});

const cents = (text: string): bigint => BigInt(text.replace('.', ''));

it('lists each line once after a wallet became an account', async () => {
  const { id: customerId } = who.customer;
  const wallet = await asSystem(db, ({ tx }) => openWallet(tx, { customerId, currency: 'THB', name: 'Baht' }));
  const before = await asSystem(db, async ({ tx }) => {
    await closeWallet(tx, wallet);
    const numbers = { sortCode: null, accountNumber: null, iban: null, bic: null, correspondent: null };
    const account = {
      customerId,
      holder: 'Ann',
      currency: 'THB' as const,
      bankholderId: wallet.bankholderId,
      ...numbers,
    };
    return openOnLedgerAccount(tx, account, wallet.ledgerAccountId);
  });
  await seedCredit(db, before, '900.00');
  expect((await activity()).map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
    '900.00 THB',
    '1000.00 GBP',
  ]);
});
