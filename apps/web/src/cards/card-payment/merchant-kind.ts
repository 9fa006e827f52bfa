export type MerchantKind = 'travel' | 'hotel' | 'train' | 'shop' | 'fuel' | 'restaurant' | 'cafe' | 'cash' | 'other';

/** First and last merchant category code of ISO 18245. */
const ranges: readonly (readonly [from: number, to: number, kind: MerchantKind])[] = [
  [3000, 3299, 'travel'],
  [3501, 3999, 'hotel'],
  [4011, 4131, 'train'],
  [4511, 4511, 'travel'],
  [5200, 5499, 'shop'],
  [5541, 5542, 'fuel'],
  [5811, 5813, 'restaurant'],
  [5814, 5814, 'cafe'],
  [5900, 5999, 'shop'],
  [6010, 6011, 'cash'],
  [7011, 7011, 'hotel'],
];

export const merchantKind = (category: string): MerchantKind =>
  ranges.find(([from, to]) => Number(category) >= from && Number(category) <= to)?.[2] ?? 'other';
