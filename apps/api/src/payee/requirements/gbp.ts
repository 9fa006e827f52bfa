import type { PayeeField } from '@larkmere/contract/payee-requirements';
import { background, contact, field, latinName, nickname } from './field.ts';

/** Pounds inside the UK, by Faster Payments. Whether the two numbers fit together is told by the modulus check. */
export const gbp: readonly PayeeField[] = [
  latinName,
  field({
    key: 'sortCode',
    label: 'Sort code',
    hint: '6 digits, such as 04-06-21.',
    example: '04-06-21',
    minLength: 6,
    maxLength: 6,
    pattern: String.raw`^\d{6}$`,
    clean: 'digits',
    filter: 'sortcode',
    wrong: 'A sort code has 6 digits',
    identifies: true,
  }),
  field({
    key: 'accountNumber',
    label: 'Account number',
    hint: '8 digits.',
    // Banks still issue 6- and 7-digit numbers; they are padded with zeros in front.
    minLength: 6,
    maxLength: 8,
    padTo: 8,
    pattern: String.raw`^(?!0{8})\d{8}$`,
    clean: 'digits',
    filter: 'digits',
    wrong: 'An account number has 6 to 8 digits',
    identifies: true,
  }),
  field({
    key: 'secondaryId',
    label: 'Roll number',
    hint: 'Only for an account at a building society that has one.',
    required: false,
    extra: true,
    maxLength: 18,
    pattern: '^[A-Za-z0-9 /.-]+$',
    filter: 'latin-plain',
    wrong: 'A roll number has at most 18 letters, numbers, spaces and / . -',
    identifies: true,
  }),
  field({
    key: 'defaultReference',
    label: 'Reference for payments',
    hint: 'Up to 18 letters, numbers, spaces and hyphens.',
    required: false,
    maxLength: 18,
    pattern: '^[A-Za-z0-9 -]+$',
    filter: 'alnum-hyphen',
    wrong: 'A reference has at most 18 letters, numbers, spaces and hyphens',
  }),
  nickname,
  ...contact,
  ...background,
];
