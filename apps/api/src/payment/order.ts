import { type Currency, money } from '@larkmere/money/money';
import type { Payment } from './payment.ts';
import type { RailOrder } from './rails/rail.ts';

/** The payment as it goes to the rail: always the same, whenever it is asked for. */
export const orderOf = (p: Payment): RailOrder => ({
  paymentId: p.id,
  endToEndId: p.reference,
  uetr: p.uetr,
  amount: money(p.currency as Currency, p.amount_minor),
  scheme: 'faster-payments',
  payer: {
    name: p.payer_name,
    account: { kind: 'uk', sortCode: p.payer_sort_code, accountNumber: p.payer_account_number },
  },
  payee: {
    name: p.payee_name,
    account: { kind: 'uk', sortCode: p.payee_sort_code, accountNumber: p.payee_account_number },
  },
  reference: p.payee_reference,
  requestedAt: p.created_at,
});
