import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type ExportFormat, exportFormats } from '@larkmere/contract/accounts/export-presets';
import { postOperations } from '@larkmere/ledger/operations';
import { formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import {
  createOperationId,
  firmAccountId,
  openFirmAccounts,
  recordNarratives,
  safeguardingAccountId,
} from '../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, requireOwnAccount } from '../apps/api/src/accounts/bank-account/bank-account.ts';
import { readHeads } from '../apps/api/src/accounts/statement/export/compose-file.ts';
import { describeStatement } from '../apps/api/src/accounts/statement/export/issue-statements.ts';
import { openStatement } from '../apps/api/src/accounts/statement/export/read-statement-rows.ts';
import type { StatementHead, StatementRow } from '../apps/api/src/accounts/statement/export/statement-row.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { drawDocument, drawInWorker } from '../apps/api/src/platform/pdf/document.ts';
import { londonDay } from '../apps/api/src/platform/time/london-day.ts';
import { quantiles } from './measure/load.ts';
import { describeMachine } from './measure/machine.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { startBenchServer } from './measure/server.ts';
import { createPayer } from './payers/payer.fixture.ts';
import type { ExportFigures } from './statement/measure-export.ts';

const rowCount = Number(process.env.ROWS ?? 100_000);
const pdfRows = 1000;
const rounds = Number(process.env.ROUNDS ?? 7);
const formats = exportFormats.filter((format) => (process.env.FORMATS ?? exportFormats.join()).includes(format));
const heapMb = 96;
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
  for (const format of formats) exports.push(await measureExport(format));
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

/**
 * In a process of its own, whose memory is that of the export alone. Its heap is limited: without a limit the process keeps
 * what it has finished with until much later, so the peak would show nothing about what an export needs.
 */
async function measureExport(format: ExportFormat): Promise<ExportFigures> {
  const child = fork(new URL('./statement/measure-export.ts', import.meta.url), [server.url, format], {
    execArgv: [`--max-old-space-size=${heapMb}`],
  });
  const [figures] = (await once(child, 'message')) as [ExportFigures];
  return figures;
}

async function headOf(account: BankAccount): Promise<StatementHead> {
  const today = londonDay(new Date());
  const range = { from: today, to: today, layout: 'flat' } as const;
  const [head] = await inTransaction(db, (tx, now) => readHeads(tx, [account], range, now));
  if (!head) throw new RangeError('no statement');
  return head;
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
  const verification = { code: 'XXXX-XXXX-XXXX-XXXX', address: 'larkmere.example/verify' };
  const document = { ...describeStatement(head, few), verification };
  const drawings: [name: string, draw: () => Promise<unknown>][] = [
    ['pdfkit, as we use it', () => drawDocument(document, head.generatedAt)],
    ['pdfkit, in a new worker', () => drawInWorker(document, head.generatedAt, { owner: 'bench' })],
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
          {
            layout: 'noBorders',
            table: { headerRows: 1, widths: [70, '*', 90, 90], body: structuredClone([header, ...cells]) },
          },
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
        id: createOperationId(),
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
