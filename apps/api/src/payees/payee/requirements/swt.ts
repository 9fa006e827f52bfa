import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import {
  address,
  bic,
  choice,
  contact,
  field,
  latinName,
  latinReference,
  latinText,
  nickname,
  regulatoryFields,
} from './field.ts';
import { ibanField } from './iban.ts';

const country = field({
  key: 'country',
  label: 'Country of the bank',
  inputType: 'country',
  pattern: '^[A-Z]{2}$',
  missing: 'Choose the country of the bank',
  wrong: 'Choose a country from the list',
  refreshOnChange: true,
});

const bankName = latinText({ key: 'bankName', label: 'Name of the bank', required: false, maxLength: 105 });

const accountNumber = field({
  key: 'accountNumber',
  label: 'Account number',
  hint: 'Up to 34 letters and numbers.',
  maxLength: 34,
  pattern: '^[A-Z0-9]{1,34}$',
  clean: 'code',
  filter: 'alnum-hyphen',
  wrong: 'An account number has up to 34 letters and numbers',
  identifies: true,
});

const intermediaryBank = { key: 'intermediaryBic', label: 'BIC of an intermediary bank', required: false } as const;

const chargeBearer = choice('chargeType', 'Charges of other banks', { SHA: 'Shared (SHA)', OUR: 'I pay all (OUR)' });

/** Where the country of the bank has IBANs, only an IBAN identifies an account. */
export function swt(bankCountry: string | undefined, addressCountry: string | undefined): PayeeField[] {
  return [
    latinName,
    country,
    { ...bic, identifies: true },
    ...(bankCountry ? [ibanField(bankCountry) ?? accountNumber] : []),
    bankName,
    { ...bic, ...intermediaryBank, hint: 'Only if your payee named one.' },
    ...address(addressCountry),
    latinReference,
    nickname,
    ...contact,
    chargeBearer,
    ...regulatoryFields,
  ];
}
