import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '../measure/load.ts';
import { type Answer, call } from './client.ts';
import type { Larkmere } from './larkmere.ts';
import type { Payers } from './payers.ts';

export type Overload = Readonly<{
  asked: number;
  accepted: number;
  acceptedP99: number;
  turnedAway: number;
  turnedAwayP99: number;
  withoutRetryAfter: number;
  otherwise: number;
  unanswered: number;
  normalAfterSeconds: number;
}>;

const tickMs = 5;
const recovery = 10_000;

/** Open loop: requests are sent at this rate whether or not earlier ones were answered. */
export async function measureOverload(
  { base }: Larkmere,
  payers: Payers,
  perSecond: number,
  seconds: number,
): Promise<Overload> {
  await payers.approve(Math.ceil(perSecond * seconds) + recovery);
  const pay = (): Promise<Answer> => {
    const { token, order } = payers.next();
    return call({ base, path: '/v1/payment/GBP', token, body: order });
  };
  const usual = await alone(pay);
  const answers: Promise<Answer>[] = [];
  const since = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - since) {
    while (answers.length < (elapsed / 1000) * perSecond) answers.push(pay());
    await sleep(tickMs);
  }
  const ended = performance.now();
  while ((await alone(pay)) > 2 * usual + 10 && performance.now() - ended < 60_000) await sleep(100);
  const normalAfterSeconds = (performance.now() - ended) / 1000;
  return { ...sort(await Promise.all(answers)), normalAfterSeconds };
}

async function alone(pay: () => Promise<Answer>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const { status, milliseconds } = await pay();
    times.push(status === 200 ? milliseconds : Number.POSITIVE_INFINITY);
  }
  return quantiles(times).p50;
}

function sort(answers: readonly Answer[]): Omit<Overload, 'normalAfterSeconds'> {
  const of = (status: number): Answer[] => answers.filter((answer) => answer.status === status);
  const p99 = (some: readonly Answer[]): number => quantiles(some.map(({ milliseconds }) => milliseconds)).p99;
  const [accepted, turnedAway, unanswered] = [of(200), of(503), of(0)];
  return {
    asked: answers.length,
    accepted: accepted.length,
    acceptedP99: p99(accepted),
    turnedAway: turnedAway.length,
    turnedAwayP99: p99(turnedAway),
    withoutRetryAfter: turnedAway.filter(({ retryAfter }) => retryAfter === undefined).length,
    otherwise: answers.length - accepted.length - turnedAway.length - unanswered.length,
    unanswered: unanswered.length,
  };
}
