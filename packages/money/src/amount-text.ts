import { formatAmount, type Money } from './money.ts';

export function amountText(amount: string, currency: string): string {
  const [whole = '', ...decimals] = amount.split('.');
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')} ${currency}`;
}

export const moneyText = (money: Money): string => amountText(formatAmount(money), money.currency);
