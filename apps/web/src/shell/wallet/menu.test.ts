import { type AccessKey, accessKeys } from '@larkmere/contract/platform/access';
import { roleAccess, rolesOf } from '@larkmere/contract/platform/role-access';
import { beforeAll, expect, it } from 'vitest';
import type { GuardedCustomer } from '../../platform/navigation/guards.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { reachableAddress } from '../../platform/navigation/own-address.ts';
import { walletBottomBarFor, walletMenuFor } from './menu.ts';

const customerWith = (rights: readonly AccessKey[], upgrade = false, introducerState = true) => {
  const accessRole = Object.fromEntries(accessKeys.map((key) => [key, rights.includes(key)]));
  return { feature: { card: false, upgrade }, introducerState, user: { accessRole } } as Parameters<
    typeof walletBottomBarFor
  >[0];
};
const pathsFor = (...rights: AccessKey[]) => walletBottomBarFor(customerWith(rights)).map(({ path }) => path);

beforeAll(() => {
  navigation.isBuilt = () => true;
});

it('the bottom bar of a wallet begins with Home, Send, Exchange and History', () => {
  expect(pathsFor('payment', 'autofx', 'statement', 'payee')).toEqual([
    '/wallet/dashboard',
    '/wallet/send',
    '/wallet/fx',
    '/wallet/history',
  ]);
});

it('the bottom bar of a wallet leaves out what the customer may not open', () => {
  expect(pathsFor('payee')).toEqual(['/wallet/dashboard', '/wallet/payee', '/wallet/notification']);
});

it('the menu of a wallet leaves out what the customer may not open, and ends with the upgrade if it is offered, and help', () => {
  const labels = (rights: AccessKey[], ...flags: boolean[]) =>
    walletMenuFor(customerWith(rights, ...flags)).map((items) => items.map(({ label }) => label));
  const own = ['dashboard', 'send', 'payments', 'account', 'payee', 'favorite', 'deposit'];
  expect(labels(['payment', 'payee'])).toEqual([own, ['notification'], ['help']]);
  expect(labels(['payment', 'payee', 'introducer'])).toEqual([own, ['notification', 'introducer'], ['help']]);
  expect(labels(['payment', 'payee', 'introducer'], true, false)).toEqual([own, ['notification'], ['upgrade', 'help']]);
});

it.each(rolesOf({ userType: 'wallet', business: false }))('the role %s may open every page of its menu', (role) => {
  const wallet = customerWith(roleAccess[role], true);
  const person = { ...wallet, userType: 'wallet', kycVerified: true } as unknown as GuardedCustomer;
  const paths = walletMenuFor(wallet)
    .flat()
    .map(({ path }) => path);
  for (const path of paths) expect(reachableAddress(path, person), path).toBe(path);
});
