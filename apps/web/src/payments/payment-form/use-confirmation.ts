import type { PaymentView } from '@larkmere/contract/payments/payment';
import { useState } from 'react';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentSubmit } from '../../platform/forms/use-idempotent-submit.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { useSendOrder } from './payment-price.api.ts';
import { type PaymentOrder, type PaymentTerms, toOrder } from './payment-request.ts';
import type { PaymentForm } from './use-payment-form.ts';

/** The terms when the PIN was requested; changed terms need another PIN. */
type PinRequest = { terms: PaymentTerms; round: number };
type ApprovedTerms = { terms: PaymentTerms; authorisation: string };

const isQuoteUnusable = (code: string): boolean => ['quote_expired', 'rate_moved', 'quote_used'].includes(code);

type Confirmed = { form: PaymentForm; check: (() => Promise<unknown>) | undefined };

/** PIN, sending, and the questions that come back. `onDone` runs once the payment exists. */
export function useConfirmation(
  { form: { draft, keep, quote, retryPrice }, check }: Confirmed,
  onDone: (payment: PaymentView) => void,
) {
  const [asking, setAsking] = useState<PinRequest>();
  const [approved, setApproved] = useState<ApprovedTerms>();
  const [mayRepeat, setMayRepeat] = useState(false);
  const [stopped, setStopped] = useState<string>();
  const [checking, setChecking] = useState(false);
  const { idempotency } = draft;
  const { mutateAsync } = useSendOrder();
  const write = (order: PaymentOrder) =>
    mutateAsync(order).catch((error: unknown) => {
      if (error instanceof ApiError && isQuoteUnusable(error.code)) quote.renew();
      if (error instanceof ApiError && error.code === 'price_changed') retryPrice();
      throw error;
    });
  const sending = useIdempotentSubmit({ draft, saveDraft: keep, write, onDone });

  const send = async ({ terms, authorisation }: ApprovedTerms, confirmDuplicate: boolean) => {
    const approval = { authorisation, idempotency, ...(confirmDuplicate && { confirmDuplicate: true as const }) };
    const refused = await sending.send(toOrder(terms, approval));
    if (refused?.code === 'authorisation_invalid') setAsking((before) => ({ terms, round: (before?.round ?? 0) + 1 }));
  };
  const isOther = (terms: PaymentTerms) => JSON.stringify(terms) !== JSON.stringify(approved?.terms);
  const isDoubted = approved !== undefined && sending.refusal?.code === 'duplicate_suspected';
  return {
    sending,
    asking,
    stopped,
    checking,
    ask: async (terms: PaymentTerms) => {
      setStopped(undefined);
      setChecking(true);
      try {
        await check?.();
        if (isOther(terms)) setMayRepeat(false);
        setAsking({ terms, round: 0 });
      } catch (failure) {
        setStopped(failureText(failure));
      } finally {
        setChecking(false);
      }
    },
    close: () => setAsking(undefined),
    approve: (authorisation: string) => {
      if (!asking) return;
      const now = { terms: asking.terms, authorisation };
      setApproved(now);
      setAsking(undefined);
      void send(now, mayRepeat);
    },
    duplicate: isDoubted
      ? {
          text: sending.refusal?.text ?? '',
          sendAgain: () => {
            setMayRepeat(true);
            void send(approved, true);
          },
        }
      : undefined,
  };
}

export type Confirmation = ReturnType<typeof useConfirmation>;
