import { defaultText } from '@larkmere/messages/format-message';
import { type Breaker, type BreakerCause, closedBreaker, openBreaker } from '../../platform/http/breaker.ts';
import type { ServiceBreakers } from '../../platform/http/service-breakers.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { listSettings, type SettingRow } from '../../platform/settings/setting.ts';
import { breakerRule } from './service-breaker.settings.ts';
import { type BreakerRow, saveState, selectBreakers } from './service-breaker.sql.ts';

type Known = Readonly<{ version: bigint; epoch: number }>;
type Transaction = JobRun['transaction'];

/**
 * Compares the breakers of this process with the database: takes over modes, figures and the states that others wrote,
 * and writes its own changes of state. If two change at once, the first that is written counts.
 */
export function createFollower(breakers: ServiceBreakers): (transaction: Transaction) => Promise<void> {
  const known = new Map<string, Known>();
  return async (transaction) => {
    // A transaction may run twice, so nothing in memory changes before it has committed.
    const { rules, rows, written } = await transaction((ctx) => exchangeStates(ctx, breakers, known));
    for (const rule of rules) {
      const row = rows.find(({ service }) => service === rule.service);
      if (row) breakers.configure(row.service, { mode: row.mode, figures: toFigures(rule) });
    }
    for (const row of rows)
      if (known.get(row.service)?.version !== row.version)
        known.set(row.service, {
          version: row.version,
          epoch: breakers.replace(row.service, (epoch) => fromRow(row, epoch)).epoch,
        });
    for (const [service, state] of written) known.set(service, state);
  };
}

async function exchangeStates(ctx: Ctx, breakers: ServiceBreakers, known: ReadonlyMap<string, Known>) {
  const rules = await listSettings(ctx.tx, breakerRule);
  const rows = await selectBreakers(ctx.tx);
  const written = new Map<string, Known>();
  for (const row of rows) {
    const last = known.get(row.service);
    const breaker = breakers.read(row.service);
    if (last?.version !== row.version || last.epoch === breaker.epoch) continue;
    const version = await saveState(ctx.tx, row, toColumns(breaker));
    if (version === undefined) continue;
    await auditState(ctx, row, breaker);
    written.set(row.service, { version, epoch: breaker.epoch });
  }
  return { rules, rows, written };
}

type Rule = SettingRow<typeof breakerRule>;

const toFigures = (rule: Rule) => ({
  failureRatePct: rule.failureRatePct,
  minCalls: rule.minCalls,
  windowSec: rule.windowSec,
  coolOffSec: rule.coolOffSec,
  trialCalls: rule.trialCalls,
  slowCallMs: rule.slowCallMs,
});

function fromRow(row: BreakerRow, epoch: number): Breaker {
  const { state, openedAt } = row;
  if (state === 'closed' || openedAt === null) return closedBreaker(epoch);
  const retryAt = (row.retryAt ?? openedAt).getTime();
  const open = { openedAt: openedAt.getTime(), retryAt, cause: null };
  return state === 'open'
    ? openBreaker(epoch, open.openedAt, retryAt, null)
    : { epoch, state: 'half_open', ...open, running: 0, followUpsRunning: 0, succeeded: 0 };
}

const toColumns = (breaker: Breaker) =>
  breaker.state === 'closed'
    ? ({ state: 'closed', openedAt: null, retryAt: null, cause: null } as const)
    : {
        state: breaker.state,
        openedAt: new Date(breaker.openedAt),
        retryAt: new Date(breaker.retryAt),
        ...(breaker.cause && { cause: toText(breaker.cause) }),
      };

function toText({ kind, failures, calls, windowSec }: BreakerCause): string {
  if (calls === 1) return defaultText(`breaker_trial_${kind}`);
  return defaultText(`breaker_opened_${kind}`, { failures, calls, seconds: windowSec });
}

/** Half open is a step between the two, with nothing for staff to do. */
async function auditState(ctx: Ctx, { service, partner }: BreakerRow, breaker: Breaker): Promise<void> {
  if (breaker.state === 'half_open') return;
  const isOpen = breaker.state === 'open';
  const cause = isOpen && breaker.cause ? toText(breaker.cause) : null;
  await audit(ctx, isOpen ? 'breaker.opened' : 'breaker.closed', `service:${service}`, { partner, cause });
}

export const breakerFollowing = (breakers: ServiceBreakers) => {
  const follow = createFollower(breakers);
  return defineJob({ name: 'follow-breakers', everySeconds: 1, run: ({ transaction }) => follow(transaction) });
};
