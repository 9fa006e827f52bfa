import { describe, expect, it } from 'vitest';
import { prefillFrom } from './prefill.ts';

const earlier = {
  sourceBankholderId: '118340',
  payeeUid: 'payee',
  amount: '32.00',
  currency: 'GBP',
  reference: 'Boards',
  scheme: null,
  chargeBearer: null,
  draft: null,
  regulatoryInformation: { purposeCode: 'GDDS', relationship: null, sourceOfFunds: null, note: 'For the roof' },
} as const satisfies Parameters<typeof prefillFrom>[0];
const same = {
  source: '118340',
  amount: '32.00',
  reference: 'Boards',
  scheme: null,
  regulatoryInfo: { purposeCode: 'GDDS', note: 'For the roof' },
};

describe('a form filled in from an earlier payment', () => {
  it('has its amount, reference, rail and regulatory information, and is sent now', () => {
    expect(prefillFrom(earlier)).toEqual(same);
    expect(prefillFrom({ ...earlier, scheme: 'sct' })).toEqual({ ...same, scheme: 'sct' });
  });

  it('has also the date and the invoice number of a payment that was sent back, which it replaces', () => {
    const draft = { uid: 'draft', executionDate: '2026-12-10', endToEndId: 'INV-7' };
    expect(prefillFrom({ ...earlier, draft })).toEqual({
      ...same,
      draftUid: 'draft',
      when: 'later',
      day: '2026-12-10',
      endToEndId: 'INV-7',
    });
    expect(prefillFrom({ ...earlier, draft: { uid: 'draft', executionDate: null, endToEndId: null } })).toEqual({
      ...same,
      draftUid: 'draft',
    });
  });
});
