import { accessKeys } from '@larkmere/contract/platform/access';
import { expect, it } from 'vitest';
import type { GuardedCustomer } from './guards.ts';
import { navigation } from './navigation.ts';
import { reachableAddress } from './own-address.ts';
import { toWalletAddress } from './wallet-addresses.ts';

const flags = (...keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, true]));
const customer = (userType: 'plus' | 'wallet', accessRole = flags(...accessKeys)): GuardedCustomer => ({
  userType,
  kycVerified: true,
  businnessState: true,
  feature: { card: true, upgrade: false },
  swiftState: true,
  showSwifthistory: true,
  user: { accessRole },
});

it.each([
  ['/pending-payment-domestic/detail/0190-a', '/wallet/payments/0190-a'],
  ['/pending-payment-domestic?group=planned', '/wallet/payments?group=planned'],
  ['/payments?search=179.44', '/wallet/payments?search=179.44'],
  ['/payee/view/gbp/gbp?uid=0190-a', '/wallet/payee?show=view&currency=gbp&type=gbp&uid=0190-a'],
  ['/payee/add/gbp?then=standing-order', '/wallet/payee?show=add&currency=gbp&then=standing-order'],
  ['/statement?bankholderid=12&line=a%3A1', '/wallet/statement?bankholderid=12&line=a%3A1'],
  ['/standing-order?order=0190-a', '/wallet/standing-order?order=0190-a'],
  ['/wallet/deposit', '/wallet/deposit'],
])('%s of Plus is %s of a wallet', (address, own) => {
  navigation.ownAddress = toWalletAddress;
  expect(toWalletAddress(address)).toBe(own);
  expect(reachableAddress(address, customer('wallet'))).toBe(own);
});

it('there is no address of a page that the customer may not open', () => {
  const detail = '/pending-payment-domestic/detail/0190-a';
  for (const userType of ['wallet', 'plus'] as const) {
    navigation.ownAddress = userType === 'wallet' ? toWalletAddress : (address) => address;
    expect(reachableAddress(detail, customer(userType, flags('statement')))).toBeUndefined();
    expect(reachableAddress('/statement', customer(userType, flags('statement')))).toBeDefined();
  }
  for (const address of ['/card', '/payment/gbp', '/auto-fx?order=0190-a', '/no/such/page'])
    expect(reachableAddress(address, customer('wallet')), address).toBeUndefined();
  expect(reachableAddress(detail, customer('plus'))).toBe(detail);
});
