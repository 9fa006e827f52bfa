import type { WalletBlocker } from '@larkmere/contract/accounts/wallet';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  restrict,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { seedWallet } from '../../../../../test/fixtures/wallet.ts';
import { closeWallet, updateWallet } from '../../accounts/wallet/change-wallet.ts';
import { listWallets } from '../../accounts/wallet/wallet.read.ts';
import { listCurrenciesToOpen } from './list-active-currencies.ts';
import { openWallet } from './open-wallet.ts';

const { db } = await createDatabase();
await seedRates(db);
let who: TestUser;
beforeEach(async () => {
  who = await seedCustomer(db, { kind: 'wallet' });
});

const open = (currency: 'GBP' | 'EUR' | 'THB' | 'ZAR', nickname?: string, by = who) =>
  asCustomer(db, by).run(openWallet, { currency, nickname, idempotency: v7() });
const close = (uid: string) => asCustomer(db, who).run(closeWallet, { uid, idempotency: v7() });
const wallets = () => asCustomer(db, who).run(listWallets, {});

describe('opening', () => {
  it('gives an empty wallet, the first as default, and takes the currency off the list', async () => {
    expect(await open('GBP', 'Everyday')).toMatchObject({
      currency: 'GBP',
      name: 'Everyday',
      balance: '0.00',
      isDefault: true,
    });
    expect(await open('THB')).toMatchObject({ name: 'THB', isDefault: false });
    const left = (await asCustomer(db, who).run(listCurrenciesToOpen, {})).map(({ code }) => code);
    expect(left).toContain('EUR');
    expect(left).not.toContain('GBP');
    expect(left).not.toContain('THB');
  });

  it('is possible before the identity check', async () => {
    const fresh = await seedCustomer(db, { kind: 'wallet', status: 'pending', kycStatus: 'not_started' });
    expect(await open('EUR', undefined, fresh)).toMatchObject({ currency: 'EUR', status: 'active' });
  });

  it('happens once, also from two windows', async () => {
    const tries = await Promise.allSettled([open('EUR'), open('EUR')]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(open('EUR')).rejects.toMatchObject({ code: 'wallet_exists' });
  });

  it('is refused to Plus customers and to members who may use certain accounts only', async () => {
    await expect(open('EUR', undefined, await seedCustomer(db))).rejects.toMatchObject({ code: 'access_denied' });
    const some = await restrict(db, who, { accounts: [await seedWallet(db, who)] });
    await expect(open('EUR', undefined, some)).rejects.toMatchObject({ code: 'access_denied' });
  });

  it('continues a wallet that was closed', async () => {
    const { uid, bankholderid } = await open('EUR', 'Trips');
    await close(uid);
    expect(await wallets()).toEqual([]);
    expect(await open('EUR', 'Again')).toMatchObject({ uid, bankholderid, name: 'Again', isDefault: true });
  });
});

describe('the default', () => {
  it('is one wallet at a time, and passes on when its wallet closes', async () => {
    const pounds = await open('GBP');
    const baht = await open('THB');
    const asDefault = async () => (await wallets()).filter(({ isDefault }) => isDefault).map(({ uid }) => uid);
    await asCustomer(db, who).run(updateWallet, { uid: baht.uid, isDefault: true, idempotency: v7() });
    expect(await asDefault()).toEqual([baht.uid]);
    await close(baht.uid);
    expect(await asDefault()).toEqual([pounds.uid]);
  });
});

it('a nickname is changed for the own wallet only', async () => {
  const { uid } = await open('GBP');
  const rename = (by: TestUser) => asCustomer(db, by).run(updateWallet, { uid, nickname: 'Rent', idempotency: v7() });
  expect(await rename(who)).toMatchObject({ name: 'Rent' });
  await expect(rename(await seedCustomer(db, { kind: 'wallet' }))).rejects.toMatchObject({ code: 'not_found' });
});

describe('closing', () => {
  const refusal = (uid: string) =>
    close(uid).then(
      () => expect.fail('the wallet was closed'),
      (error: unknown) => error,
    );

  it('waits for the money and for what is reserved, and says which', async () => {
    const wallet = await seedWallet(db, who, { balance: '1.00' });
    const blocked = (...blockers: WalletBlocker[]) => ({ code: 'wallet_in_use', data: { blockers } });
    expect(await refusal(wallet.id)).toMatchObject(blocked('money'));
    await sql`update bank_account.account set card_last4 = '4417' where bankholder_id = ${wallet.bankholderId}`.execute(
      db,
    );
    expect(await refusal(wallet.id)).toMatchObject(blocked('money', 'card'));
  });

  it('closes an empty wallet, which then neither receives nor pays', async () => {
    const { uid, bankholderid } = await open('EUR');
    expect(await close(uid)).toMatchObject({ status: 'closed', isDefault: false });
    const { rows } = await sql`select status from bank_account.account where bankholder_id = ${bankholderid}`.execute(
      db,
    );
    expect(rows).toEqual([{ status: 'closed' }]);
    await expect(close(uid)).rejects.toMatchObject({ code: 'not_found' });
  });
});
