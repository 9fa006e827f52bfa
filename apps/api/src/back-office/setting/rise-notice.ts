import type { NoticeOfRise } from '@larkmere/contract/back-office/setting';
import type { PriceRise } from '@larkmere/contract/customers/price-notice';
import { message } from '@larkmere/messages/message';
import {
  announceRises,
  cancelAnnouncement,
  countPricedCustomers,
  selectEarliest,
  selectPricedCustomers,
} from '../../customers/price-notice/price-notice.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { loadChange } from '../../platform/settings/list-changes.ts';
import { selectRowsBefore, selectRowsOfChange } from '../../platform/settings/setting-change.sql.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { findRises } from './price-rises.ts';
import type { StoredSheet } from './setting-tables.ts';
import type { StoredRow } from './sheet-rows.ts';

const tiersOf = (rises: readonly PriceRise[]): PriceRise['tier'][] => [...new Set(rises.map(({ tier }) => tier))];

const listRises = async (ctx: StaffCtx, stored: StoredSheet, rows: readonly StoredRow[], at: Date) =>
  [...(await findRises(ctx.tx, stored, rows, at)).values()].flat();

export async function viewNotice(
  ctx: StaffCtx,
  stored: StoredSheet,
  rows: readonly StoredRow[],
  at: Date,
): Promise<NoticeOfRise | null> {
  const found = await findRises(ctx.tx, stored, rows, at);
  const rises = [...found.values()].flat();
  if (rises.length === 0) return null;
  const earliest = await selectEarliest(ctx.tx, tiersOf(rises));
  return {
    rises,
    customers: await countPricedCustomers(ctx.tx, tiersOf(rises)),
    earliest: earliest.at.toISOString(),
    suggested: earliest.withApproval.toISOString(),
    canSplit: found.size < rows.length,
  };
}

type Page = Readonly<{ rows: readonly StoredRow[]; takesEffectAt: Date; page: number; size: number }>;

export async function listRaisedCustomers(
  ctx: StaffCtx,
  stored: StoredSheet,
  { rows, takesEffectAt, page, size }: Page,
) {
  const rises = await listRises(ctx, stored, rows, takesEffectAt);
  const tiers = tiersOf(rises);
  const found = await selectPricedCustomers(ctx.tx, tiers, { page, size });
  const list = found.flatMap(({ id: customerId, name, memberCode, tier }) => {
    const rise = rises.find((each) => each.tier === tier);
    return rise ? [{ customerId, name, memberCode, tier, rise }] : [];
  });
  return { list, total: await countPricedCustomers(ctx.tx, tiers) };
}

/** Refuses `validation_failed` with the first possible day if a fee rises before customers had their notice. */
export async function requireNotice(
  ctx: StaffCtx,
  stored: StoredSheet,
  rows: readonly StoredRow[],
  takesEffectAt: Date | null,
): Promise<void> {
  await requireInTime(ctx, await listRises(ctx, stored, rows, takesEffectAt ?? ctx.now), takesEffectAt);
}

async function requireInTime({ tx }: StaffCtx, rises: readonly PriceRise[], takesEffectAt: Date | null): Promise<void> {
  if (rises.length === 0) return;
  const earliest = await selectEarliest(tx, tiersOf(rises));
  if (takesEffectAt !== null && takesEffectAt >= earliest.at) return;
  const reason = message('setting_rise_needs_notice', { earliest: londonDay(earliest.withApproval) });
  throw refusalOf({ field: 'takesEffectAt', code: 'invalid', reason });
}

const refusalOf = (error: FieldError): Refusal => new Refusal('validation_failed', { errors: [error] });

export async function splitRows(
  ctx: StaffCtx,
  stored: StoredSheet,
  rows: readonly StoredRow[],
): Promise<Readonly<{ atOnce: readonly StoredRow[]; waiting: readonly StoredRow[]; takesEffectAt: Date }>> {
  const found = await findRises(ctx.tx, stored, rows, ctx.now);
  if (found.size === 0 || found.size === rows.length)
    throw refusalOf({ field: 'data', code: 'invalid', reason: message('setting_nothing_to_split') });
  const earliest = await selectEarliest(ctx.tx, tiersOf([...found.values()].flat()));
  return {
    atOnce: rows.filter((row) => !found.has(row)),
    waiting: rows.filter((row) => found.has(row)),
    takesEffectAt: earliest.withApproval,
  };
}

/**
 * What the approval of the change does besides: it announces rises to customers, or cancels the announcement with a
 * scheduled change. It checks the notice again, because days may have passed since the proposal.
 */
export async function prepareAnnouncement(
  ctx: StaffCtx,
  stored: StoredSheet,
  uid: string,
): Promise<() => Promise<void>> {
  const { tx, now } = ctx;
  const { rollsBack, takesEffectAt } = await loadChange(tx, stored.setting, uid);
  if (rollsBack !== null && (await loadChange(tx, stored.setting, rollsBack)).state === 'scheduled')
    return () => cancelAnnouncement(ctx, rollsBack);
  const rows = (await selectRowsOfChange(tx, stored.setting, uid)) ?? [];
  const rises = await listRises(ctx, stored, rows, takesEffectAt ?? now);
  return async () => {
    await requireInTime(ctx, rises, takesEffectAt);
    if (rises.length > 0 && takesEffectAt !== null) await announceRises(ctx, { change: uid, takesEffectAt, rises });
  };
}

/** Refuses to restore a higher fee, which takes notice like any rise. A scheduled change is only cancelled. */
export async function requireRollBackWithoutRise(ctx: StaffCtx, stored: StoredSheet, uid: string): Promise<void> {
  const { tx, now } = ctx;
  if ((await loadChange(tx, stored.setting, uid)).state !== 'live') return;
  const former = (await selectRowsBefore(tx, stored.setting, uid)) ?? [];
  const rises = await listRises(
    ctx,
    stored,
    former.filter((row) => row !== null),
    now,
  );
  if (rises.length === 0) return;
  throw refusalOf({ field: 'uid', code: 'invalid', reason: message('setting_roll_back_raises') });
}
