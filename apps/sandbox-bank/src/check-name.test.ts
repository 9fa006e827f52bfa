import { describe, expect, test } from 'vitest';
import type { Bank } from './bank.ts';
import { checkName, type NameCheckRequest } from './check-name.ts';
import { matchName } from './name-match.ts';
import { Settings } from './settings.ts';

describe('an individual', () => {
  test.each([
    ['Somchai Prasert', 'Somchai Prasert', 'match'],
    ['  somchai   PRASERT ', 'Somchai Prasert', 'match'],
    ['Mr. Somchai Prasert', 'Somchai Prasert', 'match'],
    ['Prasert, Somchai', 'Somchai Prasert', 'match'],
    ['นายสมชาย ประเสริฐ', 'สมชาย ประเสริฐ', 'match'],
    ['Zoe Muller Baines', 'Zoë Müller-Baines', 'match'],
    ['ZOË MUELLER-BAINES', 'Zoë Müller-Baines', 'match'],
    ['Ruth ODonnell', "Ruth O'Donnell", 'match'],
    ['Ruth O’Donnell', "Ruth O'Donnell", 'match'],
    ['S Prasert', 'Somchai Prasert', 'close'],
    ['Somchai Praser', 'Somchai Prasert', 'close'],
    ['Somchia Prasert', 'Somchai Prasert', 'close'],
    ['Bill Penrose', 'William Penrose', 'close'],
    ['William Penrose', 'William Aldous Penrose', 'close'],
    ['William A Penrose', 'William Aldous Penrose', 'close'],
    ['William James Aldous Penrose', 'William Penrose', 'none'],
    ['Aldous Penrose', 'William Aldous Penrose', 'none'],
    ['Prasert', 'Somchai Prasert', 'none'],
    ['S P', 'Somchai Prasert', 'none'],
    ['Somchia Praser', 'Somchai Prasert', 'none'],
    ['Tomchai Prasert', 'Somchai Prasert', 'none'],
    ['Anna Prasert', 'Somchai Prasert', 'none'],
    ['Tim Barlow', 'Tom Barlow', 'none'],
    ['', 'Somchai Prasert', 'none'],
    ['!!!', 'Somchai Prasert', 'none'],
  ])('"%s" for "%s": %s', (given, held, expected) => {
    expect(matchName(given, [held], 'individual')).toBe(expected);
  });
});

describe('a joint account', () => {
  const holders = ['Daniel Okafor', 'Grace Okafor'];
  test.each([
    ['Daniel Okafor', 'match'],
    ['Mrs Grace Okafor', 'match'],
    ['Daniel Okafor & Grace Okafor', 'match'],
    ['Mr D Okafor and Mrs G Okafor', 'close'],
    ['Daniel Okafor and Peter Smith', 'none'],
    ['Dan Okafor', 'close'],
    ['Peter Okafor', 'none'],
  ])('"%s": %s', (given, expected) => {
    expect(matchName(given, holders, 'individual')).toBe(expected);
  });
});

describe('a company', () => {
  test.each([
    ['Northgate Lettings Limited', 'Northgate Lettings Ltd', 'match'],
    ['NORTHGATE LETTINGS', 'Northgate Lettings Ltd', 'match'],
    ['Harbour and Company', 'Harbour & Co', 'match'],
    ['Copper Kettle Bakery', 'The Copper Kettle Bakery Limited', 'match'],
    ['Northgate Letings Ltd', 'Northgate Lettings Ltd', 'close'],
    ['Copper Bakery', 'The Copper Kettle Bakery Limited', 'close'],
    ['Northgate', 'Northgate Lettings Ltd', 'none'],
    ['Southgate Lettings Ltd', 'Northgate Lettings Ltd', 'none'],
    ['Limited', 'Northgate Lettings Ltd', 'none'],
  ])('"%s" for "%s": %s', (given, held, expected) => {
    expect(matchName(given, [held], 'company')).toBe(expected);
  });
});

type Uk = Extract<NameCheckRequest, { sortCode: string }>;

describe('the result', () => {
  const bank = { settings: () => Settings.parse({}) } as unknown as Bank;
  const prasert = {
    sortCode: '202959',
    accountNumber: '63748472',
    name: 'Somchai Prasert',
    entityType: 'individual' as const,
  };
  const northgate = { sortCode: '089999', accountNumber: '66374958', name: 'Northgate Lettings' };
  const stranger = { sortCode: '040004', name: 'Jo Marsh', entityType: 'individual' as const };

  test.each<[string, Partial<Uk>, string, string, string | undefined]>([
    ['the very name', {}, 'MTCH', 'match', undefined],
    ['a near name', { name: 'S Prasert' }, 'MBAM', 'close_match', 'Somchai Prasert'],
    ['another name', { name: 'Jo Marsh' }, 'ANNM', 'no_match', undefined],
    ['a person called a company', { entityType: 'company' }, 'PANM', 'wrong_account_type', 'Somchai Prasert'],
    [
      'nearly, and called a company',
      { name: 'S Prasert', entityType: 'company' },
      'PAMM',
      'wrong_account_type',
      'Somchai Prasert',
    ],
    ['a company called a person', northgate, 'BANM', 'wrong_account_type', 'Northgate Lettings Ltd'],
    [
      'a joint account, nearly',
      { sortCode: '134020', accountNumber: '63849203', name: 'D Okafor' },
      'MBAM',
      'close_match',
      'Daniel Okafor & Grace Okafor',
    ],
    ['a switched account', { sortCode: '309070', accountNumber: '12345668' }, 'CASS', 'account_switched', undefined],
    ['one that opted out', { sortCode: '827101', accountNumber: '28748352' }, 'OPTO', 'not_supported', undefined],
    ['a closed account', { sortCode: '820000', accountNumber: '73688637' }, 'AC01', 'not_found', undefined],
    ['a stranger', { ...stranger, accountNumber: '12345678' }, 'MTCH', 'match', undefined],
    ['…90', { ...stranger, accountNumber: '12345690' }, 'NOAP', 'unavailable', undefined],
    ['…91', { ...stranger, accountNumber: '12345691' }, 'ACNS', 'not_supported', undefined],
    ['…92', { ...stranger, accountNumber: '12345692' }, 'CASS', 'account_switched', undefined],
    ['…93', { ...stranger, accountNumber: '12345693' }, 'AC01', 'not_found', undefined],
    ['…94', { ...stranger, accountNumber: '12345694' }, 'ANNM', 'no_match', undefined],
    ['…95', { ...stranger, accountNumber: '12345695' }, 'MBAM', 'close_match', 'Jo J Marsh'],
    ['…96', { ...stranger, accountNumber: '12345696' }, 'BANM', 'wrong_account_type', 'Jo Marsh'],
  ])('for %s', (_name, change, code, result, actualName) => {
    const answer = checkName(bank, { ...prasert, ...change });
    expect(answer).toMatchObject({ scheme: 'cop', code, result, checkId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(answer.actualName).toBe(actualName);
  });

  const greta = { iban: 'DE89370400440532013000', name: 'Greta Lindqvist', entityType: 'individual' as const };
  test.each<[string, Partial<typeof greta>, string, string, string | undefined]>([
    ['the very name', {}, 'MTCH', 'match', undefined],
    ['a near name', { name: 'Greta Lindkvist' }, 'CMTC', 'close_match', 'Greta Lindqvist'],
    ['another name', { name: 'Jo Marsh' }, 'NMTC', 'no_match', undefined],
    ['a joint account', { iban: 'NL91ABNA0417164300', name: 'Anke de Vries' }, 'MTCH', 'match', undefined],
    [
      'one that opted out',
      { iban: 'IT60X0542811101000000123456', name: 'Bianca Ferri' },
      'NOAP',
      'unavailable',
      undefined,
    ],
    ['a stranger', { iban: 'BE68539007547034' }, 'MTCH', 'match', undefined],
    ['…90', { iban: 'DE84370400440532013090' }, 'NOAP', 'unavailable', undefined],
    ['…94', { iban: 'DE73370400440532013094' }, 'NMTC', 'no_match', undefined],
    ['…95', { iban: 'DE46370400440532013095' }, 'CMTC', 'close_match', 'Greta J Lindqvist'],
  ])('by IBAN, for %s', (_name, change, code, result, actualName) => {
    const answer = checkName(bank, { ...greta, ...change });
    expect(answer).toMatchObject({ scheme: 'vop', code, result });
    expect(answer.actualName).toBe(actualName);
  });

  const malee = {
    proxyType: 'mobile',
    proxy: '0066815550142',
    name: 'Malee Boonsong',
    entityType: 'individual',
  } as const;
  test.each<[string, Partial<Extract<NameCheckRequest, { proxy: string }>>, string, string, string | undefined]>([
    ['the very name', {}, 'MTCH', 'match', 'Malee Boonsong'],
    ['a near name', { name: 'M Boonsong' }, 'CMTC', 'close_match', 'Malee Boonsong'],
    ['another name', { name: 'Jo Marsh' }, 'NMTC', 'no_match', 'Malee Boonsong'],
    [
      'a company by its tax ID',
      { proxyType: 'id', proxy: '0105555000005', name: 'Chao Phraya Ceramics', entityType: 'company' },
      'MTCH',
      'match',
      'Chao Phraya Ceramics Ltd',
    ],
    [
      'an e-wallet',
      { proxyType: 'ewallet', proxy: '004999000000001', name: 'Niran Suwan' },
      'MTCH',
      'match',
      'Niran Suwan',
    ],
    ['the same digits of another type', { proxyType: 'id', name: 'Jo Marsh' }, 'MTCH', 'match', 'Jo Marsh'],
    ['a stranger', { proxy: '0066812345678' }, 'MTCH', 'match', 'Malee Boonsong'],
    ['…90', { proxy: '0066812345690' }, 'NOAP', 'unavailable', undefined],
    ['…93', { proxy: '0066812345693' }, 'AC01', 'not_found', undefined],
    ['…94', { proxy: '0066812345694' }, 'NMTC', 'no_match', 'Kanya Wongsakul'],
    ['…95', { proxy: '0066812345695' }, 'CMTC', 'close_match', 'Malee J Boonsong'],
  ])('by PromptPay ID, for %s', (_name, change, code, result, actualName) => {
    const answer = checkName(bank, { ...malee, ...change });
    expect(answer).toMatchObject({ scheme: 'promptpay', code, result });
    expect(answer.actualName).toBe(actualName);
  });
});
