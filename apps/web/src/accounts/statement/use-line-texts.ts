import type { StatementLine } from '@larkmere/contract/accounts/statement';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';
import type { Transaction } from '../../ui/TransactionList.tsx';
import { isZero, lineDetailOf, lineTitleOf, toTransaction } from './line-texts.ts';

type LineTexts = Readonly<{ title: string; detail: string }>;

export function useLineTexts() {
  const t = useTranslations('activity.exchange');
  const ofAccount = (line: StatementLine): LineTexts => {
    const { exchange, direction } = line;
    if (!exchange) return { title: lineTitleOf(line), detail: lineDetailOf(line) };
    const side = direction === 'out' ? 'sold' : 'bought';
    const other = direction === 'out' ? exchange.bought : exchange.sold;
    const detail = { amount: moneyText(other), fee: moneyText(exchange.fee) };
    return {
      title: t(`${side}.title`, { currency: other.currency }),
      detail: t(isZero(exchange.fee) ? `${side}.detail` : `${side}.detailFee`, detail),
    };
  };
  const ofAll = (line: StatementLine): Transaction => {
    const { exchange } = line;
    if (!exchange) return toTransaction(line);
    const { sold, bought, fee } = exchange;
    return {
      ...toTransaction(line),
      title: t('title', { sell: sold.currency, buy: bought.currency }),
      detail: isZero(fee) ? line.type : t('fee', { fee: moneyText(fee) }),
      otherAmount: bought,
    };
  };
  return { ofAccount, ofAll };
}
