import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { regulatoryCodeLabels } from '@larkmere/contract/payments/regulatory-code-labels';
import { countryOf } from '../../../reference/country/country.ts';

type FieldOptions = Pick<PayeeField, 'key' | 'label' | 'wrong'> & Partial<PayeeField>;

const inSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

export const field = (said: FieldOptions): PayeeField => ({
  hint: null,
  example: null,
  inputType: 'text',
  required: true,
  minLength: 1,
  maxLength: 140,
  pattern: null,
  check: null,
  clean: 'text',
  padTo: null,
  filter: null,
  options: null,
  usualLengths: null,
  missing: `Enter the ${inSentence(said.label)}`,
  identifies: false,
  refreshOnChange: false,
  extra: false,
  ...said,
});

const latin = String.raw`^[\p{Script=Latin}\p{M}0-9 /?:().,'’+&-]+$`;
const latinWrong = 'Use Latin letters, as banks write them';

export const latinText = (said: Pick<PayeeField, 'key' | 'label'> & Partial<PayeeField>): PayeeField =>
  field({ filter: 'latin', pattern: latin, wrong: latinWrong, ...said });

export const latinName = latinText({
  key: 'name',
  label: 'Name on the account',
  hint: 'As it stands on their bank account.',
});

const countryIn = (iso2: string | undefined) => (iso2 === undefined ? undefined : countryOf(iso2));

function postCode(iso2: string | undefined): PayeeField {
  const said = { key: 'postCode', label: 'Postcode', maxLength: 16, required: false } as const;
  const country = countryIn(iso2);
  if (!country?.postcodePattern) return latinText(said);
  return latinText({ ...said, pattern: country.postcodePattern, wrong: `${country.name} has no such postcode` });
}

/** Since November 2026 no scheme carries an unstructured address, so town and country are fields of their own. */
export const address = (iso2: string | undefined): PayeeField[] => [
  latinText({
    key: 'addressLine1',
    label: 'Street and number',
    maxLength: 70,
    hint: 'Where your payee lives or works.',
  }),
  latinText({ key: 'addressLine2', label: 'Flat, floor or building', maxLength: 70, required: false }),
  latinText({ key: 'townName', label: 'Town', maxLength: 35 }),
  postCode(iso2),
  latinText({
    key: 'countrySubDivision',
    label: 'State or province',
    maxLength: 35,
    required: countryIn(iso2)?.stateRequired ?? false,
  }),
  field({
    key: 'addressCountry',
    label: 'Country',
    inputType: 'country',
    pattern: '^[A-Z]{2}$',
    missing: 'Choose the country of the address',
    wrong: 'Choose a country from the list',
    refreshOnChange: true,
  }),
];

/** Optional as a whole. A country makes the town required, because no scheme carries half an address. */
export function optionalAddress(iso2: string | undefined): PayeeField[] {
  const fields = address(iso2).map((each) => ({ ...each, extra: true, required: each.key === 'townName' }));
  const country = fields.filter(({ key }) => key === 'addressCountry');
  const rest = fields.filter(({ key }) => key !== 'addressCountry');
  return [...country.map((each) => ({ ...each, label: 'Country of the address' })), ...(iso2 ? rest : [])];
}

export const wholeAddress = (iso2: string | undefined): PayeeField[] =>
  address(iso2).map((each) =>
    each.key === 'postCode' ? { ...each, required: Boolean(countryIn(iso2)?.postcodePattern) } : each,
  );

export const latinReference = field({
  key: 'defaultReference',
  label: 'Reference for payments',
  hint: 'Up to 140 letters, numbers and common signs.',
  required: false,
  filter: 'latin-plain',
  pattern: "^[A-Za-z0-9 /?:().,'+-]+$",
  wrong: "Use up to 140 letters without accents, numbers, spaces and / - ? : ( ) . , ' +",
});

export const nickname = field({
  key: 'nickname',
  label: 'Nickname',
  hint: 'Only you see it.',
  required: false,
  maxLength: 50,
  wrong: 'A nickname has at most 50 characters',
});

export const bic = field({
  key: 'bic',
  label: 'BIC (SWIFT code)',
  hint: '8 or 11 letters and numbers.',
  example: 'DEUTDEFF',
  minLength: 8,
  maxLength: 11,
  check: 'bic',
  clean: 'code',
  filter: 'alnum',
  wrong: 'A BIC has 8 or 11 letters and numbers, such as DEUTDEFF',
  missing: 'Enter the BIC',
});

const extra = { required: false, extra: true } as const;

export const contact: readonly PayeeField[] = [
  field({
    ...extra,
    key: 'email',
    label: 'Email',
    maxLength: 254,
    pattern: String.raw`^[^\s@]+@[^\s@]+\.[^\s@]{2,}$`,
    wrong: 'An email looks like name@example.com',
  }),
  field({
    ...extra,
    key: 'phone',
    label: 'Telephone',
    inputType: 'phone',
    hint: 'With the country code, such as +44 20 7946 0958.',
    maxLength: 16,
    pattern: String.raw`^\+\d{7,15}$`,
    clean: 'digits',
    wrong: 'Begin with the country code, such as +44 20 7946 0958',
  }),
];

export const choice = (key: string, label: string, words: Readonly<Record<string, string>>): PayeeField =>
  field({
    ...extra,
    key,
    label,
    inputType: 'select',
    options: Object.entries(words).map(([value, text]) => ({ value, label: text })),
    wrong: `Choose the ${label.toLowerCase()} from the list`,
  });

export const regulatoryFields: readonly PayeeField[] = [
  choice('relationship', 'Relationship', regulatoryCodeLabels.relationship),
  choice('purpose', 'Usual purpose', regulatoryCodeLabels.purposeCode),
];
