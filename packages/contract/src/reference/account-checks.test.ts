import { describe, expect, test } from 'vitest';
import { accountChecks, bankCodesFromIban, ibanFormatOf } from './account-checks.ts';
import { registryIbans } from './registry-ibans.fixture.ts';

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

describe('IBAN', () => {
  test.each([
    'GB28NWBK60161331926819',
    'DE8937040044053201300',
    'de89370400440532013000',
    'ZZ89370400440532013000',
    '',
  ])('not "%s"', (iban) => expect(accountChecks.iban(iban)).toBe(false));
  test('has a length and prefix in every country that uses IBANs, and in its territories', () => {
    const territories = 'AX BL GF GG GP IM JE MF MQ NC PF PM RE TF WF YT'.split(' ');
    const prefixOf = (iso2: string) =>
      territories.includes(iso2) ? (iso2 === 'AX' ? 'FI' : 'GG IM JE'.includes(iso2) ? 'GB' : 'FR') : iso2;
    const expected = (iso2: string) => {
      const iban = registryIbans.find((each) => each.startsWith(prefixOf(iso2)));
      return iban && { length: iban.length, prefix: prefixOf(iso2) };
    };
    for (const iso2 of letters.flatMap((first) => letters.map((second) => first + second)))
      expect(ibanFormatOf(iso2), iso2).toEqual(expected(iso2));
  });
  test.each(registryIbans)('%s is valid, but neither with other check digits nor with a character left out', (iban) => {
    expect(accountChecks.iban(iban)).toBe(true);
    const others = Array.from({ length: 100 }, (_, digits) => String(digits).padStart(2, '0'));
    for (const digits of others.filter((each) => each !== iban.slice(2, 4)))
      expect(accountChecks.iban(iban.slice(0, 2) + digits + iban.slice(4)), digits).toBe(false);
    for (const [place] of Array.from(iban).entries())
      expect(accountChecks.iban(iban.slice(0, place) + iban.slice(place + 1)), String(place)).toBe(false);
  });
  test.each([
    ['DE89370400440532013000', ['37040044']],
    ['FR1420041010050500013M02606', ['20041', '01005']],
    ['GB29NWBK60161331926819', ['NWBK', '601613']],
    ['nothing', []],
  ])('%s names the bank by %j', (iban, codes) => expect(bankCodesFromIban(iban)).toEqual(codes));
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
  test.each(['021000022', '000000000', '131000020', '02100002', '0210000210', '1021000020', '990000007', ''])(
    'not "%s"',
    (aba) => expect(accountChecks.aba(aba)).toBe(false),
  );
  test.each(Array.from({ length: 100 }, (_, prefix) => prefix))('may begin with %i or may not', (prefix) => {
    const isAssigned = [
      [0, 12],
      [21, 32],
      [61, 72],
      [80, 80],
    ].some(([first = 0, last = 0]) => prefix >= first && prefix <= last);
    const start = `${String(prefix).padStart(2, '0')}100000`;
    const valid = Array.from('0123456789', (digit) => start + digit).filter((number) => accountChecks.aba(number));
    expect(valid).toHaveLength(isAssigned ? 1 : 0);
  });
});

describe('CLABE', () => {
  test.each(['032180000118359719', '002010077777777771'])('%s', (clabe) =>
    expect(accountChecks.clabe(clabe)).toBe(true),
  );
  test.each(['032180000118359718', '03218000011835971', '0321800001183597190', ''])('not "%s"', (clabe) =>
    expect(accountChecks.clabe(clabe)).toBe(false),
  );
});

describe('Thai id', () => {
  test.each(['1101700230708', '1234567890121'])('%s', (id) => expect(accountChecks['thai-id'](id)).toBe(true));
  test.each(['1101700230707', '123456789012', '11017002307081', ''])('not "%s"', (id) =>
    expect(accountChecks['thai-id'](id)).toBe(false),
  );
});
