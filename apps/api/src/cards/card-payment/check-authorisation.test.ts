import { describe, expect, it } from 'vitest';
import type { IssuedCard } from '../issued-card/issued-card.ts';
import { findExceededLimit } from './check-authorisation.ts';

const card = { perPaymentMinor: 5000n, dailyMinor: 8000n, monthlyMinor: 10_000n } as IssuedCard;

describe('limits of a card', () => {
  it.each([
    { today: 0n, month: 0n, cost: 5000n, counted: 0n, code: undefined },
    { today: 0n, month: 0n, cost: 5001n, counted: 0n, code: 'over_payment_limit' },
    { today: 4000n, month: 4000n, cost: 1001n, counted: 4000n, code: 'over_payment_limit' },
    { today: 4000n, month: 4000n, cost: 1000n, counted: 4000n, code: undefined },
    { today: 5000n, month: 5000n, cost: 3000n, counted: 0n, code: undefined },
    { today: 5000n, month: 5000n, cost: 3001n, counted: 0n, code: 'over_daily_limit' },
    { today: 0n, month: 8000n, cost: 2000n, counted: 0n, code: undefined },
    { today: 0n, month: 8000n, cost: 2001n, counted: 0n, code: 'over_monthly_limit' },
    { today: 7000n, month: 9000n, cost: 1001n, counted: 0n, code: 'over_daily_limit' },
  ])('$cost after $today today and $month this month, $counted of it for this payment: $code', (used) => {
    expect(findExceededLimit(card, used, used)?.code).toBe(used.code);
  });
});
