import { accessKeys } from '@larkmere/contract/access';
import { screens } from '@larkmere/contract/screens';
import { describe, expect, it } from 'vitest';
import { decide, findScreen, type GuardedCustomer, type Visitor } from './guards.ts';

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
const stranger: Visitor = {};
const staff: Visitor = { staff: true };

/** Where somebody ends up: the page itself, or where the guard sends them. */
const ends = (path: string, visitor: Visitor): string => {
  const decision = decide(path, visitor);
  return decision.allow ? path : decision.to;
};
/** An address with something in the place of each parameter. */
const filled = (path: string): string => path.replace(/\{\w+\}/g, 'x');
const pathsOf = (area: string): string[] =>
  screens.filter((screen) => screen.area === area).map(({ path }) => filled(path));

describe('a customer whose KYC is not verified', () => {
  it.each([...pathsOf('plus'), '/', '/login', '/403', '/lost-password'])(
    'goes from %s to /know-your-customer',
    (path) => {
      expect(ends(path, plus({ kycVerified: false }))).toBe('/know-your-customer');
    },
  );

  it.each(pathsOf('wallet'))('goes from %s to /know-your-customer with a wallet too', (path) => {
    expect(ends(path, wallet({ kycVerified: false }))).toBe('/know-your-customer');
  });

  it.each(['/know-your-customer', '/logout'])('may open %s', (path) => {
    expect(ends(path, plus({ kycVerified: false }))).toBe(path);
  });
});

describe('a member of staff', () => {
  it.each(pathsOf('manage'))('may open %s', (path) => {
    expect(ends(path, staff)).toBe(path);
  });

  it('goes from /manage-login to /manage/dashboard', () => {
    expect(ends('/manage-login', staff)).toBe('/manage/dashboard');
  });

  it('is a stranger to the customers’ pages', () => {
    for (const path of [...pathsOf('plus'), ...pathsOf('wallet')]) expect(ends(path, staff)).toBe('/login');
    expect(ends('/', staff)).toBe('/login');
  });

  it('may read why something was refused', () => {
    expect(ends('/403', staff)).toBe('/403');
  });

  it.each([
    ['a Plus customer', plus()],
    ['a wallet customer', wallet()],
    ['a customer whose KYC is not verified', plus({ kycVerified: false })],
  ])('who is %s too goes by each session on its own side', (_, { customer }) => {
    const both = { customer, staff: true };
    expect(ends('/manage/dashboard', both)).toBe('/manage/dashboard');
    expect(ends('/manage-login', both)).toBe('/manage/dashboard');
    expect(ends('/dashboard', both)).toBe(ends('/dashboard', { customer }));
  });
});

it.each(['/login', '/109in'])('a logged-in customer visiting %s goes to /', (path) => {
  expect(ends(path, plus())).toBe('/');
  expect(ends(path, wallet())).toBe('/');
});

it('the root leads to the dashboard of the customer’s kind', () => {
  expect(ends('/', plus())).toBe('/dashboard');
  expect(ends('/', wallet())).toBe('/wallet/dashboard');
  expect(ends('/', stranger)).toBe('/login');
});

describe('a Plus customer', () => {
  it.each(pathsOf('plus'))('may open %s with every flag set', (path) => {
    expect(ends(path, plus())).toBe(path);
  });

  const flagged = screens.flatMap(({ area, path, access }) =>
    area === 'plus' && access && path !== '/dashboard' ? [[filled(path), access] as const] : [],
  );
  it.each(flagged)('goes from %s to /403 without the flag %s', (path, access) => {
    expect(ends(path, plus({ user: { accessRole: { ...allFlags, [access]: false } } }))).toBe('/403');
  });

  it.each([
    '/dashboard',
    '/403',
    '/pis-service/response',
    '/know-your-customer',
    '/notification',
    '/request/delete/account',
    '/embedded/chart',
    '/embedded/review',
  ])('may open %s without any flag', (path) => {
    expect(ends(path, plus({ user: { accessRole: {} } }))).toBe(path);
  });

  it.each([...pathsOf('wallet')])('goes from %s to /403', (path) => {
    expect(ends(path, plus())).toBe('/403');
  });

  it('needs the card feature besides the flag for the card', () => {
    expect(ends('/card', plus({ feature: { card: false, upgrade: false } }))).toBe('/403');
  });

  it.each(['payment', 'payee', 'usermanage'])('of a firm may open the approvals with the flag %s alone', (flag) => {
    const user = { accessRole: { [flag]: true } };
    expect(ends('/team-approval', plus({ user }))).toBe('/team-approval');
    expect(ends('/team-approval', plus({ user, businnessState: false }))).toBe('/403');
    expect(ends('/team-approval', plus({ user: { accessRole: { statement: true } } }))).toBe('/403');
  });

  it.each(['approve', 'view', 'none'] as const)('who may no more than %s makes no payment and no payee', (level) => {
    const user = { accessRole: allFlags, accessLevel: { payment: level, payee: level } };
    for (const path of ['/payment', '/payment/gbp', '/payee/add/gbp', '/payee/edit/gbp/gbp/x'])
      expect(ends(path, plus({ user }))).toBe('/403');
    for (const path of ['/payee', '/pending-payment-domestic']) expect(ends(path, plus({ user }))).toBe(path);
  });

  it('may see pending SWIFT payments without the flag when swift and its history are on', () => {
    const without = { ...allFlags, swiftpending: false };
    const path = '/pending-swift-payment';
    expect(ends(path, plus({ swiftState: true, showSwifthistory: true, user: { accessRole: without } }))).toBe(path);
    expect(ends(path, plus({ swiftState: true, user: { accessRole: without } }))).toBe('/403');
  });

  it('does not get into the staff area, but may come to its door', () => {
    for (const visitor of [plus(), plus({ kycVerified: false }), wallet()]) {
      for (const path of pathsOf('manage')) expect(ends(path, visitor)).toBe('/manage-login');
      expect(ends('/manage-login', visitor)).toBe('/manage-login');
    }
  });
});

describe('a wallet customer', () => {
  it.each([
    ...pathsOf('wallet'),
    '/403',
    '/wallet/payment-topup',
    '/know-your-customer',
    '/request/delete/account',
    '/embedded/chart',
    '/embedded/review',
  ])('may open %s', (path) => {
    expect(ends(path, wallet())).toBe(path);
  });

  it('goes from /dashboard to /wallet/dashboard', () => {
    expect(ends('/dashboard', wallet())).toBe('/wallet/dashboard');
  });

  it.each(pathsOf('plus').filter((path) => path !== '/dashboard'))('goes from %s to /403', (path) => {
    expect(ends(path, wallet())).toBe('/403');
  });
});

describe('somebody who is not logged in', () => {
  it.each([...pathsOf('plus'), ...pathsOf('wallet')])('goes from %s to /login', (path) => {
    expect(ends(path, stranger)).toBe('/login');
  });

  it.each(pathsOf('manage'))('goes from %s to /manage-login', (path) => {
    expect(ends(path, stranger)).toBe('/manage-login');
  });

  it.each(pathsOf('public').filter((path) => path !== '/'))('may open %s', (path) => {
    expect(ends(path, stranger)).toBe(path);
  });
});

describe('on mobile', () => {
  it('/pis-service/response leads to /app/pis/response with the same query', () => {
    expect(decide('/pis-service/response', { ...plus(), mobile: true })).toEqual({
      allow: false,
      to: '/app/pis/response',
      keepQuery: true,
    });
  });

  it('so it does for whoever comes back from a bank after their session', () => {
    const back = { allow: false, to: '/app/pis/response', keepQuery: true };
    expect(decide('/pis-service/response', { fromBank: true })).toEqual(back);
    expect(decide('/pis-service/response', {})).toEqual({ allow: false, to: '/login' });
    expect(decide('/pis-service/response', { ...plus(), fromBank: true })).toEqual({ allow: true });
    expect(decide('/transfer', { fromBank: true })).toEqual({ allow: false, to: '/login' });
  });

  it('it stays where it is on a desktop', () => {
    expect(ends('/pis-service/response', plus())).toBe('/pis-service/response');
  });
});

it('an address that is no screen is /404', () => {
  expect(ends('/no/such/page', plus())).toBe('/404');
  expect(ends('/dashboard/more', stranger)).toBe('/404');
});

it('the type of a payee may be missing in the address', () => {
  expect(findScreen('/payee/add/gbp')?.path).toBe('/payee/add/{currency}/{type}');
  expect(findScreen('/payee/add/gbp/gbp')?.path).toBe('/payee/add/{currency}/{type}');
  expect(findScreen('/payee/edit/gbp')).toBeUndefined();
});
