import { expect, test } from 'vitest';
import { prefillInternational } from './international-draft.ts';

const earlier = {
  sourceBankholderId: '118341',
  payeeUid: 'payee',
  amount: '120.00',
  currency: 'EUR',
  reference: 'Invoice 7',
  scheme: null,
  chargeBearer: 'OUR',
  draft: { uid: 'draft', executionDate: '2026-12-10', endToEndId: null },
  regulatoryInformation: {
    purposeCode: 'SUPP',
    relationship: 'supplier',
    sourceOfFunds: null,
    note: 'Second of three',
  },
} as const satisfies Parameters<typeof prefillInternational>[0];

test('a payment abroad that was sent back restores every field', () => {
  expect(prefillInternational(earlier)).toEqual({
    source: '118341',
    payeeUid: 'payee',
    amount: '120.00',
    reference: 'Invoice 7',
    chargeType: 'OUR',
    when: 'later',
    day: '2026-12-10',
    draftUid: 'draft',
    regulatoryInfo: { purposeCode: 'SUPP', relationship: 'supplier', note: 'Second of three' },
  });
});

test.each([
  ['OUR', 'OUR'],
  ['SHA', 'SHA'],
  ['BEN', 'SHA'],
  [null, 'SHA'],
] as const)('charges of %s are offered as %s', (chargeBearer, chargeType) => {
  expect(prefillInternational({ ...earlier, chargeBearer }).chargeType).toBe(chargeType);
});

test('a payee that was deleted has to be chosen again', () => {
  expect(prefillInternational({ ...earlier, payeeUid: null }).payeeUid).toBe('');
});
