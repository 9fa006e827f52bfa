import { accessLevelFor, roles } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GuardedCustomer } from './guards.ts';
import { navigation } from './navigation.ts';
import { paymentAddress, reachableAddress } from './own-address.ts';
import { toWalletAddress } from './wallet-addresses.ts';

type Role = (typeof roles)[number];

const personOf = (role: Role, userType: 'plus' | 'wallet'): GuardedCustomer => ({
  userType,
  kycVerified: true,
  businnessState: userType === 'plus',
  swiftState: false,
  showSwifthistory: false,
  feature: { card: true, upgrade: false },
  user: {
    accessRole: Object.fromEntries(roleAccess[role].map((key) => [key, true])),
    accessLevel: Object.fromEntries(roleAccess[role].map((key) => [key, accessLevelFor(role, key)])),
  },
});

const addressFor = (role: Role, userType: 'plus' | 'wallet', reach: 'domestic' | 'swift') => {
  const person = personOf(role, userType);
  return paymentAddress({ uid: 'x', reach }, (address) => reachableAddress(address, person));
};

const own = '/pending-payment-domestic/detail/x';
const swift = '/pending-swift-payment?payment=x';

/** A transfer to a member is a domestic payment. Whoever may see no payments opens none. */
const pages = [
  ['owner', own, own],
  ['admin', own, own],
  ['payer', own, own],
  ['maker', own, own],
  ['approver', own, own],
  ['accountant', undefined, swift],
  ['viewer', undefined, swift],
  ['cardholder', undefined, undefined],
] as const;

describe('the page of a payment', () => {
  beforeEach(() => {
    navigation.ownAddress = (address) => address;
  });

  it.each(pages)('for the role %s is %s, and of a SWIFT payment %s', (role, domestic, abroad) => {
    expect(addressFor(role, 'plus', 'domestic')).toBe(domestic);
    expect(addressFor(role, 'plus', 'swift')).toBe(abroad);
  });

  it('has a row for every role', () => {
    expect(pages.map(([role]) => role)).toEqual(roles);
  });
});

describe('the page of a wallet’s payment', () => {
  beforeEach(() => {
    navigation.ownAddress = toWalletAddress;
  });

  it.each([
    ['owner', '/wallet/payments/x'],
    ['payer', '/wallet/payments/x'],
    ['accountant', undefined],
    ['viewer', undefined],
  ] as const)('for the role %s is %s', (role, expected) => {
    for (const reach of ['domestic', 'swift'] as const) expect(addressFor(role, 'wallet', reach)).toBe(expected);
  });
});
