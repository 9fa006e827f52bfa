const decimals = new Map<number, Intl.NumberFormat>();

function formatterOf(places: number): Intl.NumberFormat {
  const known = decimals.get(places);
  if (known) return known;
  const formatter = new Intl.NumberFormat('en-GB', { minimumFractionDigits: places, maximumFractionDigits: places });
  decimals.set(places, formatter);
  return formatter;
}

/** A rate with four decimals, as the specification shows rates; rounded from its text, never through a float. */
export const rateText = (close: string, places = 4): string =>
  formatterOf(places).format(close as Intl.StringNumericLiteral);

/** A change with its sign: `+0.1234`, `−0.05`, and no sign where nothing is left of it. */
export function signedText(value: string, places: number): string {
  const size = rateText(value.replace('-', ''), places);
  if (!/[1-9]/.test(size)) return size;
  return `${value.startsWith('-') ? '−' : '+'}${size}`;
}
