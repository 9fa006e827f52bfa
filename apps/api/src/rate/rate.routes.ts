import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { wallClock } from '../kernel/clock.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Caller, RateActor } from '../kernel/verb.ts';
import type { TierPrices } from './rate.ts';
import { issueRateToken, readRateToken } from './rate-token.ts';
import { type History, showChart } from './show-chart.ts';
import { showLatest } from './show-latest.ts';
import { tempo } from './tempo.ts';

const perToken = { customer: 120, public: 20 } as const;
const publicPerAddress = 60;
const passesPerAddress = 20;

export function rateRoutes(bind: Bind, history: History, prices: TierPrices): void {
  bind.procedure(contract.rate.chart, showChart(history, prices));
  bind.verb(contract.rate.latest, showLatest(prices));
}

export function ratePassRoutes(bind: Bind, { secret, service }: Readonly<{ secret: string; service: string }>): void {
  const turn = tempo(passesPerAddress);
  bind.verb(contract.rate.pass, async ({ actor, now }) => {
    turn(actor.ip, now);
    return { rateToken: issueRateToken(secret, 'public', now), rateService: service };
  });
}

export function rateGuard(secret: string): (caller: Caller) => RateActor {
  const turns = { customer: tempo(perToken.customer), public: tempo(perToken.public) };
  const turnOfAddress = tempo(publicPerAddress);
  return ({ token = '', ip }) => {
    const now = wallClock(); // The application clock is enough here: nothing about money is decided.
    const pass = readRateToken(secret, token, now);
    if (pass === undefined) throw new Refusal('not_signed_in');
    turns[pass.scope](pass.holder, now);
    if (pass.scope === 'public') turnOfAddress(ip, now);
    return { kind: 'rate', scope: pass.scope, holder: pass.holder, ip };
  };
}
