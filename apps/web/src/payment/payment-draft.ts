import type { PaymentScheme } from '@larkmere/contract/payment';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { Purpose } from '@larkmere/contract/pin';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { isAmount } from './amounts.ts';
import type { PayCurrency } from './pay-currency.ts';
import type { PaymentOrder } from './payment.api.ts';

/** Survives a reload of the tab, so it must never hold a PIN. */
export type PaymentDraft = {
  /** Stays the same until the server gives a definite answer, so that a retry cannot pay twice. */
  idempotency: string;
  source: string;
  payeeUid: string;
  amount: string;
  reference: string;
  scheme: PaymentScheme;
  when: 'now' | 'later';
  day: string;
  /** The draft that colleagues returned and that this payment replaces. */
  draftUid?: string | undefined;
  said?: PaymentBackground | undefined;
  endToEndId?: string | undefined;
  documents?: readonly string[] | undefined;
  sent?: PaymentOrder | undefined;
};

export const freshDraft = (): PaymentDraft => ({
  idempotency: newIdempotencyKey(),
  source: '',
  payeeUid: '',
  amount: '',
  reference: '',
  scheme: 'auto',
  when: 'now',
  day: '',
});

/** A payment that was already sent is stored anyway. */
export const isUnsent = ({ payeeUid, amount, reference, sent }: PaymentDraft): boolean =>
  sent === undefined && Boolean(payeeUid || amount || reference);

export const steps = ['payee', 'amount', 'review'] as const;
export type Step = (typeof steps)[number];

export function stepFor(
  asked: string | undefined,
  { payeeUid, amount, reference }: PaymentDraft,
  currency: PayCurrency,
): Step {
  if (!payeeUid || asked === 'payee') return 'payee';
  if (asked === 'review' && isAmount(amount, currency) && reference.trim()) return 'review';
  return asked === undefined ? 'payee' : 'amount';
}

type Open<Order> = Order extends PaymentOrder ? Omit<Order, 'approval' | 'idempotency' | 'confirmDuplicate'> : never;
/** What the customer saw: the PIN authorises exactly this, and exactly this is sent. */
export type Terms = Open<PaymentOrder>;

const operations = {
  direct: { GBP: 'payment.gbp', EUR: 'payment.eur', THB: 'payment.thb' },
  ifx: { GBP: 'payment.ifx.gbp', EUR: 'payment.ifx.eur', THB: 'payment.thb' },
} as const;

/** Supporting documents are not part of the payment, so the PIN does not cover them. */
export function purposeOf({ route, ...given }: Terms, idempotency: string): Purpose {
  const { warning: _read, documents: _sent, nameCheckId: _check, amountSide: _side, ...terms } = given;
  return { operation: operations[route][terms.currency], ...terms, paymentIdempotency: idempotency };
}

export function referenceFor(current: string, before: string | null | undefined, next: string | null): string {
  return current.trim() === '' || current === before ? (next ?? '') : current;
}
