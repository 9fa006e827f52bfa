import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { QuoteView } from '@larkmere/contract/fx/conversion';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import { describe, expect, it, test } from 'vitest';
import { newPaymentDraft } from './payment-draft.ts';
import type { FormPrice } from './payment-price.api.ts';
import { toOrder, toPaymentTerms, toPinPurpose } from './payment-request.ts';

const payeeOf = (type: PayeeType, over: Partial<PayeeView> = {}) =>
  ({
    uid: 'payee',
    version: 3,
    type,
    name: 'Greta',
    summary: 'DE89',
    details: {},
    lastPaidAt: '',
    saved: true,
    ...over,
  }) as PayeeView;
const account = (venderType: BankAccountView['venderType']) =>
  ({ bankholderid: '118340', venderType }) as BankAccountView;
const draft = {
  ...newPaymentDraft(),
  amount: '32.00',
  reference: ' Boards ',
  scheme: 'sct' as const,
  chargeType: 'OUR' as const,
};
const priceIn = (currency: 'GBP' | 'EUR' | 'THB') =>
  ({ fee: { amount: '0.50', currency }, amount: { amount: '32.00', currency } }) as FormPrice;
const abroad = { ...priceIn('EUR'), sent: { amount: '32.00', currency: 'EUR' }, team: null } as FormPrice;
const quote = {
  quoteId: 'quote',
  sellAmount: { amount: '28.00', currency: 'GBP' },
  buyAmount: { amount: '32.00', currency: 'EUR' },
} as QuoteView;
const reviewed = {
  draft,
  payee: payeeOf('gbp'),
  source: account('other'),
  price: priceIn('GBP'),
  quote: undefined,
  executionDate: undefined,
  documents: [],
};
const approval = { authorisation: 'pin', idempotency: 'key' };
const common = { sourceBankholderId: '118340', payeeUid: 'payee', payeeVersion: 3, fee: '0.50', reference: 'Boards' };

describe('a payment out of two balances', () => {
  const rest = { bankholderid: '118341', currency: 'GBP' } as BankAccountView;
  const restFrom = { sourceBankholderId: '118341', quoteId: 'quote' };
  const authorised = { ...restFrom, amount: '28.00', currency: 'GBP', buyAmount: '32.00', buyCurrency: 'EUR' };

  it.each([
    ['at home', payeeOf('eur'), priceIn('EUR')],
    ['abroad', payeeOf('swt'), abroad],
  ] as const)('%s names the second one with its quote, and the PIN covers its figures', (_, payee, price) => {
    const terms = toPaymentTerms({ ...reviewed, payee, price, quote, rest });
    expect(toOrder(terms, approval).order).toMatchObject({ restFrom });
    expect(toPinPurpose(terms, 'key')).toMatchObject({ restFrom: authorised });
  });
});

describe('a domestic payment', () => {
  const same = { ...common, amount: '32.00', currency: 'GBP' };

  it('sends exactly what the PIN authorises, under the key that the PIN covers', () => {
    const terms = toPaymentTerms({ ...reviewed, documents: ['document'] });
    expect(toPinPurpose(terms, 'key')).toEqual({ operation: 'payment.gbp', ...same, paymentIdempotency: 'key' });
    expect(toOrder(terms, approval)).toEqual({
      kind: 'domestic',
      order: { ...same, route: 'direct', documents: ['document'], ...approval },
    });
  });

  it('carries all details that were entered, also those of a draft that was sent back', () => {
    const regulatoryInfo = { purposeCode: 'GDDS' as const, note: 'For the roof', relationship: undefined };
    const sentBack = { ...draft, draftUid: 'draft', endToEndId: ' INV-7 ', regulatoryInfo };
    const payee = payeeOf('gbp', { lastPaidAt: null });
    const { request } = toPaymentTerms({ ...reviewed, draft: sentBack, payee, executionDate: '2026-12-10' });
    expect(request.order).toMatchObject({
      purposeCode: 'GDDS',
      note: 'For the roof',
      endToEndId: 'INV-7',
      executionDate: '2026-12-10',
      draftUid: 'draft',
      warning: 'goods.1',
    });
    expect(request.order).not.toHaveProperty('relationship');
  });

  it('names the scheme in euros only', () => {
    const orderIn = (currency: 'EUR' | 'THB') =>
      toPaymentTerms({ ...reviewed, price: priceIn(currency) }).request.order;
    expect(orderIn('EUR')).toMatchObject({ currency: 'EUR', scheme: 'sct' });
    expect(orderIn('THB')).not.toHaveProperty('scheme');
  });

  test.each([
    ['GBP', 'other', 'payment.gbp'],
    ['EUR', 'other', 'payment.eur'],
    ['THB', 'other', 'payment.thb'],
    ['GBP', 'ifx', 'payment.ifx.gbp'],
    ['EUR', 'ifx', 'payment.ifx.eur'],
  ] as const)('in %s from an account of %s the PIN authorises %s', (currency, venderType, operation) => {
    const terms = toPaymentTerms({ ...reviewed, price: priceIn(currency), source: account(venderType) });
    expect(toPinPurpose(terms, 'key')).toMatchObject({ operation, amount: '32.00', paymentIdempotency: 'key' });
  });
});

describe('a payment abroad in the currency of the account', () => {
  const inEuros = { ...reviewed, payee: payeeOf('swt'), price: abroad };

  it('sends exactly what the PIN authorises', () => {
    const same = { ...common, chargeType: 'OUR', amount: '32.00', currency: 'EUR', route: 'swift' };
    const terms = toPaymentTerms(inEuros);
    expect(toPinPurpose(terms, 'key')).toEqual({
      operation: 'payment.global.same',
      ...same,
      paymentIdempotency: 'key',
    });
    expect(toOrder(terms, approval)).toEqual({ kind: 'international', order: { ...same, ...approval } });
  });

  test.each<[PayeeType, string]>([
    ['swt', 'swift'],
    ['swiftatw', 'swift'],
    ['usd', 'local'],
    ['localatw', 'local'],
  ])('to a payee of the type %s uses the route %s', (type, route) => {
    expect(toPaymentTerms({ ...inEuros, payee: payeeOf(type) }).request.order).toMatchObject({ route });
  });

  it('carries its date, and the draft that it replaces', () => {
    const later = { ...inEuros, draft: { ...draft, draftUid: 'draft' }, executionDate: '2026-12-01' };
    const changed = { draftUid: 'draft', executionDate: '2026-12-01' };
    expect(toPaymentTerms(later).request.order).toMatchObject(changed);
  });
});

describe('a payment with an exchange', () => {
  const exchanged = { ...reviewed, payee: payeeOf('eur'), price: abroad, quote };

  it('sends the quote, and the PIN authorises both amounts of it', () => {
    const terms = toPaymentTerms(exchanged);
    expect(toPinPurpose(terms, 'key')).toEqual({
      operation: 'payment.global.cross',
      ...common,
      chargeType: 'OUR',
      quoteId: 'quote',
      amount: '28.00',
      currency: 'GBP',
      buyAmount: '32.00',
      buyCurrency: 'EUR',
      paymentIdempotency: 'key',
    });
    expect(toOrder(terms, approval)).toMatchObject({ kind: 'exchange', order: { ...common, quoteId: 'quote' } });
    expect(terms.request.order).not.toHaveProperty('worstCase');
  });

  it('agrees to the worst case if colleagues approve it', () => {
    const team = { maxDebit: abroad.fee, minCredit: abroad.fee, worstCase: '30.00' };
    const terms = toPaymentTerms({ ...exchanged, price: { ...abroad, team } });
    expect(toPinPurpose(terms, 'key')).toMatchObject({ worstCase: '30.00' });
    expect(terms.request.order).toMatchObject({ worstCase: '30.00' });
  });
});

test.each([
  ['domestic', reviewed],
  ['abroad', { ...reviewed, price: abroad }],
  ['with an exchange', { ...reviewed, price: abroad, quote }],
] as const)('a payment %s to a new payee names the payee in the PIN as well', (_, made) => {
  const terms = toPaymentTerms({ ...made, payee: payeeOf('gbp', { reasonCode: 'unconfirmed' }) });
  const newPayee = { name: 'Greta', account: 'DE89' };
  expect(toPinPurpose(terms, 'key')).toHaveProperty('newPayee', newPayee);
  expect(toOrder(terms, approval).order).toHaveProperty('newPayee', newPayee);
  const once = toPaymentTerms({ ...made, payee: payeeOf('gbp', { reasonCode: 'unconfirmed', saved: false }) });
  expect(toPinPurpose(once, 'key')).toHaveProperty('newPayee', { ...newPayee, saved: false });
  expect(toPaymentTerms(made).request.order).not.toHaveProperty('newPayee');
});
