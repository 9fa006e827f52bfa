import { useLocale, useTranslations } from 'use-intl';
import { formatTime } from '../../ui/date-text.ts';
import { type Money, moneyText } from '../../ui/money.ts';
import type { CardPayment } from './card-payment.api.ts';

const isNothing = ({ amount }: Money): boolean => !/[1-9]/.test(amount);

/** What the row shows: what was paid, or what came back if nothing was paid under it. */
export function shownAmount({ amount, refunded, state }: CardPayment): { value: Money | undefined; isIn: boolean } {
  if (!isNothing(amount)) return { value: amount, isIn: false };
  if (!isNothing(refunded)) return { value: refunded, isIn: true };
  return { value: state === 'declined' ? undefined : amount, isIn: false };
}

export const isPartRefunded = ({ state, refunded }: CardPayment): boolean =>
  state === 'cleared' && !isNothing(refunded);

export const placeOf = ({ merchant: { name, city } }: CardPayment): string => (city === '' ? name : `${name}, ${city}`);

const figure = (value: Money): string => moneyText(value).replace(` ${value.currency}`, '');

/** Such as `Online · 12.50 EUR at 1.1672, fee 0.05`, or `Online · 1,250 JPY` if the card network converted it. */
export function usePaymentDetail(): (payment: CardPayment) => string {
  const t = useTranslations('cardPayment');
  const locale = useLocale();
  return ({ channel, at, amount: paid, exchange, original, state }) => {
    const how = t(`channel.${channel}`);
    if (state === 'declined') return `${how} · ${formatTime(new Date(at), locale)}`;
    if (!exchange)
      return `${how} · ${original.currency === paid.currency ? formatTime(new Date(at), locale) : moneyText(original)}`;
    const { rate, fee, billed } = exchange;
    const amount = moneyText(original.currency === billed.currency ? original : billed);
    return `${how} · ${t('exchanged', { amount, rate: rate.rate, fee: figure(fee) })}`;
  };
}
