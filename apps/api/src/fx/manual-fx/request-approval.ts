import { describeTarget } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import {
  type ApprovalContent,
  type ApprovalRequirement,
  createApprovalRequest,
} from '../../approvals/approval/approval.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import type { DealRow } from './manual-fx.sql.ts';
import { dealTarget, describeDeal } from './manual-fx.view.ts';

export async function requestApproval(
  ctx: CustomerCtx,
  deal: DealRow,
  demands: readonly ApprovalRequirement[],
): Promise<void> {
  const { customerId, userId: makerId } = ctx.actor;
  const content = await toApprovalContent(ctx, deal);
  await createApprovalRequest(ctx, {
    kind: 'manual_fx',
    subjectId: deal.id,
    customerId,
    makerId,
    content,
    requirements: demands,
  });
}

export async function toApprovalContent({ tx }: Pick<Ctx, 'tx'>, deal: DealRow): Promise<ApprovalContent> {
  const accounts = await listAccountsOf(tx, deal.customer_id);
  const accountText = (bankholderId: string, currency: string): string => {
    const account = accounts.find((each) => each.bankholderId === bankholderId);
    return `${currency} account ${account?.accountNumber ?? account?.iban ?? bankholderId}`;
  };
  const { sell, buy, side, target, value_date, comment } = deal;
  const amount = money((side === 'sell' ? sell : buy) as Currency, deal.amount_minor);
  const wish = dealTarget(deal);
  const wished = wish ? `, at ${describeTarget(wish)} if it can be had` : '';
  return {
    title: `Ask a dealer to exchange ${describeDeal(deal)}`,
    amount: { amount: formatAmount(amount), currency: amount.currency },
    link: '/request-fx',
    details: [
      { label: 'From', value: accountText(deal.source_bankholder_id, sell) },
      { label: 'To', value: accountText(deal.target_bankholder_id, buy) },
      { label: 'Settles on', value: value_date },
      { label: 'Rate', value: `The one that a dealer names and one of you accepts with the PIN${wished}` },
      ...(comment === null ? [] : [{ label: 'Message to the dealer', value: comment }]),
    ],
    exact: [
      deal.id,
      sell,
      buy,
      side,
      String(deal.amount_minor),
      value_date,
      target,
      comment,
      deal.source_bankholder_id,
      deal.target_bankholder_id,
    ],
  };
}
