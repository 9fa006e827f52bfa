import { currenciesByPayeeType, type PayeeType, payeeTypes } from '@larkmere/contract/payees/payee-type';
import { registryIbans } from '@larkmere/contract/reference/registry-ibans.fixture';
import type { Currency } from '@larkmere/money/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldErrorText, Refusal } from '../../platform/requests/refusal.ts';
import { parsePayeeDetails } from './parse-payee-details.ts';
import { describeAccount, linesOf } from './payee-record.ts';
import { requirementsFor } from './requirements/requirements.ts';

type Texts = Readonly<Record<string, string>>;

const address = { addressLine1: '12 Quay Street', townName: 'Lagos', addressCountry: 'NG' };
const validDetails = {
  gbp: ['GBP', { sortCode: '20-29-59', accountNumber: '63748472' }],
  eur: ['EUR', { country: 'DE', iban: 'de89 3704 0044 0532 0130 00' }],
  thb: ['THB', { payTo: 'account', bankCode: '002', accountNumber: '123-4-56789-0' }],
  swt: ['USD', { country: 'NG', bic: 'abngnglaxxx', accountNumber: '0123 456789', ...address }],
  usd: [
    'USD',
    { abaRouting: '021000021', accountNumber: '123456789', accountType: 'checking', ...address, postCode: '101001' },
  ],
  localatw: ['AUD', { bsb: '062-000', accountNumber: '12345678', ...address }],
  swiftatw: ['JPY', { country: 'JP', bic: 'BOTKJPJT', accountNumber: '1234567', ...address }],
} as const satisfies Record<PayeeType, readonly [Currency, Texts]>;

const read = (type: PayeeType, change: Texts = {}, said: Texts = {}, currency?: Currency) =>
  parsePayeeDetails({
    type,
    currency: currency ?? validDetails[type][0],
    name: 'Somchai Prasert',
    ...said,
    details: { ...validDetails[type][1], ...change },
  });

function faults(...args: Parameters<typeof read>): Record<string, string> {
  try {
    read(...args);
  } catch (error) {
    if (error instanceof Refusal)
      return Object.fromEntries((error.errors ?? []).map((each) => [each.field, fieldErrorText(each)]));
    throw error;
  }
  return {};
}

const person = { entityType: 'individual', name: '' };
const twoNames = { firstName: 'Somchai', lastName: 'Prasert' };

test.each<[string, Parameters<typeof read>, string, string, string, object?]>([
  [
    'a currency',
    ['gbp', {}, {}, 'USD'],
    'currency',
    'not_allowed',
    'payee_type_currency_not_supported',
    { currency: 'USD' },
  ],
  ['a field', ['gbp', { password: 'x' }], 'password', 'not_allowed', 'field_not_used'],
  ['a name inside the details', ['gbp', { name: 'Another' }], 'name', 'not_allowed', 'field_not_used'],
  [
    'a short number',
    ['gbp', { accountNumber: '1' }],
    'accountNumber',
    'invalid',
    'payee_field_invalid',
    { note: 'Enter 6 to 8 digits, such as 12345678' },
  ],
  [
    'a number of another sort code',
    ['gbp', { accountNumber: '63748473' }],
    'accountNumber',
    'invalid',
    'account_number_sort_code_mismatch',
  ],
  ['a country', ['swt', { addressCountry: 'ZZ' }], 'addressCountry', 'invalid', 'country_required'],
  ['a phone number', ['eur', { phone: '+44 0000 000000' }], 'phone', 'invalid', 'phone_invalid'],
  [
    'another full name',
    ['gbp', twoNames, { ...person, name: 'Somebody Else' }],
    'name',
    'invalid',
    'payee_name_mismatch',
  ],
  [
    'a long single name',
    ['thb', { firstName: 'a'.repeat(36) }, person],
    'firstName',
    'invalid',
    'payee_field_invalid',
    { note: expect.stringContaining('35 English letters') },
  ],
])('names %s that it refuses', (_, args, field, code, reason, params = {}) => {
  const refusal = { code: 'payee_details_invalid', errors: [{ field, code, reason: { code: reason, params } }] };
  expect(() => read(...args)).toThrow(expect.objectContaining(refusal));
});

test('returns the cleaned fields of the type and no others', () => {
  expect(read('gbp', { secondaryId: ' ' }, { nickname: ' Som ', defaultReference: 'Rent' })).toEqual({
    type: 'gbp',
    currency: 'GBP',
    name: 'Somchai Prasert',
    nickname: 'Som',
    defaultReference: 'Rent',
    details: { sortCode: '202959', accountNumber: '63748472' },
    account: '202959 63748472',
  });
  expect(read('gbp')).toMatchObject({ nickname: null, defaultReference: null });
  expect(read('eur', { phone: ' +44 20 7946 0958 ' }).details.phone).toBe('+442079460958');
  for (const name of [' Somchai  Prasert ', ' '])
    expect(read('gbp', twoNames, { ...person, name }).name).toBe('Somchai Prasert');
});

test.each(payeeTypes)('accepts and cleans valid details of %s with one account', (type) => {
  const payee = read(type);
  expect(payee.account).not.toBe('');
  expect(payee.account).not.toMatch(/[a-z-]/);
  expect(describeAccount(payee)).not.toBe('');
  expect(linesOf(payee).map(({ key }) => key)).toEqual(expect.arrayContaining(Object.keys(validDetails[type][1])));
});

test.each(payeeTypes)('refuses empty details of %s field by field', (type) => {
  const empty = Object.fromEntries(Object.keys(validDetails[type][1]).map((key) => [key, '']));
  expect(Object.keys(faults(type, empty, { name: ' ' })).length).toBeGreaterThan(1);
});

test.each(payeeTypes)('refuses unknown fields of %s', (type) => {
  expect(faults(type, { password: 'x' })).toHaveProperty('password');
  expect(faults(type, { name: 'Another' })).toHaveProperty('name');
});

test('formats summaries for people', () => {
  const summaries = payeeTypes.map((type) => describeAccount(read(type)));
  expect(summaries).toEqual([
    '20-29-59 · 63748472',
    'DE89 3704 0044 0532 0130 00',
    'Bangkok Bank · 1234567890',
    'ABNGNGLAXXX · 0123456789',
    '021000021 · 123456789',
    '062000 · 12345678',
    'BOTKJPJT · 1234567',
  ]);
  const mobile = { payTo: 'mobile', proxy: '+66 81 234 5678', bankCode: '', accountNumber: '' };
  expect(faults('thb', mobile)).toEqual({ bankCode: expect.any(String), accountNumber: expect.any(String) });
});

describe('GBP payees', () => {
  test('pad short account numbers', () => {
    expect(read('gbp', { sortCode: '134020', accountNumber: '63849203' }).account).toBe('134020 63849203');
    expect(faults('gbp', { accountNumber: '12345' })).toEqual({
      accountNumber: 'Enter 6 to 8 digits, such as 12345678',
    });
    expect(faults('gbp', { accountNumber: '00000000' })).toHaveProperty('accountNumber');
  });
  test('refuse a number that does not fit the sort code', () => {
    expect(faults('gbp', { accountNumber: '63748473' })).toEqual({
      accountNumber: 'Check the sort code and account number. They do not match',
    });
  });
  test('return all faults at once', () => {
    const wrong = faults(
      'gbp',
      { accountNumber: '63748473' },
      { name: '', defaultReference: 'a reference that is long' },
    );
    expect(Object.keys(wrong)).toEqual(['name', 'defaultReference', 'accountNumber']);
  });
  test.each([
    ['Zoë O’Donnell-Smith', true],
    ['สมชาย ประเสริฐ', false],
    ['Harbour & Co. (UK)', true],
    ['Robert <b>', false],
  ])('validate the name "%s": %s', (name, isRight) => {
    expect('name' in faults('gbp', {}, { name })).toBe(!isRight);
  });
});

describe('personal payees', () => {
  test.each(payeeTypes)('of type %s take first and last name as the name on the account', (type) => {
    const payee = read(type, { firstName: ' Somchai ', lastName: 'Prasert' }, person);
    expect(payee.name).toBe('Somchai Prasert');
    expect(payee.details).toMatchObject({ firstName: 'Somchai', lastName: 'Prasert' });
    expect(read(type, { firstName: 'Sukarno' }, person).name).toBe('Sukarno');
    expect(read(type, { firstName: 'Somchai', lastName: 'Prasert' }, { ...person, name: 'Somchai Prasert' }).name).toBe(
      'Somchai Prasert',
    );
  });
  test('require both name parts, and companies one name', () => {
    const keysFor = (entityType: 'individual' | 'company' | undefined) =>
      requirementsFor({ type: 'gbp', entityType })[0]
        ?.fields.slice(0, 2)
        .map(({ key }) => key);
    expect(keysFor('individual')).toEqual(['firstName', 'lastName']);
    expect(keysFor('company')).toEqual(['name', 'sortCode']);
    expect(keysFor(undefined)).toEqual(['name', 'sortCode']);
    expect(faults('gbp', { firstName: 'A', lastName: 'B' }, { entityType: 'company' })).toHaveProperty('firstName');
  });
  test('refuse a missing first name, wrong letters and a name too long for the rail', () => {
    expect(faults('gbp', { lastName: 'Prasert' }, person)).toEqual({ firstName: 'Enter the first name' });
    expect(faults('gbp', { firstName: 'สมชาย', lastName: 'Prasert' }, person)).toHaveProperty('firstName');
    expect(faults('gbp', { firstName: 'a'.repeat(71) }, person)).toHaveProperty('firstName');
    const twenty = { firstName: 'a'.repeat(20), lastName: 'b'.repeat(20) };
    expect(faults('gbp', twenty, person)).toEqual({});
    expect(faults('thb', twenty, person)).toEqual({ lastName: expect.stringContaining('35 English letters') });
    expect(read('thb', { firstName: 'สมชาย', lastName: 'ประเสริฐ' }, person).name).toBe('สมชาย ประเสริฐ');
  });
  test('refuse a different full name beside the parts', () => {
    const other = { ...person, name: 'Somebody Else' };
    expect(faults('gbp', { firstName: 'Somchai', lastName: 'Prasert' }, other)).toHaveProperty('name');
  });
});

test('distinguishes building society accounts by roll number', () => {
  expect(read('gbp', { secondaryId: ' A/12345-7 ' }).account).toBe('202959 63748472 A/12345-7');
  expect(read('gbp', { secondaryId: '' }).account).toBe('202959 63748472');
  expect(faults('gbp', { secondaryId: 'A_1' })).toHaveProperty('secondaryId');
  expect(faults('gbp', { secondaryId: '1'.repeat(19) })).toHaveProperty('secondaryId');
});

test.each(payeeTypes)('stores purpose and relationship with a payee of type %s', (type) => {
  const said = { purpose: 'RENT', relationship: 'friend' };
  expect(read(type, said).details).toMatchObject(said);
  expect(faults(type, { purpose: 'FUN' })).toHaveProperty('purpose');
});

describe('EUR payees', () => {
  test('require an IBAN with the country, length and check digits', () => {
    expect(faults('eur', { iban: 'DE8937040044053201300' })).toEqual({
      iban: 'This IBAN has 21 characters. IBANs in Germany have 22 characters and start with DE. Check it with your payee',
    });
    expect(faults('eur', { iban: 'DE88370400440532013000' }).iban).toMatch(/typing mistake/);
    expect(faults('eur', { country: 'FR' }).iban).toMatch(/has 22 characters. IBANs in France have 27/);
    expect(faults('eur', { country: 'GB' }).iban).toMatch(/start with GB/);
  });
  test('use the IBANs of the country for its islands', () => {
    expect(read('eur', { country: 'PT-20', iban: 'PT50000201231234567890154' }).account).toMatch(/^PT50/);
    expect(read('eur', { country: 'ES-CN', iban: 'ES9121000418450200051332' }).account).toMatch(/^ES91/);
  });
  test('take the IBAN of every country in the list, and no other', () => {
    const [eur] = requirementsFor({ type: 'eur' });
    const options = eur?.fields.find(({ key }) => key === 'country')?.options ?? [];
    expect(options.length).toBeGreaterThan(50);
    const prefixes = { AX: 'FI', BL: 'FR', GF: 'FR', GG: 'GB', GP: 'FR', IM: 'GB', JE: 'GB', MF: 'FR' };
    const more = { MQ: 'FR', PM: 'FR', RE: 'FR', YT: 'FR' };
    for (const { value: country, label } of options) {
      const iso2 = country.slice(0, 2);
      const prefix = new Map(Object.entries({ ...prefixes, ...more })).get(iso2) ?? iso2;
      const [own = '', other = ''] = [true, false].map((isOwn) =>
        registryIbans.find((each) => each.startsWith(prefix) === isOwn),
      );
      expect(read('eur', { country, iban: own }).account, label).toBe(own);
      expect(faults('eur', { country, iban: other }), label).toHaveProperty('iban');
      expect(faults('eur', { country, iban: '' }), label).toEqual({ iban: 'Enter the IBAN' });
    }
  });
  test('refuse a country outside SEPA in any spelling', () => {
    for (const country of ['US', 'de', 'XX', '']) expect(faults('eur', { country })).toHaveProperty('country');
    expect(read('eur', { country: ' DE ' }).account).toBe('DE89370400440532013000');
  });
  test('list the 26 countries of the specification first', () => {
    const [eur] = requirementsFor({ type: 'eur' });
    const options = eur?.fields.find(({ key }) => key === 'country')?.options ?? [];
    expect(options.slice(0, 26).map(({ label }) => label)).toEqual(
      (
        'Andorra, Austria, Azores, Belgium, Canary Island, Cyprus, Estonia, Finland, France, Germany, Gibraltar, ' +
        'Greece, Ireland, Italy, Latvia, Lithuania, Luxembourg, Madeira, Malta, Monaco, Netherlands, Portugal, ' +
        'San Marino, Slovakia, Slovenia, Spain'
      ).split(', '),
    );
    const labels = options.slice(26).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Croatia', 'Poland', 'Serbia', 'Switzerland']));
  });
  test('require a name in Latin letters', () => {
    expect(faults('eur', {}, { name: 'สมชาย ประเสริฐ' })).toHaveProperty('name');
    expect(read('eur', {}, { name: 'Łukasz Müller-Baines' }).name).toBe('Łukasz Müller-Baines');
  });
});

describe('THB payees', () => {
  const by = (payTo: string, proxy: string): string | Record<string, string> => {
    try {
      return parsePayeeDetails({ type: 'thb', currency: 'THB', name: 'Mali Srisai', details: { payTo, proxy } })
        .account;
    } catch (error) {
      const [fault] = (error as Refusal).errors ?? [];
      return fault ? fieldErrorText(fault) : '';
    }
  };
  test('take a PromptPay mobile, citizen id and e-wallet', () => {
    expect(by('mobile', '081 234 5678')).toBe('0066812345678');
    expect(by('mobile', '+66 81-234-5678')).toBe('0066812345678');
    expect(by('mobile', '02 123 4567')).toMatch(/starting with 06, 08 or 09/);
    expect(by('id', '1-1017-00230-70-8')).toBe('1101700230708');
    expect(by('id', '1101700230707')).toMatch(/typing mistake/);
    expect(by('ewallet', '123456789012345')).toBe('123456789012345');
    expect(by('ewallet', '12345678901234')).toMatch(/15 digits/);
  });
  test('take an account of 5 to 16 digits and only hint at the usual length', () => {
    for (const accountNumber of ['1234', '12345678901234567']) expect(faults('thb', { accountNumber })).not.toEqual({});
    for (const accountNumber of ['12345', '1234567890123456'])
      expect(read('thb', { accountNumber }).account).toBe(`002 ${accountNumber}`);
    const [thb] = requirementsFor({ type: 'thb', payTo: 'account', bankCode: '030' });
    expect(thb?.fields.find(({ key }) => key === 'accountNumber')?.usualLengths).toEqual([12]);
  });
  test('refuse property names of the language as a PromptPay type', () => {
    for (const payTo of ['constructor', '__proto__', 'toString']) {
      expect(requirementsFor({ type: 'thb', payTo })[0]?.nameCheck).toBe('none');
      expect(requirementsFor({ type: 'thb', payTo })[0]?.fields.map(({ key }) => key)).not.toContain('proxy');
      expect(by(payTo, '0812345678')).toMatch(/Choose where to send the money/);
    }
  });
  test('take a Thai name or a short Latin one', () => {
    expect(faults('thb', {}, { name: 'สมชาย ประเสริฐ' })).toEqual({});
    expect(faults('thb', {}, { name: 'A'.repeat(36) })).toHaveProperty('name');
    expect(read('thb', {}, { name: 'Zoë Müller' }).name).toBe('Zoe Muller');
    expect(faults('thb', {}, { name: 'Дмитрий' })).toHaveProperty('name');
  });
});

test.each([
  ['gbp', 'Miete März'],
  ['eur', 'Miete März'],
  ['thb', 'Miete März'],
] as const)('removes accents from a reference of %s', (type, defaultReference) => {
  expect(read(type, {}, { defaultReference }).defaultReference).toBe('Miete Marz');
});

test('removes control characters', () => {
  const { name, nickname } = read('gbp', {}, { name: 'Jo\u0000\tMarsh\n', nickname: '\u0007Jo\u0000' });
  expect({ name, nickname }).toEqual({ name: 'Jo Marsh', nickname: 'Jo' });
});

describe('payees abroad', () => {
  test('require a Latin bank name', () => {
    expect(faults('swt', { bankName: 'ธนาคาร' })).toHaveProperty('bankName');
  });
  test('take only an IBAN where the country has IBANs', () => {
    expect(faults('swt', { country: 'DE' })).toEqual({ iban: 'Enter the IBAN', accountNumber: expect.any(String) });
    expect(read('swt', { country: 'US', bic: 'CHASUS33' }).account).toBe('CHASUS33 0123456789');
  });
  test('require town and country as separate fields', () => {
    for (const type of ['swt', 'usd', 'localatw', 'swiftatw'] as const)
      expect(Object.keys(faults(type, { townName: '', addressCountry: '' }))).toEqual(['townName', 'addressCountry']);
  });
  test('require state and postcode for an address in the USA', () => {
    const inOhio = { addressCountry: 'US', postCode: '43004', countrySubDivision: 'Ohio' };
    expect(faults('usd', inOhio)).toEqual({});
    expect(faults('usd', { ...inOhio, postCode: '' })).toEqual({ postCode: 'Enter the postcode' });
    expect(faults('usd', { ...inOhio, countrySubDivision: '' })).toHaveProperty('countrySubDivision');
    expect(faults('usd', { addressCountry: 'AE', postCode: '' })).toEqual({});
  });
  test('take the charge bearer for SWIFT payees', () => {
    expect(read('swt', { chargeType: 'OUR' }).details).toMatchObject({ chargeType: 'OUR' });
    expect(faults('swiftatw', { chargeType: 'BEN' })).toHaveProperty('chargeType');
    expect(faults('usd', { chargeType: 'OUR' })).toHaveProperty('chargeType');
  });
  test('require a country of the list', () => {
    expect(faults('swt', { addressCountry: 'ZZ' })).toEqual({ addressCountry: 'Choose a country from the list' });
  });
  test('name a missing field as its label does, with abbreviations', () => {
    expect(faults('localatw', { bsb: '', accountNumber: '' })).toMatchObject({
      bsb: 'Enter the BSB number',
      accountNumber: 'Enter the account number',
    });
  });
  const localDetails: Readonly<Record<string, Texts>> = {
    AUD: { bsb: '062000', accountNumber: '12345678' },
    AED: { iban: 'AE070331234567890123456' },
    CAD: { institution: '004', transit: '12345', accountNumber: '1234567' },
    CHF: { iban: 'CH9300762011623852957' },
    CZK: { iban: 'CZ6508000000192000145399' },
    DKK: { iban: 'DK5000400440116243' },
    HKD: { bankCode: '004', accountNumber: '123456789' },
    HUF: { iban: 'HU42117730161111101800000000' },
    INR: { ifsc: 'sbin0000300', accountNumber: '123456789012' },
    MXN: { clabe: '032180000118359719' },
    NOK: { iban: 'NO9386011117947' },
    NZD: { accountNumber: '012345012345600' },
    PLN: { iban: 'PL61109010140000071219812874' },
    SEK: { iban: 'SE4550000000058398257466' },
    SGD: { bankCode: '7171', accountNumber: '123456789' },
  };
  const local = (currency: Currency, details: Texts) =>
    parsePayeeDetails({ type: 'localatw', currency, name: 'Jo Marsh', details: { ...details, ...address } });
  test.each(currenciesByPayeeType.localatw)('take local details in %s, each of them', (currency) => {
    const details = localDetails[currency] ?? {};
    expect(local(currency, details).account).toBe(Object.values(details).join(' ').toUpperCase());
    for (const [key, text] of Object.entries(details))
      for (const wrong of ['', `${text}${'1'.repeat(20)}`])
        expect(() => local(currency, { ...details, [key]: wrong }), key).toThrow(Refusal);
  });
  test('refuse a currency that the type does not have', () => {
    expect(faults('localatw', {}, {}, 'EUR')).toHaveProperty('currency');
    expect(faults('gbp', {}, {}, 'USD')).toHaveProperty('currency');
  });
});

test.each(payeeTypes)('returns an account or a refusal for any input of %s', (type) => {
  const keys = ['country', 'payTo', 'bankCode', 'proxy', 'accountNumber', 'iban', 'bic', '__proto__', 'constructor'];
  const text = fc.oneof(fc.string(), fc.constantFrom('DE', 'account', 'mobile', '002', 'constructor', '\u0000'));
  const details = fc.dictionary(fc.constantFrom(...keys), text);
  fc.assert(
    fc.property(details, fc.string(), (change, name) => {
      try {
        expect(read(type, change, { name }).account).not.toBe('');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }),
  );
});

test('uses the titles of the specification and covers every currency of each type', () => {
  expect(requirementsFor({}).map(({ type, title }) => [type, title])).toEqual([
    ['gbp', 'GBP Payment in UK'],
    ['eur', 'EUR Payment (SEPA)'],
    ['thb', 'THB Payment (Thailand)'],
    ['swt', 'SWIFT PAYMENT WORLDWIDE'],
    ['usd', 'USD Fed wire (USA only)'],
    ['localatw', 'Local Payment Across the world'],
    ['swiftatw', 'SWIFT Payment Across the world'],
  ]);
  expect(requirementsFor({ currency: 'USD' }).map(({ type }) => type)).toEqual(['swt', 'usd', 'swiftatw']);
  expect(requirementsFor({ type: 'gbp', currency: 'USD' })).toEqual([]);
  for (const { fields } of requirementsFor({ type: 'localatw' }))
    expect(fields.some(({ identifies }) => identifies)).toBe(true);
});

test.each(payeeTypes)('refuses a company name of digits only for %s', (type) => {
  const company = { entityType: 'company' };
  expect(faults(type, {}, { ...company, name: '123 456' })).toHaveProperty('name');
  expect(read(type, {}, { ...company, name: '24 Hours Ltd' }).name).toBe('24 Hours Ltd');
  expect(read(type, {}, { name: '123 456' }).name).toBe('123 456');
});
