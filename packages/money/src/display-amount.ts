import { formatAmount, type Money } from './money.ts';

export function formatDisplayAmount(amount: string, currency: string): string {
  const [whole = '', ...decimals] = amount.split('.');
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')} ${currency}`;
}

export const formatDisplayMoney = (money: Money): string => formatDisplayAmount(formatAmount(money), money.currency);
