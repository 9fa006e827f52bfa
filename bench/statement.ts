import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type ExportFormat, exportFormats } from '@larkmere/contract/accounts/export-presets';
import { postOperations } from '@larkmere/ledger/operations';
import type { OperationId } from '@larkmere/ledger/types';
import { formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import {
  firmAccountId,
  openFirmAccounts,
  recordNarratives,
  safeguardingAccountId,
} from '../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, requireOwnAccount } from '../apps/api/src/accounts/bank-account/bank-account.ts';
import { composeFile, readHeads } from '../apps/api/src/accounts/statement/export/compose-file.ts';
import { formats } from '../apps/api/src/accounts/statement/export/formats.ts';
import { openStatement } from '../apps/api/src/accounts/statement/export/read-statement-rows.ts';
import type { StatementHead, StatementRow } from '../apps/api/src/accounts/statement/export/statement-row.ts';
import { drawStatement } from '../apps/api/src/accounts/statement/export/writers/draw-statement.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { londonDay } from '../apps/api/src/platform/time/london-day.ts';
import { quantiles } from './measure/load.ts';
import { describeMachine } from './measure/machine.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { startBenchServer } from './measure/server.ts';
import { createPayer, type Payer } from './payers/payer.fixture.ts';

const rowCount = Number(process.env.ROWS ?? 100_000);
const pdfRows = 1000;
const rounds = Number(process.env.ROUNDS ?? 7);
const goals = { pdfMs: 400, memoryMb: 256 };
const batchSize = 500;

/** A folder in which `npm install pdfmake @react-pdf/renderer react` was run: they are no dependencies (24 and 38 MB). */
const libraries = process.env.PDF_LIBRARIES;

const server = await startBenchServer();
const db = openDb(server.url, 8);
try {
  const machine = describeMachine();
  await inTransaction(db, openFirmAccounts);
  const payer = await createPayer(db, 1);
  const account = await inTransaction(db, (tx, now) =>
    requireOwnAccount({ tx, now, actor: payer.actor, requestId: 'bench' } as never, payer.bankholderId),
  );
  await fillAccount(account, rowCount);
  await sql`vacuum analyze`.execute(db);
  const exports = [];
  for (const format of exportFormats) exports.push(await measureExport(format, account, payer));
  console.table(exports);
  const pdf = await measurePdf(account);
  console.table(pdf);
  const [ours] = pdf;
  const csv = exports.find(({ format }) => format === 'csv');
  console.log(
    `PDF of ${pdfRows} rows: ${ours?.['p50 ms']} ms, goal ${goals.pdfMs}: ${verdict((ours?.['p50 ms'] ?? 0) <= goals.pdfMs)}.`,
  );
  console.log(
    `CSV of ${rowCount} rows: ${csv?.['peak MB']} MB, goal ${goals.memoryMb}: ${verdict((csv?.['peak MB'] ?? 0) <= goals.memoryMb)}.`,
  );
  writeResult('statement.json', {
    machine,
    settings: { rowCount, pdfRows, rounds, postgres: server.settings },
    exports,
    pdf,
  });
} finally {
  await db.destroy();
  await server.stop();
}

function verdict(isReached: boolean): string {
  return isReached ? 'reached' : 'missed';
}

async function headOf(account: BankAccount): Promise<StatementHead> {
  const today = londonDay(new Date());
  const range = { from: today, to: today, layout: 'flat' } as const;
  const [head] = await inTransaction(db, (tx, now) => readHeads(tx, [account], range, now));
  if (!head) throw new RangeError('no statement');
  return head;
}

/** Written and thrown away part by part, as a download is. The memory is that of the whole process. */
async function measureExport(format: ExportFormat, account: BankAccount, { actor }: Payer) {
  const head = await headOf(account);
  const rows = head.in.count + head.out.count;
  const { maxRows = Number.POSITIVE_INFINITY } = formats[format];
  if (rows > maxRows)
    return { format, rows: `over ${maxRows}`, seconds: 0, 'peak MB': 0, 'file MB': 0, 'longest block ms': 0 };
  globalThis.gc?.();
  const watch = watchProcess();
  const begun = performance.now();
  const settings = { from: head.from, to: head.to, format, layout: head.layout, preset: null };
  const readPage = <T>(work: (tx: Parameters<Parameters<typeof inTransaction<T>>[1]>[0]) => Promise<T>) =>
    inTransaction(db, work);
  let bytes = 0;
  for await (const part of composeFile({ heads: [head], settings, readPage, owner: actor.customerId }).content)
    bytes += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  const seconds = (performance.now() - begun) / 1000;
  const { peakMb, longestBlockMs } = watch();
  return {
    format,
    rows: `${rows}`,
    seconds: roundToThreeDigits(seconds),
    'peak MB': Math.round(peakMb),
    'file MB': roundToThreeDigits(bytes / 1e6),
    'longest block ms': Math.round(longestBlockMs),
  };
}

function watchProcess(): () => Readonly<{ peakMb: number; longestBlockMs: number }> {
  let [peak, longest, last] = [0, 0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  return () => {
    clearInterval(timer);
    return { peakMb: Math.max(peak, process.memoryUsage.rss()) / 1e6, longestBlockMs: longest };
  };
}

/** The same rows by each library, in turn, so that other work on the machine slows all of them. */
async function measurePdf(account: BankAccount) {
  const head = await headOf(account);
  const rows: StatementRow[] = [];
  for await (const batch of openStatement((work) => inTransaction(db, work), head).batches) {
    rows.push(...batch);
    if (rows.length >= pdfRows) break;
  }
  const few = rows.slice(0, pdfRows);
  const drawings: [name: string, draw: () => Promise<unknown>][] = [
    ['pdfkit, as we use it', () => drawStatement({ head, rows: few })],
    ...(libraries ? await otherLibraries(libraries, head, few) : []),
  ];
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, draw] of drawings) {
      const begun = performance.now();
      await draw();
      // The first round loads fonts.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - begun]);
    }
  const [oursTimes = []] = times.values();
  const ours = quantiles(oursTimes).p50;
  return [...times].map(([name, list]) => {
    const { p50 } = quantiles(list);
    const fastest = Math.min(...list);
    return {
      library: name,
      'p50 ms': roundToThreeDigits(p50),
      'fastest ms': roundToThreeDigits(fastest),
      '÷ ours': roundToThreeDigits(p50 / ours),
    };
  });
}

type Drawing = [name: string, draw: () => Promise<unknown>];

async function otherLibraries(folder: string, head: StatementHead, rows: readonly StatementRow[]): Promise<Drawing[]> {
  const load = createRequire(`${folder}/package.json`);
  const font = (weight: string) =>
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/sarabun/${weight}/Sarabun_${weight}.ttf`));
  const [normal, bold] = [font('400Regular'), font('700Bold')];
  const cells = rows.map((row) => [
    row.bookedOn,
    `${row.description}\n${row.type} · ${row.reference ?? ''} · ${row.ourReference}`,
    formatAmount(row.amount),
    formatAmount(row.balanceAfter),
  ]);
  const header = ['Date', 'Details', 'Amount', 'Balance'];
  const pdfmake = load('pdfmake');
  pdfmake.addFonts({ Sarabun: { normal, bold } });
  const drawWithPdfmake = () =>
    pdfmake
      .createPdf({
        defaultStyle: { font: 'Sarabun', fontSize: 9 },
        header: head.account.holder,
        footer: (page: number, pages: number) => `Page ${page} of ${pages}`,
        content: [
          { layout: 'noBorders', table: { headerRows: 1, widths: [70, '*', 90, 90], body: [header, ...cells] } },
        ],
      })
      .getBuffer();
  const React = load('react');
  const { Document, Page, View, Text, Font, renderToBuffer } = await import(load.resolve('@react-pdf/renderer'));
  Font.register({ family: 'Sarabun', src: normal });
  const line = (texts: readonly string[], key: number) =>
    React.createElement(
      View,
      { key, style: { flexDirection: 'row' }, wrap: false },
      texts.map((text, at) => React.createElement(Text, { key: at, style: { width: at === 1 ? 260 : 85 } }, text)),
    );
  const drawWithReact = () =>
    renderToBuffer(
      React.createElement(
        Document,
        {},
        React.createElement(
          Page,
          { size: 'A4', style: { fontFamily: 'Sarabun', fontSize: 9, padding: 40 } },
          [header, ...cells].map(line),
          React.createElement(Text, {
            key: 'footer',
            fixed: true,
            render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
              `Page ${pageNumber} of ${totalPages}`,
          }),
        ),
      ),
    );
  return [
    ['pdfmake', drawWithPdfmake],
    ['@react-pdf/renderer', drawWithReact],
  ];
}

/** Half of the rows are payments with a fee, which the flat layout shows as two. */
async function fillAccount({ ledgerAccountId: own }: BankAccount, count: number): Promise<void> {
  const { bank, fees } = await inTransaction(db, async (tx) => ({
    bank: await safeguardingAccountId(tx, 'GBP'),
    fees: await firmAccountId(tx, 'fee-income:payment:GBP'),
  }));
  const operations = Math.ceil((count * 2) / 3);
  for (let done = 0; done < operations; done += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, operations - done) }, (_, place) => done + place);
    await inTransaction(db, async (tx) => {
      const batch = numbers.map((n) => ({
        kind: 'post' as const,
        id: v7() as OperationId,
        code: n % 2 === 0 ? 'credit.received' : 'payment.sent',
        postings:
          n % 2 === 0
            ? [{ debit: bank, credit: own, amount: money('GBP', BigInt(100_000 + ((n * 7919) % 500_000))) }]
            : [
                { debit: own, credit: bank, amount: money('GBP', BigInt(100 + ((n * 7919) % 90_000))) },
                { debit: own, credit: fees, amount: money('GBP', 50n) },
              ],
      }));
      await postOperations(tx, batch);
      await recordNarratives(
        tx,
        batch.map(({ id }, place) => ({ operationId: id, narrative: narrativeOf(numbers[place] ?? 0) })),
      );
    });
  }
}

function narrativeOf(n: number) {
  const counterparty = n % 7 === 0 ? `ประเสริฐ ${n}` : `Northgate Lettings ${n}`;
  return {
    kind: n % 2 === 0 ? ('credit' as const) : ('payment' as const),
    reference: n.toString(36).toUpperCase().replaceAll('0', 'Z').padStart(8, 'K'),
    counterparty,
    counterpartyAccount: '20-29-59 · 63748472',
    description: n % 2 === 0 ? `Money from ${counterparty}` : `Payment to ${counterparty}`,
    payeeReference: `Invoice ${n}`,
  };
}
