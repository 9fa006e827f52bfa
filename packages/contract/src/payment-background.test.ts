import { expect, it } from 'vitest';
import { z } from 'zod';
import { PaymentBackground } from './payment-background.ts';

const Said = z.strictObject(PaymentBackground);

it('reduces a note to one line of at most 500 characters', () => {
  expect(Said.parse({ note: ' Rent\r\nof May\u0007 ' })).toEqual({ note: 'Rent of May' });
  expect(Said.parse({ note: 'a'.repeat(500) }).note).toHaveLength(500);
  expect(Said.safeParse({ note: 'a'.repeat(501) }).success).toBe(false);
});

it('accepts only listed codes for regulatory fields', () => {
  expect(Said.safeParse({ purposeCode: 'GDDS', relationship: 'family', sourceOfFunds: 'salary' }).success).toBe(true);
  for (const wrong of [{ purposeCode: 'XXXX' }, { relationship: 'foe' }, { sourceOfFunds: 'found' }])
    expect(Said.safeParse(wrong).success).toBe(false);
});
