import { formatAmount } from '@larkmere/money/money';
import { originalText } from '../columns.ts';
import type { Statement, StatementRow } from '../statement-row.ts';
import { accountLabel, joinTexts } from './text.ts';

/** Has no currency, so each file holds one account with the currency in its name. The opening balance is a record. */
export async function* writeQif({ head, batches }: Statement): AsyncGenerator<string> {
  const name = accountLabel(head);
  yield records([
    ['!Account', `N${name}`, 'TBank', `D${head.currency}`],
    ['!Type:Bank', `D${british(head.from)}`, `T${formatAmount(head.opening)}`, 'CX', 'POpening Balance', `L[${name}]`],
  ]);
  for await (const rows of batches) yield records(rows.map(toRecord));
}

const toRecord = (row: StatementRow): string[] => [
  `D${british(row.bookedOn)}`,
  `T${formatAmount(row.amount)}`,
  `N${row.transactionId}`,
  `P${joinTexts([row.counterpartyName ?? row.description])}`,
  `M${joinTexts([row.description, row.reference, row.ourReference, originalText(row), row.note])}`,
];

const british = (day: string): string => day.split('-').toReversed().join('/');
const records = (list: readonly (readonly string[])[]): string =>
  list.map((lines) => `${lines.join('\n')}\n^\n`).join('');
