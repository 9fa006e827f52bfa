import { formatAmount, type Money } from './money.ts';

/** `1250.00` and GBP as a customer reads it: `1,250.00 GBP`. The wire's exact digits, only grouped. */
export function amountText(amount: string, currency: string): string {
  const [whole = '', ...decimals] = amount.split('.');
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')} ${currency}`;
}

/** The same of an amount inside. */
export const moneyText = (money: Money): string => amountText(formatAmount(money), money.currency);
