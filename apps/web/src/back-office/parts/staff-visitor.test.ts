import { staffScreens } from '@larkmere/contract/back-office/permissions';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import { describe, expect, it } from 'vitest';
import { canOpenAddress, toStaffVisitor } from './staff-visitor.ts';

/** Pages of each role that lacks some, as product.md D12 lists them. */
const pagesOfRoles = {
  support: [
    'dashboard',
    'audit',
    'ghostconnect/{id}',
    'users/{id}/{plusuid}',
    'setting/scs',
    'setting/service-breaker',
  ],
  payment_operations: [
    'dashboard',
    'audit',
    'ghostconnect/{id}',
    'review',
    'review/{paymentuid}',
    'api',
    'card-settlement',
    'setting/scs',
    'setting/service-breaker',
  ],
  dealer: [
    'dashboard',
    'dealing',
    'setting/swiftpayment',
    'setting/rate-offtime',
    'setting/marketing',
    'setting/cpc',
    'setting/rules',
  ],
  settings: Object.keys(staffScreens)
    .map((path) => path.replace('/manage/', ''))
    .filter((path) => path === 'api' || path.startsWith('setting/')),
} as const;

describe.each(Object.entries(pagesOfRoles))('the role %s', (role, pages) => {
  const visitor = toStaffVisitor(starterPermissions[role as keyof typeof pagesOfRoles]);
  const withCustomers = ['customer', 'customer/{id}', 'queue/{key}'];

  it('opens the page of one’s own sign-in', () => expect(visitor.canOpen('/manage/sign-in')).toBe(true));

  it.each(
    Object.keys(staffScreens).filter((path) => ![...withCustomers, 'sign-in'].includes(path.replace('/manage/', ''))),
  )('opens %s only with the permission', (path) => {
    const mayOpen = (pages as readonly string[]).includes(path.replace('/manage/', ''));
    expect(visitor.canOpen(path)).toBe(mayOpen);
  });
});

it('a role without the dashboard starts at its first page', () => {
  expect(toStaffVisitor(starterPermissions.support).home).toBe('/manage/dashboard');
  expect(toStaffVisitor(starterPermissions.settings).home).toBe('/manage/api');
  expect(toStaffVisitor({}).home).toBe('/manage/sign-in');
});

/** They read calls of partners about customers whose pages they may not open, so a link there is words alone. */
it('the roles for settings are led to no customer', () => {
  const closed = Object.entries(starterPermissions).filter(
    ([, permissions]) => !canOpenAddress(permissions, '/manage/customer/x'),
  );
  expect(closed.map(([role]) => role)).toEqual(['settings', 'super']);
});
