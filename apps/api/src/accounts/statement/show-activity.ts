import type { ActivityItem } from '@larkmere/contract/accounts/statement';
import type { contract } from '@larkmere/contract/contract';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { type ActivityLine, selectActivity } from './activity.read.ts';
import { toStatementLine } from './statement-line.ts';

export const showActivity: Verb<typeof contract.statement.activity> = async (ctx, { size }) => {
  const latest = await selectActivity(ctx.tx, ctx.actor, size);
  return latest.map((item) => {
    const { bankholderId: bankholderid, pending, state } = item;
    return { ...toStatementLine(item, 'compact'), bankholderid, pending, state, cardPayment: cardPaymentOf(item) };
  });
};

function cardPaymentOf(line: ActivityLine): ActivityItem['cardPayment'] {
  const { cardPaymentId: uid, cardId, cardMinor, cardCurrency } = line;
  if (uid === null || cardId === null || cardMinor === null) return null;
  const currency = cardCurrency as Currency;
  const isOther = currency !== line.currency && cardMinor > 0n;
  return { uid, cardId, amount: isOther ? { amount: formatAmount(money(currency, cardMinor)), currency } : null };
}
