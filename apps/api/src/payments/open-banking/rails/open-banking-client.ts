import type { OpenBankingBankView } from '@larkmere/contract/payments/open-banking';
import type { Money } from '@larkmere/money/money';

/** No usable response. The outcome is unknown, which must not be treated as a rejection. */
export class BankNoResponse extends Error {
  override name = 'BankSilence';
}

/** The breaker of the service is open, so nothing was sent. */
export class BankNotCalled extends BankNoResponse {
  override name = 'BankNotCalled';
}

export class BankRejection extends Error {
  override name = 'BankRefusal';
}

export type Aspsp = Omit<OpenBankingBankView, 'lastUsedAt'>;

export type ConsentPayment = Readonly<{
  uid: string;
  reference: string;
  amount: Money;
  payee: Readonly<{ name: string; sortCode: string; accountNumber: string }>;
}>;

/** Which page the customer returns to. */
export type Device = 'web' | 'app' | 'wallet';

export type ConsentReference = Readonly<{ bankId: string; uid: string; consentId: string }>;

/** AWAU: awaiting authorisation, AUTH: authorised, COND: consumed, RJCT: rejected. */
export type ConsentStatus = 'AWAU' | 'AUTH' | 'COND' | 'RJCT';
export type ConsentStatusReport = Readonly<{ status: ConsentStatus; reason: string | null }>;

export type PaymentStatusReport = Readonly<{
  bankPaymentId: string;
  status: string;
  reason: string | null;
  requiresSecondApproval: boolean;
}>;

/**
 * Every call throws `BankNoResponse` without a usable response and `BankRejection` for a rejection. Calls are
 * idempotent by `uid`.
 */
export type OpenBankingClient = Readonly<{
  banks(): Promise<readonly Aspsp[]>;
  compose(order: ConsentPayment): string;
  createConsent(
    ask: Readonly<{ bankId: string; uid: string; document: string; device: Device; expiresAt: Date }>,
  ): Promise<Readonly<{ consentId: string; redirectUrl: string }>>;
  verifyState(state: string): string | undefined;
  redeemCode(
    back: ConsentReference & Readonly<{ code: string; issuer: string | undefined; device: Device }>,
  ): Promise<string>;
  createPayment(
    payment: ConsentReference & Readonly<{ document: string; authority: string }>,
  ): Promise<PaymentStatusReport>;
  getConsent(consented: Pick<ConsentReference, 'bankId' | 'consentId'>): Promise<ConsentStatusReport>;
  getPayment(payment: Readonly<{ bankId: string; bankPaymentId: string }>): Promise<PaymentStatusReport>;
}>;
