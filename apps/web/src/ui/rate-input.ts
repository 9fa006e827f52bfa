import { parseRateText } from '@larkmere/money/parse-rate';

/** The plain decimal for a text that is one number; any other text stays as it is. */
export function plainRate(text: string): string {
  const read = parseRateText(text);
  return read.kind === 'rate' ? read.rate : text;
}
