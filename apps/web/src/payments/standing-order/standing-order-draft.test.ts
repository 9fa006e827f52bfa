import { describe, expect, test } from 'vitest';
import type { PaymentRoute } from './payment-route.ts';
import {
  newStandingOrderDraft,
  type StandingOrderDraft,
  toPreviewRequest,
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
