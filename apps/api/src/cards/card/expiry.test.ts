import { describe, expect, it } from 'vitest';
import { isExpired } from './card.ts';

describe('expiry of a card', () => {
  const card = { expiryYear: 2026, expiryMonth: 2 };
  it.each([
    ['2026-01-31T12:00:00Z', false],
    ['2026-02-28T23:59:59Z', false],
    ['2026-03-01T00:00:00Z', true],
    ['2027-01-01T00:00:00Z', true],
  ])('02/2026 at %s: %s', (at, expired) => expect(isExpired(card, new Date(at))).toBe(expired));
});
