import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createSigner } from '../apps/api/src/accounting/audit-chain/audit-chain.ts';
import { dataDirectory, serverDirectory, withDatabase } from './database.ts';
import { describeFault } from './verify/fault.ts';
import { readHeads } from './verify/heads.ts';
import { checkSettings } from './verify/settings.ts';
import { type Evidence, type Report, verifyBooks } from './verify/verify-books.ts';

const maxPrintedFaults = 20;
const count = (n: bigint | number): string => n.toLocaleString('en-GB');

/**
 * Checks balances, audit chain, signed heads and server settings on one snapshot, so payments can continue meanwhile.
 * Prints the first altered row first and returns false if anything is wrong.
 */
export async function printVerification(
  databaseUrl: string,
  evidence: Evidence,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  return (await inspect(databaseUrl, evidence, print)) === 'right';
}

/** `settling`: nothing is wrong but the place of a head, which the API may be writing at this moment. */
type Result = 'right' | 'settling' | 'wrong';

async function inspect(databaseUrl: string, evidence: Evidence, print: (line: string) => void): Promise<Result> {
  const start = performance.now();
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'larkmere-verify' });
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query(`select where to_regclass('audit_chain.entry') is not null`);
    if (rows.length === 0) {
      print('This database has no seal yet: run npm start once.');
      return 'wrong';
    }
    const report = await verifyBooks(client, evidence);
    const settings = await checkSettings(client);
    const faults = [...report.faults, ...settings];
    printFigures(report, evidence, print);
    if (settings.length === 0)
      print('Server  what it acknowledges is on disk: fsync, full_page_writes and synchronous_commit are on');
    if (faults.length > 0) print('');
    for (const [i, fault] of faults.slice(0, maxPrintedFaults).entries())
      print(`${i === 0 ? 'FIRST' : 'ALSO'}: ${describeFault(fault)}.`);
    if (faults.length > maxPrintedFaults) print(`… and ${faults.length - maxPrintedFaults} more.`);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    print(
      faults.length === 0
        ? `\nEverything is as it was written (${seconds} s).`
        : `\nThis is NOT as it was written (${seconds} s).`,
    );
    if (faults.length === 0) return 'right';
    return faults.every(({ isSettling }) => isSettling) ? 'settling' : 'wrong';
  } finally {
    await client.end();
  }
}

function printFigures(report: Report, { keys }: Evidence, print: (line: string) => void): void {
  print(
    `Books   ${count(report.accounts)} accounts, ${count(report.transfers)} legs of transfers, ${count(report.entries)} entries, ${count(report.openHolds)} open holds`,
  );
  print(`Chain   ${count(report.chainEntries)} links; ${count(report.unchained)} rows are waiting for the seal`);
  print(`Rows    ${count(report.rowChanges)} recorded changes of the rows of ${report.tables} tables`);
  print(
    `Heads   ${count(report.heads)} signed, the newest of ${report.newestHead ?? 'never'}; ${count(report.unsigned)} links came after it`,
  );
  if (report.unreadable > 0)
    print(`        ${report.unreadable} lines of the file were cut off while they were written`);
  print(`Key     ${keys.join(', ')}`);
}

function trustedKeys(): string[] {
  const { SEAL_PUBLIC_KEY: named, SEAL_KEY: given } = process.env;
  if (named) return named.split(',');
  const file = join(dataDirectory(), 'secrets.json');
  const stored = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { SEAL_KEY?: string }).SEAL_KEY
    : undefined;
  const secret = given ?? stored;
  return secret ? [createSigner(secret).publicKey] : [];
}

async function verify(): Promise<boolean> {
  if (!process.env.DATABASE_URL && !existsSync(serverDirectory())) {
    console.log('There are no books yet: run npm start once, or set DATABASE_URL.');
    return false;
  }
  const keys = trustedKeys();
  if (keys.length === 0) {
    console.log('The heads are signed: set SEAL_PUBLIC_KEY (or SEAL_KEY), so that the signatures can be checked.');
    return false;
  }
  const files = process.env.SEAL_FILE ?? join(dataDirectory(), 'seal', 'heads.jsonl');
  return withDatabase((url) => verifySettled(url, files, keys));
}

const settling = { tries: 4, pauseMs: 2000 };

/** A head that the API signs while we read is in one of its two places first. After a failover its copy comes later. */
async function verifySettled(url: string, files: string, keys: readonly string[]): Promise<boolean> {
  for (let left = settling.tries; ; left -= 1) {
    const lines: string[] = [];
    const result = await inspect(url, { lines: await readHeads(files), keys }, (line) => lines.push(line));
    if (result !== 'settling' || left === 0) {
      console.log(lines.join('\n'));
      return result === 'right';
    }
    await sleep(settling.pauseMs);
  }
}

if (import.meta.main && !(await verify())) process.exitCode = 1;
