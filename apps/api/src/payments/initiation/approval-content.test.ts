import { money } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { digestContent } from '../../approvals/approval/request-approval.ts';
import type { Quote } from '../../fx/conversion/conversion.ts';
import type { Payment } from '../payment/payment.ts';
import { approvalContentOf } from './approval-content.ts';

const payment = {
  id: '0197b1c0-0000-7000-8000-000000000001',
  kind: 'domestic',
  rail: 'faster-payments',
  route: 'direct',
  service: 'payment.gbp',
  accountId: '0197b1c0-0000-7000-8000-000000000002',
  payerName: 'Larch & Tolliver Ltd',
  payerAccount: { kind: 'uk', sortCode: '040621', accountNumber: '50917206' },
  payeeId: '0197b1c0-0000-7000-8000-000000000003',
  payeeVersion: 1,
  payeeName: 'Somchai Prasert',
  payeeAccount: { kind: 'uk', sortCode: '202959', accountNumber: '63748472' },
  payeeSummary: '20-29-59 · 63748472',
  currency: 'GBP',
  amountMinor: 123_456n,
  feeMinor: 50n,
  payeeReference: 'Invoice 2091',
  chargeBearer: null,
  purpose: null,
  scheme: null,
  executionDate: null,
} as unknown as Payment;

const other: Record<string, unknown> = {
  payerAccount: { kind: 'uk', sortCode: '040621', accountNumber: '50917207' },
  payeeAccount: { kind: 'uk', sortCode: '202959', accountNumber: '63748473' },
  currency: 'EUR',
  payeeVersion: 2,
  amountMinor: 123_457n,
  feeMinor: 51n,
};

test('any change of the request changes its digest', () => {
  const asked = digestContent(approvalContentOf(payment));
  expect(digestContent(approvalContentOf({ ...payment }))).toBe(asked);
  for (const field of Object.keys(payment)) {
    const changed = { ...payment, [field]: other[field] ?? 'something-else' };
    expect([field, digestContent(approvalContentOf(changed))]).not.toEqual([field, asked]);
  }
});

const worstCase = {
  side: 'buy',
  price: {
    sell: money('GBP', 100_000n),
    buy: money('EUR', 123_456n),
    rate: { base: 'GBP', quote: 'EUR', numerator: 123_456n, denominator: 100_000n },
  },
} as unknown as Quote;
const exchanged: Payment = {
  ...payment,
  currency: 'EUR',
  quoteId: 'a quote',
  soldCurrency: 'GBP',
  soldMinor: 100_000n,
};

test('the digest of an exchanged payment covers its worst-case rate and maximum debit', () => {
  const asked = digestContent(approvalContentOf(exchanged, worstCase));
  for (const field of ['quoteId', 'soldCurrency', 'soldMinor', 'amountMinor']) {
    const changed = { ...exchanged, [field]: other[field] ?? 'something-else' };
    expect([field, digestContent(approvalContentOf(changed, worstCase))]).not.toEqual([field, asked]);
  }
  const { title, amount, details } = approvalContentOf(exchanged, worstCase);
  expect([title, amount]).toEqual([
    'Pay Somchai Prasert 1,234.56 EUR, exchanged from GBP',
    { amount: '1000.00', currency: 'GBP' },
  ]);
  expect(details.map(({ label, value }) => `${label}: ${value}`)).toEqual(
    expect.arrayContaining([
      'Total from your account: Up to 1,000.50 GBP',
      'We send your payee: 1,234.56 EUR',
      'Rate: The live rate at the last approval, at least 1 GBP = 1.2345 EUR (1 EUR = 0.8101 GBP). Otherwise nothing is sent.',
    ]),
  );
});

test('approvers read payee, cost and reference', () => {
  const { title, details } = approvalContentOf(payment);
  expect(title).toBe('Pay 1,234.56 GBP to Somchai Prasert');
  expect(details.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'From: Larch & Tolliver Ltd, 04-06-21 50917206',
    'To: Somchai Prasert',
    'Account: 20-29-59 · 63748472',
    'Amount: 1,234.56 GBP',
    'Fee: 0.50 GBP',
    'Total from your account: 1,235.06 GBP',
    'Reference: Invoice 2091',
  ]);
});
