import { backgroundWord } from '@larkmere/contract/payment-background-words';
import { moneyText } from '@larkmere/money/amount-text';
import { add, isZero, subtract, zero } from '@larkmere/money/money';
import { dayText, momentText } from '../kernel/moment-text.ts';
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
  const kept = charges ? (charges.kept ?? charges.expected) : zero(receipt.amount.currency);
  const { payer, payee, amount, fee, exchange, chargeBearer, payeeReference, reference, rail, railReference, uetr } =
    receipt;
  const account = ({ account: number }: typeof payer): readonly [string, string] => ['Account', number];
  return {
    headline: headlineOf(receipt),
    amount: moneyText(amount),
    sections: [
      { heading: 'From', rows: [['Name', payer.name], account(payer)] },
      { heading: 'To', rows: [['Name', payee.name], account(payee), ['Reference', payeeReference]] },
      {
        heading: 'Amounts',
        rows: [
          ['Amount sent', moneyText(amount)],
          ...(exchange ? exchangeRows(exchange) : []),
          ['Our fee', moneyText(fee)],
          ['Total from your account', moneyText(add(exchange?.sold ?? amount, fee))],
          ...(charges
            ? ([[charges.kept ? 'Other banks kept' : 'Other banks keep (estimate)', moneyText(kept)]] as const)
            : []),
          [charges?.kept ? 'They got' : 'They get', moneyText(subtract(amount, kept))],
          ...(charges?.kept ? ([['The estimate was', moneyText(subtract(amount, charges.expected))]] as const) : []),
          [charges && !charges.kept ? 'Total cost (estimate)' : 'Total cost', moneyText(receipt.totalCost)],
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
          ...saidRows(receipt),
          ...(receipt.note ? ([['Your note', receipt.note]] as const) : []),
          ['Made', momentText(receipt.madeAt)],
          ...(receipt.sentAt ? ([['Value date', dayText(receipt.sentAt)]] as const) : []),
          ...(receipt.completedAt ? ([['Arrived', momentText(receipt.completedAt)]] as const) : []),
          ...(receipt.returnedAt ? ([['Returned', momentText(receipt.returnedAt)]] as const) : []),
        ],
      },
    ],
  };
}

const said = {
  purposeCode: ['What it is for', ({ purpose }: Receipt) => purpose],
  relationship: ['Who the payee is to you', ({ relationship }: Receipt) => relationship],
  sourceOfFunds: ['Where the money comes from', ({ sourceOfFunds }: Receipt) => sourceOfFunds],
} as const;
const kinds = ['purposeCode', 'relationship', 'sourceOfFunds'] as const;

const saidRows = (receipt: Receipt): (readonly [string, string])[] =>
  kinds.flatMap((kind) => {
    const [label, codeOf] = said[kind];
    const code = codeOf(receipt);
    return code ? [[label, backgroundWord(kind, code)] as const] : [];
  });

const exchangeRows = ({ sold, rate, midRate, margin, fee }: NonNullable<Receipt['exchange']>) =>
  [
    ['Exchanged from', moneyText(sold)],
    ['Market rate', midRate],
    ['Your rate', rate],
    ['Our margin', moneyText(margin)],
    ...(isZero(fee) ? [] : ([['Fee of the exchange', moneyText(fee)]] as const)),
  ] as const;

function headlineOf({ state, completedAt, returnedAt }: Receipt): string {
  if (state === 'returned' && returnedAt)
    return `This payment came back on ${dayText(returnedAt)}. The money is in your account again.`;
  if (state === 'completed' && completedAt) return `Arrived on ${momentText(completedAt)}`;
  return 'Sent. The payee’s bank has not confirmed its arrival yet.';
}
