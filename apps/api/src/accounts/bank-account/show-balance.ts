import { seesAllCards } from '@larkmere/contract/cards/issued-card-rules';
import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, subtract } from '@larkmere/money/money';
import type { CustomerActor, Verb } from '../../platform/requests/verb.ts';
import { type AccountHold, selectBalanceWithHolds } from './bank-account.read.ts';
import { requireOwnAccount } from './bank-account.ts';

export const showBalance: Verb<typeof contract.bankAccount.balance> = async (ctx, { bankholderid }) => {
  const account = await requireOwnAccount(ctx, bankholderid);
  const { balance, held, holds } = await selectBalanceWithHolds(ctx.tx, account.ledgerAccountId);
  return {
    bankholderid,
    currency: account.currency,
    balance: formatAmount(balance),
    available: formatAmount(subtract(balance, held)),
    reserved: formatAmount(held),
    holds: holds.map((hold) => ({
      uid: hold.holdId,
      amount: formatAmount(hold.amount),
      reason: hold.description ?? defaultText('reserved_money'),
      link: linkOf(hold, ctx.actor),
      heldAt: hold.heldAt.toISOString(),
    })),
    asOf: ctx.now.toISOString(),
  };
};

function linkOf(
  { paymentId, card }: AccountHold,
  { role, userId }: Pick<CustomerActor, 'role' | 'userId'>,
): string | null {
  if (paymentId !== null) return `/pending-payment-domestic/detail/${paymentId}`;
  if (card === null || !(seesAllCards({ role }) || card.holderId === userId)) return null;
  return `/card?card=${card.cardId}&payment=${card.paymentId}`;
}
