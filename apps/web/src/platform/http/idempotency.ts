/**
 * A new key for one write. Keep it until a definite answer, so that a retry after a lost answer is the same write.
 * `crypto.randomUUID` is missing on pages served over plain HTTP.
 */
export function newIdempotencyKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant.toString(16)}${hex.slice(18, 20)}`,
    hex.slice(20),
  ].join('-');
}
