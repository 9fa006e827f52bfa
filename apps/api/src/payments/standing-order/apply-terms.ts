import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { cancelOccurrenceApproval } from './close-occurrence.ts';
import { planNextOccurrence } from './plan-next-occurrence.ts';
import {
  deleteUpcomingOccurrence,
  findOpenOccurrence,
  insertVersion,
  type OrderRow,
  updateOrder,
} from './standing-order.sql.ts';
import { hasSameSchedule, type validateTerms } from './validate-terms.ts';

export type TermsColumns = Awaited<ReturnType<typeof validateTerms>>;

type TermsChange = Readonly<{
  terms: StandingOrderTerms;
  columns: TermsColumns;
  userId: string;
  state: 'active' | 'paused' | 'pending_approval';
  isApproved: boolean;
}>;

export async function applyTerms(
  ctx: Ctx,
  before: OrderRow,
  { terms, columns, userId, state, isApproved }: TermsChange,
): Promise<OrderRow> {
  const { tx, now } = ctx;
  const { id } = before;
  const version = before.version + 1;
  const changed = await updateOrder(tx, id, {
    ...columns,
    version,
    userId,
    state,
    isApproved,
    blockedCode: null,
    changedAt: now,
  });
  await insertVersion(tx, { orderId: id, version, terms, userId, at: now });
  await replanOpenOccurrence(ctx, changed, hasSameSchedule(before, terms));
  await audit(ctx, 'standing-order.edited', `standing-order:${id}`, { version, terms });
  return changed;
}

async function replanOpenOccurrence(ctx: Ctx, order: OrderRow, sameDates: boolean): Promise<void> {
  const open = await findOpenOccurrence(ctx.tx, order.id);
  if (!open) throw new Error(`standing order ${order.id} has no open date`);
  if (open.state !== 'upcoming') return;
  await cancelOccurrenceApproval(ctx, open, defaultText('approval_void_standing_order_changed'));
  await deleteUpcomingOccurrence(ctx.tx, open.id);
  if (await planNextOccurrence(ctx, order, sameDates ? open.number : 0)) return;
  throw new Refusal('validation_failed', {
    errors: [{ field: 'terms.end', code: 'invalid', reason: message('standing_order_no_dates_left') }],
  });
}

/** A date in progress keeps its amount, so that amount must not change its currency or side. */
export async function requireSameAmountMeaning(
  { tx }: Pick<Ctx, 'tx'>,
  before: OrderRow,
  columns: TermsColumns,
): Promise<void> {
  const open = await findOpenOccurrence(tx, before.id);
  const means = ['currency', 'accountCurrency', 'payeeCurrency', 'amountSide'] as const;
  if (open?.state === 'upcoming' || means.every((column) => before[column] === columns[column])) return;
  throw new Refusal('invalid_transition', { reason: message('standing_order_date_in_progress') });
}
