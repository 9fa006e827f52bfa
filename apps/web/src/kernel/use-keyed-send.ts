import { useState } from 'react';
import { failureText } from './errors.ts';
import { newIdempotencyKey } from './idempotency.ts';
import { outcomeOf } from './outcome.ts';

/** Sends something once under a key. Until there is a definite answer only the same request is repeated. */
export function useKeyedSend<Input>(write: (input: Input) => Promise<unknown>, onDone: () => void) {
  const [key, setKey] = useState(newIdempotencyKey);
  const [sent, setSent] = useState<Input>();
  const [refusal, setRefusal] = useState<string>();
  const [sending, setSending] = useState(false);

  const send = async (input: Input) => {
    setRefusal(undefined);
    setSending(true);
    try {
      await write(input);
      setSent(undefined);
      onDone();
    } catch (error) {
      if (outcomeOf(error, sent !== undefined) === 'unknown') return setSent(input);
      setSent(undefined);
      setKey(newIdempotencyKey());
      setRefusal(failureText(error));
    } finally {
      setSending(false);
    }
  };
  return { key, send, sending, refusal, unknown: sent !== undefined, repeat: () => sent && void send(sent) };
}
