import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { targetText } from '@larkmere/money/rate-text';
import { accountsOf } from '../bank-account/bank-account.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { askApproval, type Content, type Demand } from '../team-approval/team-approval.ts';
import type { DealRow } from './manual-fx.sql.ts';
import { targetOf, whatOf } from './manual-fx.view.ts';

export async function askTeam(ctx: CustomerCtx, deal: DealRow, demands: readonly Demand[]): Promise<void> {
  const { customerId, personId: makerId } = ctx.actor;
  const content = await contentOf(ctx, deal);
  await askApproval(ctx, { kind: 'manual_fx', subjectId: deal.id, customerId, makerId, content, demands });
}

export async function contentOf({ tx }: Pick<Ctx, 'tx'>, deal: DealRow): Promise<Content> {
  const accounts = await accountsOf(tx, deal.customer_id);
  const accountText = (bankholderId: string, currency: string): string => {
    const account = accounts.find((each) => each.bankholderId === bankholderId);
    return `${currency} account ${account?.accountNumber ?? account?.iban ?? bankholderId}`;
  };
  const { sell, buy, side, target, value_date, comment } = deal;
  const amount = money((side === 'sell' ? sell : buy) as Currency, deal.amount_minor);
  const wish = targetOf(deal);
  const wished = wish ? `, at ${targetText(wish)} if it can be had` : '';
  return {
    title: `Ask a dealer to exchange ${whatOf(deal)}`,
    amount: { amount: formatAmount(amount), currency: amount.currency },
    link: '/request-fx',
    facts: [
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
