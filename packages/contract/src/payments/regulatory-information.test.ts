import { expect, it } from 'vitest';
import { z } from 'zod';
import { RegulatoryInformationInput } from './regulatory-information.ts';

const Schema = z.strictObject(RegulatoryInformationInput);

it('reduces a note to one line of at most 500 characters', () => {
  expect(Schema.parse({ note: ' Rent\r\nof May\u0007 ' })).toEqual({ note: 'Rent of May' });
  expect(Schema.parse({ note: 'a'.repeat(500) }).note).toHaveLength(500);
  expect(Schema.safeParse({ note: 'a'.repeat(501) }).success).toBe(false);
});

it('accepts only listed codes for regulatory fields', () => {
  expect(Schema.safeParse({ purposeCode: 'GDDS', relationship: 'family', sourceOfFunds: 'salary' }).success).toBe(true);
  for (const wrong of [{ purposeCode: 'XXXX' }, { relationship: 'foe' }, { sourceOfFunds: 'found' }])
    expect(Schema.safeParse(wrong).success).toBe(false);
});
