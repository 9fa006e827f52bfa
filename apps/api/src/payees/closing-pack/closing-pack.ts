/**
 * What a customer takes along when their account closes: statements and the list of their payees, in one archive.
 * Composed here, because statements come before payees in the order of districts.
 */

import type { LetterKind } from '@larkmere/contract/accounts/letter';
import { defaultText } from '@larkmere/messages/format-message';
import { listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import { composeLetter, drawLetter, type Letter, recordLetter } from '../../accounts/letter/letter.ts';
import { type ComposeExport, packStatements, readPackHeads, writeTable } from '../../accounts/statement/statement.ts';
import { type ZippedFile, zipFiles } from '../../platform/files/zip.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { listPayeesOf, type Payee } from '../payee/payee.ts';

const columns: readonly [header: string, value: (payee: Payee) => string | null][] = [
  [defaultText('payee_export_name'), ({ name }) => name],
  [defaultText('payee_export_nickname'), ({ nickname }) => nickname],
  [defaultText('payee_export_entity'), ({ entityType }) => entityType],
  [defaultText('payee_export_currency'), ({ currency }) => currency],
  [defaultText('payee_export_account'), ({ account }) => account],
  [defaultText('payee_export_reference'), ({ defaultReference }) => defaultReference],
  [defaultText('payee_export_added'), ({ createdAt }) => londonDay(createdAt)],
  [defaultText('payee_export_last_paid'), ({ lastPaidAt }) => lastPaidAt && londonDay(lastPaidAt)],
];

/** A header and one row per payee; each detail that any of them has is a column. */
function payeeRows(payees: readonly Payee[]): string[][] {
  const details = [...new Set(payees.flatMap((payee) => Object.keys(payee.details)))].toSorted();
  return [
    [...columns.map(([header]) => header), ...details],
    ...payees.map((payee) => [
      ...columns.map(([, value]) => value(payee) ?? ''),
      ...details.map((key) => payee.details[key] ?? ''),
    ]),
  ];
}

type ExportRow = Parameters<ComposeExport>[1];

/** All records of a customer who leaves. Belongs to payees, because accounts know none. */
export const composeClosingPack: ComposeExport = async ({ transaction }, row, composing) => {
  const { heads, letters, payees, now } = await transaction(async (ctx) => {
    const accounts = (await listAccountsOf(ctx.tx, row.customerId)).filter(({ bankholderId }) =>
      row.accounts.includes(bankholderId),
    );
    return {
      heads: await readPackHeads(ctx, row, accounts),
      letters: await issueLetters(ctx, row, accounts),
      payees: await listPayeesOf(ctx.tx, row.customerId),
      now: ctx.now,
    };
  });
  const owner = row.customerId;
  const { verificationAddress } = composing;
  const statements = packStatements(heads, {
    ...composing,
    owner,
    readPage: (work) => transaction(({ tx }) => work(tx)),
  });
  const drawn = letters.map((letter) => letterFile(letter, { verificationAddress, owner }));
  return zipFiles([...statements, ...drawn, { name: 'payees.csv', content: once(writeTable(payeeRows(payees))) }], now);
};

/** Confirmations of the accounts and their balances, and the fees of each year since the first account was opened. */
async function issueLetters(
  ctx: Ctx,
  row: ExportRow,
  accounts: Parameters<typeof composeLetter>[2],
): Promise<Letter[]> {
  const years = yearsBetween(row.from, row.to);
  const requests: { kind: Exclude<LetterKind, 'exchange_note' | 'statement'>; year?: number }[] = [
    { kind: 'account_ownership' },
    { kind: 'balance_confirmation' },
    ...years.map((year) => ({ kind: 'fee_statement' as const, year })),
  ];
  const ids = accounts.map(({ bankholderId }) => bankholderId);
  const about = { tx: ctx.tx, now: ctx.now, actor: { customerId: row.customerId } };
  const letters: Letter[] = [];
  for (const each of requests)
    letters.push(await recordLetter(ctx, row, each.kind, ids, await composeLetter(about, each, accounts)));
  return letters;
}

function yearsBetween(from: string, to: string): number[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const letterFile = (letter: Letter, options: Parameters<typeof drawLetter>[1]): ZippedFile => ({
  name: `letters/${letter.kind}_${letter.code}.pdf`,
  content: (async function* draw() {
    yield (await drawLetter(letter, options)).bytes;
  })(),
  isCompressed: true,
});

async function* once(content: string): AsyncGenerator<string> {
  yield content;
}
