import { describe, expect, it } from 'vitest';
import { readAccount } from './read-account.ts';

const kindsOf = (text: string): string[] => readAccount(text).readings.map(({ kind }) => kind);

describe('read an account', () => {
  it.each([
    ['DE89 3704 0044 0532 0130 00', ['iban']],
    ['de89370400440532013000', ['iban']],
    ['20-29-59 63748472', ['uk']],
    ['20295963748472', ['uk']],
    ['Sort code: 20-29-59, account: 63748472', ['uk']],
    ['081 234 5678', ['promptpayMobile', 'thaiAccount']],
    ['+66 81 234 5678', ['promptpayMobile']],
    ['1234567890', ['thaiAccount']],
    ['Greta Lindqvist', []],
    ['63748472', []],
    ['', []],
  ])('%s is read as %j', (text, kinds) => expect(kindsOf(text)).toEqual(kinds));

  it('gives the values of the payee form', () => {
    expect(readAccount('20-29-59 63748472').readings[0]?.values).toEqual({
      sortCode: '20-29-59',
      accountNumber: '63748472',
    });
    expect(readAccount('+66 81 234 5678').readings[0]?.values).toEqual({ payTo: 'mobile', proxy: '0812345678' });
  });

  it('offers both readings of a British IBAN', () => {
    const { readings } = readAccount('GB29 NWBK 6016 1331 9268 19');
    expect(readings.map(({ values }) => values)).toEqual([
      { sortCode: '60-16-13', accountNumber: '31926819' },
      { country: 'GB', iban: 'GB29 NWBK 6016 1331 9268 19' },
    ]);
  });

  it.each([
    ['DE89370400440532013001', { fault: 'ibanDigits', country: 'DE' }],
    ['DE8937040044053201300', { fault: 'ibanLength', country: 'DE', length: 21, expected: 22 }],
    ['ZZ89370400440532013000', { fault: 'ibanCountry', country: 'ZZ' }],
  ])('%s has the fault %j', (text, fault) => expect(readAccount(text)).toEqual({ readings: [], fault }));
});
