import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectNextNoticeChange, selectServiceNotices } from './service-availability.read.ts';

/** A window that waits longer would miss nothing: it fetches again on every connect. */
const maxWaitMs = 6 * 3_600_000;
const minWaitMs = 500;

export const listServiceNotices: Verb<typeof contract.serviceNotice.list> = async ({ tx, now, actor }) => {
  const rows = await selectServiceNotices(tx, actor.customerId);
  const next = await selectNextNoticeChange(tx, actor.customerId);
  return {
    list: rows.map((row) => ({ ...row, until: row.until?.toISOString() ?? null })),
    changesInMs: next && Math.min(maxWaitMs, Math.max(minWaitMs, next.getTime() - now.getTime())),
  };
};
