import { useState } from 'react';
import { failureText } from '../failures.ts';
import { ApiError } from '../http/call-errors.ts';
import { type Attempt, sendRequest } from './send-request.ts';

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
export function useIdempotentSubmit<Order, Draft extends { idempotency: string; sent?: Order | undefined }, Reply>({
  draft,
  saveDraft,
  write,
  onDone,
}: SubmitOptions<Order, Draft, Reply>) {
  const [work, setWork] = useState<'first' | 'again'>();
  const [refusal, setRefusal] = useState<SendRefusal>();
  const [silences, setSilences] = useState(0);

  const send = async (order: Order): Promise<SendRefusal | undefined> => {
    setRefusal(undefined);
    setWork(draft.sent === undefined ? 'first' : 'again');
    try {
      const save = ({ sent }: Attempt<Order>) => saveDraft({ ...draft, sent });
      const outcome = await sendRequest({ key: draft.idempotency, sent: draft.sent }, order, { save, write });
      if (outcome.is === 'done') await onDone(outcome.reply);
      if (outcome.is === 'unknown') setSilences((before) => before + 1);
      if (!('error' in outcome)) return undefined;
      const { error } = outcome;
      const refused = { code: error instanceof ApiError ? error.code : '', text: failureText(error) };
      setRefusal(refused);
      return refused;
    } finally {
      setWork(undefined);
    }
  };
  return { send, work, refusal, silences, forget: () => setRefusal(undefined) };
}
