import { useState } from 'react';
import { ApiError } from '../kernel/call-errors.ts';
import { failureText } from '../kernel/errors.ts';
import { outcomeOf } from '../kernel/outcome.ts';
import { type Done, type Order, useOrder } from './fx.api.ts';
import type { TransferForm } from './use-transfer-form.ts';

/** A definite no: nothing was moved, and the form still stands. */
export type SendRefusal = { code: string; text: string };

/**
 * Sends an order under the key of its form. What went out is written into the draft first, so that neither a lost answer
 * nor a reload can move money twice: until the server has answered, only the same request is repeated.
 */
export function useTransferSend({ draft, keep, renew }: Pick<TransferForm, 'draft' | 'keep' | 'renew'>) {
  const { mutateAsync } = useOrder();
  const [work, setWork] = useState<'first' | 'again'>();
  const [refusal, setRefusal] = useState<SendRefusal>();
  const [done, setDone] = useState<Done>();
  const [silences, setSilences] = useState(0);

  /** Answers the refusal, if there was one. */
  const send = async (order: Order): Promise<SendRefusal | undefined> => {
    const repeated = draft.sent !== undefined;
    const open = { ...draft, sent: undefined };
    setRefusal(undefined);
    setWork(repeated ? 'again' : 'first');
    keep({ ...open, sent: order });
    try {
      setDone(await mutateAsync(order));
      renew();
      return undefined;
    } catch (error) {
      if (outcomeOf(error, repeated) === 'unknown') {
        setSilences((before) => before + 1);
        return undefined;
      }
      const refused = { code: error instanceof ApiError ? error.code : '', text: failureText(error) };
      keep(open);
      setRefusal(refused);
      return refused;
    } finally {
      setWork(undefined);
    }
  };
  return { send, work, refusal, done, silences, again: () => setDone(undefined) };
}

export type TransferSending = ReturnType<typeof useTransferSend>;
