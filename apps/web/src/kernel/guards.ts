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

/** Public pages that a signed-in customer may open too (specification, section 4). */
const openToCustomers = ['/logout', '/403', '/404', '/know-your-customer', '/request/delete/account'];
/** What a Plus customer may open without a flag. */
const freeForPlus = ['/dashboard', '/pis-service/response', '/notification'];
/** Colleagues approve payments, payees, and rules about both. */
const approvable = ['payment', 'payee', 'usermanage'] as const;
/** Pages on which somebody prepares something. Files are looked at by whoever approves them. */
const preparing =
  /^\/(payment(?!\/bulk)|payee\/(add|edit)|instant-bank-payment\/create|standing-order\/add|transfer)(\/|$)/;
const loginPages = ['/login', '/109in'];

/** The whole navigation guard of section 4: where a visitor may go, and where they are sent instead. */
export function decide(path: string, visitor: Visitor): Decision {
  if (isEmbedded(path)) return allow; // a partner's frame, whoever looks at it
  if (isStaffPath(path) && (visitor.staff || !visitor.customer)) return decideForStaff(path, visitor.staff === true);
  if (visitor.customer && !visitor.customer.kycVerified) return decideForUnverified(path);
  // A session that ran out at the bank does not lose what the bank gave: that page takes it in without one.
  const outranSession = visitor.fromBank === true && !visitor.customer;
  if ((visitor.mobile || outranSession) && path === '/pis-service/response') {
    return { allow: false, to: '/app/pis/response', keepQuery: true };
  }
  const screen = findScreen(path);
  if (!screen) return redirect(isManageRoot(path) ? '/403' : '/404');
  return visitor.customer ? decideForCustomer(screen, visitor.customer, visitor) : decideForStranger(screen);
}

/** Whether a customer's flags open a screen; the menu shows exactly these. */
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

/** Whether somebody may make payments or payees, alone or for a colleague to approve. */
export const mayMake = ({ accessRole, accessLevel }: Rights, key: AccessKey): boolean =>
  accessRole[key] === true && ['prepare', 'do'].includes(accessLevel?.[key] ?? 'do');

/** Whether a page is for preparing what a right is about: an approver finds there what they may do instead. */
export const isPreparing = (path: string): boolean => preparing.test(path);

const isManageRoot = (path: string): boolean => /^\/manage\/?$/.test(path);

/** The staff area and its login page. */
export const isStaffPath = (path: string): boolean => /^\/manage(-login$|\/|$)/.test(path);

/** Pages that a partner shows in a frame: open to everybody, and the same for everybody. */
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

/** The screen at an address. A last part called `type` may be missing (`/payee/view/gbp`). */
export function findScreen(path: string): Screen | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.screen;
}

const patterns = screens.map((screen) => ({ screen, pattern: patternOf(screen.path) }));

function patternOf(path: string): RegExp {
  const parts = path.replace(/\/\{type\}$/, '(?:/[^/]+)?').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${parts}$`);
}
