import { regulatoryCodeLabel } from '@larkmere/contract/payments/regulatory-code-labels';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { add, isZero, subtract, zero } from '@larkmere/money/money';
import { formatLongDate, formatLongDateTime } from '../../platform/time/format-date-time.ts';
import type { Receipt } from './receipt.ts';

export type Section = Readonly<{ heading: string; rows: readonly (readonly [label: string, value: string])[] }>;
export type Description = Readonly<{ headline: string; amount: string; sections: readonly Section[] }>;

/** Required by law; the web pages carry the same text. */
export const legalLine =
  'Larkmere is an agent of an authorised electronic money institution. Electronic money is not covered by the Financial Services Compensation Scheme. Your money is held in segregated accounts. Cards are issued under licence from the card network.';

const schemes: Readonly<Record<string, string>> = {
  'faster-payments': 'Faster Payments',
  'sepa-credit-transfer': 'SEPA Credit Transfer',
  'sepa-instant': 'SEPA Instant Credit Transfer',
  promptpay: 'PromptPay',
  bahtnet: 'BAHTNET',
  fedwire: 'Fedwire',
  swift: 'SWIFT',
  local: 'Local transfer',
};

const bearers = {
  OUR: 'You pay the charges of all banks (OUR)',
  SHA: 'Each side pays its own banks (SHA)',
  BEN: 'The payee pays the charges (BEN)',
} as const;

export function describeReceipt(receipt: Receipt): Description {
  const { charges } = receipt;
  const kept = charges ? (charges.deducted ?? charges.expected) : zero(receipt.amount.currency);
  const { payer, payee, amount, fee, exchange, chargeBearer, payeeReference, reference, rail, railReference, uetr } =
    receipt;
  const account = ({ account: number }: typeof payer): readonly [string, string] => ['Account', number];
  return {
    headline: headlineOf(receipt),
    amount: formatDisplayMoney(amount),
    sections: [
      { heading: 'From', rows: [['Name', payer.name], account(payer)] },
      { heading: 'To', rows: [['Name', payee.name], account(payee), ['Reference', payeeReference]] },
      {
        heading: 'Amounts',
        rows: [
          ['Amount sent', formatDisplayMoney(amount)],
          ...(exchange ? exchangeRows(exchange) : []),
          ['Our fee', formatDisplayMoney(fee)],
          ['Total from your account', formatDisplayMoney(add(exchange?.sold ?? amount, fee))],
          ...(charges
            ? ([
                [charges.deducted ? 'Other banks kept' : 'Other banks keep (estimate)', formatDisplayMoney(kept)],
              ] as const)
            : []),
          [charges?.deducted ? 'They got' : 'They get', formatDisplayMoney(subtract(amount, kept))],
          ...(charges?.deducted
            ? ([['The estimate was', formatDisplayMoney(subtract(amount, charges.expected))]] as const)
            : []),
          [
            charges && !charges.deducted ? 'Total cost (estimate)' : 'Total cost',
            formatDisplayMoney(receipt.totalCost),
          ],
          ...(chargeBearer ? ([['Charges of banks', bearers[chargeBearer]]] as const) : []),
        ],
      },
      {
        heading: 'Details',
        rows: [
          ['Our reference', reference],
          ['Sent by', schemes[rail] ?? rail],
          ['Scheme reference', railReference ?? 'none'],
          ...(receipt.endToEndId ? ([['End-to-end id', receipt.endToEndId]] as const) : []),
          ['UETR', uetr],
          ...regulatoryRows(receipt),
          ...(receipt.note ? ([['Your note', receipt.note]] as const) : []),
          ['Made', formatLongDateTime(receipt.createdAt)],
          ...(receipt.sentAt ? ([['Value date', formatLongDate(receipt.sentAt)]] as const) : []),
          ...(receipt.completedAt ? ([['Arrived', formatLongDateTime(receipt.completedAt)]] as const) : []),
          ...(receipt.returnedAt ? ([['Returned', formatLongDateTime(receipt.returnedAt)]] as const) : []),
        ],
      },
    ],
  };
}

const regulatoryLabels = {
  purposeCode: ['What it is for', ({ purpose }: Receipt) => purpose],
  relationship: ['Who the payee is to you', ({ relationship }: Receipt) => relationship],
  sourceOfFunds: ['Where the money comes from', ({ sourceOfFunds }: Receipt) => sourceOfFunds],
} as const;
const labelledFields = ['purposeCode', 'relationship', 'sourceOfFunds'] as const;

const regulatoryRows = (receipt: Receipt): (readonly [string, string])[] =>
  labelledFields.flatMap((kind) => {
    const [label, codeOf] = regulatoryLabels[kind];
    const code = codeOf(receipt);
    return code ? [[label, regulatoryCodeLabel(kind, code)] as const] : [];
  });

const exchangeRows = ({ sold, rate, midRate, margin, fee }: NonNullable<Receipt['exchange']>) =>
  [
    ['Exchanged from', formatDisplayMoney(sold)],
    ['Market rate', midRate],
    ['Your rate', rate],
    ['Our margin', formatDisplayMoney(margin)],
    ...(isZero(fee) ? [] : ([['Fee of the exchange', formatDisplayMoney(fee)]] as const)),
  ] as const;

function headlineOf({ state, completedAt, returnedAt }: Receipt): string {
  if (state === 'returned' && returnedAt)
    return `This payment came back on ${formatLongDate(returnedAt)}. The money is in your account again.`;
  if (state === 'completed' && completedAt) return `Arrived on ${formatLongDateTime(completedAt)}`;
  return 'Sent. The payee’s bank has not confirmed its arrival yet.';
}
