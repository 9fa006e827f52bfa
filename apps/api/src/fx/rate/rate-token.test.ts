import { expect, test } from 'vitest';
import { issueRateToken, readRateToken } from './rate-token.ts';

const secret = 'a secret for rate tokens';
const now = new Date('2026-11-18T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test('a token is valid for its scope and its time only', () => {
  const customer = issueRateToken(secret, 'customer', now);
  const anybody = issueRateToken(secret, 'public', now);
  expect(readRateToken(secret, customer, later(719))).toMatchObject({ scope: 'customer' });
  expect(readRateToken(secret, customer, later(720))).toBeUndefined();
  expect(readRateToken(secret, anybody, later(14))).toMatchObject({ scope: 'public' });
  expect(readRateToken(secret, anybody, later(15))).toBeUndefined();
});

test('two tokens have different holders and are anonymous', () => {
  const [first, second] = [issueRateToken(secret, 'customer', now), issueRateToken(secret, 'customer', now)];
  expect(readRateToken(secret, first, now)?.holder).not.toBe(readRateToken(secret, second, now)?.holder);
});

test('refuses a token that was altered or signed with another secret', () => {
  const token = issueRateToken(secret, 'public', now);
  expect(readRateToken('another secret entirely', token, now)).toBeUndefined();
  expect(readRateToken(secret, token.replace('public', 'customer'), now)).toBeUndefined();
  const [scope, holder, expires, signature] = token.split('.');
  expect(readRateToken(secret, [scope, holder, Number(expires) + 1, signature].join('.'), now)).toBeUndefined();
  for (const text of ['', 'public', `${token}x`, 'a'.repeat(100), undefined as unknown as string])
    expect(readRateToken(secret, text, now)).toBeUndefined();
});
