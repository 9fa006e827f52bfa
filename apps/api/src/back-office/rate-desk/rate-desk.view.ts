import type { ManualRate, RateDesk, RateSource } from '@larkmere/contract/back-office/rate-desk';
import { formatRate } from '@larkmere/money/rate';
import {
  listNewestRates,
  type ManualRateRow,
  perEuroOf,
  rateDeskSetting,
  type SourceRow,
  selectManualRates,
  selectSources,
} from '../../fx/rate/rate.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { selectMemberNames } from '../role/role.ts';

const decimals = 6;

export async function viewRateDesk(ctx: StaffCtx): Promise<RateDesk> {
  const { tx } = ctx;
  const rates = await listNewestRates(ctx, 'EUR');
  const sources = await selectSources(tx);
  const manual = await selectManualRates(tx);
  const limits = await requireSetting(tx, rateDeskSetting, {});
  const ids = [
    ...sources.flatMap(({ changed_by: changedBy, asked_by: askedBy }) => [changedBy, askedBy]),
    ...manual.flatMap((row) => [row.proposed_by, row.decided_by, row.ended_by]),
  ].filter((id) => id !== null);
  const names = await selectMemberNames(tx, ids);
  return {
    rates: rates.map(({ rate, source, at, ageSeconds, isGood }) => ({
      currency: rate.quote,
      rate: formatRate(rate, decimals),
      source,
      at: at.toISOString(),
      ageSeconds,
      isStale: !isGood,
    })),
    sources: sources.map((row) => viewSource(ctx, row, names)),
    manualRates: manual.map((row) => viewManualRate(ctx, row, names)),
    limits: { deviationBps: limits.deviation_bps, maxHours: limits.max_hours },
  };
}

type Names = Awaited<ReturnType<typeof selectMemberNames>>;

const nameOf = (names: Names, id: string | null): string | null => (id === null ? null : (names.get(id) ?? ''));

function viewSource({ actor }: StaffCtx, row: SourceRow, names: Names): RateSource {
  const { asked_by: by, asked_at: at, asked_for: reason } = row;
  return {
    name: row.name,
    isOn: row.is_on,
    answeredAt: row.answered_at?.toISOString() ?? null,
    changedBy: nameOf(names, row.changed_by),
    changedAt: row.changed_at?.toISOString() ?? null,
    reason: row.reason,
    request:
      by && at && reason
        ? { by: names.get(by) ?? '', isOwn: by === actor.staffId, at: at.toISOString(), reason }
        : null,
  };
}

function viewManualRate({ actor, now }: StaffCtx, row: ManualRateRow, names: Names): ManualRate {
  const text = (perEuro: string): string => {
    const rate = perEuroOf(row.currency, perEuro);
    return rate ? formatRate(rate, decimals) : perEuro;
  };
  return {
    uid: row.id,
    currency: row.currency as ManualRate['currency'],
    rate: text(row.per_euro),
    lastKnown: text(row.last_known),
    state: stateOf(row, now),
    endsAt: row.ends_at.toISOString(),
    reason: row.reason,
    proposedBy: names.get(row.proposed_by) ?? '',
    isOwn: row.proposed_by === actor.staffId,
    proposedAt: row.proposed_at.toISOString(),
    decidedBy: nameOf(names, row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    endedBy: nameOf(names, row.ended_by),
    endedAt: row.ended_at?.toISOString() ?? null,
    note: row.note,
  };
}

function stateOf({ state, ends_at: endsAt }: ManualRateRow, now: Date): ManualRate['state'] {
  if (state === 'approved') return endsAt > now ? 'in_force' : 'expired';
  if (state === 'proposed' && endsAt <= now) return 'expired';
  return state as 'proposed';
}
