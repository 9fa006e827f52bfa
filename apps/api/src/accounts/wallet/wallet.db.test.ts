import { contract } from '@larkmere/contract/contract';
import { hold, post } from '@larkmere/ledger/transfer';
import { expect, test } from 'vitest';
import { amountOf, asSystem, createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import { createOperationId, safeguardingAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { walletRoutes } from './wallet.routes.ts';
import { openWallet } from './wallet.ts';

const { db } = await createDatabase();
const { call } = await startRouteServer(db, walletRoutes);

test('refuses callers without a session and hides wallets of other customers', async () => {
  const ann = await seedCustomer(db, { kind: 'wallet' });
  await asSystem(db, ({ tx }) => openWallet(tx, { customerId: ann.customer.id, currency: 'GBP', name: 'Pounds' }));
  expect(await call(contract.wallet.list)).toMatchObject({ status: 401 });
  expect((await call(contract.wallet.list, {}, await seedCustomer(db, { kind: 'wallet' }))).body.data).toEqual([]);
});

test('lists wallets with balance and available amount', async () => {
  const who = await seedCustomer(db, { kind: 'wallet' });
  const customerId = who.customer.id;
  const baht = await asSystem(db, ({ tx }) => openWallet(tx, { customerId, currency: 'THB', name: 'Baht' }));
  await asSystem(db, ({ tx }) => openWallet(tx, { customerId, currency: 'GBP', name: 'Pounds' }));
  await asSystem(db, async ({ tx }) => {
    const outside = await safeguardingAccountId(tx, 'THB');
    const own = baht.ledgerAccountId;
    const arrived = [{ debit: outside, credit: own, amount: amountOf('THB', '5000.00') }];
    await post(tx, { id: createOperationId(), code: 'credit.received', postings: arrived });
    const leaving = [{ debit: own, credit: outside, amount: amountOf('THB', '1200.50') }];
    await hold(tx, { id: createOperationId(), code: 'payment.held', postings: leaving });
  });
  expect(await call(contract.wallet.list, {}, who)).toMatchObject({
    status: 200,
    body: {
      data: [
        { uid: baht.id, currency: 'THB', name: 'Baht', balance: '5000.00', available: '3799.50', status: 'active' },
        { currency: 'GBP', balance: '0.00', available: '0.00' },
      ],
    },
  });
});

test('allows one wallet per currency', async () => {
  const { customer } = await seedCustomer(db, { kind: 'wallet' });
  const open = () =>
    asSystem(db, ({ tx }) => openWallet(tx, { customerId: customer.id, currency: 'EUR', name: 'Euros' }));
  await open();
  await expect(open()).rejects.toMatchObject({ code: '23505' });
});
