import { expect, it } from 'vitest';
import { findRegulatoryCode } from './regulatory-code-labels.ts';

it('finds a code by code or label, ignoring case', () => {
  for (const text of ['RENT', 'rent', ' Rent ']) expect(findRegulatoryCode('purposeCode', text)).toBe('RENT');
  expect(findRegulatoryCode('purposeCode', 'gift or family support')).toBe('GIFT');
  expect(findRegulatoryCode('relationship', 'my own account')).toBe('own_account');
  expect(findRegulatoryCode('relationship', 'OWN_ACCOUNT')).toBe('own_account');
  expect(findRegulatoryCode('sourceOfFunds', 'Salary or pension')).toBe('salary');
  for (const text of ['', 'wages']) expect(findRegulatoryCode('purposeCode', text)).toBeUndefined();
});
