import { describe, expect, it } from 'vitest';
import { readAccount } from './read-account.ts';

/** Readings, what is missing, the name and the member, in short. */
function short(text: string): string {
  const { readings, fault, member, name } = readAccount(text);
  const kinds = readings.map(({ kind, missing }) => (missing ? `${kind} without ${missing}` : kind));
  return [
    ...kinds,
    ...(fault ? [`fault ${fault.fault}`] : []),
    ...(member ? [`member ${member}`] : []),
    ...(name ? [`name ${name}`] : []),
  ].join(', ');
}

const valuesOf = (text: string) => readAccount(text).readings[0]?.values;

const german = { country: 'DE', iban: 'DE89 3704 0044 0532 0130 00' };
const british = { sortCode: '20-29-59', accountNumber: '63748472' };
const american = { country: 'US', abaRouting: '021000021', accountNumber: '123456789' };

describe('an account is read from what people paste', () => {
  it.each([
    // IBAN
    ['DE89 3704 0044 0532 0130 00', 'iban', german],
    ['de89370400440532013000', 'iban', german],
    ['DE89-3704-0044-0532-0130-00', 'iban', german],
    ['IBAN: DE89 3704 0044 0532 0130 00', 'iban', german],
    ['IBAN DE89370400440532013000, BIC COBADEFFXXX', 'iban', { ...german, bic: 'COBADEFFXXX' }],
    ['DE89 3704 0044 0532 0130 00 Greta Lindqvist', 'iban, name Greta Lindqvist', german],
    ['DE89370400440532013000 GRETA LINDQVIST', 'iban, name GRETA LINDQVIST', german],
    ['Greta Lindqvist\nDE89 3704 0044 0532 0130 00', 'iban, name Greta Lindqvist', german],
    [
      'Kontoinhaber: Jörg Müller-Lüdenscheidt\nIBAN: DE89 3704 0044 0532 0130 00',
      'iban, name Jörg Müller-Lüdenscheidt',
      german,
    ],
    ['(DE89 3704 0044 0532 0130 00)', 'iban', german],
    ['ＤＥ８９ ３７０４ ００４４ ０５３２ ０１３０ ００', 'iban', german],
    ['DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000\u200b', 'iban', german],
    // United Kingdom
    ['20-29-59 63748472', 'uk', british],
    ['20-29-59 / 6374 8472', 'uk', british],
    ['20295963748472', 'uk', british],
    ['20 29 59 63748472', 'uk', british],
    ['63748472 20-29-59', 'uk', british],
    ['Sort code: 20-29-59, account: 63748472', 'uk', british],
    [
      'Account number 63748472\nSort code 202959\nName: Oak & Ash Joinery Ltd',
      'uk, name Oak & Ash Joinery Ltd',
      british,
    ],
    ['20–29–59 6374–8472', 'uk', british],
    ['63748472', 'uk without sortCode', { accountNumber: '63748472' }],
    ['sort code 20-29-59', 'uk without accountNumber', { sortCode: '20-29-59' }],
    // United States
    ['021000021 123456789', 'usa', american],
    ['Routing number: 021000021\nAccount number: 123456789', 'usa', american],
    ['Acct 123456789, ABA 021000021', 'usa', american],
    ['021000021', 'usa without accountNumber', { country: 'US', abaRouting: '021000021' }],
    // By the BIC of the bank
    ['BIC: DBSSSGSG Account: 0720123456', 'bic', { country: 'SG', bic: 'DBSSSGSG', accountNumber: '0720123456' }],
    [
      'SWIFT code HSBCHKHHHKH, 123456789838',
      'bic',
      { country: 'HK', bic: 'HSBCHKHHHKH', accountNumber: '123456789838' },
    ],
    ['swift DBSSSGSG', 'bic without accountNumber', { country: 'SG', bic: 'DBSSSGSG' }],
    // Mexico and India
    ['032180000118359719', 'clabe', { clabe: '032180000118359719' }],
    ['IFSC SBIN0000300 A/C 20011234567', 'ifsc', { country: 'IN', ifsc: 'SBIN0000300', accountNumber: '20011234567' }],
    // Thailand
    ['081 234 5678', 'promptpayMobile, thaiAccount without bankCode', { payTo: 'mobile', proxy: '0812345678' }],
    ['PromptPay 081-234-5678', 'promptpayMobile', { payTo: 'mobile', proxy: '0812345678' }],
    ['พร้อมเพย์ ๐๘๑ ๒๓๔ ๕๖๗๘', 'promptpayMobile', { payTo: 'mobile', proxy: '0812345678' }],
    ['+66 81 234 5678', 'promptpayMobile, member +66 81 234 5678', { payTo: 'mobile', proxy: '0812345678' }],
    ['1-1017-00207-36-6', 'promptpayId', { payTo: 'id', proxy: '1101700207366' }],
    ['PromptPay e-wallet 004999000000000', 'promptpayWallet', { payTo: 'ewallet', proxy: '004999000000000' }],
    ['1234567890', 'thaiAccount without bankCode', { payTo: 'account', accountNumber: '1234567890' }],
    ['KBank 123-4-56789-0', 'thaiAccount', { payTo: 'account', bankCode: '004', accountNumber: '1234567890' }],
    [
      'ธนาคารกสิกรไทย เลขที่บัญชี 123-4-56789-0\nชื่อบัญชี มาลี บุญส่ง',
      'thaiAccount, name มาลี บุญส่ง',
      { payTo: 'account', bankCode: '004', accountNumber: '1234567890' },
    ],
  ])('%j', (text, expected, values) => {
    expect(short(text)).toBe(expected);
    expect(valuesOf(text)).toEqual(values);
  });

  it('offers both readings of a British IBAN', () => {
    const { readings } = readAccount('GB29 NWBK 6016 1331 9268 19');
    expect(readings.map(({ values }) => values)).toEqual([
      { sortCode: '60-16-13', accountNumber: '31926819' },
      { country: 'GB', iban: 'GB29 NWBK 6016 1331 9268 19' },
    ]);
  });
});

describe('what is no account is named', () => {
  it.each([
    ['DE89370400440532013001', { fault: 'ibanDigits', country: 'DE' }],
    ['DE8937040044053201300', { fault: 'ibanLength', country: 'DE', length: 21, expected: 22 }],
    ['DE893704004405320130001', { fault: 'ibanLength', country: 'DE', length: 23, expected: 22 }],
    ['ZZ89370400440532013000', { fault: 'ibanCountry', country: 'ZZ' }],
    ['4111 1111 1111 1111', { fault: 'card' }],
    ['5555555555554444', { fault: 'card' }],
    ['3782 822463 10005', { fault: 'card' }],
    ['routing 021000022 account 123456789', { fault: 'routingDigits' }],
    ['12345678901', { fault: 'unknown', length: 11 }],
    ['99999999999999999999', { fault: 'unknown', length: 20 }],
    ['123 456', { fault: 'unknown', length: 6 }],
  ])('%s', (text, fault) => {
    expect(readAccount(text).readings).toEqual([]);
    expect(readAccount(text).fault).toEqual(fault);
  });

  it.each([
    ['Greta Lindqvist', 'name Greta Lindqvist'],
    ['MARGARET', ''],
    ['LM-20418', 'member LM-20418'],
    ['lm 20418', 'member lm 20418'],
    ['malee@example.com', 'member malee@example.com'],
    ['+44 7700 900123', 'member +44 7700 900123'],
    ['Flat 12', ''],
    ['', ''],
    ['\u0000\u202e', ''],
  ])('%j has neither reading nor fault', (text, expected) => expect(short(text)).toBe(expected));
});
