import { useState } from 'react';
import { ApiError } from './call-errors.ts';
import { failureText } from './errors.ts';
import { outcomeOf } from './outcome.ts';

export type SendRefusal = { code: string; text: string };

type Form<Order, Draft, Reply> = Readonly<{
  draft: Draft;
  keep: (draft: Draft) => void;
  write: (order: Order) => Promise<Reply>;
  onDone: (reply: Reply) => void | Promise<void>;
}>;

/**
 * Sends a request under the form's idempotency key. The request is stored in the draft first, so that neither a lost
 * answer nor a reload can move money twice: until the server answers, only the same request is repeated.
 */
export function useKeptSend<Order, Draft extends { sent?: Order | undefined }, Reply>({
  draft,
  keep,
  write,
  onDone,
}: Form<Order, Draft, Reply>) {
  const [work, setWork] = useState<'first' | 'again'>();
  const [refusal, setRefusal] = useState<SendRefusal>();
  const [silences, setSilences] = useState(0);

  const send = async (order: Order): Promise<SendRefusal | undefined> => {
    const repeated = draft.sent !== undefined;
    const open = { ...draft, sent: undefined };
    setRefusal(undefined);
    setWork(repeated ? 'again' : 'first');
    keep({ ...open, sent: order });
    try {
      await onDone(await write(order));
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
  return { send, work, refusal, silences, forget: () => setRefusal(undefined) };
}
