import { extractIBAN, getCountrySpecifications, isValidBIC, isValidIBAN } from 'ibantools';

const territories = { FI: 'AX', FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT', GB: 'GG IM JE' };
const countryOfTerritory: ReadonlyMap<string, string> = new Map(
  Object.entries(territories).flatMap(([country, codes]) => codes.split(' ').map((code) => [code, country])),
);

export type IbanFormat = Readonly<{ length: number; prefix: string }>;

/** By the SWIFT registry, in which some territories use the IBANs of another country. */
export function ibanFormatOf(iso2: string): IbanFormat | undefined {
  const prefix = countryOfTerritory.get(iso2) ?? iso2;
  const { IBANRegistry, chars } = getCountrySpecifications()[prefix] ?? {};
  return IBANRegistry && chars ? { length: chars, prefix } : undefined;
}

/** Some countries put bank and branch into one number, which ibantools returns as the branch identifier. */
export function bankCodesFromIban(iban: string): string[] {
  const { bankIdentifier, branchIdentifier } = extractIBAN(iban);
  return [bankIdentifier, branchIdentifier].filter((code) => code !== undefined);
}

const toDigits = (text: string): number[] => Array.from(text, Number);

const weightedDigits = (text: string, weights: readonly number[]): number[] =>
  toDigits(text).map((digit, place) => digit * (weights[place % weights.length] ?? 0));

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** ABA routing number: a Federal Reserve prefix and a 3-7-1 checksum, which nine zeros would also pass. */
const isAba = (text: string): boolean =>
  /^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(text) &&
  text !== '000000000' &&
  sumNumbers(weightedDigits(text, [3, 7, 1])) % 10 === 0;

/** CLABE checksum: only the last digit of each 3-7-1 product counts. */
function isClabe(text: string): boolean {
  if (!/^\d{18}$/.test(text)) return false;
  const sum = sumNumbers(weightedDigits(text.slice(0, 17), [3, 7, 1]).map((product) => product % 10));
  return (10 - (sum % 10)) % 10 === Number(text[17]);
}

const isThaiId = (text: string): boolean =>
  /^\d{13}$/.test(text) &&
  (11 - (sumNumbers(weightedDigits(text.slice(0, 12), [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2])) % 11)) % 10 ===
    Number(text[12]);

export const accountChecks = {
  iban: (text: string): boolean => isValidIBAN(text),
  bic: (text: string): boolean => isValidBIC(text),
  aba: isAba,
  clabe: isClabe,
  'thai-id': isThaiId,
} as const satisfies Record<string, (text: string) => boolean>;

export type AccountCheck = keyof typeof accountChecks;
