import { createHmac, timingSafeEqual } from 'node:crypto';

const maxAgeMs = 5 * 60_000;

/** Hex HMAC-SHA256 over the time in milliseconds, a full stop and the body as sent. */
export function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

export function isSigned(secret: string, timestamp: string, body: string, signature: string, nowMs: number): boolean {
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp)) > maxAgeMs) return false;
  const expected = Buffer.from(sign(secret, timestamp, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
