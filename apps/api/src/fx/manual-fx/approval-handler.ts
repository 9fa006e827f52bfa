import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { describeTarget } from '@larkmere/money/displayed-rate';
import { formatAmount, money } from '@larkmere/money/money';
import { defineApproval, loadAccountLabels } from '../../approvals/approval/approval.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireTradingPermission } from '../conversion/conversion.ts';
import { changeDealState } from './change-deal-state.ts';
import { dealTarget, describeDeal } from './manual-fx.read.ts';
import { lockDeal } from './manual-fx.sql.ts';
import { resolveValueDate } from './value-date.ts';

export const dealApproval = defineApproval({
  kind: 'manual_fx',
  nothingDone: defaultText('exchange_not_done'),
  snapshot: async ({ tx }, id) => {
    const deal = await lockDeal(tx, id);
    return deal?.state === 'pending_approval' ? deal : undefined;
  },
  accounts: (_, deal) => [deal.sourceBankholderId, deal.targetBankholderId],
  describe: async ({ tx }, deal) => {
    const { id, sell, buy, side, target, valueDate, comment, sourceBankholderId, targetBankholderId } = deal;
    const labelOf = await loadAccountLabels(tx, deal.customerId);
    const amount = money(side === 'sell' ? sell : buy, deal.amountMinor);
    const wish = dealTarget(deal);
    const terms = [sell, buy, side, String(deal.amountMinor), valueDate, target, comment];
    return {
      title: defaultText('approve_deal_request', { what: describeDeal(deal) }),
      amount: { amount: formatAmount(amount), currency: amount.currency },
      link: '/request-fx',
      details: [
        { label: defaultText('summary_from'), value: labelOf(sourceBankholderId, sell) },
        { label: defaultText('summary_to'), value: labelOf(targetBankholderId, buy) },
        { label: defaultText('summary_settlement_date'), value: valueDate },
        {
          label: defaultText('summary_rate'),
          value: wish ? defaultText('rate_dealer_target', { rate: describeTarget(wish) }) : defaultText('rate_dealer'),
        },
        ...(comment === null ? [] : [{ label: defaultText('summary_dealer_message'), value: comment }]),
      ],
      exact: [id, ...terms, sourceBankholderId, targetBankholderId],
    };
  },
  validate: async (asMaker, { valueDate }) => {
    await requireTradingPermission(asMaker, 'fx.manual');
    if (!resolveValueDate(valueDate, asMaker.now))
      throw new Refusal('validation_failed', { reason: message('deal_settlement_date_passed') });
  },
  release: async (ctx, deal) => void (await changeDealState(ctx, deal, { state: 'requested' })),
  reject: async (ctx, deal, end, reason) => {
    const why = end === 'recalled' ? null : reason;
    await changeDealState(ctx, deal, { state: 'withdrawn', reason: why }, why);
  },
});
