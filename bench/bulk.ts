import { randomUUID } from 'node:crypto';
import { maxRows } from '@larkmere/contract/payments/bulk';
import { v7 } from 'uuid';
import { openFirmAccounts } from '../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { parseRow } from '../apps/api/src/payments/bulk/parse-row.ts';
import { releaseFile } from '../apps/api/src/payments/bulk/release-file.ts';
import { runBulkPayments } from '../apps/api/src/payments/bulk/run-bulk-payments.ts';
import { runNameChecks } from '../apps/api/src/payments/bulk/run-name-checks.ts';
import { getFile } from '../apps/api/src/payments/bulk/show-files.ts';
import { uploadFile } from '../apps/api/src/payments/bulk/upload-file.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import { openLog } from '../apps/api/src/platform/observability/log.ts';
import type { CustomerActor, CustomerCtx, WorkflowContext } from '../apps/api/src/platform/requests/verb.ts';
import { describeMachine } from './measure/machine.ts';
import { processorMicros } from './measure/process-stats.ts';
import { roundToThreeDigits, writeResult } from './measure/results.ts';
import { startBenchServer } from './measure/server.ts';
import { authorise, createPayer, type Payer } from './payers/payer.fixture.ts';

const count = Number(process.env.ROWS ?? maxRows);
const paidRows = Number(process.env.CARRIED ?? maxRows);

const accounts = [...accountNumbers('202959').take(Math.max(count, paidRows))];
let nameCheckSeconds = 0;
const server = await startBenchServer();
const db = openDb(server.url, 8);
try {
  await inTransaction(db, openFirmAccounts);
  await uploadAndRelease(await createPayer(db, 1), paidRows);
  const log = openLog('silent');
  const before = processorTimes();
  const paid = await seconds(() => Promise.all([runBulkPayments(db, log), runBulkPayments(db, log)]));
  const [api, database] = processorTimes().map((now, i) => Math.round((now - (before[i] ?? 0)) / paidRows));
  const payer = await createPayer(db, 2);
  nameCheckSeconds = 0;
  const accepted = await seconds(() => uploadAndRelease(payer, count));
  const figures = {
    rows: count,
    'accepted in s': roundToThreeDigits(accepted),
    'of it for names in s': roundToThreeDigits(nameCheckSeconds),
    'carried out': paidRows,
    'payments/s, two workers': roundToThreeDigits(paidRows / paid),
    'µs of the API each': api,
    'µs of the database each': database,
  };
  console.table([figures]);
  console.log(
    `${count} rows to new payees read, checked, asked about, approved and released in ${roundToThreeDigits(accepted)} s; the promise is 10 s.`,
  );
  writeResult('bulk.json', {
    machine: describeMachine(),
    settings: { carried: paidRows, postgres: server.settings },
    figures,
  });
  if (accepted > 10) process.exitCode = 1;
} finally {
  await db.destroy();
  await server.stop();
}

function processorTimes(): [number, number] {
  const { user, system } = process.cpuUsage();
  return [user + system, processorMicros(server.pid)];
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function* accountNumbers(sortCode: string): Generator<string> {
  for (let n = 10_000_000; ; n += 1) {
    const row = { name: 'Payee', sortCode, accountNumber: `${n}`, amount: '1', reference: 'Pay' };
    if (parseRow(row).faults.length === 0) yield row.accountNumber;
  }
}

/** From the bytes of the file to the release of its rows. PIN hashing is left out. */
async function uploadAndRelease({ actor, bankholderId }: Payer, rows: number): Promise<void> {
  const inside = <T>(work: (ctx: CustomerCtx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'bench' }));
  const lines = accounts.slice(0, rows).map((account, n) => `Payee ${n},202959,${account},1.00,Pay ${n}`);
  const file = new File([['name,sort code,account number,amount,reference', ...lines].join('\n')], 'pay.csv');
  const steps = { actor, requestId: 'bench', transaction: inside } as unknown as WorkflowContext<CustomerActor>;
  const { uid } = await uploadFile(steps, { file, idempotency: randomUUID() });
  const bankAtOnce = async () => ({ scheme: 'cop', code: 'MTCH', result: 'match' }) as const;
  nameCheckSeconds += await seconds(async () => {
    while ((await runNameChecks(db, bankAtOnce)) > 0);
  });
  const { digest, totals } = await inside((ctx) => getFile(ctx, { uid }));
  const approved = totals.map(({ currency, count: many, amount, maxFee }) => ({
    currency,
    count: many,
    amount,
    maxFee,
    sourceBankholderId: bankholderId,
  }));
  const idempotency = v7();
  const purpose = {
    operation: 'payment.bulk',
    uid,
    digest,
    totals: approved,
    amount: `${rows}.00`,
    currency: 'GBP',
    paymentIdempotency: idempotency,
  } as const;
  const approval = await authorise(db, actor, purpose);
  await inside((ctx) => releaseFile(ctx, { uid, digest, totals: approved, authorisation: approval, idempotency }));
}
