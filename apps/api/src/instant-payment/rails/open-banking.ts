import type { BankView } from '@larkmere/contract/instant-payment';
import type { Money } from '@larkmere/money/money';

/** No usable answer came. What the bank has done is unknown, which is never the same as a no. */
export class BankSilence extends Error {
  override name = 'BankSilence';
}

/** The bank's own no, with its words for the file. Nothing was done. */
export class BankRefusal extends Error {
  override name = 'BankRefusal';
}

export type Aspsp = Omit<BankView, 'lastUsedAt'>;

/** A payment as it is asked for; the same order always composes to the same bytes. */
export type Order = Readonly<{
  uid: string;
  reference: string;
  amount: Money;
  payee: Readonly<{ name: string; sortCode: string; accountNumber: string }>;
}>;

export type Device = 'web' | 'app';

/** Which consent at which bank, and whose. */
export type Consented = Readonly<{ bankId: string; uid: string; consentId: string }>;

/** What the bank says of a consent: AWAU waits for the customer, AUTH given, COND used up, RJCT refused. */
export type ConsentStatus = 'AWAU' | 'AUTH' | 'COND' | 'RJCT';
export type ConsentAnswer = Readonly<{ status: ConsentStatus; reason: string | null }>;

/** What the bank says of a payment, in the codes of v4. */
export type PaymentAnswer = Readonly<{
  bankPaymentId: string;
  status: string;
  reason: string | null;
  /** A second person at the bank has to say yes too. */
  waitsForSecond: boolean;
}>;

/**
 * Other banks, as they let a customer pay from there. Each call throws BankSilence when no usable answer came and
 * BankRefusal for the bank's no; calling again with the same `uid` never makes a second consent or payment.
 */
export type OpenBanking = Readonly<{
  banks(): Promise<readonly Aspsp[]>;
  compose(order: Order): string;
  /** Asks for a consent; answers with the page where the customer gives it. */
  askConsent(
    ask: Readonly<{ bankId: string; uid: string; document: string; device: Device; expiresAt: Date }>,
  ): Promise<Readonly<{ consentId: string; redirectUrl: string }>>;
  /** Whose way back this is, if we made this state. */
  uidOf(state: string): string | undefined;
  /** Trades the code for the customer's authority. `issuer` is who says to have given it. */
  redeem(back: Consented & Readonly<{ code: string; issuer: string | undefined; device: Device }>): Promise<string>;
  /** Makes the payment, with what the consent was asked with. */
  pay(payment: Consented & Readonly<{ document: string; authority: string }>): Promise<PaymentAnswer>;
  consent(consented: Pick<Consented, 'bankId' | 'consentId'>): Promise<ConsentAnswer>;
  payment(asked: Readonly<{ bankId: string; bankPaymentId: string }>): Promise<PaymentAnswer>;
}>;
