import type { PayeeField } from '@larkmere/contract/payees/payee-requirements';
import { contact, field, nickname, optionalAddress, regulatoryFields } from './field.ts';
import type { RailLimits, RequirementInputs } from './requirements.ts';
import { thaiBanks } from './thai-banks.ts';

const thaiName = field({
  key: 'name',
  label: 'Name on the account',
  hint: 'In Thai, or in up to 35 Latin letters.',
  // Thai banks exchange a Latin name in 35 characters.
  pattern: String.raw`^(?:[A-Za-z0-9 -]{1,35}|(?=.*\p{Script=Thai})[A-Za-z0-9\p{Script=Thai} -]{1,140})$`,
  filter: 'alnum-thai',
  wrong: 'Write the name in Thai, or in up to 35 Latin letters without accents',
});

const toAccount = { value: 'account', label: 'Bank account' };

const payTo = field({
  key: 'payTo',
  label: 'Pay to',
  inputType: 'select',
  options: [
    toAccount,
    { value: 'mobile', label: 'PromptPay mobile' },
    { value: 'id', label: 'PromptPay citizen or tax id' },
    { value: 'ewallet', label: 'PromptPay e-wallet' },
  ],
  missing: 'Choose where the money goes',
  wrong: 'Choose where the money goes from the list',
  refreshOnChange: true,
});

const bank = field({
  key: 'bankCode',
  label: 'Bank',
  inputType: 'select',
  options: thaiBanks.map(({ code, name }) => ({ value: code, label: name })),
  missing: 'Choose the bank',
  wrong: 'Choose a bank from the list',
  identifies: true,
  refreshOnChange: true,
});

function account(bankCode: string | undefined): PayeeField {
  const chosen = thaiBanks.find(({ code }) => code === bankCode);
  const usual = chosen?.digits.length ? chosen.digits : null;
  return field({
    key: 'accountNumber',
    label: 'Account number',
    hint: usual ? `${chosen?.name} usually has ${usual.join(' or ')} digits.` : '5 to 16 digits, mostly 10 or 12.',
    minLength: 5,
    maxLength: 16,
    pattern: String.raw`^\d{5,16}$`,
    clean: 'digits',
    filter: 'digits',
    usualLengths: usual,
    wrong: 'A Thai account number has 5 to 16 digits',
    identifies: true,
  });
}

const proxy = { key: 'proxy', clean: 'digits', filter: 'digits', identifies: true } as const;

const proxies: ReadonlyMap<string, PayeeField> = new Map(
  Object.entries({
    mobile: field({
      ...proxy,
      label: 'Mobile number',
      inputType: 'phone',
      hint: 'A Thai mobile, such as 081 234 5678.',
      example: '081 234 5678',
      clean: 'thai-mobile',
      minLength: 9,
      maxLength: 13,
      pattern: String.raw`^0066[689]\d{8}$`,
      filter: null,
      wrong: 'A Thai mobile number has 10 digits and begins with 06, 08 or 09',
    }),
    id: field({
      ...proxy,
      label: 'Citizen or tax id',
      hint: '13 digits.',
      minLength: 13,
      maxLength: 13,
      check: 'thai-id',
      wrong: 'This is not a Thai id: it has 13 digits, and the last one checks the others',
    }),
    ewallet: field({
      ...proxy,
      label: 'E-wallet number',
      hint: '15 digits.',
      minLength: 15,
      maxLength: 15,
      pattern: String.raw`^\d{15}$`,
      wrong: 'An e-wallet number has 15 digits',
    }),
  }),
);

const reference = field({
  key: 'defaultReference',
  label: 'Reference for payments',
  hint: 'Up to 35 letters, numbers, spaces and hyphens.',
  required: false,
  maxLength: 35,
  pattern: '^[A-Za-z0-9 -]+$',
  filter: 'alnum-hyphen',
  wrong: 'A reference has at most 35 letters, numbers, spaces and hyphens',
});

const payToAccount = { ...payTo, options: [toAccount], hint: 'PromptPay does not carry so much.' };

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
