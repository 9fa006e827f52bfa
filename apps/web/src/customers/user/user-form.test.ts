import { describe, expect, it } from 'vitest';
import { changesBetween, findFaults, newForm, toForm, toRights } from './user-form.ts';

const limits = { perPayment: '2500.00', daily: null, currency: 'GBP' } as const;
const form = toForm({ role: 'maker', accounts: ['1', '2'], limits });

describe('a form', () => {
  it('goes to the rights that it came from', () => {
    expect(toRights(form)).toEqual({ role: 'maker', accounts: ['1', '2'], limits });
    expect(toRights(newForm)).toEqual({
      role: 'viewer',
      accounts: null,
      limits: { perPayment: null, daily: null, currency: 'GBP' },
    });
  });

  it.each([
    [{}, {}],
    [{ accounts: [] }, { accounts: 'accountsMissing' }],
    [{ perPayment: '0' }, { perPayment: 'limitZero' }],
    [{ perPayment: 'much' }, { perPayment: 'limitWrong' }],
    [{ perPayment: '2,500' }, { perPayment: 'limitUnclear' }],
    [{ daily: '5.000' }, { daily: 'limitUnclear' }],
    [{ daily: '5 000,50' }, {}],
    [{ perPayment: '10 EUR' }, { perPayment: 'limitWrong' }],
    [{ daily: '0.00' }, { daily: 'limitZero' }],
    [{ daily: '2499.99' }, { daily: 'dailyTooLow' }],
    [{ daily: '2500' }, {}],
    [{ perPayment: '', daily: '1' }, {}],
  ])('with %j has the faults %j', (over, faults) => {
    expect(findFaults({ ...form, ...over })).toEqual(faults);
  });

  it.each([
    [{}, []],
    [{ accounts: ['2', '1'] }, []],
    [{ accounts: null }, ['accounts']],
    [{ role: 'payer', daily: '9' }, ['role', 'daily']],
    [{ perPayment: '' }, ['perPayment']],
  ] as const)('after %j has changed %j', (over, changed) => {
    expect(changesBetween(form, { ...form, ...over })).toEqual(changed);
  });
});
