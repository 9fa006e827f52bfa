import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedLoop, type Sample, type WorkerStep } from '../measure/load.ts';
import { call } from './client.ts';
import type { Larkmere } from './larkmere.ts';
import type { Payers } from './payers.ts';

export type LoginFloodResult = Readonly<{ calm: Sample; flooded: Sample; refused: number; loginsPerSecond: number }>;

const workers = 8;
/** An upper bound: refused requests consume an approved payment too. */
const maxPaymentsPerSecond = 2000;
const pauseMs = 5;

/** Payments alone, then during 200 failed logins per second, each with a new user name and address. */
export async function measureLoginFlood(
  { base }: Larkmere,
  payers: Payers,
  seconds: number,
): Promise<LoginFloodResult> {
  await payers.authorise(maxPaymentsPerSecond * 2 * (seconds + 1));
  let turnedAway = 0;
  const work: WorkerStep = async () => {
    const { token, order } = payers.next();
    const { status, retryAfter = 1 } = await call({ base, path: '/v1/payment/GBP', token, body: order });
    if (status !== 200) {
      turnedAway += 1;
      await sleep(retryAfter * 1000);
    }
    return true;
  };
  const calm = await closedLoop({ workers, seconds, warmSeconds: 1, work });
  turnedAway = 0;
  const flood = startFlood(base);
  const flooded = await closedLoop({ workers, seconds, warmSeconds: 1, work });
  return { calm, flooded, refused: turnedAway, loginsPerSecond: (await flood.stop()) / (seconds + 1) };
}

function startFlood(base: string): { stop: () => Promise<number> } {
  const guesses: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const body = { username: `guess-${randomBytes(6).toString('hex')}`, password: 'guessed wrong' };
    guesses.push(call({ base, path: '/v1/login', body, from: address() }));
  }, pauseMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(guesses);
      return guesses.length;
    },
  };
}

const address = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
