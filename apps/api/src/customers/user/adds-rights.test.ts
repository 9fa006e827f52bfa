import type { Role } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { describe, expect, it } from 'vitest';
import type { MemberRights, Membership } from '../customer/customer.ts';
import { addsAccess } from './member-rights.ts';

type Before = Parameters<typeof addsAccess>[0];

const member = (role: Role, over: Partial<Membership> = {}): Before => ({
  role,
  access: [...roleAccess[role]],
  accounts: ['100001', '100002'],
  limitCurrency: 'GBP',
  perPaymentMinor: 5000n,
  dailyMinor: 10_000n,
  state: 'active',
  userId: 'person',
  ...over,
});
const rights = (role: Role, over: Partial<MemberRights> = {}): MemberRights => ({
  role,
  access: roleAccess[role],
  accounts: ['100001', '100002'],
  limitCurrency: 'GBP',
  perPaymentMinor: 5000n,
  dailyMinor: 10_000n,
  ...over,
});
const adds = (before: Before, after: MemberRights, state = 'active') => addsAccess(before, { rights: after, state });

describe('a change of access', () => {
  it.each([
    ['the same', member('payer'), rights('payer')],
    ['fewer rights', member('payer'), rights('payer', { access: ['payment', 'statement'] })],
    ['fewer accounts', member('payer'), rights('payer', { accounts: ['100002'] })],
    ['accounts instead of all', member('payer', { accounts: null }), rights('payer')],
    ['lower limits', member('payer'), rights('payer', { perPaymentMinor: 4999n, dailyMinor: 9999n })],
    [
      'limits for somebody without',
      member('payer', { perPaymentMinor: null, dailyMinor: null, limitCurrency: null }),
      rights('payer', { limitCurrency: 'EUR' }),
    ],
    ['admin to payer', member('admin'), rights('payer')],
    ['payer to viewer', member('payer'), rights('viewer')],
    ['accountant to viewer', member('accountant'), rights('viewer')],
    ['payer to maker', member('payer'), rights('maker')],
  ])('adds nothing with %s', (_, before, after) => {
    expect(adds(before, after)).toBe(false);
  });

  it.each([
    ['a right', member('payer', { access: ['payment'] }), rights('payer', { access: ['payment', 'payee'] })],
    ['an account', member('payer', { accounts: ['100001'] }), rights('payer')],
    ['all accounts', member('payer'), rights('payer', { accounts: null })],
    ['a higher limit of a payment', member('payer'), rights('payer', { perPaymentMinor: 5001n })],
    ['a higher limit of a day', member('payer'), rights('payer', { dailyMinor: 10_001n })],
    ['no limit of a payment', member('payer'), rights('payer', { perPaymentMinor: null })],
    ['no limit of a day', member('payer'), rights('payer', { dailyMinor: null })],
    ['a limit of another currency', member('payer'), rights('payer', { limitCurrency: 'EUR' })],
    ['one account for another', member('payer', { accounts: ['100001'] }), rights('payer', { accounts: ['100002'] })],
    [
      'a lower limit with one more account',
      member('payer', { accounts: ['100001'] }),
      rights('payer', { dailyMinor: 6000n }),
    ],
    ['payer to admin', member('payer'), rights('admin')],
    ['viewer to payer', member('viewer'), rights('payer')],
    ['maker to payer', member('maker'), rights('payer')],
    ['maker to approver', member('maker'), rights('approver')],
    ['approver to maker', member('approver'), rights('maker')],
    ['viewer to cardholder', member('viewer'), rights('cardholder')],
    [
      'a higher role with the same rights',
      member('viewer', { access: ['statement'] }),
      rights('payer', { access: ['statement'] }),
    ],
  ])('adds with %s', (_, before, after) => {
    expect(adds(before, after)).toBe(true);
  });

  it('adds with the end of a suspension only', () => {
    const suspended = member('payer', { state: 'suspended' });
    expect(adds(suspended, rights('payer'), 'active')).toBe(true);
    expect(adds(suspended, rights('payer'), 'suspended')).toBe(false);
    expect(adds(member('payer'), rights('payer'), 'suspended')).toBe(false);
  });
});
