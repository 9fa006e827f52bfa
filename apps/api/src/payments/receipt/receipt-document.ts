import type { PaymentState } from '@larkmere/contract/payments/payment';
import { regulatoryCodeLabel } from '@larkmere/contract/payments/regulatory-code-labels';
import { defaultText } from '@larkmere/messages/format-message';
import type { MessageCode } from '@larkmere/messages/message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { add, isZero, type Money, subtract, zero } from '@larkmere/money/money';
import type { PdfDocument } from '../../platform/pdf/document.ts';
import { formatDate, formatDateTime } from '../../platform/time/format-date.ts';

type Party = Readonly<{ name: string; account: string }>;

type ReceiptExchange = Readonly<{ sold: Money; rate: string; midRate: string; margin: Money; fee: Money }>;

export type Receipt = Readonly<{
  reference: string;
  state: PaymentState;
  payer: Party;
  payee: Party;
  amount: Money;
  fee: Money;
  exchange: ReceiptExchange | null;
  /** Of a payment out of two balances: what the second one paid. */
  rest: (ReceiptExchange & Readonly<{ bought: Money }>) | null;
  charges: Readonly<{ expected: Money; deducted: Money | null }> | null;
  totalCost: Money;
  chargeBearer: 'OUR' | 'SHA' | 'BEN' | null;
  payeeReference: string;
  endToEndId: string | null;
  purpose: string | null;
  relationship: string | null;
  sourceOfFunds: string | null;
  note: string | null;
  rail: string;
  railReference: string | null;
  uetr: string;
  createdAt: Date;
  sentAt: Date | null;
  completedAt: Date | null;
  returnedAt: Date | null;
}>;

export const receiptStates: readonly PaymentState[] = ['sent', 'completed', 'returned'];

export const receiptDocument = (receipt: Receipt): PdfDocument => ({
  ...describeReceipt(receipt),
  fileTitle: defaultText('receipt_file_title', { reference: receipt.reference }),
  title: defaultText('receipt_title'),
});

type Row = readonly [label: string, value: string];
type Description = Readonly<{
  headline: string;
  subline: string;
  sections: readonly Readonly<{ heading: string; rows: readonly Row[] }>[];
}>;

type ReceiptCode = Extract<MessageCode, `receipt_${string}`>;
type ParameterCode =
  | 'receipt_file_title'
  | 'receipt_returned'
  | 'receipt_arrived'
  | 'receipt_from_first_balance'
  | 'receipt_from_second_balance';
type LabelCode = Exclude<ReceiptCode, ParameterCode>;

const row = (label: LabelCode, value: string): Row => [defaultText(label), value];
const moneyRow = (label: LabelCode, amount: Money): Row => row(label, formatDisplayMoney(amount));
const optionalRow = (label: LabelCode, value: string | null | undefined): Row[] => (value ? [row(label, value)] : []);

export function describeReceipt(receipt: Receipt): Description {
  const { payer, payee, amount, payeeReference } = receipt;
  const nameRows = ({ name, account }: typeof payer): Row[] => [
    row('receipt_name', name),
    row('receipt_account', account),
  ];
  return {
    headline: formatDisplayMoney(amount),
    subline: statusOf(receipt),
    sections: [
      { heading: defaultText('receipt_from'), rows: nameRows(payer) },
      {
        heading: defaultText('receipt_to'),
        rows: [...nameRows(payee), row('receipt_payee_reference', payeeReference)],
      },
      { heading: defaultText('receipt_amounts'), rows: amountRows(receipt) },
      { heading: defaultText('receipt_details'), rows: detailRows(receipt) },
    ],
  };
}

function amountRows({ amount, exchange, rest, fee, charges, totalCost, chargeBearer }: Receipt): Row[] {
  const isEstimated = charges !== null && !charges.deducted;
  const deduction = charges ? (charges.deducted ?? charges.expected) : zero(amount.currency);
  return [
    moneyRow('receipt_amount_sent', amount),
    ...(exchange ? exchangeRows(exchange) : []),
    moneyRow('receipt_fee', fee),
    moneyRow('receipt_total_debit', add(exchange?.sold ?? amount, fee)),
    ...(rest ? restRows(rest, add(amount, fee)) : []),
    ...(charges ? [moneyRow(isEstimated ? 'receipt_charges_estimated' : 'receipt_charges_deducted', deduction)] : []),
    moneyRow(charges?.deducted ? 'receipt_amount_received' : 'receipt_amount_to_receive', subtract(amount, deduction)),
    ...(charges?.deducted ? [moneyRow('receipt_amount_estimated', subtract(amount, charges.expected))] : []),
    row(isEstimated ? 'receipt_total_cost_estimated' : 'receipt_total_cost', costText(totalCost, rest)),
    ...(chargeBearer ? [row('receipt_charge_option', defaultText(chargeOptionCodes[chargeBearer]))] : []),
  ];
}

/** The second balance was exchanged in its own currency, and the sum of two currencies would say nothing. */
const costText = (cost: Money, rest: Receipt['rest']): string =>
  [cost, ...(rest ? [add(rest.margin, rest.fee)] : [])].map(formatDisplayMoney).join(' + ');

const chargeOptionCodes = { OUR: 'charge_option_our', SHA: 'charge_option_sha', BEN: 'charge_option_ben' } as const;

const exchangeRows = (exchange: ReceiptExchange): Row[] => [
  moneyRow('receipt_exchanged_from', exchange.sold),
  ...rateRows(exchange),
];

function restRows({ bought, sold, ...rest }: NonNullable<Receipt['rest']>, total: Money): Row[] {
  const first = subtract(total, bought);
  const label = (code: 'receipt_from_first_balance' | 'receipt_from_second_balance', { currency }: Money) =>
    defaultText(code, { currency });
  return [
    [label('receipt_from_first_balance', first), formatDisplayMoney(first)],
    [label('receipt_from_second_balance', sold), formatDisplayMoney(sold)],
    ...rateRows(rest),
  ];
}

const rateRows = ({ rate, midRate, margin, fee }: Omit<ReceiptExchange, 'sold'>): Row[] => [
  row('receipt_market_rate', midRate),
  row('receipt_your_rate', rate),
  moneyRow('receipt_margin', margin),
  ...(isZero(fee) ? [] : [moneyRow('receipt_exchange_fee', fee)]),
];

const detailRows = (receipt: Receipt): Row[] => [
  row('receipt_reference', receipt.reference),
  row('receipt_scheme', schemeName(receipt.rail)),
  row('receipt_rail_reference', receipt.railReference ?? defaultText('receipt_rail_reference_none')),
  ...optionalRow('receipt_end_to_end_id', receipt.endToEndId),
  row('receipt_uetr', receipt.uetr),
  ...regulatoryRows(receipt),
  ...optionalRow('receipt_note', receipt.note),
  row('receipt_made_at', formatDateTime(receipt.createdAt)),
  ...optionalRow('receipt_value_date', receipt.sentAt && formatDate(receipt.sentAt)),
  ...optionalRow('receipt_arrived_at', receipt.completedAt && formatDateTime(receipt.completedAt)),
  ...optionalRow('receipt_returned_at', receipt.returnedAt && formatDateTime(receipt.returnedAt)),
];

const schemeNames: Readonly<Record<string, string>> = {
  'faster-payments': defaultText('scheme_faster_payments'),
  'sepa-credit-transfer': defaultText('scheme_sepa_credit_transfer'),
  'sepa-instant': defaultText('scheme_sepa_instant'),
  promptpay: defaultText('scheme_promptpay'),
  bahtnet: defaultText('scheme_bahtnet'),
  fedwire: defaultText('scheme_fedwire'),
  swift: defaultText('scheme_swift'),
  local: defaultText('scheme_local'),
};
const schemeName = (rail: string): string => schemeNames[rail] ?? rail;

const regulatoryLabels = {
  purposeCode: ['receipt_purpose', ({ purpose }: Receipt) => purpose],
  relationship: ['receipt_relationship', ({ relationship }: Receipt) => relationship],
  sourceOfFunds: ['receipt_source_of_funds', ({ sourceOfFunds }: Receipt) => sourceOfFunds],
} as const;
const labelledFields = ['purposeCode', 'relationship', 'sourceOfFunds'] as const;

const regulatoryRows = (receipt: Receipt): Row[] =>
  labelledFields.flatMap((kind) => {
    const [label, codeOf] = regulatoryLabels[kind];
    const code = codeOf(receipt);
    return code ? [row(label, regulatoryCodeLabel(kind, code))] : [];
  });

function statusOf({ state, completedAt, returnedAt }: Receipt): string {
  if (state === 'returned' && returnedAt) return defaultText('receipt_returned', { at: returnedAt });
  if (state === 'completed' && completedAt) return defaultText('receipt_arrived', { at: completedAt });
  return defaultText('receipt_sent');
}
