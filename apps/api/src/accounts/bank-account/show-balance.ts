import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, subtract } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectBalanceWithHolds } from './bank-account.read.ts';
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
    holds: holds.map(({ holdId, amount, heldAt, description, paymentId }) => ({
      uid: holdId,
      amount: formatAmount(amount),
      reason: description ?? defaultText('reserved_money'),
      link: paymentId && `/pending-payment-domestic/detail/${paymentId}`,
      heldAt: heldAt.toISOString(),
    })),
    asOf: ctx.now.toISOString(),
  };
};
