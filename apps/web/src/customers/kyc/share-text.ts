/** A share in percent with at most two decimals, or undefined. A comma is read as a decimal point. */
export function parseShare(text: string): number | undefined {
  const plain = text.trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return undefined;
  const share = Number(plain);
  return share <= 100 ? share : undefined;
}

/** Without zeros at the end: 60, 33.33, 12.5. */
export const shareText = (percent: number): string => String(Math.round(percent * 100) / 100);

/** Owners of this share and more must be named, and prove who they are. The contract's figure; a test compares them. */
export const ownerThreshold = 25;

/** What is wrong with a person's share, beside whether they are a director. */
export function shareFault(share: number | undefined, isDirector: boolean): 'shareWrong' | 'neither' | undefined {
  if (share === undefined) return 'shareWrong';
  return isDirector || share >= ownerThreshold ? undefined : 'neither';
}
