import { type Money, moneyParts } from '../../ui/money.ts';

const symbols: Readonly<Record<string, string>> = { GBP: '£', EUR: '€', USD: '$', THB: '฿' };

const plainFigure = (reward: Money): string => {
  const { whole, cents } = moneyParts(reward, 'never');
  return /[1-9]/.test(cents) ? `${whole}${cents}` : whole;
};

/** As in the title of the page: `£50`. */
export const shortReward = (reward: Money): string => {
  const symbol = symbols[reward.currency];
  return symbol ? `${symbol}${plainFigure(reward)}` : `${plainFigure(reward)} ${reward.currency}`;
};

/** As in the title of the page of a wallet: `50`. */
export const bareReward = plainFigure;
