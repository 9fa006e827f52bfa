import type { RegulatoryInformationInput } from '@larkmere/contract/payments/regulatory-information';
import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { describeTarget } from '@larkmere/money/displayed-rate';
import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { useLocale, useTranslations } from 'use-intl';
import { formatDate, formatWeekday } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';

function minimumRateText(typed: string, account: string, payee: string): string {
  const rate = readRate(account as Currency, payee as Currency, typed);
  return rate ? describeTarget(rate) : typed;
}

function regulatoryLines(t: ReturnType<typeof useTranslations<'paymentForm'>>, terms: RegulatoryInformationInput) {
  const lines = (['purposeCode', 'relationship', 'sourceOfFunds'] as const).flatMap((key): [string, string][] => {
    const code = terms[key];
    return code ? [[t(`said.${key}`), t(`${key}.${code}` as 'purposeCode.GDDS')]] : [];
  });
  return terms.note ? [...lines, [t('said.note'), terms.note] satisfies [string, string]] : lines;
}

const noon = (day: string): Date => new Date(`${day}T12:00:00`);

export function usePlanTexts() {
  const t = useTranslations('standingOrder.words');
  const x = useTranslations('standingOrder.exchange');
  const p = useTranslations('paymentForm');
  const locale = useLocale();
  const day = (text: string): string => formatDate(noon(text), locale);
  return {
    day,
    shortDay: (text: string): string => formatWeekday(noon(text), locale),
    often: ({ frequency }: Pick<StandingOrderTerms, 'frequency'>): string => t(`often.${frequency}`),
    plan: ({ amount, currency, frequency }: Pick<StandingOrderTerms, 'amount' | 'currency' | 'frequency'>): string =>
      t('plan', { amount: moneyText({ amount, currency }), often: t(`often.${frequency}`) }),
    exchange: (
      { fx, chargeType, topUp }: Pick<StandingOrderTerms, 'fx' | 'chargeType' | 'topUp'>,
      account: string,
      payee: string,
    ) => {
      const lines: [string, string][] = [];
      if (fx) lines.push([x('short.side'), x(`sides.${fx.amountSide}`, { account, payee })]);
      if (fx?.maxDebit) lines.push([x('short.most'), moneyText({ amount: fx.maxDebit, currency: account })]);
      if (fx)
        lines.push([
          x('short.floor'),
          fx.floorRate ? x('floorText', { rate: minimumRateText(fx.floorRate, account, payee) }) : x('noFloor'),
        ]);
      if (fx?.floorRate || fx?.maxDebit)
        lines.push([
          x(fx.maxDebit ? 'short.breachOfBoth' : 'short.breach'),
          x(`breaches.${fx.maxDebit && fx.onBreach === 'pay_anyway' ? 'pay_within' : fx.onBreach}`),
        ]);
      if (chargeType) lines.push([x('short.charges'), x(`chargeTypes.${chargeType}`)]);
      if (topUp)
        lines.push([
          x('short.topUp'),
          x(topUp.currency === account ? 'topUpOwn' : 'topUpText', { currency: topUp.currency }),
        ]);
      if (topUp?.floorRate)
        lines.push([
          x('short.topUpFloor'),
          x('floorText', { rate: minimumRateText(topUp.floorRate, topUp.currency, account) }),
        ]);
      return lines;
    },
    regulatoryInformation: (terms: RegulatoryInformationInput) => regulatoryLines(p, terms),
    until: ({ end }: Pick<StandingOrderTerms, 'end'>): string => {
      if (end.kind === 'date') return t('untilDate', { day: day(end.date) });
      return end.kind === 'count' ? t('untilCount', { count: end.count }) : t('untilCancelled');
    },
    rests: ({ frequency, nonWorkingDay }: Pick<StandingOrderTerms, 'frequency' | 'nonWorkingDay'>): string =>
      frequency === 'last_working_day' ? t('rests.last') : t(`rests.${nonWorkingDay}`),
    warns: ({ warnDaysBefore }: Pick<StandingOrderTerms, 'warnDaysBefore'>): string =>
      t('warns', { days: warnDaysBefore }),
  };
}
