import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '../measure/load.ts';
import { call, type TimedAnswer } from './client.ts';
import type { Larkmere } from './larkmere.ts';
import type { Payers } from './payers.ts';

export type OverloadResult = Readonly<{
  requests: number;
  accepted: number;
  acceptedP99: number;
  refused: number;
  refusedP99: number;
  withoutRetryAfter: number;
  otherStatuses: number;
  unanswered: number;
  normalAfterSeconds: number;
}>;

const tickMs = 5;
const recoveryPayments = 10_000;

/** Open loop: requests are sent at this rate whether or not earlier ones were answered. */
export async function measureOverload(
  { base }: Larkmere,
  payers: Payers,
  perSecond: number,
  seconds: number,
): Promise<OverloadResult> {
  await payers.authorise(Math.ceil(perSecond * seconds) + recoveryPayments);
  const pay = (): Promise<TimedAnswer> => {
    const { token, order } = payers.next();
    return call({ base, path: '/v1/payment/GBP', token, body: order });
  };
  const usual = await measureUnloaded(pay);
  const answers: Promise<TimedAnswer>[] = [];
  const since = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - since) {
    while (answers.length < (elapsed / 1000) * perSecond) answers.push(pay());
    await sleep(tickMs);
  }
  const ended = performance.now();
  while ((await measureUnloaded(pay)) > 2 * usual + 10 && performance.now() - ended < 60_000) await sleep(100);
  const normalAfterSeconds = (performance.now() - ended) / 1000;
  return { ...summarise(await Promise.all(answers)), normalAfterSeconds };
}

async function measureUnloaded(pay: () => Promise<TimedAnswer>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const { status, milliseconds } = await pay();
    times.push(status === 200 ? milliseconds : Number.POSITIVE_INFINITY);
  }
  return quantiles(times).p50;
}

function summarise(answers: readonly TimedAnswer[]): Omit<OverloadResult, 'normalAfterSeconds'> {
  const of = (status: number): TimedAnswer[] => answers.filter((answer) => answer.status === status);
  const p99 = (some: readonly TimedAnswer[]): number => quantiles(some.map(({ milliseconds }) => milliseconds)).p99;
  const [accepted, turnedAway, unanswered] = [of(200), of(503), of(0)];
  return {
    requests: answers.length,
    accepted: accepted.length,
    acceptedP99: p99(accepted),
    refused: turnedAway.length,
    refusedP99: p99(turnedAway),
    withoutRetryAfter: turnedAway.filter(({ retryAfter }) => retryAfter === undefined).length,
    otherStatuses: answers.length - accepted.length - turnedAway.length - unanswered.length,
    unanswered: unanswered.length,
  };
}
