import type { DisplayedRate } from '@larkmere/contract/platform/displayed-rate';

/** The way the market quotes the pair. */
export const marketRate = ({ market, ...rate }: DisplayedRate) => market ?? rate;

export const pairName = (rate: DisplayedRate): string => {
  const { base, quote } = marketRate(rate);
  return `${base}/${quote}`;
};
