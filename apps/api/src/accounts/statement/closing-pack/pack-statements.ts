import type { ZippedFile } from '../../../platform/files/zip.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { Ctx } from '../../../platform/requests/verb.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import type { BankAccount } from '../../bank-account/bank-account.ts';
import { readHeads, writeStatement } from '../export/compose-file.ts';
import { exceedsRoom, shiftDays } from '../export/export-rules.ts';
import { fileNameOf } from '../export/formats.ts';
import { issueStatements } from '../export/issue-statements.ts';
import type { ReadPage } from '../export/read-statement-rows.ts';
import type { ExportRow } from '../export/statement-export.read.ts';
import type { StatementHead } from '../export/statement-row.ts';

type PackHeads = Readonly<{ csv: readonly StatementHead[]; pdf: readonly StatementHead[] }>;
type Range = Readonly<{ from: string; to: string }>;

/** One CSV per account since it was opened, and one PDF per account and year. */
export async function readPackHeads(ctx: Ctx, row: ExportRow, accounts: readonly BankAccount[]): Promise<PackHeads> {
  const csv: StatementHead[] = [];
  const pdf: StatementHead[] = [];
  for (const account of accounts) {
    const range = { from: londonDay(account.openedAt), to: row.to };
    csv.push(...(await readHeads(ctx.tx, [account], { ...range, layout: 'compact' }, ctx.now)));
    for (const year of splitByYear(range)) pdf.push(...(await readPrintable(ctx, account, year)));
  }
  return { csv, pdf: await issueStatements(ctx, row, 'pdf', pdf) };
}

export function splitByYear({ from, to }: Range): Range[] {
  const ranges: Range[] = [];
  for (let start = from; start <= to; ) {
    const end = `${start.slice(0, 4)}-12-31`;
    ranges.push({ from: start, to: end < to ? end : to });
    start = shiftDays(end, 1);
  }
  return ranges;
}

/** Halves a range until a PDF has room for its rows. Refuses `statement_too_long` if a day has too many. */
async function readPrintable(ctx: Ctx, account: BankAccount, range: Range): Promise<StatementHead[]> {
  const heads = await readHeads(ctx.tx, [account], { ...range, layout: 'compact' }, ctx.now);
  if (!exceedsRoom('pdf', heads)) return heads;
  if (range.from === range.to) throw new Refusal('statement_too_long');
  const days = Math.floor((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 / 2);
  const middle = shiftDays(range.from, days);
  const [first, second] = [
    { from: range.from, to: middle },
    { from: shiftDays(middle, 1), to: range.to },
  ];
  return [...(await readPrintable(ctx, account, first)), ...(await readPrintable(ctx, account, second))];
}

type Writing = Readonly<{
  readPage: ReadPage;
  owner: string;
  verificationAddress: string;
  onRows: (count: number) => void;
}>;

export const packStatements = ({ csv, pdf }: PackHeads, writing: Writing): ZippedFile[] =>
  (['pdf', 'csv'] as const).flatMap((format) =>
    (format === 'pdf' ? pdf : csv).map((head) => ({
      name: `statements/${fileNameOf(head, format, head.account.bankholderId)}`,
      content: writeStatement(head, { settings: { format, preset: null }, ...writing }),
      isCompressed: format === 'pdf',
    })),
  );
