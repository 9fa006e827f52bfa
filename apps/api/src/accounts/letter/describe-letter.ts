import type { LetterContent } from '@larkmere/contract/accounts/letter';
import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { add, type Money, subtract, zero } from '@larkmere/money/money';
import { drawInWorker } from '../../platform/pdf/document.ts';
import { formatDate } from '../../platform/time/format-date.ts';
import { countryNameOf } from '../../reference/country/country.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import type { ExchangeMargin, FeeTotal, Holder } from './letter.read.ts';
import type { Letter } from './letter.sql.ts';
import { formatCode } from './letter-code.ts';

export type LetterDraft = Omit<LetterContent, 'subline'>;
type Content = LetterDraft;
type Section = Content['sections'][number];
type Row = [label: string, value: string];

const row = (label: string, value: string | null | undefined): Row[] => (value ? [[label, value]] : []);

export function describeOwnership(holder: Holder, accounts: readonly BankAccount[]): Content {
  const { name } = holder;
  return {
    title: defaultText('letter_ownership_title'),
    headline: defaultText('letter_ownership_headline'),
    sections: [
      {
        ...holderSection(holder),
        paragraphs: [defaultText('letter_ownership_statement', { count: accounts.length, name })],
      },
      ...accounts.map((account) => ({
        heading: nameOf(account),
        rows: [
          ...accountRows(account),
          ...row(defaultText('letter_opened'), formatDate(account.openedAt)),
          ...row(defaultText('letter_status'), defaultText(statusTexts[account.status])),
        ],
      })),
      limits(defaultText('letter_ownership_limits')),
    ],
  };
}

const statusTexts = {
  active: 'letter_status_active',
  frozen: 'letter_status_frozen',
  closed: 'letter_status_closed',
} as const;

export type AccountBalance = Readonly<{ account: BankAccount; balance: Money }>;

/** `day` is a London day that is over; without it the balances are of `now`. */
export function describeBalances(
  holder: Holder,
  balances: readonly AccountBalance[],
  { day, now }: Readonly<{ day: string | undefined; now: Date }>,
): Content {
  return {
    title: defaultText('letter_balance_title'),
    headline: day
      ? defaultText('letter_balance_headline_day', { day })
      : defaultText('letter_balance_headline_now', { at: now }),
    sections: [
      holderSection(holder),
      ...balances.map(({ account, balance }) => ({
        heading: nameOf(account),
        rows: [...accountRows(account), ...row(defaultText('letter_balance'), formatDisplayMoney(balance))],
      })),
      limits(defaultText('letter_balance_limits')),
    ],
  };
}

export type AccountFees = Readonly<{
  account: BankAccount;
  fees: readonly FeeTotal[];
  exchanges: readonly ExchangeMargin[];
}>;

export function describeFees(
  holder: Holder,
  accounts: readonly AccountFees[],
  { year, isOver, now }: Readonly<{ year: string; isOver: boolean; now: Date }>,
): Content {
  return {
    title: defaultText('letter_fee_title'),
    headline: isOver
      ? defaultText('letter_fee_headline', { year })
      : defaultText('letter_fee_headline_so_far', { year, at: now }),
    sections: [holderSection(holder), ...accounts.flatMap(feeSections)],
  };
}

const feeTexts = {
  payment: 'letter_fee_payment',
  exchange: 'letter_fee_exchange',
  other: 'letter_fee_other',
} as const;

function feeSections({ account, fees, exchanges }: AccountFees): Section[] {
  const none = zero(account.currency);
  const charged = fees.reduce((sum, fee) => add(sum, fee.charged), none);
  const refunded = fees.reduce((sum, fee) => add(sum, fee.refunded), none);
  const table = {
    columns: feeColumns(),
    rows: [
      ...fees.map((fee) => feeRow(defaultText(feeTexts[fee.source]), String(fee.count), fee.charged, fee.refunded)),
      feeRow(defaultText('letter_fee_total'), '', charged, refunded),
    ],
  };
  const heading = `${nameOf(account)} · ${account.iban ?? account.accountNumber ?? account.bankholderId}`;
  return [
    fees.length > 0 ? { heading, table } : { heading, paragraphs: [defaultText('letter_fee_none')] },
    ...(exchanges.length > 0 ? [marginSection(exchanges)] : []),
  ];
}

const feeColumns = () => [
  { label: defaultText('letter_fee_kind'), share: 3 },
  { label: defaultText('letter_fee_count'), share: 1, align: 'right' as const },
  { label: defaultText('letter_fee_charged'), share: 2, align: 'right' as const },
  { label: defaultText('letter_fee_refunded'), share: 2, align: 'right' as const },
  { label: defaultText('letter_fee_total'), share: 2, align: 'right' as const },
];

const feeRow = (label: string, count: string, charged: Money, refunded: Money): string[] => [
  label,
  count,
  ...[charged, refunded, subtract(charged, refunded)].map(formatDisplayMoney),
];

const marginSection = (exchanges: readonly ExchangeMargin[]): Section => ({
  heading: defaultText('letter_fee_margin'),
  paragraphs: [defaultText('letter_fee_margin_text')],
  rows: exchanges.map(({ count, margin }) => [
    defaultText('letter_fee_exchanges', { count, currency: margin.currency }),
    formatDisplayMoney(margin),
  ]),
});

export const holderSection = ({ name, memberCode, address }: Holder): Section => ({
  heading: defaultText('letter_holder'),
  rows: [
    ...row(defaultText('letter_name'), name),
    ...row(defaultText('letter_member_code'), memberCode),
    ...row(defaultText('letter_address'), address && addressText(address)),
  ],
});

function addressText({ street, buildingNumber, postCode, town, country }: NonNullable<Holder['address']>): string {
  const parts = [[buildingNumber, street], [town, postCode], [countryNameOf(country)]];
  return parts
    .map((part) => part.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ');
}

const nameOf = ({ product, currency }: BankAccount): string =>
  defaultText(product === 'wallet' ? 'letter_wallet' : 'letter_account', { currency });

type AccountDetails = Pick<BankAccount, 'sortCode' | 'accountNumber' | 'iban' | 'bic'> &
  Partial<Pick<BankAccount, 'sepaReference'>>;

export const accountRows = ({ sortCode, accountNumber, iban, bic, sepaReference }: AccountDetails): Row[] => [
  ...row(defaultText('letter_sort_code'), sortCode?.replace(/(..)(..)(..)/, '$1-$2-$3')),
  ...row(defaultText('letter_account_number'), accountNumber),
  ...row(defaultText('letter_iban'), iban?.replace(/(.{4})(?=.)/g, '$1 ')),
  ...row(defaultText('letter_bic'), bic),
  ...row(defaultText('letter_reference'), sepaReference),
];

const limits = (text: string): Section => ({ heading: defaultText('letter_limits'), paragraphs: [text] });

type DrawOptions = Readonly<{ verificationAddress: string; owner: string }>;

/** In a worker thread, outside any transaction. Refuses `service_unavailable` under load. */
export async function drawLetter(
  { kind, code: plain, content, issuedAt }: Letter,
  { verificationAddress, owner }: DrawOptions,
): Promise<Readonly<{ name: string; bytes: Uint8Array<ArrayBuffer> }>> {
  const code = formatCode(plain);
  const document = {
    ...content,
    fileTitle: defaultText('letter_file_title', { name: content.title, code }),
    verification: { code, address: verificationAddress },
  };
  return { name: `${kind}_${plain}.pdf`, bytes: await drawInWorker(document, issuedAt, { owner }) };
}
