import { formatAmount, type Money } from '@larkmere/money/money';
import { rateText } from '../columns.ts';
import type { Statement, StatementHead, StatementRow } from '../statement-row.ts';

/** The envelope of every call, with amounts as decimal strings. */
export async function* writeJson({ head, batches }: Statement): AsyncGenerator<string> {
  const whole = JSON.stringify({ result: true, data: { ...headView(head), rows: [] }, message: 'success' });
  const cut = whole.lastIndexOf(']');
  yield whole.slice(0, cut);
  let separator = '';
  for await (const rows of batches) {
    yield separator + rows.map((row) => JSON.stringify(rowView(row))).join(',');
    separator = ',';
  }
  yield whole.slice(cut);
}

const headView = ({
  account,
  currency,
  layout,
  from,
  to,
  opening,
  closing,
  in: into,
  out,
  generatedAt,
}: StatementHead) => ({
  holder: account.holder,
  account: {
    bankholderid: account.bankholderId,
    sortCode: account.sortCode,
    accountNumber: account.accountNumber,
    iban: account.iban,
    bic: account.bic,
  },
  currency,
  layout,
  from,
  to,
  opening: formatAmount(opening),
  closing: formatAmount(closing),
  totalIn: formatAmount(into.sum),
  totalOut: formatAmount(out.sum),
  generatedAt: generatedAt.toISOString(),
});

const optionalAmount = (value: Money | null): string | null => value && formatAmount(value);

const rowView = (row: StatementRow) => ({
  transactionId: row.transactionId,
  bookedAt: row.bookedAt.toISOString(),
  bookedOn: row.bookedOn,
  valueDate: row.valueDate,
  type: row.type,
  category: row.category,
  direction: row.amount.minor < 0n ? 'out' : 'in',
  amount: formatAmount(row.amount),
  currency: row.amount.currency,
  balanceAfter: formatAmount(row.balanceAfter),
  counterpartyName: row.counterpartyName,
  counterpartyAccount: row.counterpartyAccount,
  description: row.description,
  reference: row.reference,
  ourReference: row.ourReference,
  endToEndId: row.endToEndId,
  uetr: row.uetr,
  fxRate: row.exchange && rateText(row.exchange),
  originalAmount: row.exchange && formatAmount(row.exchange.original),
  originalCurrency: row.exchange?.original.currency ?? null,
  feeAmount: optionalAmount(row.fee),
  feeForTransactionId: row.feeForTransactionId,
  note: row.note,
});
