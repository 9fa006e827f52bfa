/** A card is valid to the end of its last month. */
export const isExpired = (
  { expiry_year: year, expiry_month: month }: Readonly<{ expiry_year: number; expiry_month: number }>,
  now: Date,
): boolean => year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
