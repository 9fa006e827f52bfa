import { describe, expect, it } from 'vitest';
import { checkAmount, exceedsAvailable, newTransferDraft, selectAccounts } from './transfer-draft.ts';

const account = (bankholderid: string, currency: 'GBP' | 'EUR' | 'THB', status: 'active' | 'frozen' = 'active') => ({
  bankholderid,
  currency,
  status,
});
const [pounds, euros, bahts] = [account('1', 'GBP'), account('2', 'EUR'), account('3', 'THB')];

describe('accounts of a transfer', () => {
  it('defaults to the first two accounts', () => {
    expect(selectAccounts(newTransferDraft(), [pounds, euros, bahts])).toMatchObject({ from: pounds, to: euros });
    expect(selectAccounts({ source: '2', target: '' }, [pounds, euros, bahts])).toMatchObject({
      from: euros,
      to: pounds,
    });
    expect(selectAccounts({ source: '2', target: '3' }, [pounds, euros, bahts])).toMatchObject({
      from: euros,
      to: bahts,
    });
  });

  it('never uses the same account twice, or a frozen one', () => {
    expect(selectAccounts({ source: '1', target: '1' }, [pounds, euros])).toMatchObject({ from: pounds, to: euros });
    const frozen = account('2', 'EUR', 'frozen');
    expect(selectAccounts({ source: '2', target: '2' }, [pounds, frozen])).toEqual({
      usable: [pounds],
      from: pounds,
      to: undefined,
    });
  });
});

describe('amount of a transfer', () => {
  it('finds missing and invalid amounts', () => {
    expect(checkAmount(' ', 'GBP')).toBe('missing');
    for (const text of ['0', '0.00', '1.005', 'ten', '-1']) expect(checkAmount(text, 'GBP'), text).toBe('wrong');
    expect(checkAmount('10.5', 'JPY')).toBe('wrong');
    expect(checkAmount('33.33', 'GBP')).toBeUndefined();
  });

  it('compares with the available balance to the penny', () => {
    const available = { amount: '33.33', currency: 'GBP' };
    expect(exceedsAvailable({ amount: '33.33', currency: 'GBP' }, available)).toBe(false);
    expect(exceedsAvailable({ amount: '33.34', currency: 'GBP' }, available)).toBe(true);
  });
});
