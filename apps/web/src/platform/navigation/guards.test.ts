import { accessKeys } from '@larkmere/contract/platform/access';
import { screens } from '@larkmere/contract/platform/screens';
import { beforeAll, describe, expect, it } from 'vitest';
import routes from '../../../../../docs/spec/routes.tsv?raw';
import {
  canOpenScreen,
  decideNavigation,
  findScreen,
  type GuardedCustomer,
  isPreparationPath,
  isStaffRefusal,
  type Visitor,
} from './guards.ts';
import { navigation } from './navigation.ts';
import { toWalletAddress } from './wallet-addresses.ts';

beforeAll(() => {
  navigation.ownAddress = toWalletAddress;
});

const allFlags = Object.fromEntries(accessKeys.map((key) => [key, true]));
const plus = (changes: Partial<GuardedCustomer> = {}): Visitor => ({
  customer: {
    userType: 'plus',
    kycVerified: true,
    businnessState: true,
    feature: { card: true, upgrade: false },
    swiftState: false,
    showSwifthistory: false,
    user: { accessRole: allFlags },
    ...changes,
  },
});
const wallet = (changes: Partial<GuardedCustomer> = {}): Visitor => plus({ userType: 'wallet', ...changes });
const signedOutVisitor: Visitor = {};
const staff: Visitor = { isStaff: true };
const noFlags = { user: { accessRole: {} } };
const approver = plus({
  user: { accessRole: allFlags, accessLevel: { payment: 'approve', payee: 'approve', instant: 'approve' } },
});
const unverified = (visitor: Visitor): Visitor => ({
  ...visitor,
  ...(visitor.customer && { customer: { ...visitor.customer, kycVerified: false } }),
});

const destinationOf = (path: string, visitor: Visitor): string => {
  const decision = decideNavigation(path, visitor);
  return decision.allow ? path : decision.to;
};
const fillParameters = (path: string): string => path.replace(/\{\w+\}/g, 'x');
type Row = Readonly<{ area: string; path: string; access: string }>;
const rows: readonly Row[] = routes
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .map(([area = '', path = '', access = '']) => ({ area, path, access }));

const embedded = ['/embedded/chart', '/embedded/review'];
const openToCustomers = [...embedded, '/logout', '/403', '/404', '/know-your-customer', '/request/delete/account'];

/** Section 4 of the specification, row by row, written independently of the guard. */
const signedOut = ({ area, path }: Row): string =>
  path === '/' ? '/login' : ({ public: path, plus: '/login', wallet: '/login', manage: '/manage-login' }[area] ?? '');
const signedIn =
  (home: string, own: (row: Row) => string | undefined) =>
  (row: Row): string => {
    if (row.path === '/') return home;
    if (['/login', '/109in'].includes(row.path)) return '/';
    return openToCustomers.includes(row.path) ? row.path : (own(row) ?? '/403');
  };
const anyPlus = signedIn('/dashboard', ({ area, path }) => (area === 'plus' ? path : undefined));
const plusWithoutFlags = signedIn('/dashboard', ({ area, path, access }) =>
  area === 'plus' && (access === '' || path === '/dashboard') ? path : undefined,
);
const walletPages: Readonly<Record<string, string>> = {
  '/statement': '/wallet/statement',
  '/notification': '/wallet/notification',
  '/profile': '/wallet/profile',
  '/device': '/wallet/device',
  '/change-password': '/wallet/password',
  '/user-management': '/wallet/user-management',
  '/introducer': '/wallet/introducer',
  '/terms-and-conditions': '/wallet/terms',
  '/price-tariff': '/wallet/price-tariff',
  '/transfer': '/wallet/fx',
  '/standing-order': '/wallet/standing-order',
  '/standing-order/add': '/wallet/standing-order/add',
  '/pending-payment-domestic': '/wallet/payments?group=waiting',
  '/pending-payment-domestic/detail/{paymentuid}': '/wallet/payments/x',
  '/pending-swift-payment': '/wallet/payments?group=waiting',
  '/payee': '/wallet/payee',
  '/payee/view/{currency}/{type}': '/wallet/payee?show=view&currency=x&type=x',
  '/payee/add/{currency}/{type}': '/wallet/payee?show=add&currency=x&type=x',
  '/payee/edit/{currency}/{type}/{uid}': '/wallet/payee?show=edit&currency=x&type=x&uid=x',
};
const anyWallet = signedIn('/wallet/dashboard', ({ area, path }) => {
  if (path === '/dashboard') return '/wallet/dashboard';
  // Not in the specification: the addresses that notifications, e-mails and pages of both areas name.
  if (Object.hasOwn(walletPages, path)) return walletPages[path];
  return area === 'wallet' || path === '/wallet/payment-topup' ? path : undefined;
});
const unverifiedCustomer = ({ path }: Row): string =>
  [...embedded, '/know-your-customer', '/logout', '/request/delete/account'].includes(path)
    ? path
    : '/know-your-customer';
const onPhone =
  (desktop: (row: Row) => string) =>
  (row: Row): string =>
    ['/pis-service/response', '/app/pis/response'].includes(row.path) ? '/app/pis/response' : desktop(row);
const withStaff =
  (customer: (row: Row) => string) =>
  (row: Row): string => {
    if (row.path === '/manage-login') return '/manage/dashboard';
    // Not in the specification: staff open a link also after an earlier visit in this browser.
    if (row.path === '/loginasstaff/{token}') return row.path;
    return row.area === 'manage' ? row.path : customer(row);
  };

const visitors: readonly (readonly [who: string, visitor: Visitor, leadsTo: (row: Row) => string])[] = [
  ['somebody who is signed out', signedOutVisitor, signedOut],
  ['somebody who is signed out, on a phone', { isMobile: true }, onPhone(signedOut)],
  ['a Plus customer with every flag', plus(), anyPlus],
  ['a Plus customer without a flag', plus(noFlags), plusWithoutFlags],
  ['a Plus customer on a phone', { ...plus(), isMobile: true }, onPhone(anyPlus)],
  ['an approver', approver, anyPlus],
  ['a wallet customer', wallet(), anyWallet],
  ['a wallet customer without a flag', wallet(noFlags), anyWallet],
  ['a wallet customer on a phone', { ...wallet(), isMobile: true }, onPhone(anyWallet)],
  ['a Plus customer whose KYC is not verified', unverified(plus()), unverifiedCustomer],
  ['a wallet customer whose KYC is not verified', unverified(wallet()), unverifiedCustomer],
  ['the same on a phone', { ...unverified(plus()), isMobile: true }, unverifiedCustomer],
  ['a member of staff', staff, withStaff(signedOut)],
  ['a member of staff who is a Plus customer too', { ...plus(), ...staff }, withStaff(anyPlus)],
  [
    'a member of staff whose own KYC is not verified',
    { ...unverified(plus()), ...staff },
    withStaff(unverifiedCustomer),
  ],
];

it('the specification names 82 routes', () => {
  expect(rows).toHaveLength(82);
});

describe.each(visitors)('%s', (_, visitor, leadsTo) => {
  it.each(rows)('opening $path leads where the specification requires', (row) => {
    expect(destinationOf(fillParameters(row.path), visitor)).toBe(fillParameters(leadsTo(row)));
  });
});

describe('an address that the specification does not name', () => {
  it.each(visitors)('leads %s to 404', (_, visitor) => {
    const isUnverified = visitor.customer?.kycVerified === false;
    for (const path of ['/no/such/page', '/dashboard/more', '/wallet', '/wallet/nothing', '/login/again'])
      expect(destinationOf(path, visitor), path).toBe(isUnverified ? '/know-your-customer' : '/404');
  });

  it.each(['/manage', '/manage/', '/manage/nothing', '/manage/setting', '/manage/dashboard/more'])(
    '%s leads signed-out visitors to /manage-login',
    (path) => {
      expect(destinationOf(path, signedOutVisitor)).toBe('/manage-login');
    },
  );

  it('below /manage leads staff and customers to 404', () => {
    for (const visitor of [staff, plus(), wallet()]) expect(destinationOf('/manage/nothing', visitor)).toBe('/404');
  });

  it('the root of the staff area opens the staff dashboard and refuses customers', () => {
    for (const path of ['/manage', '/manage/']) {
      expect(destinationOf(path, staff)).toBe('/manage/dashboard');
      for (const visitor of [plus(), wallet()]) expect(destinationOf(path, visitor)).toBe('/403');
      expect(destinationOf(path, unverified(plus()))).toBe('/know-your-customer');
    }
  });
});

it.each(visitors)('an invitation is open to %s', (_, visitor) => {
  for (const path of ['/invitation', '/invitation/a_b-c']) expect(destinationOf(path, visitor)).toBe(path);
});

it.each(visitors)('the link that stops new contact details is open to %s', (_, visitor) => {
  expect(destinationOf('/contact-recovery', visitor)).toBe('/contact-recovery');
});

describe('preparation pages', () => {
  const forms = ['/payment', '/payment/gbp', '/payment/swt', '/payee/add/gbp', '/payee/edit/gbp/gbp/x', '/transfer'];
  it.each([...forms, '/instant-bank-payment/create', '/standing-order/add'])(
    '%s is a preparation page for an approver',
    (path) => {
      const screen = findScreen(path);
      if (!approver.customer || !screen) throw new Error(`no screen at ${path}`);
      expect(canOpenScreen(screen, approver.customer)).toBe(true);
      expect(isPreparationPath(path)).toBe(true);
    },
  );

  it('files and lists are not preparation pages', () => {
    for (const path of ['/payment/bulk', '/payee', '/payee/view/gbp', '/pending-payment-domestic', '/standing-order'])
      expect(isPreparationPath(path)).toBe(false);
  });
});

describe('a Plus customer', () => {
  const flagged = screens.flatMap(({ area, path, access }) =>
    area === 'plus' && access && path !== '/dashboard' ? [[fillParameters(path), access] as const] : [],
  );
  it.each(flagged)('is redirected from %s to /403 without the right %s', (path, access) => {
    expect(destinationOf(path, plus({ user: { accessRole: { ...allFlags, [access]: false } } }))).toBe('/403');
  });

  it('needs the card feature and the card right to open the card page', () => {
    expect(destinationOf('/card', plus({ feature: { card: false, upgrade: false } }))).toBe('/403');
  });

  it.each(['payment', 'payee', 'usermanage'])('of a business may open approvals with only the right %s', (flag) => {
    const user = { accessRole: { [flag]: true } };
    expect(destinationOf('/team-approval', plus({ user }))).toBe('/team-approval');
    expect(destinationOf('/team-approval', plus({ user, businnessState: false }))).toBe('/403');
    expect(destinationOf('/team-approval', plus({ user: { accessRole: { statement: true } } }))).toBe('/403');
  });

  it('may open pending SWIFT payments without the right if SWIFT and its history are enabled', () => {
    const without = { ...allFlags, swiftpending: false };
    const path = '/pending-swift-payment';
    expect(destinationOf(path, plus({ swiftState: true, showSwifthistory: true, user: { accessRole: without } }))).toBe(
      path,
    );
    expect(destinationOf(path, plus({ swiftState: true, user: { accessRole: without } }))).toBe('/403');
  });
});

describe('on mobile', () => {
  it('/pis-service/response redirects to /app/pis/response with the same query', () => {
    expect(decideNavigation('/pis-service/response', { ...plus(), isMobile: true })).toEqual({
      allow: false,
      to: '/app/pis/response',
      preservesQuery: true,
    });
  });

  it('also applies to customers who return from a bank after their session expired', () => {
    const back = { allow: false, to: '/app/pis/response', preservesQuery: true };
    expect(decideNavigation('/pis-service/response', { isFromBank: true })).toEqual(back);
    expect(decideNavigation('/pis-service/response', {})).toEqual({ allow: false, to: '/login' });
    expect(decideNavigation('/pis-service/response', { ...plus(), isFromBank: true })).toEqual({ allow: true });
    expect(decideNavigation('/transfer', { isFromBank: true })).toEqual({ allow: false, to: '/login' });
  });

  it('/pis-service/response is not redirected on a desktop', () => {
    expect(destinationOf('/pis-service/response', plus())).toBe('/pis-service/response');
  });
});

it('finds a payee screen without the type parameter', () => {
  expect(findScreen('/payee/add/gbp')?.path).toBe('/payee/add/{currency}/{type}');
  expect(findScreen('/payee/add/gbp/gbp')?.path).toBe('/payee/add/{currency}/{type}');
  expect(findScreen('/payee/edit/gbp')).toBeUndefined();
});

describe('a refusal', () => {
  it.each([
    ['a member of staff', staff, undefined, true],
    ['a member of staff who came from a customer’s page', staff, '/dashboard', true],
    ['a member of staff who is a customer too', { ...plus(), ...staff }, undefined, false],
    ['the same after a page of the staff area', { ...plus(), ...staff }, '/manage/review', true],
    ['the same after a page of the customer', { ...plus(), ...staff }, '/payment', false],
    ['a customer', plus(), '/manage/dashboard', false],
    ['somebody who is signed out', signedOutVisitor, undefined, false],
  ] as const)('is read by %s in the staff area: %j %s %s', (_, visitor, cameFrom, expected) => {
    expect(isStaffRefusal(visitor, cameFrom)).toBe(expected);
  });
});
