export const timeframes = ['5M', '30M', '1H', '4H', '1D'] as const;
export type Timeframe = (typeof timeframes)[number];
