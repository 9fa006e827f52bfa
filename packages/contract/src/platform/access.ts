/** Access flags of the specification, section 6. Each opens a menu item and the matching routes and calls. */
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
 * Who may call an endpoint: anyone (`public`), any signed-in customer, a customer with the named flag, staff, the
 * partner bank by its signature (`rail`), or the bearer of a rate token (`rate`).
 */
export type Access = 'public' | 'customer' | AccessKey | 'staff' | 'rail' | 'rate';

export const isAccessKey = (access: Access): access is AccessKey => (accessKeys as readonly string[]).includes(access);

export const roles = ['owner', 'admin', 'payer', 'maker', 'approver', 'accountant', 'viewer', 'cardholder'] as const;

export type Role = (typeof roles)[number];

export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

const everybody: readonly AccessKey[] = [
  'dashboard',
  'viewprofile',
  'changepassword',
  'updatepin',
  'term',
  'pricetariff',
  'devicemanage',
];
const readers: readonly AccessKey[] = [...everybody, 'statement', 'swiftpending', 'receive'];
const makers: readonly AccessKey[] = [
  ...readers,
  'payment',
  'instant',
  'standingorder',
  'payee',
  'autofx',
  'manualfx',
  'card',
];

/** The flags of each role (product.md B14). How far the flags of money go is the level of the role. */
export const roleAccess: Readonly<Record<Role, readonly AccessKey[]>> = {
  owner: accessKeys,
  admin: accessKeys,
  payer: makers,
  maker: makers,
  approver: makers,
  accountant: [...readers, 'payee', 'autofx', 'manualfx', 'card'],
  viewer: [...readers, 'payee', 'autofx', 'manualfx'],
  cardholder: [...everybody, 'card'],
};

/** What a maker prepares waits for an approval, and only a firm has the page for that. */
export const rolesOf = ({ userType, business }: Readonly<{ userType: string; business: boolean }>): readonly Role[] =>
  roles.filter((role) => {
    if (role === 'maker' || role === 'approver') return business;
    return role !== 'cardholder' || userType === 'plus';
  });

export const accessLevels = ['none', 'view', 'prepare', 'execute', 'approve'] as const;
export type AccessLevel = (typeof accessLevels)[number];

const moneyKeys = ['payment', 'instant', 'standingorder', 'payee', 'autofx', 'manualfx'] as const;
export type MoneyKey = (typeof moneyKeys)[number];
const roleLevels: Readonly<Record<string, AccessLevel>> = {
  maker: 'prepare',
  approver: 'approve',
  accountant: 'view',
  viewer: 'view',
  cardholder: 'none',
};

export const isMoneyRight = (access: Access): access is MoneyKey => (moneyKeys as readonly Access[]).includes(access);

/** How far a granted flag goes: a maker only prepares what moves money, an approver only approves it. */
export const accessLevelFor = (role: string, key: AccessKey): AccessLevel =>
  isMoneyRight(key) ? (roleLevels[role] ?? 'execute') : 'execute';

export const canInitiate = (role: string, key: AccessKey): boolean =>
  ['prepare', 'execute'].includes(accessLevelFor(role, key));
