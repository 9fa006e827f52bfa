import { useState } from 'react';
import type { PaymentRequest } from '../payment/payment.tsx';
import type { PaymentDraft, PaymentTerms } from './payment-draft.ts';
import type { useSubmitPayment } from './use-submit-payment.ts';

/** The terms when the PIN was requested; changed terms need another PIN. */
type PinRequest = { terms: PaymentTerms; round: number };
type AuthorisedTerms = { terms: PaymentTerms; approval: string };

export function usePaymentConfirmation(
  { idempotency }: PaymentDraft,
  { send, refusal }: ReturnType<typeof useSubmitPayment>,
) {
  const [asking, setAsking] = useState<PinRequest>();
  const [approved, setApproved] = useState<AuthorisedTerms>();
  const [mayRepeat, setMayRepeat] = useState(false);

  const order = async ({ terms, approval }: AuthorisedTerms, confirmDuplicate: boolean) => {
    const full: PaymentRequest = {
      ...terms,
      authorisation: approval,
      idempotency,
      ...(confirmDuplicate ? { confirmDuplicate } : {}),
    };
    const refused = await send(full);
    if (refused?.code === 'authorisation_invalid') setAsking((before) => ({ terms, round: (before?.round ?? 0) + 1 }));
  };
  const isOther = (terms: PaymentTerms) => JSON.stringify(terms) !== JSON.stringify(approved?.terms);
  return {
    asking,
    ask: (terms: PaymentTerms) => {
      if (isOther(terms)) setMayRepeat(false);
      setAsking({ terms, round: 0 });
    },
    close: () => setAsking(undefined),
    approve: (approval: string) => {
      if (!asking) return;
      const now = { terms: asking.terms, approval };
      setApproved(now);
      void order(now, mayRepeat);
    },
    duplicate:
      approved && refusal?.code === 'duplicate_suspected'
        ? {
            text: refusal.text,
            sendAgain: () => {
              setMayRepeat(true);
              void order(approved, true);
            },
          }
        : undefined,
  };
}
