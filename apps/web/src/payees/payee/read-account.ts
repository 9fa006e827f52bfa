import { accountChecks, ibanFormatOf } from '@larkmere/contract/reference/account-checks';
import { ibanText, sortCodeText } from '../../ui/identifiers.ts';
import { findThaiBank, isLabelled, splitDetails } from './account-text.ts';
import type { PayeeFormValues } from './payee-form.ts';

/** What a typed or pasted text says of an account, as the values of the payee form. */
export type AccountReading = Readonly<{
  kind: AccountKind;
  country: string;
  /** As people write it. */
  number: string;
  values: PayeeFormValues;
  /** The field without which nothing can be paid. */
  missing?: 'sortCode' | 'accountNumber' | 'bankCode';
}>;
export type AccountKind =
  | 'uk'
  | 'iban'
  | 'usa'
  | 'bic'
  | 'clabe'
  | 'ifsc'
  | 'promptpayMobile'
  | 'promptpayId'
  | 'promptpayWallet'
  | 'thaiAccount';

export type AccountFault =
  | Readonly<{ fault: 'ibanLength'; country: string; length: number; expected: number }>
  | Readonly<{ fault: 'ibanDigits' | 'ibanCountry'; country: string }>
  | Readonly<{ fault: 'routingDigits' | 'card' }>
  | Readonly<{ fault: 'unknown'; length: number }>;

export type ReadAccount = Readonly<{
  readings: readonly AccountReading[];
  fault?: AccountFault;
  /** Of a customer of Larkmere: member code, e-mail address or telephone number. */
  member?: string;
  /** The part of the text that looks like a name. */
  name?: string;
}>;

const thaiMobile = /^(?:0|66|0066)([689]\d{8})$/;
const leastDigits = 6;

/** Every account that the text can mean. A text without a number has no reading and no fault. */
export function readAccount(typed: string): ReadAccount {
  const { iban, bic, ifsc, numbers, member, name } = splitDetails(typed);
  const base = { ...(member && { member }), ...(name && { name }) };
  const found = iban ? readIban(iban, bic) : readNumbers({ typed, bic, ifsc, numbers });
  if (found.readings.length > 0 || found.fault?.fault !== 'unknown' || !member) return { ...found, ...base };
  return { readings: [], ...base };
}

function readIban(iban: string, bic: string | undefined): ReadAccount {
  const country = iban.slice(0, 2);
  const format = ibanFormatOf(country);
  if (!format) return { readings: [], fault: { fault: 'ibanCountry', country } };
  if (iban.length !== format.length)
    return { readings: [], fault: { fault: 'ibanLength', country, length: iban.length, expected: format.length } };
  if (!accountChecks.iban(iban)) return { readings: [], fault: { fault: 'ibanDigits', country } };
  const values = { country, iban: ibanText(iban), ...(bic && { bic }) };
  // A British IBAN holds a sort code and an account number, for payments in pounds.
  const pounds = country === 'GB' ? [ukReading(iban.slice(8, 14), iban.slice(14))] : [];
  return { readings: [...pounds, { kind: 'iban', country, number: ibanText(iban), values }] };
}

type Numbers = Readonly<{
  typed: string;
  bic: string | undefined;
  ifsc: string | undefined;
  numbers: readonly string[];
}>;

function readNumbers({ typed, bic, ifsc, numbers }: Numbers): ReadAccount {
  const [first = '', second] = numbers;
  if (ifsc) return { readings: [pair('ifsc', 'IN', ifsc, first, { ifsc, accountNumber: first })] };
  if (bic) return { readings: [pair('bic', bic.slice(4, 6), bic, first, { bic, accountNumber: first })] };
  if (numbers.length === 0) return { readings: [] };
  if (second !== undefined) {
    const both = readPair(first, second) ?? readPair(second, first);
    if (both) return { readings: [both] };
  }
  const readings = numbers.length === 1 ? readSingle(first, typed) : [];
  if (readings.length > 0) return { readings };
  const longest = numbers.toSorted((one, other) => other.length - one.length)[0] ?? '';
  if (isCardNumber(longest)) return { readings: [], fault: { fault: 'card' } };
  if (isLabelled(typed, 'routing') && numbers.some(({ length }) => length === 9))
    return { readings: [], fault: { fault: 'routingDigits' } };
  return longest.length < leastDigits
    ? { readings: [] }
    : { readings: [], fault: { fault: 'unknown', length: longest.length } };
}

/** A number of the bank and one of the account, in the order in which they are given. */
function readPair(bank: string, account: string): AccountReading | undefined {
  if (bank.length === 6 && account.length === 8) return ukReading(bank, account);
  if (accountChecks.aba(bank) && account.length >= 4 && account.length <= 17) return usReading(bank, account);
  return undefined;
}

function readSingle(digits: string, typed: string): AccountReading[] {
  const promptPay = readPromptPay(digits, typed);
  const thai = readThaiAccount(digits, typed);
  if (promptPay.length + thai.length > 0) return [...promptPay, ...thai];
  if (digits.length === 14 && !isCardNumber(digits)) return [ukReading(digits.slice(0, 6), digits.slice(6))];
  if (digits.length === 18 && accountChecks.clabe(digits))
    return [{ kind: 'clabe', country: 'MX', number: digits, values: { clabe: digits } }];
  if (accountChecks.aba(digits)) return [usReading(digits, '')];
  if (digits.length === 8) return [ukReading('', digits)];
  return digits.length === 6 && isLabelled(typed, 'sortCode') ? [ukReading(digits, '')] : [];
}

function ukReading(sortCode: string, accountNumber: string): AccountReading {
  const values = { ...(sortCode && { sortCode: sortCodeText(sortCode) }), ...(accountNumber && { accountNumber }) };
  const missing = sortCode ? (accountNumber ? undefined : 'accountNumber') : 'sortCode';
  const number = Object.values(values).join(' ');
  return { kind: 'uk', country: 'GB', number, values, ...(missing && { missing }) };
}

const usReading = (abaRouting: string, accountNumber: string): AccountReading =>
  pair('usa', 'US', abaRouting, accountNumber, { abaRouting, accountNumber });

function pair(
  kind: AccountKind,
  country: string,
  bank: string,
  account: string,
  all: Readonly<Record<string, string>>,
): AccountReading {
  const values = Object.fromEntries(Object.entries({ ...all, country }).filter(([, value]) => value !== ''));
  const number = account ? `${bank} ${account}` : bank;
  return { kind, country, number, values, ...(account ? {} : { missing: 'accountNumber' as const }) };
}

function readPromptPay(digits: string, typed: string): AccountReading[] {
  const mobile = thaiMobile.exec(digits)?.[1];
  if (mobile) {
    const number = `0${mobile.slice(0, 2)} ${mobile.slice(2, 5)} ${mobile.slice(5)}`;
    const values = { payTo: 'mobile', proxy: `0${mobile}` };
    return [{ kind: 'promptpayMobile', country: 'TH', number, values }];
  }
  if (accountChecks['thai-id'](digits) && !(isCardNumber(digits) && !isLabelled(typed, 'promptPay')))
    return [{ kind: 'promptpayId', country: 'TH', number: digits, values: { payTo: 'id', proxy: digits } }];
  if (digits.length !== 15 || !isLabelled(typed, 'promptPay')) return [];
  return [{ kind: 'promptpayWallet', country: 'TH', number: digits, values: { payTo: 'ewallet', proxy: digits } }];
}

function readThaiAccount(digits: string, typed: string): AccountReading[] {
  const bankCode = findThaiBank(typed);
  const isAccount = bankCode ? digits.length >= 5 && digits.length <= 16 : digits.length === 10;
  if (!isAccount || isLabelled(typed, 'promptPay')) return [];
  const values = { payTo: 'account', ...(bankCode && { bankCode }), accountNumber: digits };
  const missing = bankCode ? {} : { missing: 'bankCode' as const };
  return [{ kind: 'thaiAccount', country: 'TH', number: digits, values, ...missing }];
}

/** By the length and the first digit of the schemes' cards, and the check digit of ISO/IEC 7812. */
function isCardNumber(digits: string): boolean {
  if (!/^(?:[2-6]\d{12}|[2-6]\d{14,18}|3\d{13})$/.test(digits)) return false;
  const doubled = Array.from(digits, Number)
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2));
  return doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}
