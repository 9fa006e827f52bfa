import { useEffect, useRef, useState } from 'react';
import { failureText } from '../failures.ts';
import { showToast } from '../toasts.ts';
import { type Attempt, newAttempt, sendRequest } from './send-request.ts';

type StoredAttempt<Input> = { attempt: Attempt<Input>; save: (attempt: Attempt<Input>) => void };

/**
 * Sends a request under an idempotency key. Until a definite answer only the same request is repeated. A form that
 * survives leaving or a reload passes an attempt stored with it.
 */
export function useIdempotentRequest<Input, Reply>(
  write: (input: Input) => Promise<Reply>,
  onDone: (reply: Reply) => void,
  stored?: StoredAttempt<Input>,
) {
  const [own, setOwn] = useState<Attempt<Input>>(newAttempt);
  const { attempt, save } = stored ?? { attempt: own, save: setOwn };
  const [work, setWork] = useState<'first' | 'again'>();
  const [refusal, setRefusal] = useState<string>();
  const [doubted, setDoubted] = useState<{ input: Input; text: string }>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  /** What was decided meanwhile may have left the page with its form, so nothing else would show the refusal. */
  const refuse = (text: string) => {
    if (isGone.current) showToast({ kind: 'danger', text });
    else setRefusal(text);
  };

  const send = async (input: Input) => {
    setRefusal(undefined);
    setDoubted(undefined);
    setWork(attempt.sent === undefined ? 'first' : 'again');
    try {
      const outcome = await sendRequest(attempt, input, { save, write });
      if (outcome.is === 'done') onDone(outcome.reply);
      if (outcome.is === 'doubted') setDoubted({ input, text: failureText(outcome.error) });
      if (outcome.is === 'refused') refuse(failureText(outcome.error));
    } finally {
      setWork(undefined);
    }
  };
  return {
    key: attempt.key,
    send,
    sending: work !== undefined,
    refusal,
    doubted,
    forget: () => setDoubted(undefined),
    unknown: attempt.sent !== undefined && work !== 'first',
    repeat: () => attempt.sent && void send(attempt.sent),
  };
}
