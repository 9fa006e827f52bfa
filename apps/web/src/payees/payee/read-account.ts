import { accountChecks, ibanFormatOf } from '@larkmere/contract/reference/account-checks';
import { identifierValue } from '@larkmere/contract/reference/identifier-text';
import { ibanText, sortCodeText } from '../../ui/identifiers.ts';
import type { PayeeFormValues } from './payee-form.ts';

/** What a typed or pasted text says of an account, as the values of the payee form. */
export type AccountReading = Readonly<{
  kind: 'uk' | 'iban' | 'promptpayMobile' | 'promptpayId' | 'thaiAccount';
  country: string;
  number: string;
  values: PayeeFormValues;
}>;

export type AccountFault =
  | Readonly<{ fault: 'ibanLength'; country: string; length: number; expected: number }>
  | Readonly<{ fault: 'ibanDigits' | 'ibanCountry'; country: string }>;

export type ReadAccount = Readonly<{ readings: readonly AccountReading[]; fault?: AccountFault }>;

const ukAccount = /^\D*(\d\d)[-\s]?(\d\d)[-\s]?(\d\d)\D*(\d{8})\D*$/;
const ibanStart = /^[A-Z]{2}\d{2}[A-Z0-9]{2,}$/;
const thaiMobile = /^(?:0|66|0066)([689]\d{8})$/;

/** Every account that the text can mean. A text that is no account number has no reading and no fault. */
export function readAccount(typed: string): ReadAccount {
  const text = identifierValue(typed, 'code') ?? '';
  if (ibanStart.test(text)) return readIban(text);
  const uk = ukAccount.exec(typed);
  if (uk) return { readings: [ukReading(uk.slice(1, 4).join(''), uk[4] ?? '')] };
  const digits = identifierValue(typed, 'phone')?.replace(/^\+/, '') ?? '';
  if (digits === '') return { readings: [] };
  return { readings: [...readPromptPay(digits), ...readThaiAccount(digits)] };
}

function readIban(iban: string): ReadAccount {
  const country = iban.slice(0, 2);
  const format = ibanFormatOf(country);
  if (!format) return { readings: [], fault: { fault: 'ibanCountry', country } };
  if (iban.length !== format.length)
    return { readings: [], fault: { fault: 'ibanLength', country, length: iban.length, expected: format.length } };
  if (!accountChecks.iban(iban)) return { readings: [], fault: { fault: 'ibanDigits', country } };
  const reading: AccountReading = { kind: 'iban', country, number: iban, values: { country, iban: ibanText(iban) } };
  // A British IBAN holds a sort code and an account number, for payments in pounds.
  const pounds = country === 'GB' ? [ukReading(iban.slice(8, 14), iban.slice(14))] : [];
  return { readings: [...pounds, reading] };
}

const ukReading = (sortCode: string, accountNumber: string): AccountReading => ({
  kind: 'uk',
  country: 'GB',
  number: `${sortCodeText(sortCode)} ${accountNumber}`,
  values: { sortCode: sortCodeText(sortCode), accountNumber },
});

function readPromptPay(digits: string): AccountReading[] {
  const mobile = thaiMobile.exec(digits)?.[1];
  if (mobile)
    return [
      {
        kind: 'promptpayMobile',
        country: 'TH',
        number: `0${mobile.slice(0, 2)} ${mobile.slice(2, 5)} ${mobile.slice(5)}`,
        values: { payTo: 'mobile', proxy: `0${mobile}` },
      },
    ];
  if (!accountChecks['thai-id'](digits)) return [];
  return [{ kind: 'promptpayId', country: 'TH', number: digits, values: { payTo: 'id', proxy: digits } }];
}

const readThaiAccount = (digits: string): AccountReading[] =>
  digits.length === 10
    ? [
        {
          kind: 'thaiAccount',
          country: 'TH',
          number: digits,
          values: { payTo: 'account', accountNumber: digits },
        },
      ]
    : [];
