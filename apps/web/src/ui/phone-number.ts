import { normaliseSigns } from '@larkmere/money/parse-decimal';
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

export type Country = CountryCode;

/** Fixed by the specification (section 5). */
export const preferredCountries: readonly Country[] = [
  ...(['TH', 'GB', 'US', 'DE', 'SE', 'IT', 'FR', 'NO', 'CH', 'JP', 'AU', 'CN', 'SG'] as const),
];

export const otherCountries: readonly Country[] = getCountries().filter((code) => !preferredCountries.includes(code));

export const dialCodeOf = (country: Country): string => `+${getCountryCallingCode(country)}`;

export type PhoneText = Readonly<{
  text: string;
  country: Country;
  value: string;
}>;

export function parsePhone(typed: string, country: Country): PhoneText {
  const signs = beforeForeignSign(normaliseSigns(typed)).replace(/[^\d+]/g, '');
  const digits = signs.replace(/\D/g, '');
  const isInternational = /^(\+|00)/.test(signs);
  if (digits === '') return { text: isInternational ? '+' : '', country, value: '' };
  const formatter = new AsYouType(isInternational ? undefined : country);
  const text = formatter.input(isInternational ? `+${digits.replace(/^00/, '')}` : digits);
  return { text, country: detectCountry(formatter, country), value: formatter.getNumberValue() ?? digits };
}

/** Another sign between the digits ends the number, because dropping it would make another number. */
const beforeForeignSign = (text: string): string => /^.*?\d(?=[^\d\s()\p{Pd}\u2212]+\d)/u.exec(text)?.[0] ?? text;

/** Countries that share a calling code: the selected one stays until the number identifies another. */
function detectCountry(formatter: AsYouType, chosen: Country): Country {
  const code = formatter.getCallingCode() ?? getCountryCallingCode(chosen);
  const found = formatter.getCountry();
  if (found) return found;
  if (code === getCountryCallingCode(chosen)) return chosen;
  return [...preferredCountries, ...otherCountries].find((each) => getCountryCallingCode(each) === code) ?? chosen;
}

/** The server validates with the same metadata. */
export const isPhoneNumber = (value: string): boolean => isValidPhoneNumber(value);

export function changeCountry(value: string, from: Country, to: Country): string {
  const national = parsePhoneNumberFromString(value, from)?.nationalNumber;
  const rest = national ?? (value.startsWith(dialCodeOf(from)) ? value.slice(dialCodeOf(from).length) : '');
  return rest === '' ? '' : parsePhone(dialCodeOf(to) + rest, to).value;
}

export function caretAfter(text: string, signs: number): number {
  let left = signs;
  for (let place = 0; place < text.length; place += 1) {
    if (left === 0) return place;
    if (/[\d+]/.test(text[place] ?? '')) left -= 1;
  }
  return text.length;
}
