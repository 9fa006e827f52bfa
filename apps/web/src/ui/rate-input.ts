import { parseRateText } from '@larkmere/money/parse-rate';

/** A plain decimal for text that is a single number; any other text is unchanged. */
export function plainRate(text: string): string {
  const read = parseRateText(text);
  return read.kind === 'rate' ? read.rate : text;
}
