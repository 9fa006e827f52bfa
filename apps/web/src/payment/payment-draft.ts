import type { PaymentScheme } from '@larkmere/contract/payment';
import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { Purpose } from '@larkmere/contract/pin';
import { newIdempotencyKey } from '../kernel/idempotency.ts';
import { isAmount } from './amounts.ts';
import type { PayCurrency } from './pay-currency.ts';
import type { PaymentOrder } from './payment.api.ts';

/** A payment in the making, as it survives a reload of the tab. It never holds a PIN. */
export type PaymentDraft = {
  /** Made with the form and kept until a definite answer, so that no repeat can pay twice. */
  idempotency: string;
  /** The account that pays; empty for the first one that can. */
  source: string;
  payeeUid: string;
  amount: string;
  reference: string;
  /** How euros are to travel. */
  scheme: PaymentScheme;
  /** A later day is kept while "Now" is tried out. */
  when: 'now' | 'later';
  day: string;
  /** The payment that came back from colleagues, whose place it takes. */
  draftUid?: string | undefined;
  /** What is said of it beyond what it needs. */
  said?: PaymentBackground | undefined;
  /** The payer's own number of it. */
  endToEndId?: string | undefined;
  /** Documents that were sent ahead and go along. */
  documents?: readonly string[] | undefined;
  /** Went out and was not answered yet: whether it arrived is not known. */
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

/** Whether leaving would lose something the customer has entered. What is already out is kept anyway. */
export const isUnsent = ({ payeeUid, amount, reference, sent }: PaymentDraft): boolean =>
  sent === undefined && Boolean(payeeUid || amount || reference);

export const steps = ['payee', 'amount', 'review'] as const;
export type Step = (typeof steps)[number];

/** The step of the address, or the last one before it that is not finished. */
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
/** What the customer saw and agrees to: the PIN approves exactly this, and exactly this is sent. */
export type Terms = Open<PaymentOrder>;

const operations = {
  direct: { GBP: 'payment.gbp', EUR: 'payment.eur', THB: 'payment.thb' },
  ifx: { GBP: 'payment.ifx.gbp', EUR: 'payment.ifx.eur', THB: 'payment.thb' },
} as const;

/** Evidence is no part of the payment, so the PIN is not asked about it. */
export function purposeOf({ route, ...given }: Terms, idempotency: string): Purpose {
  const { warning: _read, documents: _sent, nameCheckId: _check, amountSide: _side, ...terms } = given;
  return { operation: operations[route][terms.currency], ...terms, paymentIdempotency: idempotency };
}

/** A payee's usual reference stands in the form until the customer has written another. */
export function referenceFor(current: string, before: string | null | undefined, next: string | null): string {
  return current.trim() === '' || current === before ? (next ?? '') : current;
}
