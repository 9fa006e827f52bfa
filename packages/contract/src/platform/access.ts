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

/** What moves money, uses a card or decides who does: we must know who does it. */
export const needsIdentity = (access: Access): boolean =>
  isMoneyRight(access) || access === 'card' || access === 'usermanage';

/** How far a granted flag goes: a maker only prepares what moves money, an approver only approves it. */
export function accessLevelFor(role: string, key: AccessKey): AccessLevel {
  if (role === 'accountant' && key === 'card') return 'view';
  return isMoneyRight(key) ? (roleLevels[role] ?? 'execute') : 'execute';
}

export const canInitiate = (role: string, key: AccessKey): boolean =>
  ['prepare', 'execute'].includes(accessLevelFor(role, key));

/** Whether a member with these flags does, prepares or approves anything for which we must know who they are. */
export const mustProveIdentity = (role: string, keys: readonly AccessKey[]): boolean =>
  keys.some((key) => needsIdentity(key) && !['none', 'view'].includes(accessLevelFor(role, key)));
