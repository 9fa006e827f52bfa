import { type AccessLevel, accessKeys } from '@larkmere/contract/platform/access';
import { beforeAll, expect, it } from 'vitest';
import type { GuardedCustomer } from '../../platform/navigation/guards.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { bottomBarFor } from './menu.ts';

const customer = (level: AccessLevel, rights: readonly string[] = accessKeys): GuardedCustomer => ({
  userType: 'plus',
  kycVerified: true,
  businnessState: true,
  swiftState: false,
  showSwifthistory: false,
  feature: { card: false, upgrade: false },
  user: {
    accessRole: Object.fromEntries(rights.map((key) => [key, true])),
    accessLevel: { payment: level },
  },
});

beforeAll(() => {
  navigation.isBuilt = () => true;
});

it.each([
  ['execute', ['/dashboard', '/payment', '/transfer', '/payments']],
  ['prepare', ['/dashboard', '/payment', '/transfer', '/payments']],
  ['approve', ['/dashboard', '/team-approval', '/payments', '/statement']],
  ['view', ['/dashboard', '/payments', '/statement', '/payee']],
] as const)('the bottom bar of a person whose payment level is %s', (level, expected) => {
  expect(bottomBarFor(customer(level)).map(({ path }) => path)).toEqual(expected);
});

it('the bottom bar is filled up with what a person may open', () => {
  expect(bottomBarFor(customer('execute', ['statement'])).map(({ path }) => path)).toEqual([
    '/dashboard',
    '/statement',
    '/notification',
  ]);
});
