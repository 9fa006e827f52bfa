import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { contact, field, latinName, latinReference, nickname, regulatoryFields, wholeAddress } from './field.ts';

export const usd = (addressCountry: string | undefined): PayeeField[] => [
  latinName,
  field({
    key: 'abaRouting',
    label: 'ABA routing number',
    hint: '9 digits.',
    example: '021000021',
    minLength: 9,
    maxLength: 9,
    check: 'aba',
    clean: 'digits',
    filter: 'digits',
    missing: 'Enter the ABA routing number',
    wrong: 'This is not an ABA routing number: it has 9 digits, and the last one checks the others',
    identifies: true,
  }),
  field({
    key: 'accountNumber',
    label: 'Account number',
    hint: 'Up to 17 digits.',
    maxLength: 17,
    pattern: String.raw`^\d{1,17}$`,
    clean: 'digits',
    filter: 'digits',
    wrong: 'A US account number has up to 17 digits',
    identifies: true,
  }),
  field({
    key: 'accountType',
    label: 'Kind of account',
    inputType: 'select',
    options: [
      { value: 'checking', label: 'Checking' },
      { value: 'savings', label: 'Savings' },
    ],
    missing: 'Choose the kind of account',
    wrong: 'Choose the kind of account from the list',
  }),
  ...wholeAddress(addressCountry),
  latinReference,
  nickname,
  ...contact,
  ...regulatoryFields,
];
