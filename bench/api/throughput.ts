import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { closedLoop, type Work } from '../measure/load.ts';
import { processorMicros } from '../measure/processor.ts';
import { round } from '../measure/results.ts';
import { type Contestant, interleave, medianOf, ratioOf, type Samples } from '../measure/rounds.ts';
import type { Yardstick } from '../measure/yardstick.ts';
import { call } from './client.ts';
import type { Larkmere } from './larkmere.ts';
import type { Payers } from './payers.ts';
import { allCompleted } from './settlement.ts';

const connections = [8, 32, 128];
const mostPerSecond = 2000;

type Plan = Readonly<{
  larkmere: Larkmere;
  db: Db;
  payers: Payers;
  yardstick: Yardstick;
  rounds: number;
  seconds: number;
}>;

/**
 * Each run starts after all previously accepted payments are completed, so that no run pays for the work of another.
 */
export function measureThroughput({ larkmere, db, payers, yardstick, rounds, seconds }: Plan): Promise<Samples> {
  const { base, database } = larkmere;
  const loop = (name: string, workers: number, work: Work): Contestant => ({
    name: `${name} c${workers}`,
    run: async () => {
      const warmSeconds = Math.min(1, seconds / 4);
      await payers.approve(mostPerSecond * (seconds + warmSeconds));
      await allCompleted(db);
      return closedLoop({ workers, seconds, warmSeconds, work, cpu: () => processorMicros(database.pid) });
    },
  });
  const pay: Work = async () => {
    const { token, order } = payers.next();
    return accepted(base, '/v1/payment/GBP', token, order);
  };
  const noop: Work = (worker) => accepted(base, '/v1/session/touch', payers.token(worker), {});
  return interleave(rounds, [
    {
      name: 'TPC-B c8',
      run: async () => {
        await allCompleted(db);
        return yardstick.run(8, seconds);
      },
    },
    ...connections.flatMap((workers) => [loop('no-op', workers, noop), loop('payment', workers, pay)]),
  ]);
}

async function accepted(base: string, path: string, token: string, body: object): Promise<boolean> {
  for (;;) {
    const { status, retryAfter } = await call({ base, path, token, body });
    if (status === 200) return true;
    if (status !== 503) throw new Error(`${path} answered ${status}`);
    await sleep((retryAfter ?? 1) * 1000);
  }
}

export const tableOf = (samples: Samples) =>
  connections.map((workers) => {
    const [payment, noop] = [`payment c${workers}`, `no-op c${workers}`];
    return {
      connections: workers,
      'payments/s': round(medianOf(samples, payment, 'perSecond')),
      '÷ TPC-B c8': round(ratioOf(samples, payment, 'TPC-B c8')),
      '÷ no-op call': round(ratioOf(samples, payment, noop)),
      'p50 ms': round(medianOf(samples, payment, 'p50')),
      'p99 ms': round(medianOf(samples, payment, 'p99')),
      'server µs': round(medianOf(samples, payment, 'serverMicros')),
    };
  });
