import type { contract } from '@larkmere/contract/contract';
import type { DealForDealer } from '@larkmere/contract/manual-fx';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { convert, inverse } from '@larkmere/money/rate';
import { shownRateText } from '@larkmere/money/rate-text';
import { columnsOfPrice, dealTerms, type Price, priceAt, type Side, type Tier } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import { requireRole } from '../kernel/require-role.ts';
import type { StaffCtx, Verb } from '../kernel/verb.ts';
import { midRate } from '../rate/rate.ts';
import { type DealRow, insertQuote, limitOf, lockDeal, type QuoteRow, quotesOf, showQuote } from './manual-fx.sql.ts';
import { mayBecome } from './manual-fx.ts';
import { viewForDealer, viewQuote } from './manual-fx.view.ts';
import { moveDeal, releaseDeal } from './move-deal.ts';

async function requireDeal({ tx, actor }: StaffCtx, uid: string): Promise<DealRow> {
  requireRole(actor, 'dealer');
  const deal = await lockDeal(tx, uid);
  if (!deal) throw new Refusal('not_found');
  return deal;
}

async function view(ctx: StaffCtx, deal: DealRow): Promise<DealForDealer> {
  const [seen] = await viewForDealer(ctx, [deal]);
  if (!seen) throw new Error(`deal ${deal.id} has no view`);
  return seen;
}

export const assignDeal: Verb<typeof contract.manualFx.assign> = async (ctx, { uid }) => {
  const deal = await requireDeal(ctx, uid);
  return view(ctx, await moveDeal(ctx, deal, { state: 'assigned', dealer_id: ctx.actor.staffId }));
};

/**
 * Current mid rate less the dealer's margin. Above the dealer's limit the customer sees the quote only after a second
 * dealer approves it.
 */
export const quoteDeal: Verb<typeof contract.manualFx.quote> = async (ctx, { uid, marginBps, validSeconds }) => {
  const { tx, actor } = ctx;
  const deal = await requireDeal(ctx, uid);
  if (!mayBecome(deal.state as DealForDealer['state'], 'quoted')) throw new Refusal('invalid_transition');
  const price = await priceDeal(ctx, deal, marginBps);
  const gbp = await inPounds(ctx, price.sell);
  const [last] = await quotesOf(tx, [uid]);
  const quote = await insertQuote(tx, {
    deal_id: uid,
    number: (last?.number ?? 0) + 1,
    ...columnsOfPrice(price),
    gbp_minor: gbp.minor,
    valid_seconds: validSeconds,
    quoted_by: actor.staffId,
    dealer: actor.name,
    needs_approval: gbp.minor > (await limitOf(tx, actor.role)),
  });
  await audit(ctx, 'manual-fx.rate-named', `deal:${uid}`, {
    quote: quote.number,
    rate: quote.rate,
    mid: quote.mid,
    marginBps,
  });
  return view(ctx, quote.needs_approval ? deal : await show(ctx, deal, quote, null));
};

async function priceDeal(
  ctx: StaffCtx,
  { tier, sell, buy, side, amount_minor }: DealRow,
  marginBps: number,
): Promise<Price> {
  const pair = { sell: sell as Currency, buy: buy as Currency };
  const terms = await dealTerms(ctx, { tier: tier as Tier, ...pair });
  const amount = money(side === 'sell' ? pair.sell : pair.buy, amount_minor);
  const price = priceAt({ mid: terms.mid, marginBps, fee: money(pair.sell, 0n) }, side as Side, amount);
  if (!price) throw new Refusal('amount_invalid');
  return price;
}

async function inPounds(ctx: StaffCtx, amount: Money): Promise<Money> {
  if (amount.currency === 'GBP') return amount;
  const { rate } = await midRate(ctx, 'GBP', amount.currency);
  return convert(amount, inverse(rate), 'up');
}

async function show(ctx: StaffCtx, deal: DealRow, quote: QuoteRow, approvedBy: string | null): Promise<DealRow> {
  const { shown } = viewQuote(await showQuote(ctx.tx, quote, approvedBy));
  return moveDeal(ctx, deal, { state: 'quoted', quote_number: quote.number }, shownRateText(shown));
}

/** Dual control: never the dealer who quoted, and only while the quote would still be valid. */
export const approveDeal: Verb<typeof contract.manualFx.approve> = async (ctx, { uid }) => {
  const deal = await requireDeal(ctx, uid);
  const [waiting] = await quotesOf(ctx.tx, [uid]);
  if (!waiting || waiting.shown_at !== null) throw new Refusal('invalid_transition');
  if (waiting.quoted_by === ctx.actor.staffId) throw new Refusal('approver_conflict');
  if (waiting.quoted_at.getTime() + waiting.valid_seconds * 1000 <= ctx.now.getTime())
    throw new Refusal('quote_expired');
  return view(ctx, await show(ctx, deal, waiting, ctx.actor.staffId));
};

export const refuseDeal: Verb<typeof contract.manualFx.unable> = async (ctx, { uid, reason }) => {
  const deal = await requireDeal(ctx, uid);
  await releaseDeal(ctx, deal);
  return view(ctx, await moveDeal(ctx, deal, { state: 'unable', reason, hold_id: null }, reason));
};

export const bookDeal: Verb<typeof contract.manualFx.book> = async (ctx, { uid }) =>
  view(ctx, await moveDeal(ctx, await requireDeal(ctx, uid), { state: 'booked' }));
