import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleType,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import { FeedSilence } from './feed.ts';

export type Place = Readonly<{ url: string; key: string; account: string }>;

export type Patience = Readonly<{ timeoutMs: number; tries: number; failuresToOpen: number; restMs: number }>;
const usual: Patience = { timeoutMs: 8000, tries: 3, failuresToOpen: 4, restMs: 30_000 };

export type Question = Readonly<{
  url: string;
  headers?: Readonly<Record<string, string>>;
  form?: Readonly<Record<string, string>>;
}>;
export type Ask = (question: Question) => Promise<string>;

/**
 * One HTTP source with a timeout, retries with jitter and a circuit breaker. Throws `FeedUnavailable` for everything
 * that is not a usable response.
 */
export function asker(name: string, patience: Partial<Patience> = {}): Ask {
  const { timeoutMs, tries, failuresToOpen, restMs } = { ...usual, ...patience };
  const silence = handleType(FeedSilence);
  const policy = wrap(
    retry(silence, { maxAttempts: tries - 1, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 2000 }) }),
    circuitBreaker(silence, { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failuresToOpen) }),
  );
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  return async (question) => {
    try {
      return await policy.execute(() =>
        limit.execute(({ signal }) => send(name, question, signal)).catch(silenced(name)),
      );
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new FeedSilence(`${name} is left alone for a while`);
      throw error;
    }
  };
}

const silenced =
  (name: string) =>
  (cause: unknown): never => {
    if (cause instanceof FeedSilence) throw cause;
    throw new FeedSilence(`${name} ${cause instanceof TaskCancelledError ? 'was too slow' : 'cannot be reached'}`, {
      cause,
    });
  };

async function send(name: string, { url, headers, form }: Question, signal: AbortSignal): Promise<string> {
  const posted = form && { method: 'POST', body: new URLSearchParams(form) };
  const reply = await fetch(url, { headers: { ...headers }, redirect: 'error', signal, ...posted });
  const text = await reply.text();
  if (!reply.ok) throw new FeedSilence(`${name} answered ${reply.status}`);
  return text;
}
