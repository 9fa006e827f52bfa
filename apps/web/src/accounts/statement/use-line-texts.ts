import type { StatementLine } from '@larkmere/contract/accounts/statement';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';
import type { Transaction } from '../../ui/TransactionList.tsx';
import { isExchange, isZero, lineDetailOf, lineTitleOf, toTransaction } from './line-texts.ts';

type LineTexts = Readonly<{ title: string; detail: string }>;

/** One operation reads the same everywhere. Where only one side has a column of its own, the detail tells both. */
export function useLineTexts() {
  const t = useTranslations('activity');
  const titleOf = (line: StatementLine): string =>
    line.exchange && isExchange(line)
      ? t('exchanged', { sell: line.exchange.sold.currency, buy: line.exchange.bought.currency })
      : lineTitleOf(line);
  const rateOf = ({ exchange }: StatementLine): string[] =>
    exchange ? [formatDisplayedRate({ ...exchange.rate, market: null })] : [];
  const feeOf = ({ exchange, fee }: StatementLine): string[] => {
    if (exchange) return isZero(exchange.fee) ? [] : [t('feeIncluded', { fee: moneyText(exchange.fee) })];
    return fee ? [t(fee.refunded ? 'feeRefunded' : 'feeIncluded', { fee: moneyText(fee) })] : [];
  };
  const sidesOf = ({ exchange }: StatementLine): string[] =>
    exchange ? [t('sides', { sold: moneyText(exchange.sold), bought: moneyText(exchange.bought) })] : [];
  const join = (line: StatementLine, sides: readonly string[]): string =>
    [...(isExchange(line) ? [] : [lineDetailOf(line)]), ...sides, ...rateOf(line), ...feeOf(line)].join(' · ');

  const ofAccount = (line: StatementLine): LineTexts => ({ title: titleOf(line), detail: join(line, sidesOf(line)) });
  const ofAll = (line: StatementLine): Transaction => ({
    ...toTransaction(line),
    title: titleOf(line),
    detail: join(line, []),
    ...(line.exchange && { otherAmount: line.exchange.bought }),
  });
  return { ofAccount, ofAll };
}
