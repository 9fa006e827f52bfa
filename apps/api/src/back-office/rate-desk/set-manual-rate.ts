import type { ManualRate, RateDesk, RateSource } from '@larkmere/contract/back-office/rate-desk';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { compareRates, formatRate, type Rate, readRate, subtractMargin } from '@larkmere/money/rate';
import {
  announceRates,
  askForSource,
  decideManualRate,
  dropRequestForSource,
  endManualRates,
  insertManualRate,
  listNewestRates,
  lockManualRate,
  lockSource,
  lockWaitingManualRate,
  type ManualRateRow,
  manualSource,
  perEuroOf,
  rateDeskSetting,
  type SourceRow,
  selectLastKnown,
  selectManualRates,
  selectSources,
  switchSource,
  withdrawManualRate,
} from '../../fx/rate/rate.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { requireOtherApprover, selectMemberNames } from '../role/role.ts';

const hourMs = 3_600_000;

export const listRates: Verb<typeof contract.rateDesk.list> = (ctx) => viewRateDesk(ctx);

/**
 * Refuses `validation_failed` with the field for a rate too far from the last one of a source and for too many hours,
 * `rate_unavailable` without such a rate, and `invalid_transition` while another proposal for the currency waits.
 */
export const proposeManualRate: Verb<typeof contract.rateDesk.propose> = async (
  ctx,
  { uid, currency, rate: text, hours, reason },
) => {
  const { tx, now, actor } = ctx;
  const { maxHours } = await requireSetting(tx, rateDeskSetting, {});
  if (hours > maxHours) throw refused('hours', message('manual_rate_too_long', { hours: maxHours }));
  const perEuro = readRate('EUR', currency, text);
  if (!perEuro || currency === 'EUR') throw refused('rate', message('manual_rate_unreadable'));
  const lastKnown = await requireNear(ctx, perEuro);
  if (await lockManualRate(tx, uid)) throw new Refusal('invalid_transition');
  await requireNoOtherProposal(ctx, currency);
  const endsAt = new Date(now.getTime() + hours * hourMs);
  await requireOtherApprover(tx, actor.staffId, ['rate_offtime', 'approve']);
  await insertManualRate(tx, { id: uid, perEuro, lastKnown, endsAt, reason, by: actor.staffId });
  const detail = { manualRate: uid, rate: text, lastKnown: formatRate(lastKnown, 6), endsAt, reason };
  await audit(ctx, 'rate.manual_proposed', `rate:${currency}`, detail);
  return viewRateDesk(ctx);
};

/** Refuses `approver_conflict` for the person who proposed it, `invalid_transition` once its time is over, and as a proposal. */
export const approveManualRate: Verb<typeof contract.rateDesk.approve> = async (ctx, { uid }) => {
  const { tx, actor } = ctx;
  const row = await lockProposal(ctx, uid);
  if (row.endsAt <= ctx.now) throw new Refusal('invalid_transition');
  const perEuro = perEuroOf(row.currency, row.perEuro);
  if (!perEuro) throw new Refusal('rate_unavailable');
  await requireNear(ctx, perEuro);
  await endManualRates(tx, row.currency, actor.staffId);
  await decideManualRate(tx, { id: uid, state: 'approved', by: actor.staffId, note: null });
  const detail = { manualRate: uid, rate: formatRate(perEuro, 6), endsAt: row.endsAt, proposedBy: row.proposedBy };
  await audit(ctx, 'rate.manual_approved', `rate:${row.currency}`, detail);
  await announce(ctx, row);
  return viewRateDesk(ctx);
};

export const refuseManualRate: Verb<typeof contract.rateDesk.refuse> = async (ctx, { uid, note }) => {
  const row = await lockProposal(ctx, uid);
  await decideManualRate(ctx.tx, { id: uid, state: 'refused', by: ctx.actor.staffId, note });
  await audit(ctx, 'rate.manual_refused', `rate:${row.currency}`, { manualRate: uid, note });
  return viewRateDesk(ctx);
};

/** Refuses `access_denied` for a colleague's proposal, and `invalid_transition` for a rate that has ended. */
export const endManualRate: Verb<typeof contract.rateDesk.end> = async (ctx, { uid }) => {
  const { tx, now, actor } = ctx;
  const row = await lockManualRate(tx, uid);
  if (!row) throw new Refusal('not_found');
  if (row.state === 'proposed') {
    if (row.proposedBy !== actor.staffId) throw new Refusal('access_denied');
    await withdrawManualRate(tx, uid);
    await audit(ctx, 'rate.manual_withdrawn', `rate:${row.currency}`, { manualRate: uid });
    return viewRateDesk(ctx);
  }
  if (row.state !== 'approved' || row.endsAt <= now) throw new Refusal('invalid_transition');
  await endManualRates(tx, row.currency, actor.staffId);
  await audit(ctx, 'rate.manual_ended', `rate:${row.currency}`, { manualRate: uid });
  await announce(ctx, row);
  return viewRateDesk(ctx);
};

/** Orders and alerts that wait for a rate compare it at once, not with the next of a source. */
const announce = (ctx: StaffCtx, { currency }: ManualRateRow): Promise<void> =>
  announceRates(ctx, { source: manualSource, pricedAt: ctx.now, currencies: [currency] });

async function lockProposal({ tx, actor }: StaffCtx, uid: string): Promise<ManualRateRow> {
  const row = await lockManualRate(tx, uid);
  if (!row) throw new Refusal('not_found');
  if (row.state !== 'proposed') throw new Refusal('invalid_transition');
  if (row.proposedBy === actor.staffId) throw new Refusal('approver_conflict');
  return row;
}

/** One that nobody decided in time makes room for another. */
async function requireNoOtherProposal({ tx, now }: StaffCtx, currency: Currency): Promise<void> {
  const waiting = await lockWaitingManualRate(tx, currency);
  if (!waiting) return;
  if (waiting.endsAt > now) throw new Refusal('invalid_transition');
  await withdrawManualRate(tx, waiting.id);
}

async function requireNear({ tx }: StaffCtx, perEuro: Rate): Promise<Rate> {
  const { deviationBps: most } = await requireSetting(tx, rateDeskSetting, {});
  const last = await selectLastKnown(tx, perEuro.quote);
  if (!last) throw new Refusal('rate_unavailable');
  const isNear =
    compareRates(perEuro, subtractMargin(last, most)) >= 0 && compareRates(perEuro, subtractMargin(last, -most)) <= 0;
  if (isNear) return last;
  throw refused('rate', message('manual_rate_too_far', { percent: most / 100, rate: formatRate(last, 6) }));
}

function refused(field: string, reason: ReturnType<typeof message>): Refusal {
  return new Refusal('validation_failed', { reason, errors: [{ field, code: 'invalid', reason }] });
}

const entity = (name: string): string => `rate_source:${name}`;

export const turnSourceOff: Verb<typeof contract.rateDesk.turnOff> = async (ctx, { name, reason }) => {
  await lock(ctx, name, { isOn: true });
  await switchSource(ctx.tx, { name, isOn: false, by: ctx.actor.staffId, reason });
  await audit(ctx, 'rate.source_off', entity(name), { reason });
  return viewRateDesk(ctx);
};

export const askSourceOn: Verb<typeof contract.rateDesk.askOn> = async (ctx, { name, reason }) => {
  const row = await lock(ctx, name, { isOn: false });
  if (row.askedBy !== null) throw new Refusal('invalid_transition');
  await askForSource(ctx.tx, { name, by: ctx.actor.staffId, reason });
  await audit(ctx, 'rate.source_on_asked', entity(name), { reason });
  return viewRateDesk(ctx);
};

/** Refuses `approver_conflict` for the person who asked. */
export const approveSourceOn: Verb<typeof contract.rateDesk.approveOn> = async (ctx, { name }) => {
  const { askedBy, askedFor: reason } = await lock(ctx, name, { isOn: false });
  if (askedBy === null || reason === null) throw new Refusal('invalid_transition');
  if (askedBy === ctx.actor.staffId) throw new Refusal('approver_conflict');
  await switchSource(ctx.tx, { name, isOn: true, by: ctx.actor.staffId, reason });
  await audit(ctx, 'rate.source_on', entity(name), { askedBy });
  return viewRateDesk(ctx);
};

export const refuseSourceOn: Verb<typeof contract.rateDesk.refuseOn> = async (ctx, { name }) => {
  const { askedBy } = await lock(ctx, name, { isOn: false });
  if (askedBy === null) throw new Refusal('invalid_transition');
  await dropRequestForSource(ctx.tx, name);
  await audit(ctx, 'rate.source_on_refused', entity(name), { askedBy });
  return viewRateDesk(ctx);
};

async function lock({ tx }: StaffCtx, name: string, { isOn }: Readonly<{ isOn: boolean }>): Promise<SourceRow> {
  const row = await lockSource(tx, name);
  if (!row) throw new Refusal('not_found');
  if (row.isOn !== isOn) throw new Refusal('invalid_transition');
  return row;
}

const decimals = 6;

async function viewRateDesk(ctx: StaffCtx): Promise<RateDesk> {
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
