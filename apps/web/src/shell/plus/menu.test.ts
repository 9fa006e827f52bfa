import { type AccessLevel, accessKeys, accessLevelFor, roles } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { beforeAll, describe, expect, it } from 'vitest';
import { decideNavigation, type GuardedCustomer } from '../../platform/navigation/guards.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { bottomBarFor, isCurrentByFilter, menuFor } from './menu.ts';

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
    '/pending-swift-payment',
    '/payee',
    '/card',
    '/statement',
    '/notification',
    '/auto-fx',
    '/request-fx',
    '/receive-bank-transfer',
    '/profile',
    '/device',
    '/change-password',
    '/price-tariff',
    '/terms-and-conditions',
    '/help',
  ]);
});

it('inviting friends is left out for a customer who does not take part', () => {
  const hasInvitations = (introducerState: boolean) =>
    menuFor({ ...customer('execute'), introducerState })
      .flat()
      .some(({ path }) => path === '/introducer');
  expect([hasInvitations(true), hasInvitations(false)]).toEqual([true, false]);
});

it('the menu begins with what people come for, in this order', () => {
  const everything = { ...customer('execute'), feature: { card: true, upgrade: false } };
  expect(menuFor(everything)[0]?.map(({ label }) => label)).toEqual([
    'dashboard',
    'payment',
    'exchange',
    'payments',
    'payee',
    'card',
    'statement',
  ]);
});

describe('payments are one entry', () => {
  const entryOf = (rights: readonly string[]) =>
    menuFor(customer('execute', rights))
      .flat()
      .find(({ filters }) => filters);

  it.each([
    [['payment', 'swiftpending'], 'payments', ['/payments', '/pending-payment-domestic', '/pending-swift-payment']],
    [['payment'], 'payments', ['/payments', '/pending-payment-domestic']],
    [['swiftpending'], 'pendingSwift', ['/pending-swift-payment']],
  ])('with the rights %j it is %s with the filters %j', (rights, label, filters) => {
    const entry = entryOf(rights);
    expect(entry?.filters?.map(({ path }) => path)).toEqual(filters);
    expect(entry).toMatchObject({ label, path: filters[0] });
  });

  it('is left out without a right to any of its lists', () => {
    expect(entryOf(['statement'])).toBeUndefined();
  });

  it('is the current entry at each of its addresses', () => {
    const entry = entryOf(['payment', 'swiftpending']);
    if (!entry) throw new Error('no entry');
    for (const path of ['/payments', '/pending-payment-domestic', '/pending-payment-domestic/detail/x'])
      expect(isCurrentByFilter(entry, path), path).toBe(true);
    for (const path of ['/payment', '/payment/gbp', '/dashboard'])
      expect(isCurrentByFilter(entry, path), path).toBe(false);
  });
});

it.each(roles)('the role %s may open every page of its menu and lists', (role) => {
  const user = {
    accessRole: Object.fromEntries(roleAccess[role].map((key) => [key, true])),
    accessLevel: Object.fromEntries(roleAccess[role].map((key) => [key, accessLevelFor(role, key)])),
  };
  const person = { ...customer('view'), feature: { card: true, upgrade: false }, user };
  const paths = menuFor(person)
    .flat()
    .flatMap(({ path, filters = [] }) => [path, ...filters.map((filter) => filter.path)]);
  for (const path of paths) expect(decideNavigation(path, { customer: person }), path).toEqual({ allow: true });
});
