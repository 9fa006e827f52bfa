import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import type { Currency } from '@larkmere/money/money';

import { address, contact, field, latinName, latinReference, nickname, regulatoryFields } from './field.ts';
import { ibanField } from './iban.ts';

const number = (key: string, label: string, digits: readonly [number, number], example: string | null = null) => {
  const [least, most] = digits;
  const many = least === most ? `${most} digits` : `${least} to ${most} digits`;
  return field({
    key,
    label,
    hint: `${many}.`,
    example,
    minLength: least,
    maxLength: most,
    pattern: String.raw`^\d+$`,
    clean: 'digits',
    filter: least === most ? 'sortcode' : 'digits',
    wrong: `${label}: ${many}`,
    identifies: true,
  });
};

const ifsc = field({
  key: 'ifsc',
  label: 'IFSC',
  hint: '11 letters and numbers; the fifth is a zero.',
  example: 'SBIN0000300',
  minLength: 11,
  maxLength: 11,
  pattern: '^[A-Z]{4}0[A-Z0-9]{6}$',
  clean: 'code',
  filter: 'alnum',
  missing: 'Enter the IFSC',
  wrong: 'An IFSC has four letters, a zero, and six letters or numbers',
  identifies: true,
});

const clabe = field({
  key: 'clabe',
  label: 'CLABE',
  hint: '18 digits.',
  minLength: 18,
  maxLength: 18,
  check: 'clabe',
  clean: 'digits',
  filter: 'digits',
  missing: 'Enter the CLABE',
  wrong: 'This is not a CLABE: it has 18 digits, and the last one checks the others',
  identifies: true,
});

const accounts: Readonly<Partial<Record<Currency, readonly PayeeField[]>>> = {
  AUD: [number('bsb', 'BSB number', [6, 6], '062-000'), number('accountNumber', 'Account number', [4, 9])],
  CAD: [
    number('institution', 'Institution number', [3, 3]),
    number('transit', 'Transit number', [5, 5]),
    number('accountNumber', 'Account number', [7, 12]),
  ],
  HKD: [number('bankCode', 'Bank code', [3, 3]), number('accountNumber', 'Account number with branch', [7, 12])],
  INR: [ifsc, number('accountNumber', 'Account number', [9, 18])],
  MXN: [clabe],
  NZD: [number('accountNumber', 'Account number with bank and branch', [15, 16])],
  SGD: [number('bankCode', 'Bank code', [4, 4]), number('accountNumber', 'Account number', [6, 14])],
};

const ibanCountry: Readonly<Partial<Record<Currency, string>>> = {
  AED: 'AE',
  CHF: 'CH',
  CZK: 'CZ',
  DKK: 'DK',
  HUF: 'HU',
  NOK: 'NO',
  PLN: 'PL',
  SEK: 'SE',
};

const rest = [latinReference, nickname, ...contact, ...regulatoryFields];

export function local(currency: Currency, addressCountry: string | undefined): PayeeField[] {
  const iban = ibanField(ibanCountry[currency] ?? '');
  return [latinName, ...(accounts[currency] ?? (iban ? [iban] : [])), ...address(addressCountry), ...rest];
}
