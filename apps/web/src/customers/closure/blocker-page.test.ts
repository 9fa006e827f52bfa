import type { ClosureBlockerKind } from '@larkmere/contract/customers/closure';
import type { SessionView } from '@larkmere/contract/identity/session';
import { accessKeys } from '@larkmere/contract/platform/access';
import { describe, expect, it } from 'vitest';
import { decideNavigation, type GuardedCustomer } from '../../platform/navigation/guards.ts';
import { blockerPage, payOutPage } from './blocker-page.ts';

const kinds = {
  restriction: [],
  payments: ['plus', 'wallet'],
  approvals: ['plus'],
  standing_orders: ['plus', 'wallet'],
  auto_fx: ['plus'],
  manual_fx: ['plus'],
  bank_payments: ['plus', 'wallet'],
  card_top_ups: ['wallet'],
  card_payments: ['plus'],
  partner_share: [],
  upgrade: ['wallet'],
} as const satisfies Record<ClosureBlockerKind, readonly SessionView['userType'][]>;

const customerOf = (userType: SessionView['userType']): GuardedCustomer => ({
  userType,
  kycVerified: true,
  businnessState: true,
  feature: { card: true, upgrade: true },
  swiftState: true,
  showSwifthistory: true,
  user: { accessRole: Object.fromEntries(accessKeys.map((key) => [key, true])) },
});

describe.each(['plus', 'wallet'] as const)('what stands in the way of closing a %s account', (userType) => {
  it.each(Object.entries(kinds))('%s leads to a page that this customer may open, or nowhere', (kind, types) => {
    const page = blockerPage(kind as ClosureBlockerKind, userType);
    expect(page !== undefined).toBe((types as readonly string[]).includes(userType));
    if (page)
      expect(decideNavigation(page.split('?')[0] ?? '', { customer: customerOf(userType) })).toEqual({ allow: true });
  });
});

it.each([
  ['wallet', '/wallet/send'],
  ['plus', '/payment'],
] as const)('the rest of a closing %s account is sent from %s', (userType, page) => {
  expect(payOutPage(userType)).toBe(page);
  const [path = ''] = page.split('?');
  expect(decideNavigation(path, { customer: customerOf(userType) })).toEqual({ allow: true });
});
