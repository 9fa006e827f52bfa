import { expect, it } from 'vitest';
import { faults } from './payee-form.ts';

it('asks for what is missing', () => {
  expect(faults.name(' ')).toBe('nameMissing');
  expect(faults.sortCode('')).toBe('sortCodeMissing');
  expect(faults.accountNumber('')).toBe('accountNumberMissing');
});

it('takes names as people and firms have them', () => {
  expect(faults.name("Zoë O'Donnell-Smith")).toBeUndefined();
  expect(faults.name('สมชาย ประเสริฐ')).toBeUndefined();
  expect(faults.name('Harbour & Co. (UK)')).toBeUndefined();
  expect(faults.name('Robert <b>')).toBe('nameWrong');
});

it('takes a sort code with or without hyphens', () => {
  expect(faults.sortCode('04-06-21')).toBeUndefined();
  expect(faults.sortCode('040621')).toBeUndefined();
  expect(faults.sortCode('04-06-2')).toBe('sortCodeWrong');
});

it('takes account numbers of six to eight digits', () => {
  expect(faults.accountNumber('41728830')).toBeUndefined();
  expect(faults.accountNumber('123456')).toBeUndefined();
  expect(faults.accountNumber('12345')).toBe('accountNumberWrong');
  expect(faults.accountNumber('123456789')).toBe('accountNumberWrong');
});

it('takes no reference longer than a bank carries', () => {
  expect(faults.defaultReference('')).toBeUndefined();
  expect(faults.defaultReference('Invoice 2091')).toBeUndefined();
  expect(faults.defaultReference('1234567890123456789')).toBe('referenceLong');
});
