import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import { contact, field, nickname, optionalAddress, regulatoryFields } from './field.ts';
import type { RailLimits, RequirementInputs } from './requirements.ts';
import { thaiBanks } from './thai-banks.ts';

const thaiName = field({
  key: 'name',
  label: defaultText('payee_name'),
  hint: defaultText('payee_name_thai_hint', { max: 35 }),
  // Thai banks exchange a Latin name in 35 characters.
  pattern: String.raw`^(?:[A-Za-z0-9 -]{1,35}|(?=.*\p{Script=Thai})[A-Za-z0-9\p{Script=Thai} -]{1,140})$`,
  filter: 'alnum-thai',
  wrong: defaultText('payee_name_thai_invalid', { max: 35 }),
});

const toAccount = { value: 'account', label: defaultText('pay_to_account') };

const payTo = field({
  key: 'payTo',
  label: defaultText('pay_to'),
  inputType: 'select',
  options: [
    toAccount,
    { value: 'mobile', label: defaultText('pay_to_promptpay_mobile') },
    { value: 'id', label: defaultText('pay_to_promptpay_id') },
    { value: 'ewallet', label: defaultText('pay_to_promptpay_ewallet') },
  ],
  missing: defaultText('pay_to_required'),
  wrong: defaultText('pay_to_required'),
  refreshOnChange: true,
});

const bank = field({
  key: 'bankCode',
  label: defaultText('bank'),
  inputType: 'select',
  options: thaiBanks.map(({ code, name }) => ({ value: code, label: name })),
  missing: defaultText('bank_required'),
  wrong: defaultText('bank_required'),
  identifies: true,
  refreshOnChange: true,
});

function account(bankCode: string | undefined): PayeeField {
  const chosen = thaiBanks.find(({ code }) => code === bankCode);
  const usual = chosen?.digits.length ? chosen.digits : null;
  return field({
    key: 'accountNumber',
    label: defaultText('account_number'),
    hint:
      chosen && usual
        ? defaultText('account_number_usual_length_hint', { bank: chosen.name, lengths: usual.map(String) })
        : defaultText('account_number_thai_hint'),
    minLength: 5,
    maxLength: 16,
    pattern: String.raw`^\d{5,16}$`,
    clean: 'digits',
    filter: 'digits',
    usualLengths: usual,
    wrong: defaultText('digits_range_invalid', { min: 5, max: 16 }),
    identifies: true,
  });
}

const proxy = { key: 'proxy', clean: 'digits', filter: 'digits', identifies: true } as const;

const proxies: ReadonlyMap<string, PayeeField> = new Map(
  Object.entries({
    mobile: field({
      ...proxy,
      label: defaultText('mobile_number'),
      inputType: 'phone',
      hint: defaultText('mobile_number_thai_hint'),
      example: '081 234 5678',
      clean: 'thai-mobile',
      minLength: 9,
      maxLength: 13,
      pattern: String.raw`^0066[689]\d{8}$`,
      filter: null,
      wrong: defaultText('mobile_number_thai_invalid'),
    }),
    id: field({
      ...proxy,
      label: defaultText('thai_id'),
      hint: defaultText('digits_exact_hint', { length: 13 }),
      minLength: 13,
      maxLength: 13,
      check: 'thai-id',
      wrong: defaultText('thai_id_invalid'),
    }),
    ewallet: field({
      ...proxy,
      label: defaultText('ewallet_number'),
      hint: defaultText('digits_exact_hint', { length: 15 }),
      minLength: 15,
      maxLength: 15,
      pattern: String.raw`^\d{15}$`,
      wrong: defaultText('digits_exact_invalid', { length: 15 }),
    }),
  }),
);

export const isPromptPayId = (chosen: string | undefined): boolean => chosen !== undefined && proxies.has(chosen);

const reference = field({
  key: 'defaultReference',
  label: defaultText('payment_reference'),
  hint: defaultText('payment_reference_plain_hint', { max: 35 }),
  required: false,
  maxLength: 35,
  pattern: '^[A-Za-z0-9 -]+$',
  filter: 'alnum-hyphen',
  wrong: defaultText('payment_reference_plain_invalid', { max: 35 }),
});

const payToAccount = { ...payTo, options: [toAccount], hint: defaultText('promptpay_amount_too_large') };

export function thb({ payTo: to, bankCode, addressCountry }: RequirementInputs, bounds: RailLimits): PayeeField[] {
  const byProxy = to === undefined ? undefined : proxies.get(to);
  const chosen = bounds.bankLimitText === undefined ? bank : { ...bank, hint: bounds.bankLimitText };
  const target = to === 'account' ? [chosen, account(bankCode)] : byProxy ? [byProxy] : [];
  const way = bounds.isAbovePromptPay ? payToAccount : payTo;
  return [
    thaiName,
    way,
    ...target,
    reference,
    nickname,
    ...contact,
    ...optionalAddress(addressCountry),
    ...regulatoryFields,
  ];
}
