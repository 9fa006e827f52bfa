import { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asSystem, createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import { openWallet } from '../../accounts/wallet/wallet.ts';
import { walletCurrencyRoutes } from './wallet-currency.routes.ts';

const { db } = await createDatabase();
const { call } = await startRouteServer(db, walletCurrencyRoutes);

type Row = { code: string; isHeld: boolean; walletRate: string | null; plusRate: string | null };

async function listOf(currencies: readonly ('GBP' | 'THB')[]): Promise<Row[]> {
  const who = await seedCustomer(db, { kind: 'wallet' });
  for (const currency of currencies)
    await asSystem(db, ({ tx }) => openWallet(tx, { customerId: who.customer.id, currency, name: currency }));
  const { status, body } = await call(contract.wallet.activeCurrencies, {}, who);
  expect(status).toBe(200);
  return body.data as Row[];
}

test('refuses callers without a session', async () => {
  expect(await call(contract.wallet.activeCurrencies)).toMatchObject({ status: 401 });
});

test('lists held currencies first and the others by code', async () => {
  const codes = (await listOf(['THB', 'GBP'])).map(({ code }) => code);
  expect(codes.slice(0, 2)).toEqual(['THB', 'GBP']);
  expect(codes.slice(2)).toEqual(codes.slice(2).toSorted());
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).toEqual(expect.arrayContaining(['EUR', 'USD', 'JPY']));
});

test('quotes per pound with a better Plus rate, and omits stale rates', async () => {
  await seedRates(db);
  const rows = await listOf(['GBP']);
  const of = (code: string) => rows.find((row) => row.code === code);
  expect(of('GBP')).toMatchObject({
    isHeld: true,
    name: 'British Pound',
    symbol: '£',
    minorUnits: 2,
    walletRate: null,
  });
  expect(of('THB')).toMatchObject({ walletRate: '42.9456099242', plusRate: '43.1839558925' });
  await sql`update rate.latest set confirmed_at = now() - interval '1 hour', valid_until = now() - interval '1 second'
    where currency = 'THB'`.execute(db);
  expect((await listOf(['GBP'])).find(({ code }) => code === 'THB')).toMatchObject({
    walletRate: null,
    plusRate: null,
  });
});
