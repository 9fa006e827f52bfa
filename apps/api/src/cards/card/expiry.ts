/** A card is valid to the end of its last month. */
export const isExpired = (
  { expiryYear: year, expiryMonth: month }: Readonly<{ expiryYear: number; expiryMonth: number }>,
  now: Date,
): boolean => year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
