import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import type { Baseline } from '../measure/baseline.ts';
import { closedLoop, type WorkerStep } from '../measure/load.ts';
import { processorMicros } from '../measure/process-stats.ts';
import { roundToThreeDigits } from '../measure/results.ts';
import { type Contestant, interleave, medianOf, ratioOf, type Samples } from '../measure/rounds.ts';
import { call } from './client.ts';
import type { Larkmere } from './larkmere.ts';
import type { Payers } from './payers.ts';
import { waitForCompletion } from './settlement.ts';

const connections = [8, 32, 128];
const maxPaymentsPerSecond = 2000;

type ThroughputOptions = Readonly<{
  larkmere: Larkmere;
  db: Db;
  payers: Payers;
  yardstick: Baseline;
  rounds: number;
  seconds: number;
}>;

/**
 * Each run starts after all previously accepted payments are completed, so that no run pays for the work of another.
 */
export function measureThroughput({
  larkmere,
  db,
  payers,
  yardstick,
  rounds,
  seconds,
}: ThroughputOptions): Promise<Samples> {
  const { base, database } = larkmere;
  const loop = (name: string, workers: number, work: WorkerStep): Contestant => ({
    name: `${name} c${workers}`,
    run: async () => {
      const warmSeconds = Math.min(1, seconds / 4);
      await payers.authorise(maxPaymentsPerSecond * (seconds + warmSeconds));
      await waitForCompletion(db);
      return closedLoop({ workers, seconds, warmSeconds, work, cpu: () => processorMicros(database.pid) });
    },
  });
  const pay: WorkerStep = async () => {
    const { token, order } = payers.next();
    return callUntilAccepted(base, '/v1/payment/GBP', token, order);
  };
  const noop: WorkerStep = (worker) => callUntilAccepted(base, '/v1/session/touch', payers.token(worker), {});
  return interleave(rounds, [
    {
      name: 'TPC-B c8',
      run: async () => {
        await waitForCompletion(db);
        return yardstick.run(8, seconds);
      },
    },
    ...connections.flatMap((workers) => [loop('no-op', workers, noop), loop('payment', workers, pay)]),
  ]);
}

async function callUntilAccepted(base: string, path: string, token: string, body: object): Promise<boolean> {
  for (;;) {
    const { status, retryAfter } = await call({ base, path, token, body });
    if (status === 200) return true;
    if (status !== 503) throw new Error(`${path} answered ${status}`);
    await sleep((retryAfter ?? 1) * 1000);
  }
}

export const toTable = (samples: Samples) =>
  connections.map((workers) => {
    const [payment, noop] = [`payment c${workers}`, `no-op c${workers}`];
    return {
      connections: workers,
      'payments/s': roundToThreeDigits(medianOf(samples, payment, 'perSecond')),
      '÷ TPC-B c8': roundToThreeDigits(ratioOf(samples, payment, 'TPC-B c8')),
      '÷ no-op call': roundToThreeDigits(ratioOf(samples, payment, noop)),
      'p50 ms': roundToThreeDigits(medianOf(samples, payment, 'p50')),
      'p99 ms': roundToThreeDigits(medianOf(samples, payment, 'p99')),
      'server µs': roundToThreeDigits(medianOf(samples, payment, 'serverMicros')),
    };
  });
