import { describeTarget } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { defineApproval, loadAccountLabels } from '../../approvals/approval/approval.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireTradingPermission } from '../conversion/conversion.ts';
import { changeDealState } from './change-deal-state.ts';
import { lockDeal } from './manual-fx.sql.ts';
import { dealTarget, describeDeal } from './manual-fx.view.ts';
import { resolveValueDate } from './value-date.ts';

const valueDatePassed = 'The day on which it was to settle is over. Nothing was exchanged.';

export const dealApproval = defineApproval({
  kind: 'manual_fx',
  nothingDone: 'Nothing was exchanged.',
  snapshot: async ({ tx }, id) => {
    const deal = await lockDeal(tx, id);
    return deal?.state === 'pending_approval' ? deal : undefined;
  },
  describe: async ({ tx }, deal) => {
    const { id, sell, buy, side, target, value_date, comment, source_bankholder_id, target_bankholder_id } = deal;
    const labelOf = await loadAccountLabels(tx, deal.customer_id);
    const amount = money((side === 'sell' ? sell : buy) as Currency, deal.amount_minor);
    const wish = dealTarget(deal);
    const wished = wish ? `, at ${describeTarget(wish)} if it can be had` : '';
    const terms = [sell, buy, side, String(deal.amount_minor), value_date, target, comment];
    return {
      title: `Ask a dealer to exchange ${describeDeal(deal)}`,
      amount: { amount: formatAmount(amount), currency: amount.currency },
      link: '/request-fx',
      details: [
        { label: 'From', value: labelOf(source_bankholder_id, sell) },
        { label: 'To', value: labelOf(target_bankholder_id, buy) },
        { label: 'Settles on', value: value_date },
        { label: 'Rate', value: `The one that a dealer names and one of you accepts with the PIN${wished}` },
        ...(comment === null ? [] : [{ label: 'Message to the dealer', value: comment }]),
      ],
      exact: [id, ...terms, source_bankholder_id, target_bankholder_id],
    };
  },
  validate: async (asMaker, { value_date }) => {
    await requireTradingPermission(asMaker, 'fx.manual');
    if (!resolveValueDate(value_date, asMaker.now))
      throw new Refusal('validation_failed', { message: valueDatePassed });
  },
  release: async (ctx, deal) => void (await changeDealState(ctx, deal, { state: 'requested' })),
  reject: async (ctx, deal, end, reason) => {
    const why = end === 'recalled' ? null : reason;
    await changeDealState(ctx, deal, { state: 'withdrawn', reason: why }, why);
  },
});
