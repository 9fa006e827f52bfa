import type { PaymentScheme } from '@larkmere/contract/payments/payment';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { Purpose } from '@larkmere/contract/purpose';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import type { DomesticCurrency, PaymentRequest } from '../payment/payment.tsx';
import { isValidAmount } from './amount-checks.ts';

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
  regulatoryInfo?: RegulatoryInformationInput | undefined;
  endToEndId?: string | undefined;
  documents?: readonly string[] | undefined;
  sent?: PaymentRequest | undefined;
};

export const newPaymentDraft = (): PaymentDraft => ({
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
export const hasUnsavedChanges = ({ payeeUid, amount, reference, sent }: PaymentDraft): boolean =>
  sent === undefined && Boolean(payeeUid || amount || reference);

export const steps = ['payee', 'amount', 'review'] as const;
export type Step = (typeof steps)[number];

export function currentStep(
  step: string | undefined,
  { payeeUid, amount, reference }: PaymentDraft,
  currency: DomesticCurrency,
): Step {
  if (!payeeUid || step === 'payee') return 'payee';
  if (step === 'review' && isValidAmount(amount, currency) && reference.trim()) return 'review';
  return step === undefined ? 'payee' : 'amount';
}

type UnauthorisedRequest<Order> = Order extends PaymentRequest
  ? Omit<Order, 'authorisation' | 'idempotency' | 'confirmDuplicate'>
  : never;
/** What the customer saw: the PIN authorises exactly this, and exactly this is sent. */
export type PaymentTerms = UnauthorisedRequest<PaymentRequest>;

const operations = {
  direct: { GBP: 'payment.gbp', EUR: 'payment.eur', THB: 'payment.thb' },
  ifx: { GBP: 'payment.ifx.gbp', EUR: 'payment.ifx.eur', THB: 'payment.thb' },
} as const;

/** Supporting documents are not part of the payment, so the PIN does not cover them. */
export function toPinPurpose({ route, ...given }: PaymentTerms, idempotency: string): Purpose {
  const { warning: _read, documents: _sent, nameCheckId: _check, amountSide: _side, ...terms } = given;
  return { operation: operations[route][terms.currency], ...terms, paymentIdempotency: idempotency };
}

export function nextReference(current: string, before: string | null | undefined, next: string | null): string {
  return current.trim() === '' || current === before ? (next ?? '') : current;
}
