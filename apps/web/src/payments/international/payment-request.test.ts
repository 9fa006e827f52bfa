import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { QuoteView } from '@larkmere/contract/fx/conversion';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import type { InternationalPriceView } from '@larkmere/contract/payments/international';
import { describe, expect, it, test } from 'vitest';
import { newInternationalDraft } from './international-draft.ts';
import { toPaymentRequest } from './payment-request.ts';

const payeeOf = (type: PayeeType) =>
  ({ uid: 'payee', version: 3, type, details: {}, ownAccount: false, lastPaidAt: null }) as unknown as PayeeView;
const source = { bankholderid: '118341' } as BankAccountView;
const price = {
  fee: { amount: '9.00', currency: 'EUR' },
  sent: { amount: '120.00', currency: 'EUR' },
  team: null,
} as InternationalPriceView;
const quote = {
  quoteId: 'quote',
  sellAmount: { amount: '105.00', currency: 'GBP' },
  buyAmount: { amount: '120.00', currency: 'EUR' },
} as QuoteView;
const draft = {
  ...newInternationalDraft('payee'),
  amount: '120.00',
  reference: ' Invoice 7 ',
  chargeType: 'OUR' as const,
  regulatoryInfo: { purposeCode: 'SUPP' as const, note: ' ' },
};
const reviewed = { draft, payee: payeeOf('swt'), source, price, quote: undefined, executionDate: undefined };
const terms = {
  sourceBankholderId: '118341',
  payeeUid: 'payee',
  payeeVersion: 3,
  fee: '9.00',
  reference: 'Invoice 7',
  chargeType: 'OUR',
  purposeCode: 'SUPP',
};

describe('a payment abroad in the currency of the account', () => {
  it('sends exactly what the PIN authorises, under the key that the PIN covers', () => {
    const { purpose, approved } = toPaymentRequest({ ...reviewed, documents: ['document'] }, 'key');
    const same = { ...terms, amount: '120.00', currency: 'EUR', route: 'swift' };
    expect(purpose).toEqual({ operation: 'payment.global.same', ...same, paymentIdempotency: 'key' });
    expect(approved('pin')).toEqual({
      kind: 'same',
      order: {
        ...same,
        warning: expect.any(String),
        documents: ['document'],
        authorisation: 'pin',
        idempotency: 'key',
      },
    });
  });

  test.each<[PayeeType, string]>([
    ['swt', 'swift'],
    ['swiftatw', 'swift'],
    ['usd', 'local'],
    ['localatw', 'local'],
  ])('to a payee of the type %s uses the route %s', (type, route) => {
    const { approved } = toPaymentRequest({ ...reviewed, payee: payeeOf(type), documents: [] }, 'key');
    expect(approved('pin').order).toMatchObject({ route });
  });

  it('carries its date, and the draft that it replaces', () => {
    const later = { ...reviewed, draft: { ...draft, draftUid: 'draft' }, executionDate: '2026-12-01', documents: [] };
    const changed = { draftUid: 'draft', executionDate: '2026-12-01' };
    const { purpose, approved } = toPaymentRequest(later, 'key');
    expect(purpose).toMatchObject(changed);
    expect(approved('pin').order).toMatchObject(changed);
  });
});

describe('a payment abroad with an exchange', () => {
  it('sends the quote, and the PIN authorises both amounts of it', () => {
    const { purpose, approved } = toPaymentRequest({ ...reviewed, quote, documents: [] }, 'key');
    expect(purpose).toEqual({
      operation: 'payment.global.cross',
      ...terms,
      quoteId: 'quote',
      amount: '105.00',
      currency: 'GBP',
      buyAmount: '120.00',
      buyCurrency: 'EUR',
      paymentIdempotency: 'key',
    });
    expect(approved('pin')).toMatchObject({ kind: 'cross', order: { ...terms, quoteId: 'quote', idempotency: 'key' } });
    expect(approved('pin').order).not.toHaveProperty('worstCase');
  });

  it('agrees to the worst case if colleagues approve it', () => {
    const team = { maxDebit: price.fee, minCredit: price.sent, worstCase: '110.00' };
    const { purpose, approved } = toPaymentRequest(
      { ...reviewed, price: { ...price, team }, quote, documents: [] },
      'key',
    );
    expect(purpose).toMatchObject({ worstCase: '110.00' });
    expect(approved('pin').order).toMatchObject({ worstCase: '110.00' });
  });
});
