import type { AccessKey, AccessLevel } from '@larkmere/contract/access';
import { type Screen, screens } from '@larkmere/contract/screens';
import type { SessionView } from '@larkmere/contract/session';

/** What the guard knows of a signed-in customer. */
export type GuardedCustomer = Pick<
  SessionView,
  'userType' | 'kycVerified' | 'businnessState' | 'feature' | 'swiftState' | 'showSwifthistory'
> & { user: Rights };

type Rights = {
  accessRole: Partial<Record<AccessKey, boolean>>;
  /** How far each flag goes; as far as it can where nothing is said. */
  accessLevel?: Partial<Record<AccessKey, AccessLevel>>;
};

export type Visitor = {
  customer?: GuardedCustomer | undefined;
  staff?: boolean;
  mobile?: boolean;
  /** The address carries what another bank gave the browser on its way back. */
  fromBank?: boolean;
};

export type Decision = { allow: true } | { allow: false; to: string; keepQuery?: true };

const allow: Decision = { allow: true };
const redirect = (to: string): Decision => ({ allow: false, to });

/** Pages outside the public list that a Plus customer may open without a flag (specification, section 4). */
const freeForPlus = [
  '/dashboard',
  '/403',
  '/pis-service/response',
  '/know-your-customer',
  '/notification',
  '/request/delete/account',
  '/embedded/chart',
  '/embedded/review',
];
/** Colleagues approve payments, payees, and rules about both. */
const approvable = ['payment', 'payee', 'usermanage'] as const;
/** Forms: to see or to approve what others make opens none. Files are looked at by whoever approves them. */
const making = /^\/(payment(?!\/bulk)|payee\/(add|edit)|instant-bank-payment\/create|transfer)(\/|$)/;
const loginPages = ['/login', '/109in'];

/** The whole navigation guard of section 4: where a visitor may go, and where they are sent instead. */
export function decide(path: string, visitor: Visitor): Decision {
  // A session that ran out at the bank does not lose what the bank gave: that page takes it in without one.
  const outranSession = visitor.fromBank === true && !visitor.customer;
  if ((visitor.mobile || outranSession) && path === '/pis-service/response') {
    return { allow: false, to: '/app/pis/response', keepQuery: true };
  }
  const screen = findScreen(path);
  if (!screen) return redirect('/404');
  if (isStaffPath(path)) return decideForStaff(path, visitor.staff === true);
  if (!visitor.customer) return decideForStranger(path, screen);
  if (!visitor.customer.kycVerified && path !== '/know-your-customer' && path !== '/logout') {
    return redirect('/know-your-customer');
  }
  if (path === '/' || loginPages.includes(path)) return redirect(path === '/' ? homeOf(visitor.customer) : '/');
  if (screen.area === 'public') return allow;
  return visitor.customer.userType === 'wallet'
    ? decideForWallet(path, screen)
    : decideForPlus(path, screen, visitor.customer);
}

/** Whether a customer's flags open a screen; the menu shows exactly these. */
export function opensFor(screen: Screen, customer: GuardedCustomer): boolean {
  if (screen.area === 'wallet') return customer.userType === 'wallet';
  if (screen.area !== 'plus' || customer.userType === 'wallet') return false;
  if (freeForPlus.includes(screen.path)) return true;
  if (screen.business) return customer.businnessState && approvable.some((key) => customer.user.accessRole[key]);
  if (!screen.access) return false;
  if (making.test(screen.path) && !mayMake(customer.user, screen.access)) return false;
  if (screen.access === 'card' && !customer.feature.card) return false;
  const flagged = customer.user.accessRole[screen.access] === true;
  return flagged || (screen.access === 'swiftpending' && customer.swiftState && customer.showSwifthistory);
}

/** Whether somebody may make payments or payees, alone or for a colleague to approve. */
export const mayMake = ({ accessRole, accessLevel }: Rights, key: AccessKey): boolean =>
  accessRole[key] === true && ['prepare', 'do'].includes(accessLevel?.[key] ?? 'do');

/** The staff area and its door: the staff session decides there, and nowhere else. */
export const isStaffPath = (path: string): boolean => path === '/manage-login' || path.startsWith('/manage/');

/** Pages that a partner shows in a frame: open to everybody, and the same for everybody. */
export const isEmbedded = (path: string): boolean => path === '/embedded/chart' || path === '/embedded/review';

function decideForStaff(path: string, staff: boolean): Decision {
  if (path === '/manage-login') return staff ? redirect('/manage/dashboard') : allow;
  return staff ? allow : redirect('/manage-login');
}

function decideForStranger(path: string, screen: Screen): Decision {
  if (path === '/') return redirect('/login');
  return screen.area === 'public' ? allow : redirect('/login');
}

function decideForPlus(_path: string, screen: Screen, customer: GuardedCustomer): Decision {
  return opensFor(screen, customer) ? allow : redirect('/403');
}

function decideForWallet(path: string, screen: Screen): Decision {
  if (path === '/dashboard') return redirect('/wallet/dashboard');
  return screen.area === 'wallet' ? allow : redirect('/403');
}

const homeOf = ({ userType }: GuardedCustomer): string => (userType === 'wallet' ? '/wallet/dashboard' : '/dashboard');

/** The screen at an address. A last part called `type` may be missing (`/payee/view/gbp`). */
export function findScreen(path: string): Screen | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.screen;
}

const patterns = screens.map((screen) => ({ screen, pattern: patternOf(screen.path) }));

function patternOf(path: string): RegExp {
  const parts = path.replace(/\/\{type\}$/, '(?:/[^/]+)?').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${parts}$`);
}
