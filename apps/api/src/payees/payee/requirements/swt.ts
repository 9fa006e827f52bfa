import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import {
  address,
  bic,
  choice,
  contact,
  field,
  ibanField,
  latinName,
  latinReference,
  latinText,
  nickname,
  regulatoryFields,
} from './field.ts';

const country = field({
  key: 'country',
  label: defaultText('bank_country'),
  inputType: 'country',
  pattern: '^[A-Z]{2}$',
  missing: defaultText('bank_country_required'),
  wrong: defaultText('country_required'),
  refreshOnChange: true,
});

const bankName = latinText({ key: 'bankName', label: defaultText('bank_name'), required: false, maxLength: 105 });

const accountNumber = field({
  key: 'accountNumber',
  label: defaultText('account_number'),
  hint: defaultText('account_number_international_hint', { max: 34 }),
  maxLength: 34,
  pattern: '^[A-Z0-9]{1,34}$',
  clean: 'code',
  filter: 'alnum-hyphen',
  wrong: defaultText('account_number_international_invalid', { max: 34 }),
  identifies: true,
});

const intermediaryBank = { key: 'intermediaryBic', label: defaultText('intermediary_bic'), required: false } as const;

const chargeBearer = choice('chargeType', defaultText('charge_bearer'), {
  SHA: defaultText('charge_bearer_sha'),
  OUR: defaultText('charge_bearer_our'),
});

/** Where the country of the bank has IBANs, only an IBAN identifies an account. */
export function swt(bankCountry: string | undefined, addressCountry: string | undefined): PayeeField[] {
  return [
    latinName,
    country,
    { ...bic, identifies: true },
    ...(bankCountry ? [ibanField(bankCountry) ?? accountNumber] : []),
    bankName,
    { ...bic, ...intermediaryBank, hint: defaultText('intermediary_bic_hint') },
    ...address(addressCountry),
    latinReference,
    nickname,
    ...contact,
    chargeBearer,
    ...regulatoryFields,
  ];
}
