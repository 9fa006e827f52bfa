import { type AccessKey, accessKeys } from '@larkmere/contract/platform/access';
import { beforeAll, expect, it } from 'vitest';
import { navigation } from '../../platform/navigation/navigation.ts';
import { walletBottomBarFor } from './menu.ts';

const pathsFor = (...rights: AccessKey[]) => {
  const accessRole = Object.fromEntries(accessKeys.map((key) => [key, rights.includes(key)]));
  const customer = { feature: { card: false, upgrade: false }, user: { accessRole } };
  return walletBottomBarFor(customer as Parameters<typeof walletBottomBarFor>[0]).map(({ path }) => path);
};

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
