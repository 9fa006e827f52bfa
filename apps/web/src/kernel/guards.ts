import type { AccessKey, AccessLevel } from '@larkmere/contract/access';
import { type Screen, screens } from '@larkmere/contract/screens';
import type { SessionView } from '@larkmere/contract/session';

export type GuardedCustomer = Pick<
  SessionView,
  'userType' | 'kycVerified' | 'businnessState' | 'feature' | 'swiftState' | 'showSwifthistory'
> & { user: Rights };

type Rights = {
  accessRole: Partial<Record<AccessKey, boolean>>;
  /** A missing level means `do`. */
  accessLevel?: Partial<Record<AccessKey, AccessLevel>>;
};

export type Visitor = {
  customer?: GuardedCustomer | undefined;
  staff?: boolean;
  mobile?: boolean;
  fromBank?: boolean;
};

export type Decision = { allow: true } | { allow: false; to: string; keepQuery?: true };

const allow: Decision = { allow: true };
const redirect = (to: string): Decision => ({ allow: false, to });

const openToCustomers = ['/logout', '/403', '/404', '/know-your-customer', '/request/delete/account'];
const freeForPlus = ['/dashboard', '/pis-service/response', '/notification'];
const approvable = ['payment', 'payee', 'usermanage'] as const;
const preparing =
  /^\/(payment(?!\/bulk)|payee\/(add|edit)|instant-bank-payment\/create|standing-order\/add|transfer)(\/|$)/;
const loginPages = ['/login', '/109in'];

/** The navigation guard of section 4 of the specification. */
export function decide(path: string, visitor: Visitor): Decision {
  if (isEmbedded(path)) return allow;
  if (isStaffPath(path) && (visitor.staff || !visitor.customer)) return decideForStaff(path, visitor.staff === true);
  if (visitor.customer && !visitor.customer.kycVerified) return decideForUnverified(path);
  // If the session expired while the customer was at the bank, the public page still accepts the redirect parameters.
  const outranSession = visitor.fromBank === true && !visitor.customer;
  if ((visitor.mobile || outranSession) && path === '/pis-service/response') {
    return { allow: false, to: '/app/pis/response', keepQuery: true };
  }
  const screen = findScreen(path);
  if (!screen) return redirect(isManageRoot(path) ? '/403' : '/404');
  return visitor.customer ? decideForCustomer(screen, visitor.customer, visitor) : decideForStranger(screen);
}

/** The menu shows exactly the screens that this function allows. */
export function opensFor(screen: Screen, customer: GuardedCustomer): boolean {
  if (screen.area === 'wallet') return customer.userType === 'wallet';
  if (screen.area !== 'plus' || customer.userType === 'wallet') return false;
  if (freeForPlus.includes(screen.path)) return true;
  if (screen.business) return customer.businnessState && approvable.some((key) => customer.user.accessRole[key]);
  if (!screen.access) return false;
  if (screen.access === 'card' && !customer.feature.card) return false;
  const flagged = customer.user.accessRole[screen.access] === true;
  return flagged || (screen.access === 'swiftpending' && customer.swiftState && customer.showSwifthistory);
}

export const mayMake = ({ accessRole, accessLevel }: Rights, key: AccessKey): boolean =>
  accessRole[key] === true && ['prepare', 'do'].includes(accessLevel?.[key] ?? 'do');

export const isPreparing = (path: string): boolean => preparing.test(path);

const isManageRoot = (path: string): boolean => /^\/manage\/?$/.test(path);

export const isStaffPath = (path: string): boolean => /^\/manage(-login$|\/|$)/.test(path);

export const isEmbedded = (path: string): boolean => path === '/embedded/chart' || path === '/embedded/review';

function decideForStaff(path: string, staff: boolean): Decision {
  if (!staff) return path === '/manage-login' ? allow : redirect('/manage-login');
  if (path === '/manage-login' || isManageRoot(path)) return redirect('/manage/dashboard');
  return findScreen(path) ? allow : redirect('/404');
}

const decideForUnverified = (path: string): Decision =>
  path === '/know-your-customer' || path === '/logout' ? allow : redirect('/know-your-customer');

function decideForStranger({ area, path }: Screen): Decision {
  if (path === '/') return redirect('/login');
  return area === 'public' ? allow : redirect('/login');
}

function decideForCustomer(screen: Screen, customer: GuardedCustomer, { mobile }: Visitor): Decision {
  const { path } = screen;
  if (path === '/') return redirect(homeOf(customer));
  if (loginPages.includes(path)) return redirect('/');
  if (openToCustomers.includes(path) || (mobile && path === '/app/pis/response')) return allow;
  return customer.userType === 'wallet' ? decideForWallet(screen) : decideForPlus(screen, customer);
}

const decideForPlus = (screen: Screen, customer: GuardedCustomer): Decision =>
  opensFor(screen, customer) ? allow : redirect('/403');

function decideForWallet({ area, path }: Screen): Decision {
  if (path === '/dashboard') return redirect('/wallet/dashboard');
  return area === 'wallet' || path === '/wallet/payment-topup' ? allow : redirect('/403');
}

const homeOf = ({ userType }: GuardedCustomer): string => (userType === 'wallet' ? '/wallet/dashboard' : '/dashboard');

export function findScreen(path: string): Screen | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.screen;
}

const patterns = screens.map((screen) => ({ screen, pattern: patternOf(screen.path) }));

function patternOf(path: string): RegExp {
  const parts = path.replace(/\/\{type\}$/, '(?:/[^/]+)?').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${parts}$`);
}
