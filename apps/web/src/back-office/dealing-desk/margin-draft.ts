import { maxMarginBps, minMarginBps } from '@larkmere/contract/fx/margin-range';

/** Whole basis points within the range; undefined for anything else, such as a fraction in either notation. */
export function readMargin(text: string): number | undefined {
  if (!/^\d{1,4}$/.test(text.trim())) return undefined;
  const margin = Number(text.trim());
  return margin >= minMarginBps && margin <= maxMarginBps ? margin : undefined;
}

/** The margin after an arrow key, within the range. */
export const stepMargin = (margin: number, by: number): number =>
  Math.min(Math.max(margin + by, minMarginBps), maxMarginBps);
