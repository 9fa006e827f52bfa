import { selectScamWarning } from '@larkmere/contract/payments/scam-warning';
import { describe, expect, it } from 'vitest';
import { scamWarningFor } from './payee-defaults.ts';

const payee = { details: {}, ownAccount: false, lastPaidAt: null };

describe('the warning before a first payment', () => {
  it.each([
    ['nothing known', {}, {}, 'general.1'],
    ['goods', { purposeCode: 'GDDS' }, {}, 'goods.1'],
    ['rent, as it stands with the payee', {}, { details: { purpose: 'RENT' } }, 'rent.1'],
    ['a loan, whatever stands with the payee', { purposeCode: 'LOAN' }, { details: { purpose: 'RENT' } }, 'loan.1'],
    ['a friend', { relationship: 'friend' }, {}, 'family.1'],
    ['an employee', { relationship: 'employee' }, {}, 'general.1'],
    ['an account of their own, whatever it is for', { purposeCode: 'GDDS' }, { ownAccount: true }, 'own_account.1'],
  ] as const)('%s', (_, said, over, code) => expect(scamWarningFor({ ...payee, ...over }, said)).toBe(code));

  it('is absent for a payee who was paid before', () => {
    expect(scamWarningFor({ ...payee, lastPaidAt: '2026-11-20T10:00:00Z' }, { purposeCode: 'GDDS' })).toBeUndefined();
  });

  it('covers every purpose that is used in scams', () => {
    const purposes = ['SUPP', 'GDDS', 'SCVE', 'RENT', 'GIFT', 'LOAN', 'CHAR', 'TAXS'];
    const codes = purposes.map((purposeCode) => selectScamWarning({ ownAccount: false, purposeCode }));
    expect(codes).not.toContain('general.1');
  });
});
