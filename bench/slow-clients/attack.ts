import { parentPort, workerData } from 'node:worker_threads';
import { holdSlowConnections, type SlowKind } from '../../test/fixtures/slow-clients.ts';

export type Attack = Readonly<{
  count: number;
  kinds: readonly SlowKind[];
  addresses: number;
}>;

// In its own thread, so that the attacker's cost does not distort the measured latency.
const { base, attack } = workerData as { base: string; attack: Attack };
const { count, kinds, addresses } = attack;
const from = (index: number): string => (addresses === 1 ? '127.0.0.1' : `127.0.1.${1 + (index % addresses)}`);
await holdSlowConnections({ base, count, kinds, from });
parentPort?.postMessage('held');
