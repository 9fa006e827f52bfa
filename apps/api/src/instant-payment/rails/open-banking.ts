import type { BankView } from '@larkmere/contract/instant-payment';
import type { Money } from '@larkmere/money/money';

/** No usable response. The outcome is unknown, which must not be treated as a rejection. */
export class BankSilence extends Error {
  override name = 'BankSilence';
}

export class BankRefusal extends Error {
  override name = 'BankRefusal';
}

export type Aspsp = Omit<BankView, 'lastUsedAt'>;

export type Order = Readonly<{
  uid: string;
  reference: string;
  amount: Money;
  payee: Readonly<{ name: string; sortCode: string; accountNumber: string }>;
}>;

export type Device = 'web' | 'app';

export type Consented = Readonly<{ bankId: string; uid: string; consentId: string }>;

/** AWAU: awaiting authorisation, AUTH: authorised, COND: consumed, RJCT: rejected. */
export type ConsentStatus = 'AWAU' | 'AUTH' | 'COND' | 'RJCT';
export type ConsentAnswer = Readonly<{ status: ConsentStatus; reason: string | null }>;

export type PaymentAnswer = Readonly<{
  bankPaymentId: string;
  status: string;
  reason: string | null;
  waitsForSecond: boolean;
}>;

/**
 * Every call throws `BankNoResponse` without a usable response and `BankRejection` for a rejection. Calls are idempotent by
 * `uid`.
 */
export type OpenBanking = Readonly<{
  banks(): Promise<readonly Aspsp[]>;
  compose(order: Order): string;
  askConsent(
    ask: Readonly<{ bankId: string; uid: string; document: string; device: Device; expiresAt: Date }>,
  ): Promise<Readonly<{ consentId: string; redirectUrl: string }>>;
  uidOf(state: string): string | undefined;
  redeem(back: Consented & Readonly<{ code: string; issuer: string | undefined; device: Device }>): Promise<string>;
  pay(payment: Consented & Readonly<{ document: string; authority: string }>): Promise<PaymentAnswer>;
  consent(consented: Pick<Consented, 'bankId' | 'consentId'>): Promise<ConsentAnswer>;
  payment(asked: Readonly<{ bankId: string; bankPaymentId: string }>): Promise<PaymentAnswer>;
}>;
