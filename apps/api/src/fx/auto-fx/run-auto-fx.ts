import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import { fillOrders } from './fill-orders.ts';
import { processOrderTimeouts } from './process-timeouts.ts';
import { triggerOrders } from './trigger-orders.ts';

const maxFillsPerTransaction = 250;

/**
 * Safe to run in several workers at once, and to stop at any point. Returns the number of orders filled or rescheduled.
 */
export async function runAutoFx({ transaction }: Pick<JobRun, 'transaction'>): Promise<number> {
  await transaction(processOrderTimeouts);
  await transaction(triggerOrders);
  let taken = 0;
  for (;;) {
    const some = await transaction((ctx) => fillOrders(ctx, maxFillsPerTransaction));
    taken += some;
    if (some < maxFillsPerTransaction) return taken;
  }
}

export const autoFxJob = defineJob({ name: 'run-auto-fx', everySeconds: 1, run: runAutoFx });
