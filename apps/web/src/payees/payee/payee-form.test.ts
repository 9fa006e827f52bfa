import { hasUnusualLength, payeeFieldError } from '@larkmere/contract/payees/payee-field';
import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { expect, it } from 'vitest';
import { formatFieldValue, nameCheckKey, toNameFields, toPayeeInput } from './payee-form.ts';

const field = (said: Partial<PayeeField>): PayeeField => ({
  key: 'name',
  label: 'Name',
  hint: null,
  example: null,
  inputType: 'text',
  required: true,
  minLength: 1,
  maxLength: 140,
  pattern: null,
  check: null,
  clean: 'text',
  padTo: null,
  filter: null,
  options: null,
  usualLengths: null,
  missing: 'Enter it',
  wrong: 'It is wrong',
  identifies: false,
  refreshOnChange: false,
  extra: false,
  ...said,
});
const number = field({ key: 'accountNumber', clean: 'digits', minLength: 6, maxLength: 8, padTo: 8, identifies: true });
const sortCode = field({ key: 'sortCode', clean: 'digits', identifies: true });
const iban = field({ key: 'iban', clean: 'code', check: 'iban', minLength: 22, maxLength: 22 });
const fields = [field({}), sortCode, number, field({ key: 'nickname', required: false })];
const texts = {
  entityType: 'company',
  name: ' Jo  Marsh ',
  sortCode: '04-06-21',
  accountNumber: '1728830',
  iban: 'DE',
};

it('submits cleaned values of the current fields only', () => {
  expect(toPayeeInput(fields, texts)).toEqual({
    entityType: 'company',
    ownAccount: false,
    name: 'Jo Marsh',
    nickname: '',
    defaultReference: '',
    details: { sortCode: '040621', accountNumber: '01728830' },
  });
});

it('joins the name parts and keeps the name when the entity type changes', () => {
  const ofPerson = [field({ key: 'firstName' }), field({ key: 'lastName' }), sortCode, number];
  const person = { ...texts, ...toNameFields('Somchai Uncle Prasert'), entityType: 'individual' };
  const details = { sortCode: '040621', accountNumber: '01728830' };
  expect(toPayeeInput(ofPerson, person)).toMatchObject({
    name: 'Somchai Uncle Prasert',
    details: { ...details, firstName: 'Somchai Uncle', lastName: 'Prasert' },
  });
  const turned = { ...person, entityType: 'company' };
  expect(toPayeeInput(ofPerson, turned)).toMatchObject({ name: 'Somchai Uncle Prasert', details });
  expect(toPayeeInput(ofPerson, turned).details).not.toHaveProperty('firstName');
  expect(nameCheckKey(fields, turned)).toBe(nameCheckKey(ofPerson, turned));
});

it('has the same name check key for any notation and another one for other details', () => {
  const asked = nameCheckKey(fields, texts);
  expect(nameCheckKey(fields, { ...texts, name: 'Jo Marsh', sortCode: '040621', nickname: 'Jo' })).toBe(asked);
  for (const change of [{ name: 'Jo Marshe' }, { entityType: 'individual' }, { sortCode: '040622' }])
    expect(nameCheckKey(fields, { ...texts, ...change })).not.toBe(asked);
});

it('validates text against its field', () => {
  expect(payeeFieldError(number, ' ')).toBe('Enter it');
  expect(payeeFieldError(number, '12345')).toBe('It is wrong');
  expect(payeeFieldError(number, '1234 56')).toBeUndefined();
  expect(payeeFieldError(field({ required: false }), '')).toBeUndefined();
  expect(payeeFieldError(field({ pattern: '^a+$' }), 'ab')).toBe('It is wrong');
  expect(payeeFieldError(field({ options: [{ value: 'a', label: 'A' }] }), 'b')).toBe('It is wrong');
  expect(payeeFieldError(iban, 'DE89 3704 0044 0532 0130 0')).toBe('This IBAN has 21 characters. It is wrong');
  expect(payeeFieldError(iban, 'DE89 3704 0044 0532 0130 01')).toMatch(/typing mistake/);
  expect(hasUnusualLength(field({ clean: 'digits', usualLengths: [10] }), '123-456')).toBe(true);
});

it('formats account numbers on blur', () => {
  expect(formatFieldValue(sortCode, '040621')).toBe('04-06-21');
  expect(formatFieldValue(sortCode, '0406')).toBe('0406');
  expect(formatFieldValue(iban, 'de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
});
