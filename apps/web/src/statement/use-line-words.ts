import type { StatementLine } from '@larkmere/contract/statement';
import { useTranslations } from 'use-intl';
import { moneyText } from '../ui/money.ts';
import type { Transaction } from '../ui/TransactionList.tsx';
import { detailOf, isNothing, titleOf, transactionOf } from './line-words.ts';

type Words = Readonly<{ title: string; detail: string }>;

export function useLineWords() {
  const t = useTranslations('activity.exchange');
  const ofAccount = (line: StatementLine): Words => {
    const { exchange, direction } = line;
    if (!exchange) return { title: titleOf(line), detail: detailOf(line) };
    const side = direction === 'out' ? 'sold' : 'bought';
    const other = direction === 'out' ? exchange.bought : exchange.sold;
    const detail = { amount: moneyText(other), fee: moneyText(exchange.fee) };
    return {
      title: t(`${side}.title`, { currency: other.currency }),
      detail: t(isNothing(exchange.fee) ? `${side}.detail` : `${side}.detailFee`, detail),
    };
  };
  const ofAll = (line: StatementLine): Transaction => {
    const { exchange } = line;
    if (!exchange) return transactionOf(line);
    const { sold, bought, fee } = exchange;
    return {
      ...transactionOf(line),
      title: t('title', { sell: sold.currency, buy: bought.currency }),
      detail: isNothing(fee) ? line.type : t('fee', { fee: moneyText(fee) }),
      otherAmount: bought,
    };
  };
  return { ofAccount, ofAll };
}
