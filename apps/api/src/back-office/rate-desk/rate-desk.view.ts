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
    ...sources.flatMap(({ changedBy, askedBy }) => [changedBy, askedBy]),
    ...manual.flatMap((row) => [row.proposedBy, row.decidedBy, row.endedBy]),
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
    limits: { deviationBps: limits.deviationBps, maxHours: limits.maxHours },
  };
}

type Names = Awaited<ReturnType<typeof selectMemberNames>>;

const nameOf = (names: Names, id: string | null): string | null => (id === null ? null : (names.get(id) ?? ''));

function viewSource({ actor }: StaffCtx, row: SourceRow, names: Names): RateSource {
  const { askedBy: by, askedAt: at, askedFor: reason } = row;
  return {
    name: row.name,
    isOn: row.isOn,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    changedBy: nameOf(names, row.changedBy),
    changedAt: row.changedAt?.toISOString() ?? null,
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
    currency: row.currency,
    rate: text(row.perEuro),
    lastKnown: text(row.lastKnown),
    state: stateOf(row, now),
    endsAt: row.endsAt.toISOString(),
    reason: row.reason,
    proposedBy: names.get(row.proposedBy) ?? '',
    isOwn: row.proposedBy === actor.staffId,
    proposedAt: row.proposedAt.toISOString(),
    decidedBy: nameOf(names, row.decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    endedBy: nameOf(names, row.endedBy),
    endedAt: row.endedAt?.toISOString() ?? null,
    note: row.note,
  };
}

function stateOf({ state, endsAt }: ManualRateRow, now: Date): ManualRate['state'] {
  if (state === 'approved') return endsAt > now ? 'in_force' : 'expired';
  if (state === 'proposed' && endsAt <= now) return 'expired';
  return state;
}
