import type { StatementLine } from '@larkmere/contract/accounts/statement';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';
import type { Transaction } from '../../ui/TransactionList.tsx';
import { isExchange, isZero, lineDetailOf, lineTitleOf, otherAmountOf, toTransaction } from './line-texts.ts';

type LineTexts = Readonly<{ title: string; detail: string }>;

/** Lines break between words, but not between a figure and its currency. */
const unbroken = (phrase: string): string => phrase.replaceAll(/ (?=[A-Z]{3}\b)/g, '\u00a0');

/** An operation reads the same in every list. `inTable` tells both sides in words: a table has one column of amounts. */
export function useLineTexts() {
  const t = useTranslations('activity');
  const titleOf = (line: StatementLine): string =>
    line.exchange && isExchange(line)
      ? t('exchanged', { sell: line.exchange.sold.currency, buy: line.exchange.bought.currency })
      : lineTitleOf(line);
  const sidesOf = ({ exchange }: StatementLine): string[] =>
    exchange ? [unbroken(t('sides', { sold: moneyText(exchange.sold), bought: moneyText(exchange.bought) }))] : [];
  const rateOf = ({ exchange }: StatementLine): string[] =>
    exchange ? [unbroken(formatDisplayedRate({ ...exchange.rate, market: null }))] : [];
  const feeOf = ({ exchange, fee }: StatementLine): string[] => {
    const charged = exchange ? exchange.fee : fee;
    if (!charged || isZero(charged)) return [];
    const key = fee?.refunded ? 'feeRefunded' : 'feeIncluded';
    return [unbroken(t(key, { fee: moneyText(charged) }))];
  };
  const detailOf = (line: StatementLine, sides: readonly string[]): string =>
    [...(isExchange(line) ? [] : [lineDetailOf(line)]), ...sides, ...rateOf(line), ...feeOf(line)].join(' · ');

  const inTable = (line: StatementLine): LineTexts => ({
    title: titleOf(line),
    detail: detailOf(line, sidesOf(line)),
  });
  const inList = (line: StatementLine): Transaction => {
    const otherAmount = otherAmountOf(line);
    return {
      ...toTransaction(line),
      title: titleOf(line),
      detail: detailOf(line, []),
      ...(otherAmount && { otherAmount }),
    };
  };
  return { inTable, inList };
}
