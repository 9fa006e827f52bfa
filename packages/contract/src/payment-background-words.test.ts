import { expect, it } from 'vitest';
import { choiceNamed } from './payment-background-words.ts';

it('finds a code by code or label, ignoring case', () => {
  for (const text of ['RENT', 'rent', ' Rent ']) expect(choiceNamed('purposeCode', text)).toBe('RENT');
  expect(choiceNamed('purposeCode', 'gift or family support')).toBe('GIFT');
  expect(choiceNamed('relationship', 'my own account')).toBe('own_account');
  expect(choiceNamed('relationship', 'OWN_ACCOUNT')).toBe('own_account');
  expect(choiceNamed('sourceOfFunds', 'Salary or pension')).toBe('salary');
  for (const text of ['', 'wages']) expect(choiceNamed('purposeCode', text)).toBeUndefined();
});
