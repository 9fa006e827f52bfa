import type { ExportFormat } from '@larkmere/contract/accounts/export-presets';
import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { formatAmount, type Money } from '@larkmere/money/money';
import type { PdfDocument } from '../../../platform/pdf/document.ts';
import type { Ctx } from '../../../platform/requests/verb.ts';
import { accountRows, type LetterDraft, type LetterIssuer, recordLetter } from '../../letter/letter.ts';
import { originalText } from './columns.ts';
import { maskAccount, type StatementHead, type StatementRow } from './statement-row.ts';
import { accountNumberOf, cleanText, joinTexts } from './writers/text.ts';

type Section = PdfDocument['sections'][number];

/** A statement as it is printed. */
export const describeStatement = (head: StatementHead, rows: readonly StatementRow[]): PdfDocument => ({
  ...headingOf(head),
  subline: defaultText('letter_issued', { at: head.generatedAt }),
  fileTitle: defaultText('export_title', { account: accountNumberOf(head), period: periodOf(head) }),
  sections: [
    {
      heading: defaultText('letter_holder'),
      rows: [
        [defaultText('letter_name'), cleanText(head.account.holder)],
        ...accountRows(head.account),
        [defaultText('export_account_id'), head.account.bankholderId],
      ],
    },
    { heading: defaultText('export_balances'), table: balanceTable(head) },
    { heading: defaultText('export_transactions'), ...transactions(rows) },
  ],
});

/** What a reader of the paper can check: its account is shown by the last four characters. */
const describeForVerification = (head: StatementHead): LetterDraft => ({
  ...headingOf(head),
  sections: [
    {
      heading: defaultText('letter_holder'),
      rows: [
        [defaultText('letter_name'), cleanText(head.account.holder)],
        [defaultText('export_account'), maskAccount(accountNumberOf(head)) ?? ''],
      ],
    },
    {
      heading: defaultText('export_balances'),
      rows: [
        [defaultText('export_opening'), formatDisplayMoney(head.opening)],
        [defaultText('export_closing'), formatDisplayMoney(head.closing)],
      ],
    },
  ],
});

const headingOf = (head: StatementHead) => ({
  title: defaultText('export_heading', { currency: head.currency }),
  headline: periodOf(head),
});

function balanceTable({ opening, closing, in: into, out }: StatementHead): Section['table'] {
  const balances: [string, Money][] = [
    [defaultText('export_opening'), opening],
    [defaultText('export_money_in'), into.sum],
    [defaultText('export_money_out'), out.sum],
    [defaultText('export_closing'), closing],
  ];
  return {
    columns: balances.map(([label]) => ({ label, share: 1 })),
    rows: [balances.map(([, value]) => formatDisplayMoney(value))],
  };
}

function transactions(rows: readonly StatementRow[]): Pick<Section, 'paragraphs' | 'table'> {
  if (rows.length === 0) return { paragraphs: [defaultText('export_no_rows')] };
  const columns = [
    { label: defaultText('export_date'), share: 74 },
    { label: defaultText('export_details'), share: 225 },
    { label: defaultText('export_amount'), share: 92, align: 'right' as const },
    { label: defaultText('export_balance'), share: 92, align: 'right' as const },
  ];
  return { table: { columns, rows: rows.map(cellsOf) } };
}

const cellsOf = (row: StatementRow) => [
  dayText(row.bookedOn),
  { text: cleanText(row.description), note: noteOf(row) },
  row.amount.minor > 0n ? { text: `+${grouped(row.amount)}`, tone: 'credit' as const } : { text: grouped(row.amount) },
  grouped(row.balanceAfter),
];

const noteOf = (row: StatementRow): string =>
  joinTexts([
    row.type,
    row.counterpartyAccount,
    row.reference,
    row.ourReference,
    originalText(row),
    row.fee && row.fee.minor > 0n ? defaultText('export_fee_included', { fee: row.fee }) : null,
    row.note,
  ]);

const grouped = (value: Money): string => formatAmount(value).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayText = (day: string): string => dayFormat.format(new Date(day));
const periodOf = ({ from, to }: StatementHead): string => `${dayText(from)} – ${dayText(to)}`;

/** Gives statements that people read a code, by which a reader of the paper can check them. */
export async function issueStatements(
  ctx: Ctx,
  issuer: LetterIssuer,
  format: ExportFormat,
  heads: readonly StatementHead[],
): Promise<StatementHead[]> {
  if (format !== 'pdf') return [...heads];
  const issued: StatementHead[] = [];
  for (const head of heads) {
    const accounts = [head.account.bankholderId];
    const { code } = await recordLetter(ctx, issuer, 'statement', accounts, describeForVerification(head));
    issued.push({ ...head, code });
  }
  return issued;
}
