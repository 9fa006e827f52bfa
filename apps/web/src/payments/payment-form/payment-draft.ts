import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { crossBorderRoutes } from '@larkmere/contract/payees/payee-type';
import type { ChargeType } from '@larkmere/contract/payments/international';
import type { PaymentScheme } from '@larkmere/contract/payments/payment';
import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import { type Currency, isPositive, readAmount } from '@larkmere/money/money';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { domesticReferenceRules, isDomesticCurrency, prefillFrom } from '../payment/payment.tsx';
import type { PaymentOrder } from './payment-request.ts';

/** Survives a reload of the tab, so it must never hold a PIN. */
export type PaymentDraft = {
  /** Stays the same until the server gives a definite answer, so that a retry cannot pay twice. */
  idempotency: string;
  /** The account that pays; empty: the one that fits best. */
  source: string;
  /** A second account, which pays what the first one lacks. */
  restFrom?: string | undefined;
  /** Which amount was typed last: what leaves the account with fees, or what the payee gets. */
  side: 'send' | 'get';
  amount: string;
  reference: string;
  /** Of SEPA. */
  scheme: PaymentScheme;
  /** Of SWIFT. Undefined until chosen: the payee's own setting applies. */
  chargeType?: ChargeType | undefined;
  when: 'now' | 'later';
  day: string;
  /** The draft that colleagues returned and that this payment replaces. */
  draftUid?: string | undefined;
  regulatoryInfo?: RegulatoryInformationInput | undefined;
  endToEndId?: string | undefined;
  documents?: readonly string[] | undefined;
  sent?: PaymentOrder | undefined;
};

export const newPaymentDraft = (): PaymentDraft => ({
  idempotency: newIdempotencyKey(),
  source: '',
  side: 'get',
  amount: '',
  reference: '',
  scheme: 'auto',
  when: 'now',
  day: '',
});

/** A payment that was already sent is stored anyway. */
export const hasTyped = ({ amount, reference, sent }: PaymentDraft, payee: PayeeView | undefined): boolean =>
  sent === undefined && Boolean(amount || (reference && reference !== payee?.defaultReference));

/** Another payee changes what depends on the account; what was typed about the payment stays. */
export const draftForPayee = (draft: PaymentDraft, payee: PayeeView, before: PayeeView | undefined): PaymentDraft => ({
  ...newPaymentDraft(),
  side: draft.side,
  amount: draft.amount,
  reference: nextReference(draft.reference, before?.defaultReference, payee.defaultReference),
  when: draft.when,
  day: draft.day,
  documents: draft.documents,
});

export function nextReference(current: string, before: string | null | undefined, next: string | null): string {
  return current.trim() === '' || current === before ? (next ?? '') : current;
}

/** Form values from an earlier payment. */
export function draftFromEarlier(earlier: Parameters<typeof prefillFrom>[0]): PaymentDraft {
  const { scheme, ...same } = prefillFrom(earlier);
  const chargeType = earlier.chargeBearer === 'OUR' ? ('OUR' as const) : undefined;
  return { ...newPaymentDraft(), ...same, scheme: scheme ?? 'auto', ...(chargeType && { chargeType }) };
}

export function isValidAmount(currency: Currency, typed: string): boolean {
  const amount = readAmount(currency, typed);
  return amount !== undefined && isPositive(amount);
}

/** Paid by the domestic rail of the payee's currency. */
export const isAtHome = ({ type }: Pick<PayeeView, 'type'>): boolean => crossBorderRoutes[type] === undefined;

/**
 * domestic: by the rail of the account's own country. international: abroad in the currency of the account. exchange:
 * out of an account of another currency, by whatever rail the payee has.
 */
export type PaymentKind = 'domestic' | 'international' | 'exchange';

export function paymentKindOf(
  payee: Pick<PayeeView, 'type' | 'currency'>,
  source: Pick<BankAccountView, 'currency'>,
): PaymentKind {
  if (payee.currency !== source.currency) return 'exchange';
  return isAtHome(payee) ? 'domestic' : 'international';
}

/** SWIFT carries what SEPA carries. */
export function referenceRuleOf(payee: Pick<PayeeView, 'type' | 'currency'>) {
  const home = isAtHome(payee) && isDomesticCurrency(payee.currency) ? payee.currency : 'EUR';
  return domesticReferenceRules[home];
}

const latinText = /^[A-Za-z0-9 /?:().,'+-]+$/;

export const isReference = (payee: Pick<PayeeView, 'type' | 'currency'>, text: string): boolean =>
  text.length <= referenceRuleOf(payee).longest && (isAtHome(payee) || latinText.test(text));
