import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Caller, RateActor } from '../../platform/requests/verb.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { type History, showChart, showLatest } from './rate.read.ts';
import type { TierPricing } from './rate.ts';
import { issueRateToken, readRateToken } from './rate-token.ts';

const windowMs = 60_000;
const maxTracked = 20_000;

type RateWindow = { startsAtMs: number; count: number };

/** Counts per process, because it protects the time of this process only. Refuses `rate_limited`. */
export function createRateLimiter(most: number): (name: string, now: Date) => void {
  const windows = new Map<string, RateWindow>();
  return (name, now) => {
    const at = now.getTime();
    const known = windows.get(name);
    const current = known && at - known.startsAtMs < windowMs ? known : { startsAtMs: at, count: 0 };
    if (current.count >= most)
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil((current.startsAtMs + windowMs - at) / 1000) });
    current.count += 1;
    windows.delete(name);
    windows.set(name, current);
    if (windows.size > maxTracked) windows.delete(windows.keys().next().value as string);
  };
}

const perToken = { customer: 120, public: 20 } as const;
const publicPerAddress = 60;
const tokensPerAddress = 20;

export function rateRoutes(bind: Bind, history: History, prices: TierPricing): void {
  bind.workflow(contract.rate.chart, showChart(history, prices));
  bind.verb(contract.rate.latest, showLatest(prices));
}

export function rateTokenRoutes(bind: Bind, { secret, service }: Readonly<{ secret: string; service: string }>): void {
  const turn = createRateLimiter(tokensPerAddress);
  bind.verb(contract.rate.issueToken, async ({ actor, now }) => {
    turn(actor.ip, now);
    return { rateToken: issueRateToken(secret, 'public', now), rateService: service };
  });
}

export function rateGuard(secret: string): (caller: Caller) => RateActor {
  const turns = { customer: createRateLimiter(perToken.customer), public: createRateLimiter(perToken.public) };
  const turnOfAddress = createRateLimiter(publicPerAddress);
  return ({ token = '', ip }) => {
    const now = systemClock(); // The application clock is enough here: nothing about money is decided.
    const pass = readRateToken(secret, token, now);
    if (pass === undefined) throw new Refusal('not_signed_in');
    turns[pass.scope](pass.holder, now);
    if (pass.scope === 'public') turnOfAddress(ip, now);
    return { kind: 'rate', scope: pass.scope, holder: pass.holder, ip };
  };
}
