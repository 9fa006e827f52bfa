import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { type Message, message } from '@larkmere/messages/message';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { targetDecimals } from '@larkmere/money/target-bounds';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import { isPhoneNumber } from '../../platform/requests/phone-number.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import {
  approvalRequirementsForConversion,
  pairMargins,
  requireTradableAccount,
  requireTradingPermission,
} from '../conversion/conversion.ts';
import { dealApproval } from './approval-handler.ts';
import { dealLifecycle } from './deal-lifecycle.ts';
import { viewDeal } from './manual-fx.read.ts';
import { insertDeal } from './manual-fx.sql.ts';
import { resolveValueDate } from './value-date.ts';

type DealRequest = Input<typeof contract.manualFx.request>;

const invalidField = (field: keyof DealRequest, reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'invalid', reason }] });

export const requestDeal: Verb<typeof contract.manualFx.request> = async (ctx, input) => {
  const { tx, actor } = ctx;
  const { sell, buy, side, instruction } = input;
  await requireTradingPermission(ctx, 'fx.manual');
  if (sell === buy) throw invalidField('buy', message('buy_currency_same'));
  if (!(await pairMargins(ctx, sell, buy))) throw new Refusal('pair_unavailable');
  const source = await requireTradableAccount(ctx, input.sourceBankholderId, sell);
  const target = await requireTradableAccount(ctx, input.targetBankholderId, buy);
  if (input.callbackPhone !== null && !isPhoneNumber(input.callbackPhone))
    throw invalidField('callbackPhone', message('phone_invalid'));
  const amount = requirePositiveAmount(side === 'sell' ? sell : buy, input.amount);
  const valueDate = resolveValueDate(input.valueDate, ctx.now);
  if (!valueDate) throw invalidField('valueDate', message('settlement_date_invalid'));
  const wish = instruction === 'target' ? readTarget(input) : undefined;
  const demands = await approvalRequirementsForConversion(ctx, actor, amount);
  const deal = await insertDeal(tx, {
    state: demands.length > 0 ? 'pending_approval' : 'requested',
    id: v7(),
    reference: generateReference(),
    customerId: actor.customerId,
    userId: actor.userId,
    tier: actor.userType,
    sell,
    buy,
    side,
    amountMinor: amount.minor,
    sourceBankholderId: source.bankholderId,
    targetBankholderId: target.bankholderId,
    fromAccount: source.ledgerAccountId,
    toAccount: target.ledgerAccountId,
    valueDate,
    instruction,
    target: wish ? formatRate(wish, targetDecimals) : null,
    targetBase: wish?.base ?? null,
    comment: input.comment,
    callbackPhone: input.callbackPhone,
  });
  await appendHistory(ctx, dealLifecycle, deal.id);
  await audit(ctx, 'manual-fx.requested', `deal:${deal.id}`, {
    reference: deal.reference,
    sell,
    buy,
    amount: input.amount,
  });
  await dealApproval.request(ctx, { id: deal.id, item: deal, maker: actor, requirements: demands });
  return viewDeal(ctx, deal);
};

function readTarget({ sell, buy, targetRate }: DealRequest): Rate {
  const rate = targetRate === null ? undefined : readRate(sell, buy, targetRate);
  if (!rate) throw invalidField('targetRate', message('target_rate_required', { base: sell, quote: buy }));
  return rate;
}
