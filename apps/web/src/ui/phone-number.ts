import { plainSigns } from '@larkmere/money/decimal-text';
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

export type Country = CountryCode;

/** Where most customers have their numbers, in this order before all others (specification, section 5). */
export const preferredCountries: readonly Country[] = [
  ...(['TH', 'GB', 'US', 'DE', 'SE', 'IT', 'FR', 'NO', 'CH', 'JP', 'AU', 'CN', 'SG'] as const),
];

export const otherCountries: readonly Country[] = getCountries().filter((code) => !preferredCountries.includes(code));

export const dialCodeOf = (country: Country): string => `+${getCountryCallingCode(country)}`;

export type PhoneText = Readonly<{
  /** The text as it stands in the field: formatted, with valid characters only. */
  text: string;
  country: Country;
  /** E.164 as far as it was typed; empty without digits. */
  value: string;
}>;

/** Reads a typed or pasted number: with a country code it names its country, without one it is of `country`. */
export function readPhone(typed: string, country: Country): PhoneText {
  const signs = plainSigns(typed).replace(/[^\d+]/g, '');
  const digits = signs.replace(/\D/g, '');
  const isInternational = /^(\+|00)/.test(signs);
  if (digits === '') return { text: isInternational ? '+' : '', country, value: '' };
  const formatter = new AsYouType(isInternational ? undefined : country);
  const text = formatter.input(isInternational ? `+${digits.replace(/^00/, '')}` : digits);
  return { text, country: countryIn(formatter, country), value: formatter.getNumberValue() ?? digits };
}

/** Where several countries share a code, the chosen one stays until the number says another. */
function countryIn(formatter: AsYouType, chosen: Country): Country {
  const code = formatter.getCallingCode() ?? getCountryCallingCode(chosen);
  const found = formatter.getCountry();
  if (found) return found;
  if (code === getCountryCallingCode(chosen)) return chosen;
  return [...preferredCountries, ...otherCountries].find((each) => getCountryCallingCode(each) === code) ?? chosen;
}

/** Whether there can be such a number, by the same table as on the server. */
export const isPhoneNumber = (value: string): boolean => isValidPhoneNumber(value);

/** The same number under the code of another country; what was typed without a code stays the national number. */
export function inCountry(value: string, from: Country, to: Country): string {
  const national = parsePhoneNumberFromString(value, from)?.nationalNumber;
  const rest = national ?? (value.startsWith(dialCodeOf(from)) ? value.slice(dialCodeOf(from).length) : '');
  return rest === '' ? '' : readPhone(dialCodeOf(to) + rest, to).value;
}

/** Where the caret belongs in a formatted text, with so many digits and plus signs before it. */
export function caretAfter(text: string, signs: number): number {
  let left = signs;
  for (let place = 0; place < text.length; place += 1) {
    if (left === 0) return place;
    if (/[\d+]/.test(text[place] ?? '')) left -= 1;
  }
  return text.length;
}
