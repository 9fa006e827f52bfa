/** The access flags of the specification (section 6): each shows a menu item and opens the matching routes and calls. */
export const accessKeys = [
  'dashboard',
  'statement',
  'card',
  'introducer',
  'payment',
  'swiftpending',
  'payee',
  'autofx',
  'manualfx',
  'standingorder',
  'instant',
  'viewprofile',
  'changepassword',
  'updatepin',
  'usermanage',
  'receive',
  'term',
  'pricetariff',
  'devicemanage',
] as const;
export type AccessKey = (typeof accessKeys)[number];

/**
 * Who may call an endpoint: anybody (`public`), any signed-in customer (`customer`), a customer with a flag, a member of
 * staff, the partner bank, which signs its messages (`rail`), or whoever holds a token for rates and nothing else (`rate`).
 */
export type Access = 'public' | 'customer' | AccessKey | 'staff' | 'rail' | 'rate';

export const isAccessKey = (access: Access): access is AccessKey => (accessKeys as readonly string[]).includes(access);

/** What somebody is to a customer (product.md B14). */
export const roles = ['owner', 'admin', 'payer', 'maker', 'approver', 'accountant', 'viewer', 'cardholder'] as const;

export const accessLevels = ['none', 'view', 'prepare', 'do', 'approve'] as const;
export type AccessLevel = (typeof accessLevels)[number];

const movesMoney = ['payment', 'instant', 'standingorder', 'payee', 'autofx', 'manualfx'] as const;
export type MoneyKey = (typeof movesMoney)[number];
const levels: Readonly<Record<string, AccessLevel>> = {
  maker: 'prepare',
  approver: 'approve',
  accountant: 'view',
  viewer: 'view',
  cardholder: 'none',
};

/** Whether somebody with this right moves money by it, or says where it goes. */
export const isMoneyRight = (access: Access): access is MoneyKey => (movesMoney as readonly Access[]).includes(access);

/** How far a granted flag goes for a role: a maker prepares what moves money, and an approver approves it. */
export const levelOf = (role: string, key: AccessKey): AccessLevel =>
  isMoneyRight(key) ? (levels[role] ?? 'do') : 'do';

/** Whether somebody of this role makes what a right is for, alone or for colleagues to approve. */
export const makes = (role: string, key: AccessKey): boolean => ['prepare', 'do'].includes(levelOf(role, key));
