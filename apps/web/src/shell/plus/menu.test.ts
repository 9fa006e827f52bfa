import { type AccessLevel, accessKeys, accessLevelFor } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { beforeAll, expect, it } from 'vitest';
import type { GuardedCustomer } from '../../platform/navigation/guards.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { bottomBarFor, menuFor } from './menu.ts';

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

it('an accountant of a firm sees what may be read, and neither payments nor approvals nor people', () => {
  const rights = roleAccess.accountant;
  const user = {
    accessRole: Object.fromEntries(rights.map((key) => [key, true])),
    accessLevel: Object.fromEntries(rights.map((key) => [key, accessLevelFor('accountant', key)])),
  };
  const accountant = { ...customer('view'), feature: { card: true, upgrade: false }, user };
  expect(
    menuFor(accountant)
      .flat()
      .map(({ path }) => path),
  ).toEqual([
    '/dashboard',
    '/payee',
    '/statement',
    '/card',
    '/notification',
    '/pending-swift-payment',
    '/auto-fx',
    '/request-fx',
    '/receive-bank-transfer',
    '/profile',
    '/device',
    '/change-password',
    '/price-tariff',
    '/terms-and-conditions',
  ]);
});

it('inviting friends is left out for a customer who does not take part', () => {
  const hasInvitations = (introducerState: boolean) =>
    menuFor({ ...customer('execute'), introducerState })
      .flat()
      .some(({ path }) => path === '/introducer');
  expect([hasInvitations(true), hasInvitations(false)]).toEqual([true, false]);
});
