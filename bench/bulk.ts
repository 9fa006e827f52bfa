import { randomUUID } from 'node:crypto';
import { mostRows } from '@larkmere/contract/bulk-payment';
import { v7 } from 'uuid';
import { openHouseAccounts } from '../apps/api/src/books/books.ts';
import { checkNames } from '../apps/api/src/bulk-payment/check-names.ts';
import { checkRow } from '../apps/api/src/bulk-payment/check-row.ts';
import { releaseFile } from '../apps/api/src/bulk-payment/release-file.ts';
import { runBulkPayments } from '../apps/api/src/bulk-payment/run-bulk-payments.ts';
import { showFile } from '../apps/api/src/bulk-payment/show-files.ts';
import { uploadFile } from '../apps/api/src/bulk-payment/upload-file.ts';
import { openDb } from '../apps/api/src/kernel/db.ts';
import { openLog } from '../apps/api/src/kernel/log.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { CustomerActor, CustomerCtx, Steps } from '../apps/api/src/kernel/verb.ts';
import { machine } from './measure/machine.ts';
import { processorMicros } from './measure/processor.ts';
import { round, writeResult } from './measure/results.ts';
import { openServer } from './measure/server.ts';
import { approvalOf, givenPayer, type Payer } from './payers/given-payer.ts';

const count = Number(process.env.ROWS ?? mostRows);
const carried = Number(process.env.CARRIED ?? mostRows);

const accounts = [...accountsOf('202959').take(Math.max(count, carried))];
let names = 0;
const server = await openServer();
const db = openDb(server.url, 8);
try {
  await inTransaction(db, openHouseAccounts);
  await accept(await givenPayer(db, 1), carried);
  const log = openLog('silent');
  const before = spent();
  const paid = await seconds(() => Promise.all([runBulkPayments(db, log), runBulkPayments(db, log)]));
  const [api, database] = spent().map((now, i) => Math.round((now - (before[i] ?? 0)) / carried));
  const payer = await givenPayer(db, 2);
  names = 0;
  const accepted = await seconds(() => accept(payer, count));
  const figures = {
    rows: count,
    'accepted in s': round(accepted),
    'of it for names in s': round(names),
    'carried out': carried,
    'payments/s, two workers': round(carried / paid),
    'µs of the API each': api,
    'µs of the database each': database,
  };
  console.table([figures]);
  console.log(
    `${count} rows to new payees read, checked, asked about, approved and released in ${round(accepted)} s; the promise is 10 s.`,
  );
  writeResult('bulk.json', { machine: machine(), settings: { carried, postgres: server.settings }, figures });
  if (accepted > 10) process.exitCode = 1;
} finally {
  await db.destroy();
  await server.stop();
}

function spent(): [number, number] {
  const { user, system } = process.cpuUsage();
  return [user + system, processorMicros(server.pid)];
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function* accountsOf(sortCode: string): Generator<string> {
  for (let n = 10_000_000; ; n += 1) {
    const row = { name: 'Payee', sortCode, accountNumber: `${n}`, amount: '1', reference: 'Pay' };
    if (checkRow(row).faults.length === 0) yield row.accountNumber;
  }
}

/** From the bytes of the file to the release of its rows. PIN hashing is left out. */
async function accept({ actor, bankholderId }: Payer, rows: number): Promise<void> {
  const inside = <T>(work: (ctx: CustomerCtx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'bench' }));
  const lines = accounts.slice(0, rows).map((account, n) => `Payee ${n},202959,${account},1.00,Pay ${n}`);
  const file = new File([['name,sort code,account number,amount,reference', ...lines].join('\n')], 'pay.csv');
  const steps = { actor, requestId: 'bench', transaction: inside } as unknown as Steps<CustomerActor>;
  const { uid } = await uploadFile(steps, { file, idempotency: randomUUID() });
  const bankAtOnce = async () => ({ scheme: 'cop', code: 'MTCH', result: 'match' }) as const;
  names += await seconds(async () => {
    while ((await checkNames(db, bankAtOnce)) > 0);
  });
  const { digest, totals } = await inside((ctx) => showFile(ctx, { uid }));
  const approved = totals.map(({ currency, count: many, amount, mostFee }) => ({
    currency,
    count: many,
    amount,
    mostFee,
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
  const approval = await approvalOf(db, actor, purpose);
  await inside((ctx) => releaseFile(ctx, { uid, digest, totals: approved, approval, idempotency }));
}
