import { useState } from 'react';
import { failureText } from '../failures.ts';
import { ApiError } from '../http/call-errors.ts';
import { writeOutcomeOf } from '../http/write-outcome.ts';

export type SendRefusal = { code: string; text: string };

type SubmitOptions<Order, Draft, Reply> = Readonly<{
  draft: Draft;
  saveDraft: (draft: Draft) => void;
  write: (order: Order) => Promise<Reply>;
  onDone: (reply: Reply) => void | Promise<void>;
}>;

/**
 * Sends a request under the form's idempotency key. The request is stored in the draft first, so that neither a lost
 * answer nor a reload can move money twice: until the server answers, only the same request is repeated.
 */
export function useIdempotentSubmit<Order, Draft extends { sent?: Order | undefined }, Reply>({
  draft,
  saveDraft,
  write,
  onDone,
}: SubmitOptions<Order, Draft, Reply>) {
  const [work, setWork] = useState<'first' | 'again'>();
  const [refusal, setRefusal] = useState<SendRefusal>();
  const [silences, setSilences] = useState(0);

  const send = async (order: Order): Promise<SendRefusal | undefined> => {
    const repeated = draft.sent !== undefined;
    const open = { ...draft, sent: undefined };
    setRefusal(undefined);
    setWork(repeated ? 'again' : 'first');
    saveDraft({ ...open, sent: order });
    try {
      await onDone(await write(order));
      return undefined;
    } catch (error) {
      if (writeOutcomeOf(error, repeated) === 'unknown') {
        setSilences((before) => before + 1);
        return undefined;
      }
      const refused = { code: error instanceof ApiError ? error.code : '', text: failureText(error) };
      saveDraft(open);
      setRefusal(refused);
      return refused;
    } finally {
      setWork(undefined);
    }
  };
  return { send, work, refusal, silences, forget: () => setRefusal(undefined) };
}
