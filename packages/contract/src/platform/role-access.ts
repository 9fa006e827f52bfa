import { type AccessKey, accessKeys, type Role, roles } from './access.ts';

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
