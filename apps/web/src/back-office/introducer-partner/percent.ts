/** `1250` is `12.5`. */
export const toPercent = (bps: number): string => String(bps / 100);

/** `12.5` is 1250; undefined for anything but a percentage of at most 50 with two decimals. */
export function readPercent(text: string): number | undefined {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const bps = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return bps <= 5000 ? bps : undefined;
}
