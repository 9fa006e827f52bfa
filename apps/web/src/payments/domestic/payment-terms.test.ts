import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PriceView } from '@larkmere/contract/payments/payment';
import { describe, expect, it, test } from 'vitest';
import { newPaymentDraft, toPinPurpose } from './payment-draft.ts';
import { toPaymentTerms } from './payment-terms.ts';

const account = (venderType: BankAccountView['venderType']) =>
  ({ bankholderid: '118340', venderType }) as BankAccountView;
const reviewed = {
  currency: 'GBP',
  source: account('other'),
  payee: { uid: 'payee', version: 2 } as PayeeView,
  draft: { ...newPaymentDraft(), amount: '32.00', reference: ' Boards ', scheme: 'sct' },
  price: { fee: { amount: '0.50', currency: 'GBP' } } as PriceView,
  warning: undefined,
} as const;

describe('the terms of a payment', () => {
  it('are what the customer reviewed, without spaces around the reference', () => {
    expect(toPaymentTerms(reviewed)).toEqual({
      sourceBankholderId: '118340',
      payeeUid: 'payee',
      payeeVersion: 2,
      amount: '32.00',
      currency: 'GBP',
      route: 'direct',
      fee: '0.50',
      reference: 'Boards',
    });
  });

  it('carry all details that were entered, also those of a draft that was sent back', () => {
    const entered = { purposeCode: 'GDDS', note: 'For the roof', relationship: '' } as const;
    const draft = { ...reviewed.draft, draftUid: 'draft', endToEndId: ' INV-7 ', regulatoryInfo: entered };
    const whole = { ...reviewed, draft, executionDate: '2026-12-10', warning: 'goods.1', documents: ['document'] };
    expect(toPaymentTerms(whole as never)).toMatchObject({
      purposeCode: 'GDDS',
      note: 'For the roof',
      endToEndId: 'INV-7',
      executionDate: '2026-12-10',
      draftUid: 'draft',
      warning: 'goods.1',
      documents: ['document'],
    });
    expect(toPaymentTerms(whole as never)).not.toHaveProperty('relationship');
  });

  it('name the rail in euros only', () => {
    expect(toPaymentTerms({ ...reviewed, currency: 'EUR' })).toMatchObject({ currency: 'EUR', scheme: 'sct' });
    expect(toPaymentTerms({ ...reviewed, currency: 'THB' })).not.toHaveProperty('scheme');
  });
});

test.each([
  ['GBP', 'other', 'payment.gbp'],
  ['EUR', 'other', 'payment.eur'],
  ['THB', 'other', 'payment.thb'],
  ['GBP', 'ifx', 'payment.ifx.gbp'],
  ['EUR', 'ifx', 'payment.ifx.eur'],
] as const)('in %s from an account of %s the PIN authorises %s', (currency, venderType, operation) => {
  const terms = toPaymentTerms({ ...reviewed, currency, source: account(venderType) });
  expect(toPinPurpose(terms, 'key')).toMatchObject({ operation, amount: '32.00', paymentIdempotency: 'key' });
});
