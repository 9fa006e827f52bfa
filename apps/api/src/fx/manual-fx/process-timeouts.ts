import { defaultText } from '@larkmere/messages/format-message';
import { describeRate } from '@larkmere/money/displayed-rate';
import { formatAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { bookConversion, fxConverted, priceFromRow } from '../conversion/conversion.ts';
import { changeDealState, dealHoldVoiding, releaseDealHold } from './change-deal-state.ts';
import { type DealRow, findDealQuotes } from './manual-fx.sql.ts';

const today = sql`(now() at time zone 'Europe/London')::date`;

export const dealTimeouts = defineJob({
  name: 'process-deal-timeouts',
  everySeconds: 1,
  run: async (job) => {
    await handleDueRows(job, {
      table: 'manual_fx.deal',
      isDue: sql`state = 'quoted' and exists (select from manual_fx.quote q
        where q.deal_id = deal.id and q.number = deal.quote_number and q.valid_until <= now())`,
      handle: (ctx, deal) => changeDealState(ctx, deal, { state: 'expired' }),
    });
    await handleDueRows(job, {
      table: 'manual_fx.deal',
      isDue: sql`state in ('pending_approval', 'requested', 'assigned', 'expired', 'accepted') and value_date < ${today}`,
      handle: failOverdueDeal,
    });
    await handleDueRows(job, {
      table: 'manual_fx.deal',
      isDue: sql`state = 'booked' and value_date <= ${today}`,
      handle: settleDeal,
    });
  },
});

const overdueReason = defaultText('deal_settlement_date_missed');

async function failOverdueDeal(ctx: Ctx, deal: DealRow): Promise<void> {
  await voidApproval(ctx, 'manual_fx', deal.id, overdueReason);
  await releaseDealHold(ctx, deal);
  await changeDealState(ctx, deal, { state: 'unable', reason: overdueReason, holdId: null }, overdueReason);
}

/** Settles at the accepted rate, whatever the market rate is now. */
async function settleDeal(ctx: Ctx, deal: DealRow): Promise<void> {
  const quote = (await findDealQuotes(ctx.tx, [deal.id])).find(({ number }) => number === deal.quoteNumber);
  if (!quote) throw new Error(`deal ${deal.id} was booked without a rate`);
  const price = priceFromRow(quote);
  const frees = dealHoldVoiding(deal);
  const whose = { customerId: deal.customerId, userId: deal.userId, cause: 'manual' as const };
  const [from, to] = [deal.fromAccount, deal.toAccount];
  const { id } = await bookConversion(ctx, {
    ...whose,
    quoteId: null,
    price,
    from,
    to,
    ...(frees && { holdToRelease: frees }),
  });
  await emit(ctx, fxConverted, {
    ...whose,
    conversionId: id,
    sold: formatAmount(price.sell),
    sell: price.sell.currency,
    bought: formatAmount(price.buy),
    buy: price.buy.currency,
    rate: describeRate(price.rate),
    link: '/request-fx',
  });
  await changeDealState(ctx, deal, { state: 'settled', holdId: null, conversionId: id });
}
