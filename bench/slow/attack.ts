import { parentPort, workerData } from 'node:worker_threads';
import { holdSlowConnections, type SlowKind } from '../../test/slow-clients.ts';

export type Attack = Readonly<{
  count: number;
  kinds: readonly SlowKind[];
  /** How many loopback addresses the connections come from. */
  addresses: number;
}>;

// A thread of its own, so that what attacks costs does not show in the times of those who wait.
const { base, attack } = workerData as { base: string; attack: Attack };
const { count, kinds, addresses } = attack;
const from = (index: number): string => (addresses === 1 ? '127.0.0.1' : `127.0.1.${1 + (index % addresses)}`);
await holdSlowConnections({ base, count, kinds, from });
parentPort?.postMessage('held');
