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

const told: readonly DealState[] = ['quoted', 'booked', 'settled', 'expired', 'unable'];

type Change = Updateable<ManualFxDeal> & Readonly<{ state: DealState }>;

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

export const releaseOf = ({ hold_id }: DealRow): HoldVoiding | undefined =>
  hold_id === null
    ? undefined
    : { id: v7() as OperationId, code: 'manual-fx.released', holdId: hold_id as OperationId };

export async function releaseDeal({ tx }: Pick<Ctx, 'tx'>, deal: DealRow): Promise<void> {
  const release = releaseOf(deal);
  if (release) await book(tx, { kind: 'void_hold', ...release });
}
