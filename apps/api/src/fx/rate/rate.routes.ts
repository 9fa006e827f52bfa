import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Caller, RateActor } from '../../platform/requests/verb.ts';
import { systemClock } from '../../platform/time/clock.ts';
import type { TierPricing } from './rate.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { issueRateToken, readRateToken } from './rate-token.ts';
import { type History, showChart } from './show-chart.ts';
import { showLatest } from './show-latest.ts';

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
