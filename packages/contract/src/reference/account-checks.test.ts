import { describe, expect, test } from 'vitest';
import { accountChecks, ibanLengthFor } from './account-checks.ts';

describe('IBAN', () => {
  test.each(['GB29NWBK60161331926819', 'DE89370400440532013000', 'FR1420041010050500013M02606', 'NO9386011117947'])(
    '%s',
    (iban) => expect(accountChecks.iban(iban)).toBe(true),
  );
  test.each([
    'GB28NWBK60161331926819',
    'DE8937040044053201300',
    'de89370400440532013000',
    'ZZ89370400440532013000',
    '',
  ])('not "%s"', (iban) => expect(accountChecks.iban(iban)).toBe(false));
  test('has a length in every country that uses IBANs', () => {
    expect(['DE', 'NO', 'MT', 'US', 'TH', 'ZZ'].map(ibanLengthFor)).toEqual([
      22,
      15,
      31,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('BIC', () => {
  test.each(['DEUTDEFF', 'DEUTDEFF500', 'NEDSZAJJXXX', 'BKKBTHBK'])('%s', (bic) =>
    expect(accountChecks.bic(bic)).toBe(true),
  );
  test.each(['DEUTDEF', 'DEUTDEFF50', 'DEUTZZFF', 'DEU1DEFF', ''])('not "%s"', (bic) =>
    expect(accountChecks.bic(bic)).toBe(false),
  );
});

describe('ABA routing number', () => {
  test.each(['021000021', '011401533', '091000019', '122105155'])('%s', (aba) =>
    expect(accountChecks.aba(aba)).toBe(true),
  );
  test.each(['021000022', '000000000', '131000020', '02100002', '990000007', ''])('not "%s"', (aba) =>
    expect(accountChecks.aba(aba)).toBe(false),
  );
});

describe('CLABE', () => {
  test.each(['032180000118359719', '002010077777777771'])('%s', (clabe) =>
    expect(accountChecks.clabe(clabe)).toBe(true),
  );
  test.each(['032180000118359718', '03218000011835971', ''])('not "%s"', (clabe) =>
    expect(accountChecks.clabe(clabe)).toBe(false),
  );
});

describe('Thai id', () => {
  test.each(['1101700230708', '1234567890121'])('%s', (id) => expect(accountChecks['thai-id'](id)).toBe(true));
  test.each(['1101700230707', '123456789012', ''])('not "%s"', (id) =>
    expect(accountChecks['thai-id'](id)).toBe(false),
  );
});
