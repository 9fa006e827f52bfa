import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { dropAskedDate } from './ask-date.ts';
import { planNext } from './plan-next.ts';
import { goesOn, type readTerms } from './read-terms.ts';
import { changeOrder, deleteUpcoming, keepVersion, type OrderRow, openOccurrence } from './standing-order.sql.ts';

export type Columns = Awaited<ReturnType<typeof readTerms>>;

type Wanted = Readonly<{
  terms: StandingOrderTerms;
  columns: Columns;
  personId: string;
  state: 'active' | 'paused' | 'pending_approval';
  teamApproved: boolean;
}>;

export async function applyTerms(
  ctx: Ctx,
  before: OrderRow,
  { terms, columns, personId, state, teamApproved }: Wanted,
): Promise<OrderRow> {
  const { tx, now } = ctx;
  const { id } = before;
  const version = before.version + 1;
  const changed = await changeOrder(tx, id, {
    ...columns,
    version,
    person_id: personId,
    state,
    team_approved: teamApproved,
    blocked_code: null,
    changed_at: now,
  });
  await keepVersion(tx, { orderId: id, version, terms, personId, at: now });
  await replan(ctx, changed, goesOn(before, terms));
  await audit(ctx, 'standing-order.edited', `standing-order:${id}`, { version, terms });
  return changed;
}

async function replan(ctx: Ctx, order: OrderRow, sameDates: boolean): Promise<void> {
  const open = await openOccurrence(ctx.tx, order.id);
  if (!open) throw new Error(`standing order ${order.id} has no open date`);
  if (open.state !== 'upcoming') return;
  await dropAskedDate(ctx, open, 'The standing order was changed.');
  await deleteUpcoming(ctx.tx, open.id);
  if (await planNext(ctx, order, sameDates ? open.number : 0)) return;
  throw new Refusal('validation_failed', {
    errors: [{ field: 'terms.end', code: 'invalid', message: 'There is no date left before this end' }],
  });
}

/** A date in progress keeps its amount, so that amount must not change its currency or side. */
export async function requireSameMoney({ tx }: Pick<Ctx, 'tx'>, before: OrderRow, columns: Columns): Promise<void> {
  const open = await openOccurrence(tx, before.id);
  const means = ['currency', 'account_currency', 'payee_currency', 'amount_side'] as const;
  if (open?.state === 'upcoming' || means.every((column) => before[column] === columns[column])) return;
  const message = 'A date is being paid or waits for your answer. Nothing was changed. Skip that date first.';
  throw new Refusal('invalid_transition', { message });
}
