import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import type { ZippedFile } from '../../../platform/files/zip.ts';
import { audit } from '../../../platform/requests/audit.ts';
import { Refusal } from '../../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../../platform/requests/verb.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import { type BankAccount, listOwnAccounts } from '../../bank-account/bank-account.ts';
import { readHeads, writeStatement } from '../export/compose-file.ts';
import { countRows, exceedsRoom, shiftDays } from '../export/export-rules.ts';
import { fileNameOf } from '../export/formats.ts';
import { issueStatements } from '../export/issue-statements.ts';
import type { ReadPage } from '../export/read-statement-rows.ts';
import { needsConfirmation, requireConfirmation, toExportView } from '../export/request-export.ts';
import { type ExportRow, hasConfirmedLately } from '../export/statement-export.read.ts';
import { insertExport, selectLatestPack } from '../export/statement-export.sql.ts';
import type { StatementHead } from '../export/statement-row.ts';

export const requestClosingPack: Verb<typeof contract.statement.requestClosingPack> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { authorisation, idempotency } = input;
  const { accounts, from, to } = await packRangeOf(ctx);
  const ids = accounts.map(({ bankholderId }) => bankholderId);
  const settings = { from, to, format: 'pdf', layout: 'compact' } as const;
  if (authorisation) await requireConfirmation(ctx, ids, settings, { authorisation, idempotency });
  else if (await needsConfirmation(ctx, settings)) throw new Refusal('authorisation_required');
  const rows = countRows(await readHeads(tx, accounts, settings, now));
  const requested = await insertExport(tx, {
    id: v7(),
    customerId: actor.customerId,
    userId: actor.userId,
    accounts: ids,
    ...settings,
    preset: null,
    // Each row is in a PDF and in a CSV.
    rowCount: 2 * rows,
    isConfirmed: authorisation !== undefined,
    inBackground: true,
    isClosingPack: true,
  });
  await audit(ctx, 'statement.exported', `statement-export:${requested.id}`, {
    accounts: ids,
    from,
    to,
    format: 'zip',
  });
  return toExportView(requested, actor.userId, true);
};

export const showClosingPack: Verb<typeof contract.statement.showClosingPack> = async (ctx) => {
  const { tx, actor } = ctx;
  const { accounts, from, to } = await packRangeOf(ctx);
  const latest = await selectLatestPack(tx, actor);
  return {
    accounts: accounts.map(({ bankholderId }) => bankholderId),
    from,
    to,
    latest: latest ? toExportView(latest, actor.userId, await hasConfirmedLately(tx, actor)) : null,
  };
};

type PackRange = Readonly<{ accounts: readonly BankAccount[]; from: string; to: string }>;

/** All accounts since the first was opened. Refuses `access_denied` to all but owners, `not_found` without an account. */
async function packRangeOf(ctx: CustomerCtx): Promise<PackRange> {
  if (ctx.actor.role !== 'owner') throw new Refusal('access_denied');
  const accounts = await listOwnAccounts(ctx);
  const [from] = accounts.map(({ openedAt }) => londonDay(openedAt)).toSorted();
  if (from === undefined) throw new Refusal('not_found');
  return { accounts, from, to: londonDay(ctx.now) };
}

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

function splitByYear({ from, to }: Range): Range[] {
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
