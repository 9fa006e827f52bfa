import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import type { Currency } from '@larkmere/money/money';
import { address, contact, field, ibanField, latinName, latinReference, nickname, regulatoryFields } from './field.ts';

const number = (key: string, label: string, digits: readonly [number, number], example: string | null = null) => {
  const [least, most] = digits;
  const isExact = least === most;
  return field({
    key,
    label,
    hint: isExact
      ? defaultText('digits_exact_hint', { length: most })
      : defaultText('digits_range_hint', { min: least, max: most }),
    example,
    minLength: least,
    maxLength: most,
    pattern: String.raw`^\d+$`,
    clean: 'digits',
    filter: isExact ? 'sortcode' : 'digits',
    wrong: isExact
      ? defaultText('digits_exact_invalid', { length: most })
      : defaultText('digits_range_invalid', { min: least, max: most }),
    identifies: true,
  });
};

const ifsc = field({
  key: 'ifsc',
  label: defaultText('ifsc'),
  hint: defaultText('ifsc_hint'),
  example: 'SBIN0000300',
  minLength: 11,
  maxLength: 11,
  pattern: '^[A-Z]{4}0[A-Z0-9]{6}$',
  clean: 'code',
  filter: 'alnum',
  missing: defaultText('ifsc_required'),
  wrong: defaultText('ifsc_invalid'),
  identifies: true,
});

const clabe = field({
  key: 'clabe',
  label: defaultText('clabe'),
  hint: defaultText('digits_exact_hint', { length: 18 }),
  minLength: 18,
  maxLength: 18,
  check: 'clabe',
  clean: 'digits',
  filter: 'digits',
  missing: defaultText('clabe_required'),
  wrong: defaultText('clabe_invalid'),
  identifies: true,
});

const accounts: Readonly<Partial<Record<Currency, readonly PayeeField[]>>> = {
  AUD: [
    number('bsb', defaultText('bsb'), [6, 6], '062-000'),
    number('accountNumber', defaultText('account_number'), [4, 9]),
  ],
  CAD: [
    number('institution', defaultText('institution_number'), [3, 3]),
    number('transit', defaultText('transit_number'), [5, 5]),
    number('accountNumber', defaultText('account_number'), [7, 12]),
  ],
  HKD: [
    number('bankCode', defaultText('bank_code'), [3, 3]),
    number('accountNumber', defaultText('account_number_with_branch'), [7, 12]),
  ],
  INR: [ifsc, number('accountNumber', defaultText('account_number'), [9, 18])],
  MXN: [clabe],
  NZD: [number('accountNumber', defaultText('account_number_with_bank_and_branch'), [15, 16])],
  SGD: [
    number('bankCode', defaultText('bank_code'), [4, 4]),
    number('accountNumber', defaultText('account_number'), [6, 14]),
  ],
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
