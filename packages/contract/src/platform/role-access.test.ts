import { describe, expect, it } from 'vitest';
import { type AccessKey, accessKeys, accessLevelFor, type Role, roles } from './access.ts';
import { roleAccess, rolesOf } from './role-access.ts';

const order = ['owner', 'admin', 'payer', 'maker', 'approver', 'accountant', 'viewer', 'cardholder'] as const;

/** The table of product.md B14, row by row, in its order of roles; "-" is no flag. */
const table: readonly (readonly [keys: readonly AccessKey[], levels: string])[] = [
  [['viewprofile', 'term', 'pricetariff', 'changepassword', 'updatepin'], 'do do do do do do do do'],
  [['statement', 'swiftpending', 'receive'], 'do do do do do do do -'],
  [['payment', 'instant', 'standingorder'], 'do do do prepare approve - - -'],
  [['payee', 'autofx', 'manualfx'], 'do do do prepare approve view view -'],
  [['card'], 'do do do do do view - do'],
  [['introducer', 'usermanage'], 'do do - - - - - -'],
  [['dashboard', 'devicemanage'], 'do do do do do do do do'],
];

const cells = table.flatMap(([keys, levels]) =>
  keys.flatMap((key) => levels.split(' ').map((level, place) => [order[place] ?? 'owner', key, level] as const)),
);

describe('the flags of a role', () => {
  it('are listed here for every flag and role', () => {
    expect(cells).toHaveLength(accessKeys.length * roles.length);
  });

  it.each(cells)('%s: %s is %s', (role, key, level) => {
    const held = roleAccess[role].includes(key) ? accessLevelFor(role, key).replace('execute', 'do') : '-';
    expect(held).toBe(level);
  });

  it.each(roles)('%s has none that an owner lacks, and none twice', (role) => {
    expect(roleAccess[role].filter((key) => !roleAccess.owner.includes(key))).toEqual([]);
    expect(new Set(roleAccess[role]).size).toBe(roleAccess[role].length);
  });
});

it.each<[string, boolean, readonly Role[]]>([
  ['plus', true, order],
  ['plus', false, ['owner', 'admin', 'payer', 'accountant', 'viewer', 'cardholder']],
  ['wallet', false, ['owner', 'admin', 'payer', 'accountant', 'viewer']],
  ['wallet', true, ['owner', 'admin', 'payer', 'maker', 'approver', 'accountant', 'viewer']],
])('a %s customer, business %s, has these roles', (userType, business, expected) => {
  expect(rolesOf({ userType, business })).toEqual(expected);
});
