import { expect, it } from 'vitest';
import { ibanText, sortCodeText } from './identifiers.ts';

it('formats an IBAN in groups of four', () => {
  expect(ibanText('GB29LARK04062141728830')).toBe('GB29 LARK 0406 2141 7288 30');
  expect(ibanText('GB29 LARK 0406')).toBe('GB29 LARK 0406');
});

it('formats a sort code in pairs', () => {
  expect(sortCodeText('040621')).toBe('04-06-21');
  expect(sortCodeText('04-06-21')).toBe('04-06-21');
});
