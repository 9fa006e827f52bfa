import type { DealState } from '@larkmere/contract/manual-fx';
import type { HoldVoiding, OperationId } from '@larkmere/ledger/types';
import type { Updateable } from 'kysely';
import { v7 } from 'uuid';
import { book } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import { moverOf } from '../kernel/mover.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { ManualFxDeal } from '../kernel/schema.gen.ts';
import type { Ctx } from '../kernel/verb.ts';
import { changeDeal, type DealRow, insertTransition, quotesOf } from './manual-fx.sql.ts';
import { dealMoved, mayBecome } from './manual-fx.ts';
import { standing, untilOf, whatOf } from './manual-fx.view.ts';
import { waitingOf } from './waiting.ts';

/** What the customer is told of: the rest they did themselves, or need not know. */
const told: readonly DealState[] = ['quoted', 'booked', 'settled', 'expired', 'unable'];

type Change = Updateable<ManualFxDeal> & Readonly<{ state: DealState }>;

/**
 * One step of a deal, by the table of states: the row, its timeline with who moved it, audit, and news for the customer.
 * Refuses `invalid_transition`.
 */
export async function moveDeal(ctx: Ctx, deal: DealRow, change: Change, more: string | null = null): Promise<DealRow> {
  if (!mayBecome(deal.state as DealState, change.state)) throw new Refusal('invalid_transition');
  const moved = await changeDeal(ctx.tx, deal.id, change);
  await insertTransition(ctx.tx, moved, moverOf(ctx.actor));
  await audit(ctx, `manual-fx.${change.state}`, `deal:${deal.id}`, {
    reference: deal.reference,
    quote: moved.quote_number,
    ...(more === null ? {} : { more }),
  });
  if (told.includes(change.state)) {
    const { id: dealId, customer_id: customerId, person_id: personId } = deal;
    const quote = (await quotesOf(ctx.tx, [dealId])).find(({ number }) => number === moved.quote_number);
    const waiting = waitingOf(standing(moved), quote && untilOf(quote));
    await emit(ctx, dealMoved, {
      dealId,
      customerId,
      personId,
      state: change.state,
      what: whatOf(deal),
      more,
      waiting,
    });
  }
  return moved;
}

/** What was set aside for an accepted deal is available again, when this is booked. */
export const releaseOf = ({ hold_id }: DealRow): HoldVoiding | undefined =>
  hold_id === null
    ? undefined
    : { id: v7() as OperationId, code: 'manual-fx.released', holdId: hold_id as OperationId };

/** Books it for a deal that comes to nothing. */
export async function releaseDeal({ tx }: Pick<Ctx, 'tx'>, deal: DealRow): Promise<void> {
  const release = releaseOf(deal);
  if (release) await book(tx, { kind: 'void_hold', ...release });
}
