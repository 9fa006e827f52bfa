import { useState } from 'react';
import { failureText } from '../failures.ts';
import { ApiError } from '../http/call-errors.ts';
import { newIdempotencyKey } from '../http/idempotency.ts';
import { writeOutcomeOf } from '../http/write-outcome.ts';

/** Sends a request under an idempotency key. Until a definite answer only the same request is repeated. */
export function useIdempotentRequest<Input>(write: (input: Input) => Promise<unknown>, onDone: () => void) {
  const [key, setKey] = useState(newIdempotencyKey);
  const [sent, setSent] = useState<Input>();
  const [refusal, setRefusal] = useState<string>();
  const [sending, setSending] = useState(false);
  /** Refused as a suspected duplicate; the user may confirm it, and it is then sent under the same key. */
  const [doubted, setDoubted] = useState<{ input: Input; text: string }>();

  const send = async (input: Input) => {
    setRefusal(undefined);
    setDoubted(undefined);
    setSending(true);
    try {
      await write(input);
      setSent(undefined);
      onDone();
    } catch (error) {
      if (writeOutcomeOf(error, sent !== undefined) === 'unknown') return setSent(input);
      setSent(undefined);
      if (error instanceof ApiError && error.code === 'duplicate_suspected')
        return setDoubted({ input, text: failureText(error) });
      setKey(newIdempotencyKey());
      setRefusal(failureText(error));
    } finally {
      setSending(false);
    }
  };
  return {
    key,
    send,
    sending,
    refusal,
    doubted,
    forget: () => setDoubted(undefined),
    unknown: sent !== undefined,
    repeat: () => sent && void send(sent),
  };
}
