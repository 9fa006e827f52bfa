import type { AccountId } from '@larkmere/ledger/types';
import { formatAmount } from '@larkmere/money/money';
import { rateText } from '@larkmere/money/rate-text';
import { bookAll } from '../books/books.ts';
import { convert, fxConverted, priceOfColumns } from '../fx/fx.ts';
import type { Db } from '../kernel/db.ts';
import { emit } from '../kernel/outbox.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { voidApproval } from '../team-approval/team-approval.ts';
import { type DealRow, dueDeals, lockDeal, quotesOf, takeExpired, takeOverdue } from './manual-fx.sql.ts';
import { moveDeal, releaseOf } from './move-deal.ts';

const actor: SystemActor = { kind: 'system', name: 'tend-deals' };
const most = 50;

/** Each deal settles in a transaction of its own, so that one failure cannot stop the other deals. */
export async function tendDeals(db: Db): Promise<void> {
  const run = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'tend-deals' }));
  await run(async (ctx) => {
    for (const deal of await takeExpired(ctx.tx, most)) await moveDeal(ctx, deal, { state: 'expired' });
  });
  await run(async (ctx) => {
    const overdue = await takeOverdue(ctx.tx, most);
    for (const deal of overdue) await giveUp(ctx, deal);
    await bookAll(
      ctx.tx,
      overdue.flatMap((deal) => releaseOf(deal) ?? []).map((release) => ({ kind: 'void_hold', ...release })),
    );
  });
  const due = await run(({ tx }) => dueDeals(tx, most));
  const settled = await Promise.allSettled(due.map((id) => run((ctx) => settleDue(ctx, id))));
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
}

const tooLate = 'The value date passed before the deal was booked. Nothing is set aside for it.';

async function giveUp(ctx: Ctx, deal: DealRow): Promise<void> {
  await voidApproval(ctx, 'manual_fx', deal.id, tooLate);
  await moveDeal(ctx, deal, { state: 'unable', reason: tooLate, hold_id: null }, tooLate);
}

async function settleDue(ctx: Ctx, id: string): Promise<void> {
  const deal = await lockDeal(ctx.tx, id);
  if (deal?.state === 'booked') await settle(ctx, deal);
}

/** Settles at the accepted rate, whatever the market rate is now. */
async function settle(ctx: Ctx, deal: DealRow): Promise<void> {
  const quote = (await quotesOf(ctx.tx, [deal.id])).find(({ number }) => number === deal.quote_number);
  if (!quote) throw new Error(`deal ${deal.id} was booked without a rate`);
  const price = priceOfColumns(quote);
  const frees = releaseOf(deal);
  const whose = { customerId: deal.customer_id, personId: deal.person_id, cause: 'manual' as const };
  const [from, to] = [deal.from_account as AccountId, deal.to_account as AccountId];
  const { id } = await convert(ctx, { ...whose, quoteId: null, price, from, to, ...(frees && { frees }) });
  await emit(ctx, fxConverted, {
    ...whose,
    conversionId: id,
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    rate: rateText(price.rate),
    link: '/request-fx',
  });
  await moveDeal(ctx, deal, { state: 'settled', hold_id: null, conversion_id: id });
}
