import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { describe, expect, test } from 'vitest';
import type { PaymentRoute } from './payment-route.ts';
import {
  newStandingOrderDraft,
  type StandingOrderDraft,
  toPreviewRequest,
  toTerms,
  validateDraft,
} from './standing-order-draft.ts';

const inPounds: PaymentRoute = {
  accountCurrency: 'GBP',
  payeeCurrency: 'GBP',
  isInternational: false,
  hasIntermediaryCharges: false,
};
const draft = (over: Partial<StandingOrderDraft>): StandingOrderDraft => ({
  ...newStandingOrderDraft(),
  amount: '100.00',
  reference: 'Rent',
  startDate: '2026-12-01',
  ...over,
});

describe('standing order draft', () => {
  test.each<[Partial<StandingOrderDraft>, string[]]>([
    [{ startDate: '2026-11-30' }, ['startEarly']],
    [{ startDate: '2026-12-01' }, []],
    [{ end: 'date', endDate: '2026-11-30' }, ['endEarly']],
    [{ end: 'date', endDate: '2026-12-01' }, []],
    [{ end: 'date', endDate: '2026-12-02' }, []],
    [{ end: 'count', endCount: '0' }, ['countWrong']],
    [{ end: 'count', endCount: '1' }, []],
    [{ end: 'count', endCount: '999' }, []],
    [{ end: 'count', endCount: '1000' }, []],
    [{ end: 'count', endCount: '1001' }, ['countWrong']],
    [{ amount: '0.00' }, ['amountWrong']],
    [{ amount: '0.01' }, []],
    [{ reference: 'A'.repeat(18) }, []],
    [{ reference: 'A'.repeat(19) }, ['referenceLong']],
  ])('%j has the faults %j', (over, faults) => {
    expect(validateDraft(draft(over), inPounds, '2026-12-01')).toEqual(faults);
  });

  test.each([
    ['0', undefined],
    ['1', 1],
    ['999', 999],
    ['1000', 1000],
    ['1001', undefined],
  ])('the preview of %s dates ends after %s', (endCount, count) => {
    expect(toPreviewRequest(draft({ end: 'count', endCount }), inPounds).endCount).toBe(count);
  });
});

const toEuros: PaymentRoute = {
  ...inPounds,
  payeeCurrency: 'EUR',
  isInternational: true,
  hasIntermediaryCharges: true,
};

describe('standing order with an exchange', () => {
  const received = { amountSide: 'received', maxDebit: '120' } as const;
  test.each<[Partial<StandingOrderDraft>, string[]]>([
    [{}, []],
    [{ floorRate: '9.5' }, []],
    [{ floorRate: 'nine' }, ['floorWrong']],
    [{ floorRate: '0' }, ['floorWrong']],
    [{ ...received, maxDebit: '' }, ['mostMissing']],
    [{ ...received, maxDebit: '0' }, ['mostWrong']],
    [received, []],
    [{ topUpFrom: '118341', topUpFloor: '0.8' }, []],
    [{ topUpFrom: '118341', topUpFloor: 'low' }, ['topUpWrong']],
    [{ topUpFloor: 'low' }, []],
  ])('%j has the faults %j', (over, faults) => {
    expect(validateDraft(draft(over), toEuros, '2026-12-01')).toEqual(faults);
  });

  test('asks for neither without one', () => {
    expect(validateDraft(draft({ ...received, maxDebit: '', floorRate: 'nine' }), inPounds, '2026-12-01')).toEqual([]);
  });
});

describe('terms of a standing order', () => {
  const payee = { uid: 'payee', version: 2 } as PayeeView;
  const source = { bankholderid: '118340', currency: 'GBP' } as BankAccountView;
  const filler = { bankholderid: '118341', currency: 'EUR' } as BankAccountView;
  const parties = { payee, source, filler: undefined };

  test('carry the regulatory information that was entered', () => {
    const said = { purposeCode: 'RENT', relationship: 'other', sourceOfFunds: 'savings', note: ' ' } as const;
    const terms = toTerms(draft({ regulatoryInfo: said }), parties, inPounds);
    expect(terms).toMatchObject({ purposeCode: 'RENT', relationship: 'other', sourceOfFunds: 'savings' });
    expect(terms).not.toHaveProperty('note');
    for (const absent of ['fx', 'topUp', 'chargeType']) expect(terms).not.toHaveProperty(absent);
  });

  test.each([
    ['0.8', '0.8'],
    [' ', null],
  ])('top up from the chosen account at the minimum rate %j', (topUpFloor, floorRate) => {
    const terms = toTerms(draft({ topUpFrom: '118341', topUpFloor }), { ...parties, filler }, inPounds);
    expect(terms.topUp).toEqual({ from: '118341', currency: 'EUR', floorRate });
  });

  test('top up from an account in the same currency without a rate', () => {
    const own = { ...filler, currency: 'GBP' } as BankAccountView;
    const terms = toTerms(draft({ topUpFrom: '118341', topUpFloor: '0.8' }), { ...parties, filler: own }, inPounds);
    expect(terms.topUp).toEqual({ from: '118341', currency: 'GBP', floorRate: null });
  });

  test('exchange within the limits that were entered, of either amount', () => {
    const received = draft({ amountSide: 'received', maxDebit: '120', floorRate: '9.5', chargeType: 'OUR' });
    expect(toTerms(received, parties, toEuros)).toMatchObject({
      amount: '100.00',
      currency: 'EUR',
      chargeType: 'OUR',
      fx: { amountSide: 'received', maxDebit: '120', floorRate: '9.5', onBreach: 'hold_and_ask' },
    });
    const sent = draft({ amountSide: 'sent', maxDebit: '120', onBreach: 'skip' });
    expect(toTerms(sent, parties, toEuros)).toMatchObject({
      currency: 'GBP',
      fx: { amountSide: 'sent', maxDebit: null, floorRate: null, onBreach: 'skip' },
    });
  });
});
