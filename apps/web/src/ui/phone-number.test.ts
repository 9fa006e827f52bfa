import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { getExampleNumber } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import {
  caretAfter,
  changeCountry,
  isPhoneNumber,
  otherCountries,
  parsePhone,
  preferredCountries,
} from './phone-number.ts';

describe('phone number', () => {
  it.each([
    ['+44 20 7946 0958', 'GB', '+44 20 7946 0958', 'GB', '+442079460958'],
    ['020 7946 0958', 'GB', '020 7946 0958', 'GB', '+442079460958'],
    ['+66812345678', 'GB', '+66 81 234 5678', 'TH', '+66812345678'],
    ['0066 81 234 5678', 'GB', '+66 81 234 5678', 'TH', '+66812345678'],
    ['081 234 5678', 'TH', '081 234 5678', 'TH', '+66812345678'],
    ['+๖๖๘๑๒๓๔๕๖๗๘', 'GB', '+66 81 234 5678', 'TH', '+66812345678'],
    ['(020) 7946-0958 ext', 'GB', '020 7946 0958', 'GB', '+442079460958'],
    ['+1', 'GB', '+1', 'US', '+1'],
    ['+', 'GB', '+', 'GB', ''],
    ['call me', 'GB', '', 'GB', ''],
  ] as const)('reads %j in %s as %s of %s with the value %j', (typed, chosen, text, country, value) => {
    expect(parsePhone(typed, chosen)).toEqual({ text, country, value });
  });

  it('keeps the selected country if several share a calling code', () => {
    expect(parsePhone('+1 204', 'CA').country).toBe('CA');
    expect(parsePhone('+44 7', 'JE').country).toBe('JE');
  });

  it('reads the E.164 form of every country back unchanged', () => {
    const countries = fc.constantFrom(...preferredCountries, ...otherCountries);
    fc.assert(
      fc.property(countries, (country) => {
        const number = getExampleNumber(country, examples);
        if (!number) return;
        const read = parsePhone(number.number, 'GB');
        expect(read.value).toBe(number.number);
        expect(parsePhone(read.text, read.country).value).toBe(number.number);
        expect(isPhoneNumber(read.value)).toBe(true);
      }),
    );
  });

  it('validates numbers', () => {
    expect(['+442079460958', '+66812345678'].every(isPhoneNumber)).toBe(true);
    expect(['', '+44', '+441', '12345', '+44207946095812'].some(isPhoneNumber)).toBe(false);
  });

  it('changes the calling code with the country', () => {
    expect(changeCountry('+442079460958', 'GB', 'DE')).toBe('+492079460958');
    expect(changeCountry('+44', 'GB', 'DE')).toBe('');
    expect(changeCountry('', 'GB', 'DE')).toBe('');
  });

  it('keeps the caret behind the same digit', () => {
    expect(caretAfter('+44 20 79', 3)).toBe(3);
    expect(caretAfter('+44 20 79', 4)).toBe(5);
    expect(caretAfter('+44 20 79', 99)).toBe(9);
  });

  it('lists the preferred countries first and every country once', () => {
    expect(preferredCountries.join(' ')).toBe('TH GB US DE SE IT FR NO CH JP AU CN SG');
    expect(new Set([...preferredCountries, ...otherCountries]).size).toBe(
      preferredCountries.length + otherCountries.length,
    );
  });
});
