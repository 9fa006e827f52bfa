import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { regulatoryCodeLabels } from '@larkmere/contract/payments/regulatory-code-labels';
import { defaultText } from '@larkmere/messages/format-message';
import { countryOf } from '../../../reference/country/country.ts';

type FieldOptions = Pick<PayeeField, 'key' | 'label' | 'wrong'> & Partial<PayeeField>;

const inSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

export const field = (options: FieldOptions): PayeeField => ({
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
  missing: defaultText('payee_field_required', { label: inSentence(options.label) }),
  identifies: false,
  refreshOnChange: false,
  extra: false,
  ...options,
});

const latin = String.raw`^[\p{Script=Latin}\p{M}0-9 /?:().,'’+&-]+$`;

export const latinText = (options: Pick<PayeeField, 'key' | 'label'> & Partial<PayeeField>): PayeeField =>
  field({ filter: 'latin', pattern: latin, wrong: defaultText('letters_latin'), ...options });

export const latinName = latinText({
  key: 'name',
  label: defaultText('payee_name'),
  hint: defaultText('payee_name_hint'),
});

const countryIn = (iso2: string | undefined) => (iso2 === undefined ? undefined : countryOf(iso2));

function postCode(iso2: string | undefined): PayeeField {
  const options = { key: 'postCode', label: defaultText('postcode'), maxLength: 16, required: false } as const;
  const country = countryIn(iso2);
  if (!country?.postcodePattern) return latinText(options);
  return latinText({
    ...options,
    pattern: country.postcodePattern,
    wrong: defaultText('postcode_invalid', { country: country.name }),
  });
}

/** Since November 2026 no scheme carries an unstructured address, so town and country are fields of their own. */
export const address = (iso2: string | undefined): PayeeField[] => [
  latinText({
    key: 'addressLine1',
    label: defaultText('address_line_1'),
    maxLength: 70,
    hint: defaultText('address_line_1_hint'),
  }),
  latinText({ key: 'addressLine2', label: defaultText('address_line_2'), maxLength: 70, required: false }),
  latinText({ key: 'townName', label: defaultText('town'), maxLength: 35 }),
  postCode(iso2),
  latinText({
    key: 'countrySubDivision',
    label: defaultText('state'),
    maxLength: 35,
    required: countryIn(iso2)?.stateRequired ?? false,
  }),
  field({
    key: 'addressCountry',
    label: defaultText('country'),
    inputType: 'country',
    pattern: '^[A-Z]{2}$',
    missing: defaultText('address_country_required'),
    wrong: defaultText('country_required'),
    refreshOnChange: true,
  }),
];

/** Optional as a whole. A country makes the town required, because no scheme carries half an address. */
export function optionalAddress(iso2: string | undefined): PayeeField[] {
  const fields = address(iso2).map((each) => ({ ...each, extra: true, required: each.key === 'townName' }));
  const country = fields.filter(({ key }) => key === 'addressCountry');
  const rest = fields.filter(({ key }) => key !== 'addressCountry');
  return [...country.map((each) => ({ ...each, label: defaultText('address_country') })), ...(iso2 ? rest : [])];
}

export const wholeAddress = (iso2: string | undefined): PayeeField[] =>
  address(iso2).map((each) =>
    each.key === 'postCode' ? { ...each, required: Boolean(countryIn(iso2)?.postcodePattern) } : each,
  );

export const latinReference = field({
  key: 'defaultReference',
  label: defaultText('payment_reference'),
  hint: defaultText('payment_reference_latin_hint', { max: 140 }),
  required: false,
  filter: 'latin-plain',
  pattern: "^[A-Za-z0-9 /?:().,'+-]+$",
  wrong: defaultText('payment_reference_latin_invalid', { max: 140 }),
});

export const nickname = field({
  key: 'nickname',
  label: defaultText('nickname'),
  hint: defaultText('nickname_hint'),
  required: false,
  maxLength: 50,
  wrong: defaultText('nickname_too_long', { max: 50 }),
});

export const bic = field({
  key: 'bic',
  label: defaultText('bic'),
  hint: defaultText('bic_hint'),
  example: 'DEUTDEFF',
  minLength: 8,
  maxLength: 11,
  check: 'bic',
  clean: 'code',
  filter: 'alnum',
  wrong: defaultText('bic_invalid'),
  missing: defaultText('bic_required'),
});

const extra = { required: false, extra: true } as const;

export const contact: readonly PayeeField[] = [
  field({
    ...extra,
    key: 'email',
    label: defaultText('email'),
    maxLength: 254,
    pattern: String.raw`^[^\s@]+@[^\s@]+\.[^\s@]{2,}$`,
    wrong: defaultText('email_invalid'),
  }),
  field({
    ...extra,
    key: 'phone',
    label: defaultText('phone'),
    inputType: 'phone',
    hint: defaultText('phone_hint'),
    maxLength: 16,
    pattern: String.raw`^\+\d{7,15}$`,
    clean: 'phone',
    wrong: defaultText('phone_invalid'),
  }),
];

export const choice = (key: string, label: string, words: Readonly<Record<string, string>>): PayeeField =>
  field({
    ...extra,
    key,
    label,
    inputType: 'select',
    options: Object.entries(words).map(([value, text]) => ({ value, label: text })),
    wrong: defaultText('payee_option_invalid'),
  });

export const regulatoryFields: readonly PayeeField[] = [
  choice('relationship', defaultText('relationship'), regulatoryCodeLabels.relationship),
  choice('purpose', defaultText('usual_purpose'), regulatoryCodeLabels.purposeCode),
];

export function ibanField(iso2: string): PayeeField | undefined {
  const country = countryOf(iso2);
  const { length, prefix } = country?.iban ?? {};
  if (!country || !length || !prefix) return undefined;
  const rule = { country: country.name, length, prefix };
  return field({
    key: 'iban',
    label: defaultText('iban'),
    hint: defaultText('iban_hint', rule),
    minLength: length,
    maxLength: length,
    pattern: `^${prefix}`,
    check: 'iban',
    clean: 'code',
    filter: 'alnum',
    missing: defaultText('iban_required'),
    wrong: defaultText('iban_invalid', rule),
    identifies: true,
  });
}
