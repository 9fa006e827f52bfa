import type { SessionView } from '@larkmere/contract/identity/session';
import type { AccessKey, AccessLevel } from '@larkmere/contract/platform/access';
import { type Screen, screens } from '@larkmere/contract/platform/screens';
import { navigation } from './navigation.ts';

export type GuardedCustomer = Pick<
  SessionView,
  'userType' | 'kycVerified' | 'businnessState' | 'feature' | 'swiftState' | 'showSwifthistory'
> &
  Partial<Pick<SessionView, 'introducerState'>> & { user: Rights };

type Rights = {
  accessRole: Partial<Record<AccessKey, boolean>>;
  /** A missing level means `do`. */
  accessLevel?: Partial<Record<AccessKey, AccessLevel>>;
};

export type Visitor = {
  customer?: GuardedCustomer | undefined;
  isStaff?: boolean;
  isMobile?: boolean;
  isFromBank?: boolean;
};

/** `to` may have a query; `preservesQuery` adds that of the address that was opened. */
export type NavigationDecision = { allow: true } | { allow: false; to: string; preservesQuery?: true };

const allow: NavigationDecision = { allow: true };
const redirect = (to: string): NavigationDecision => ({ allow: false, to });

/**
 * Beside the two of the specification: a customer who failed the check can still close the account, and everybody stops
 * what somebody else asked for in their name and finds help.
 */
const openToUnverified = [
  '/know-your-customer',
  '/logout',
  '/request/delete/account',
  '/reset-second-factor',
  '/contact-recovery',
  '/invitation',
  '/invitation/{token}',
];
const openToCustomers = [...openToUnverified, '/403', '/404', '/verify'];
const freeForPlus = ['/dashboard', '/pis-service/response', '/notification', '/help'];
const approvalRights = ['payment', 'payee', 'usermanage'] as const;
const preparationPaths =
  /^\/(payment(?!\/bulk)|payee\/(add|edit)|instant-bank-payment\/create|standing-order\/add|transfer)(\/|$)/;
const loginPages = ['/login', '/109in'];

/** The navigation guard of section 4 of the specification. */
export function decideNavigation(path: string, visitor: Visitor): NavigationDecision {
  if (isEmbedded(path)) return allow;
  if (isStaffPath(path) && (visitor.isStaff || !visitor.customer))
    return decideForStaff(path, visitor.isStaff === true);
  if (isStaffLink(path) && visitor.isStaff) return allow;
  if (visitor.customer && !visitor.customer.kycVerified) return decideForUnverified(path);
  // If the session expired while the customer was at the bank, the public page still accepts the redirect parameters.
  const outranSession = visitor.isFromBank === true && !visitor.customer;
  if ((visitor.isMobile || outranSession) && path === '/pis-service/response') {
    return { allow: false, to: '/app/pis/response', preservesQuery: true };
  }
  const screen = findScreen(path);
  if (!screen) return redirect(isManageRoot(path) ? '/403' : '/404');
  return visitor.customer ? decideForCustomer(path, screen, visitor.customer, visitor) : decideForSignedOut(screen);
}

/** The menu shows exactly the screens that this function allows. */
export function canOpenScreen(screen: Screen, customer: GuardedCustomer): boolean {
  if (screen.area === 'wallet') return customer.userType === 'wallet';
  if (screen.area !== 'plus' || customer.userType === 'wallet') return false;
  if (freeForPlus.includes(screen.path)) return true;
  if (screen.business) return customer.businnessState && approvalRights.some((key) => takesPart(customer.user, key));
  if (!screen.access) return false;
  if (screen.access === 'card' && !customer.feature.card) return false;
  if (screen.access === 'introducer' && customer.introducerState === false) return false;
  const flagged = customer.user.accessRole[screen.access] === true;
  return flagged || (screen.access === 'swiftpending' && customer.swiftState && customer.showSwifthistory);
}

export const canInitiate = ({ accessRole, accessLevel }: Rights, key: AccessKey): boolean =>
  accessRole[key] === true && ['prepare', 'execute'].includes(accessLevel?.[key] ?? 'execute');

/** Whoever may only view neither prepares what is approved nor approves it. */
const takesPart = ({ accessRole, accessLevel }: Rights, key: AccessKey): boolean =>
  accessRole[key] === true && ['prepare', 'execute', 'approve'].includes(accessLevel?.[key] ?? 'execute');

export const isPreparationPath = (path: string): boolean => preparationPaths.test(path);

const isManageRoot = (path: string): boolean => /^\/manage\/?$/.test(path);

export const isStaffPath = (path: string): boolean => /^\/manage(-login$|-invitation(\/|$)|\/|$)/.test(path);

/** Staff open it also while the browser still has a session of a customer, such as that of their last visit. */
export const isStaffLink = (path: string): boolean => /^\/loginasstaff(\/[^/]+)?$/.test(path);

export const isRefusalPage = (path: string): boolean => path === '/403' || path === '/404';

/** Staff read a refusal in the staff area, except after a page of the customer whose session is in the same browser. */
export const isStaffRefusal = (visitor: Visitor, cameFrom = ''): boolean =>
  visitor.isStaff === true && (!visitor.customer || isStaffPath(cameFrom));

export const isEmbedded = (path: string): boolean => path === '/embedded/chart' || path === '/embedded/review';

/** Which pages a role may open is decided by the frame of the staff area, which has the table of permissions. */
function decideForStaff(path: string, staff: boolean): NavigationDecision {
  if (/^\/manage-invitation(\/|$)/.test(path)) return allow;
  if (!staff) return path === '/manage-login' ? allow : redirect('/manage-login');
  if (path === '/manage-login' || isManageRoot(path)) return redirect('/manage/dashboard');
  return findScreen(path) ? allow : redirect('/404');
}

const decideForUnverified = (path: string): NavigationDecision =>
  path === '/help' || openToUnverified.includes(findScreen(path)?.path ?? '') ? allow : redirect('/know-your-customer');

function decideForSignedOut({ area, path }: Screen): NavigationDecision {
  if (path === '/') return redirect('/login');
  return area === 'public' || path === '/help' ? allow : redirect('/login');
}

function decideForCustomer(
  opened: string,
  screen: Screen,
  customer: GuardedCustomer,
  { isMobile }: Visitor,
): NavigationDecision {
  const { path } = screen;
  if (path === '/') return redirect(homeOf(customer));
  if (loginPages.includes(path)) return redirect('/');
  if (openToCustomers.includes(path) || (isMobile && path === '/app/pis/response')) return allow;
  return customer.userType === 'wallet' ? decideForWallet(opened, screen) : decideForPlus(screen, customer);
}

const decideForPlus = (screen: Screen, customer: GuardedCustomer): NavigationDecision =>
  canOpenScreen(screen, customer) ? allow : redirect('/403');

/**
 * Beside the dashboard of the specification: notifications and e-mails name pages by their Plus address, whatever the
 * person's customers are.
 */
function decideForWallet(opened: string, { area, path }: Screen): NavigationDecision {
  const own = navigation.ownAddress(opened);
  if (own !== opened) return { allow: false, to: own, preservesQuery: true };
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
