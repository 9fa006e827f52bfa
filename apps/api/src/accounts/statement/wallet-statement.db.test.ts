import { contract } from '@larkmere/contract/contract';
import { post } from '@larkmere/ledger/transfer';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  amountOf,
  asCustomer,
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import { seedWallet } from '../../../../../test/fixtures/wallet.ts';
import {
  createOperationId,
  recordNarrative,
  safeguardingAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { searchStatement, showWalletStatement } from './show-statement.ts';
import { statementRoutes } from './statement.routes.ts';

const { db } = await createDatabase();
const server = await startRouteServer(db, (bind) => statementRoutes(bind, 'larkmere.test/verify'));

let who: TestUser;
let baht: Wallet;

async function book(wallet: Wallet, kind: 'credit' | 'transfer', amount: string, counterparty: string): Promise<void> {
  await asSystem(db, async ({ tx }) => {
    const [id, firm] = [createOperationId(), await safeguardingAccountId(tx, wallet.currency)];
    const [debit, credit] = kind === 'credit' ? [firm, wallet.ledgerAccountId] : [wallet.ledgerAccountId, firm];
    const postings = [{ debit, credit, amount: amountOf(wallet.currency, amount) }];
    await post(tx, { id, code: kind === 'credit' ? 'credit.received' : 'transfer.made', postings });
    await recordNarrative(tx, id, { kind, reference: 'WALLETREF', counterparty, description: counterparty });
  });
}

beforeAll(async () => {
  who = await seedCustomer(db, { kind: 'wallet' });
  baht = await seedWallet(db, who, { currency: 'THB' });
  await book(baht, 'credit', '900.00', 'Somchai Prasert');
  await book(baht, 'transfer', '100.00', 'Noi Chaiyo');
  await book(baht, 'credit', '50.00', 'Somchai Prasert');
});

const read = (over: object = {}) =>
  asCustomer(db, who).run(showWalletStatement, { id: baht.bankholderId, page: 1, size: 50, ...over });
const amounts = async (over: object) => (await read(over)).list.map(({ amount }) => amount);

describe('the statement of a wallet', () => {
  it('has every movement with the balance after it, and totals that agree', async () => {
    const { list, ...totals } = await read();
    expect(list.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      ['50.00', '850.00'],
      ['-100.00', '800.00'],
      ['900.00', '900.00'],
    ]);
    expect(totals).toEqual({
      page: 1,
      hasMore: false,
      currency: 'THB',
      opening: '0.00',
      closing: '850.00',
      totalIn: '950.00',
      totalOut: '100.00',
    });
  });

  it('is read page by page, to the last line and no further', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => read({ page, size: 1 })));
    expect(pages.map(({ list, hasMore }) => [list[0]?.amount, hasMore])).toEqual([
      ['50.00', true],
      ['-100.00', true],
      ['900.00', false],
    ]);
    expect(await read({ page: 4, size: 1 })).toMatchObject({ list: [], hasMore: false, closing: '850.00' });
  });

  it('is narrowed by type, direction and search, while its totals stay those of the range', async () => {
    expect(await amounts({ type: 'transfer' })).toEqual(['-100.00']);
    expect(await amounts({ direction: 'in' })).toEqual(['50.00', '900.00']);
    expect(await amounts({ search: 'somchai' })).toEqual(['50.00', '900.00']);
    expect(await amounts({ search: '900', type: 'transfer' })).toEqual([]);
    expect((await read({ type: 'transfer' })).totalIn).toBe('950.00');
  });

  it('covers the days that were asked for, and refuses an end before the start', async () => {
    expect(await read({ from: '2020-01-01', to: '2020-12-31' })).toMatchObject({ list: [], closing: '0.00' });
    await expect(read({ from: '2026-02-02', to: '2026-02-01' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is not found for a bank account and for others', async () => {
    const plus = await seedCustomer(db);
    const account = await seedAccount(db, plus);
    const ask = (id: string) => server.call(contract.statement.walletStatement, { id }, plus);
    expect(await ask(account.bankholderId)).toMatchObject({ status: 404 });
    expect(await ask(baht.bankholderId)).toMatchObject({ status: 404 });
  });
});

describe('the history over all wallets', () => {
  it('has every line when nothing is searched for, newest first and page by page', async () => {
    const euros = await seedWallet(db, who, { currency: 'EUR' });
    await book(euros, 'credit', '7.00', 'Ines Weber');
    const first = await asCustomer(db, who).run(searchStatement, { size: 3 });
    expect(first.list.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      '7.00 EUR',
      '50.00 THB',
      '-100.00 THB',
    ]);
    const rest = await asCustomer(db, who).run(searchStatement, { size: 3, cursor: first.next ?? '' });
    expect(rest).toMatchObject({ list: [{ amount: '900.00' }], next: null });
  });
});
