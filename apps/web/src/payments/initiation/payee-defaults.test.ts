import { selectScamWarning } from '@larkmere/contract/payments/scam-warning';
import { describe, expect, it } from 'vitest';
import { findMissingFields, scamWarningFor } from './payee-defaults.ts';

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

describe('regulatory information that the rail asks for', () => {
  const needs = ['purposeCode', 'relationship', 'sourceOfFunds'] as const;
  it.each([
    ['nothing', undefined, {}, ['purposeCode', 'relationship', 'sourceOfFunds']],
    ['the purpose', { purposeCode: 'RENT' }, {}, ['relationship', 'sourceOfFunds']],
    ['the purpose with the payee', undefined, { details: { purpose: 'RENT' } }, ['relationship', 'sourceOfFunds']],
    ['an account of their own', undefined, { ownAccount: true }, ['purposeCode', 'sourceOfFunds']],
    ['everything', { purposeCode: 'RENT', relationship: 'other', sourceOfFunds: 'savings' }, {}, []],
  ] as const)('is missing after %s', (_, said, over, missing) => {
    expect(findMissingFields(needs, said, { ...payee, ...over })).toEqual(missing);
  });

  it('is not missing where the rail does not ask for it', () => {
    expect(findMissingFields([], undefined, payee)).toEqual([]);
  });
});
