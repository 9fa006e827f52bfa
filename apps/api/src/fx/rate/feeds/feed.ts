import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import { type Currency, currencies, isCurrency } from '@larkmere/money/money';
import { cross, inverse, type Rate, rateOf, readRate } from '@larkmere/money/rate';
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
import type { z } from 'zod';
import { recordOutgoing } from '../../../platform/observability/call-log.ts';

export type Bar = Readonly<{ at: Date; perEuro: Rate }>;

export type HistoryRange = Readonly<{ timeframe: Timeframe; from: Date; to: Date; now: Date }>;

export type FeedPrices = Readonly<{ pricedAt: Date; perEuro: readonly Rate[] }>;

export type RateFeed = Readonly<{
  name: string;
  validForSeconds: number;
  latest: (now: Date) => Promise<FeedPrices>;
  hasHistory: boolean;
  /** Oldest first; undefined if the source has no history in this timeframe. Throws `FeedUnavailable`. */
  history: (currency: Currency, range: HistoryRange) => Promise<readonly Bar[] | undefined>;
}>;

export class FeedUnavailable extends Error {
  override name = 'FeedUnavailable';
}

export type FeedEndpoint = Readonly<{ url: string; key: string; account: string }>;

export type RetryPolicy = Readonly<{
  timeoutMs: number;
  maxAttempts: number;
  failuresToOpen: number;
  breakerResetMs: number;
}>;
const defaultRetryPolicy: RetryPolicy = { timeoutMs: 8000, maxAttempts: 3, failuresToOpen: 4, breakerResetMs: 30_000 };

type FeedRequest = Readonly<{
  url: string;
  headers?: Readonly<Record<string, string>>;
  form?: Readonly<Record<string, string>>;
}>;
export type FeedFetch = (question: FeedRequest) => Promise<string>;

/**
 * One HTTP source with a timeout, retries with jitter and a circuit breaker. Throws `FeedUnavailable` for everything
 * that is not a usable response.
 */
export function createFeedClient(name: string, overrides: Partial<RetryPolicy> = {}): FeedFetch {
  const { timeoutMs, maxAttempts, failuresToOpen, breakerResetMs } = { ...defaultRetryPolicy, ...overrides };
  const silence = handleType(FeedUnavailable);
  const policy = wrap(
    retry(silence, {
      maxAttempts: maxAttempts - 1,
      backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 2000 }),
    }),
    circuitBreaker(silence, { halfOpenAfter: breakerResetMs, breaker: new ConsecutiveBreaker(failuresToOpen) }),
  );
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  return async (question) => {
    try {
      return await policy.execute(() =>
        limit.execute(({ signal }) => send(name, question, signal)).catch(toFeedUnavailable(name)),
      );
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new FeedUnavailable(`${name} is left alone for a while`);
      throw error;
    }
  };
}

const toFeedUnavailable =
  (name: string) =>
  (cause: unknown): never => {
    if (cause instanceof FeedUnavailable) throw cause;
    throw new FeedUnavailable(`${name} ${cause instanceof TaskCancelledError ? 'was too slow' : 'cannot be reached'}`, {
      cause,
    });
  };

async function send(name: string, { url, headers, form }: FeedRequest, signal: AbortSignal): Promise<string> {
  const posted = form && { method: 'POST', body: new URLSearchParams(form) };
  const call = { partner: name, method: form ? 'POST' : 'GET', path: new URL(url).pathname, request: form };
  const reply = await recordOutgoing(call, async () => {
    const sent = await fetch(url, { headers: { ...headers }, redirect: 'error', signal, ...posted });
    return { status: sent.status, body: await sent.text() };
  });
  if (reply.status < 200 || reply.status > 299) throw new FeedUnavailable(`${name} answered ${reply.status}`);
  return reply.body;
}

export const requestedCurrencies: readonly Currency[] = currencies.filter((currency) => currency !== 'EUR');

export function parseResponse<T extends z.ZodType>(name: string, form: T, text: string): z.output<T> {
  try {
    return form.parse(JSON.parse(text, preserveDigits));
  } catch (cause) {
    throw new FeedUnavailable(`${name} answered in a form of its own`, { cause });
  }
}

/** Keeps JSON numbers as they were written: a double would change the last digits of a rate. */
function preserveDigits(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

export function toEuroRates(name: string, base: Currency, quotes: Readonly<Record<string, string>>): readonly Rate[] {
  const rates = Object.entries(quotes).flatMap(([code, text]) => {
    const rate = isCurrency(code) && code !== base ? readRate(base, code, text) : undefined;
    return rate ? [rate] : [];
  });
  if (rates.length === 0) throw new FeedUnavailable(`${name} named no price`);
  if (base === 'EUR') return rates;
  const euro = rates.find(({ quote }) => quote === 'EUR');
  if (!euro) throw new FeedUnavailable(`${name} named no price of the euro`);
  const others = rates.filter(({ quote }) => quote !== 'EUR').map((rate) => cross(inverse(euro), rate));
  return [inverse(euro), ...others];
}

export const midpoint = (bid: Rate, offer: Rate): Rate =>
  rateOf(
    bid.base,
    bid.quote,
    bid.numerator * offer.denominator + offer.numerator * bid.denominator,
    2n * bid.denominator * offer.denominator,
  );
