import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import { contact, field, latinName, latinReference, nickname, regulatoryFields, wholeAddress } from './field.ts';

export const usd = (addressCountry: string | undefined): PayeeField[] => [
  latinName,
  field({
    key: 'abaRouting',
    label: defaultText('aba_routing'),
    hint: defaultText('aba_routing_hint'),
    example: '021000021',
    minLength: 9,
    maxLength: 9,
    check: 'aba',
    clean: 'digits',
    filter: 'digits',
    missing: defaultText('aba_routing_required'),
    wrong: defaultText('aba_routing_invalid'),
    identifies: true,
  }),
  field({
    key: 'accountNumber',
    label: defaultText('account_number'),
    hint: defaultText('account_number_us_hint', { max: 17 }),
    maxLength: 17,
    pattern: String.raw`^\d{1,17}$`,
    clean: 'digits',
    filter: 'digits',
    wrong: defaultText('account_number_us_invalid', { max: 17 }),
    identifies: true,
  }),
  field({
    key: 'accountType',
    label: defaultText('account_type'),
    inputType: 'select',
    options: [
      { value: 'checking', label: defaultText('account_type_checking') },
      { value: 'savings', label: defaultText('account_type_savings') },
    ],
    missing: defaultText('account_type_required'),
    wrong: defaultText('account_type_required'),
  }),
  ...wholeAddress(addressCountry),
  latinReference,
  nickname,
  ...contact,
  ...regulatoryFields,
];
