import type { PaymentView } from '@larkmere/contract/payment';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../kernel/call-errors.ts';
import { failureText } from '../kernel/errors.ts';
import { outcomeOf } from '../kernel/outcome.ts';
import { paths } from '../kernel/paths.ts';
import type { PayCurrency } from './pay-currency.ts';
import { type PaymentOrder, useSendPayment } from './payment.api.ts';
import type { PaymentDraft } from './payment-draft.ts';

/** A definite no: nothing was sent, and the form still stands. */
export type SendRefusal = { code: string; text: string };

type Form = { currency: PayCurrency; draft: PaymentDraft; keep: (draft: PaymentDraft) => void; renew: () => void };

/**
 * Sends a payment under the key of its form. What went out is written into the draft first, so that neither a lost
 * answer nor a reload can lead to a second payment: until the server has answered, only the same request is repeated.
 */
export function usePaymentSend({ currency, draft, keep, renew }: Form) {
  const router = useRouter();
  const { mutateAsync } = useSendPayment();
  const [work, setWork] = useState<'first' | 'again'>();
  const [refusal, setRefusal] = useState<SendRefusal>();
  const [silences, setSilences] = useState(0);

  const arrive = async ({ uid }: PaymentView) => {
    renew();
    // Whoever has gone elsewhere meanwhile is not led away from there.
    if (router.state.location.pathname !== paths.paymentIn(currency)) return;
    await router.navigate({ to: paths.paymentDetail(uid), replace: true });
  };
  /** Answers the refusal, if there was one. */
  const send = async (order: PaymentOrder): Promise<SendRefusal | undefined> => {
    const repeated = draft.sent !== undefined;
    const open = { ...draft, sent: undefined };
    setRefusal(undefined);
    setWork(repeated ? 'again' : 'first');
    keep({ ...open, sent: order });
    try {
      await arrive(await mutateAsync(order));
      return undefined;
    } catch (error) {
      setWork(undefined);
      if (outcomeOf(error, repeated) === 'unknown') {
        setSilences((before) => before + 1);
        return undefined;
      }
      const refused = { code: error instanceof ApiError ? error.code : '', text: failureText(error) };
      keep(open);
      setRefusal(refused);
      return refused;
    }
  };
  return { send, work, refusal, forget: () => setRefusal(undefined), silences };
}
