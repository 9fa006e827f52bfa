import { useState } from 'react';
import type { PaymentOrder } from './payment.api.ts';
import type { PaymentDraft, Terms } from './payment-draft.ts';
import type { usePaymentSend } from './use-payment-send.ts';

/** The terms when the PIN was requested; changed terms need another PIN. */
type Asking = { terms: Terms; round: number };
type Approved = { terms: Terms; approval: string };

export function useConfirm({ idempotency }: PaymentDraft, { send, refusal }: ReturnType<typeof usePaymentSend>) {
  const [asking, setAsking] = useState<Asking>();
  const [approved, setApproved] = useState<Approved>();
  const [mayRepeat, setMayRepeat] = useState(false);

  const order = async ({ terms, approval }: Approved, confirmDuplicate: boolean) => {
    const full: PaymentOrder = { ...terms, approval, idempotency, ...(confirmDuplicate ? { confirmDuplicate } : {}) };
    const refused = await send(full);
    if (refused?.code === 'approval_invalid') setAsking((before) => ({ terms, round: (before?.round ?? 0) + 1 }));
  };
  const isOther = (terms: Terms) => JSON.stringify(terms) !== JSON.stringify(approved?.terms);
  return {
    asking,
    ask: (terms: Terms) => {
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
