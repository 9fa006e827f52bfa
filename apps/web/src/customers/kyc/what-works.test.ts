import { accountPermissions, accountStatuses } from '@larkmere/contract/platform/account-status';
import { describe, expect, it } from 'vitest';
import { whatWorks } from './what-works.ts';

describe('what works during the identity check', () => {
  it.each(accountStatuses)('of an account that is %s: receiving as the account status says', (accountStatus) => {
    const { works } = whatWorks({ status: 'expired', limits: null }, accountStatus);
    expect(works.includes('receive')).toBe(accountPermissions[accountStatus].receive === 'yes');
  });

  it.each([
    ['not_started', 'pending', ['save'], ['receiveLater', 'sendLater', 'cardLater']],
    ['in_review', 'active', ['save', 'receive'], ['sendLater', 'cardLater']],
    ['rejected', 'pending', ['money'], ['closed']],
    ['rejected', 'active', ['money', 'receive'], ['sendingClosed']],
    ['approved', 'active', ['receive', 'send'], []],
  ] as const)('%s, account %s', (status, accountStatus, works, waits) => {
    expect(whatWorks({ status, limits: null }, accountStatus)).toEqual({ works, waits });
  });

  it('has limits while there are conditions', () => {
    const limit = { amount: '1000.00', currency: 'GBP' } as const;
    const state = { status: 'approved_conditional', limits: { perPayment: limit, perDay: limit } } as const;
    expect(whatWorks(state, 'active')).toEqual({ works: ['receive', 'sendUpTo'], waits: ['sendMore'] });
  });
});
