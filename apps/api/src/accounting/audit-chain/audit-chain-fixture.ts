import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccount } from '@larkmere/ledger/open-account';
import { hold, post, postHold, voidHold } from '@larkmere/ledger/transfer';
import type { AccountId, OperationId, Posting } from '@larkmere/ledger/types';
import { type Currency, money } from '@larkmere/money/money';
import pg from 'pg';
import { afterAll } from 'vitest';
import { openTestDatabase } from '../../../../../test/fixtures/database.ts';
import { readLines } from '../../../../../tools/verify/heads.ts';
import { type Report, verifyBooks } from '../../../../../tools/verify/verify-books.ts';
import { type Db, openDb, type Tx } from '../../platform/db/db.ts';
import { createOperationId } from '../chart-of-accounts/chart-of-accounts.ts';
import { createSigner } from './audit-chain.ts';
import { type AuditChainWriter, appendChainEntries, openAuditChainWriter } from './audit-chain-writer.ts';

export async function createAuditChain() {
  const { url } = await openTestDatabase();
  const db = openDb(url, 12);
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  await client.query(deleteMigrationRows);
  const place = mkdtempSync(join(tmpdir(), 'larkmere-seal-'));
  afterAll(async () => {
    await Promise.all([db.destroy(), client.end()]);
    rmSync(place, { recursive: true });
  });
  const file = join(place, 'seal', 'heads.jsonl');
  const key = randomBytes(32).toString('base64url');
  const keys = [createSigner(key).publicKey];
  const sealer: AuditChainWriter = openAuditChainWriter(db, { key, file });
  return {
    db,
    url,
    client,
    file,
    key,
    keys,
    sealer,
    verify: async (): Promise<Report> => verifyBooks(client, { lines: await readLines(file), keys }),
  };
}

const deleteMigrationRows = `do $$
declare name text;
begin
  set local session_replication_role = replica;
  for name in select table_name from audit_chain.protected_table where table_name !~ '^ledger' loop
    execute 'delete from ' || name;
  end loop;
  delete from audit_chain.row_change;
  delete from platform.audit;
end $$`;

export async function appendAllEntries(db: Db, client: pg.Client): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    await appendChainEntries(db);
    const { rows } = await client.query(`
      select from ledger.transfer, audit_chain.checkpoint where recorded_in >= upto
      union all select from platform.audit, audit_chain.checkpoint where recorded_in >= upto
      union all select from audit_chain.row_change, audit_chain.checkpoint where recorded_in >= upto limit 1`);
    if (rows.length === 0) return;
    await sleep(50);
  }
  throw new Error('rows are still waiting for the seal');
}

export async function seedAccounts(db: Db) {
  const open = (code: string, currency: Currency, mayOverdraw: boolean): Promise<AccountId> =>
    db
      .transaction()
      .execute((tx) => openAccount(tx, { code, class: mayOverdraw ? 'asset' : 'liability', currency, mayOverdraw }));
  const side = async (currency: Currency) => ({
    world: await open(`world:${currency}`, currency, true),
    ann: await open(`ann:${currency}`, currency, false),
    bob: await open(`bob:${currency}`, currency, false),
  });
  return { GBP: await side('GBP'), EUR: await side('EUR') };
}
export type Accounts = Awaited<ReturnType<typeof seedAccounts>>;

export const newId = (): OperationId => createOperationId();
export const createPosting = (currency: Currency, debit: AccountId, credit: AccountId, minor: number): Posting => ({
  debit,
  credit,
  amount: money(currency, BigInt(minor)),
});

export async function insertAuditRow(tx: Tx, action: string, detail: Readonly<Record<string, unknown>>): Promise<void> {
  const row = { actorKind: 'system', actorId: 'test', entity: 'payment:1', requestId: 'request of a test' } as const;
  await tx
    .insertInto('platform.audit')
    .values({ ...row, action, detail: JSON.stringify(detail) })
    .execute();
}

export async function seedLedger(db: Db, { GBP, EUR }: Accounts, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const minor = 100 + round;
    const funding = [
      createPosting('GBP', GBP.world, GBP.ann, 10_000),
      createPosting('EUR', EUR.world, EUR.bob, 10_000),
    ];
    const exchange = [
      createPosting('GBP', GBP.ann, GBP.world, minor),
      createPosting('EUR', EUR.world, EUR.ann, minor),
      createPosting('GBP', GBP.ann, GBP.bob, 3),
    ];
    const holdIds = [newId(), newId(), newId()] as const;
    const work: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => post(tx, { id: newId(), code: 'funding', postings: funding }),
      (tx) => post(tx, { id: newId(), code: 'exchange', postings: exchange }),
      ...holdIds.map(
        (id) => (tx: Tx) =>
          hold(tx, { id, code: 'payment', postings: [createPosting('GBP', GBP.ann, GBP.bob, minor)] }),
      ),
      (tx) => postHold(tx, { id: newId(), code: 'sent', holdId: holdIds[0], amount: money('GBP', 60n) }),
      (tx) => voidHold(tx, { id: newId(), code: 'refused', holdId: holdIds[1] }),
    ];
    for (const [i, step] of work.entries())
      await db.transaction().execute(async (tx) => {
        await step(tx);
        await insertAuditRow(tx, `step ${i}`, { round, words: 'à la carte "£1"\n', at: i });
      });
  }
}
