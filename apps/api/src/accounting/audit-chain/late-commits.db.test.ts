import { openAccount } from '@larkmere/ledger/open-account';
import { post } from '@larkmere/ledger/transfer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Report } from '../../../../../tools/verify/verify-books.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { appendAllEntries, createAuditChain, createPosting, insertAuditRow, newId } from './audit-chain-fixture.ts';
import { appendChainEntries } from './audit-chain-writer.ts';

const rounds = Number(process.env.LATE_COMMITS ?? 3);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32);
console.log(`late commits: SEED=${seed}`);
let state = seed;
const randomBelow = (n: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};

async function seedAccountPairs(db: Db, count: number) {
  const open = (code: string) =>
    db.transaction().execute((tx) => openAccount(tx, { code, class: 'asset', currency: 'GBP', mayOverdraw: true }));
  return Promise.all(
    Array.from({ length: count }, async (_, i) => ({ from: await open(`from:${i}`), to: await open(`to:${i}`) })),
  );
}
type Pair = Awaited<ReturnType<typeof seedAccountPairs>>[number];

async function write(tx: Tx, { from, to }: Pair): Promise<void> {
  await post(tx, {
    id: newId(),
    code: 'race',
    postings: [createPosting('GBP', from, to, 1), createPosting('GBP', from, to, 2)],
  });
  await insertAuditRow(tx, 'race', {});
}

async function commitOutOfOrder(db: Db, pairs: readonly Pair[], rounds: number): Promise<number> {
  let committed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const open = [];
    for (const pair of pairs) {
      const tx = await db.startTransaction().execute();
      await write(tx, pair);
      open.push(tx);
      await appendChainEntries(db);
    }
    while (open.length > 0) {
      const [tx] = open.splice(randomBelow(open.length), 1);
      const isDropped = randomBelow(5) === 0;
      await (isDropped ? tx?.rollback() : tx?.commit())?.execute();
      if (!isDropped) committed += 1;
      await appendChainEntries(db);
    }
  }
  return committed;
}

const lateChain = await createAuditChain();
const carelessChain = await createAuditChain();
const crowdedChain = await createAuditChain();

const rowChangesOf = ({ accounts }: Report): bigint => accounts * 2n;

test('appends rows that commit late, exactly once', async () => {
  const { db, client, sealer, verify } = lateChain;
  const committed = BigInt(await commitOutOfOrder(db, await seedAccountPairs(db, 5), rounds));
  await appendAllEntries(db, client);
  await sealer.finish();
  const report = await verify();
  const links = committed * 3n + rowChangesOf(report);
  expect(report).toMatchObject({ faults: [], unchained: 0n, transfers: committed * 2n, chainEntries: links });
});

test('control: trusting the newest transaction leaves gaps, which the verifier finds', async () => {
  const { db, client, sealer, verify } = carelessChain;
  const { rows } = await sql<{
    text: string;
  }>`select pg_get_functiondef('audit_chain.append_entries'::regproc) as text`.execute(db);
  const careless = rows[0]?.text.replace('pg_snapshot_xmin', 'pg_snapshot_xmax') ?? '';
  expect(careless).toContain('pg_snapshot_xmax');
  await client.query(careless);
  await commitOutOfOrder(db, await seedAccountPairs(db, 5), 3);
  await sealer.finish();
  const { faults } = await verify();
  expect(faults.map(({ reason }) => reason)).toContain(
    'was never sealed, though the seal has gone past it: it was slipped in',
  );
});

test('many writers and two chain writers leave neither gaps nor duplicates', async () => {
  const { db, client, sealer, verify } = crowdedChain;
  const pairs = await seedAccountPairs(db, 4);
  const each = rounds * 8;
  let left = pairs.length;
  const writers = pairs.map(async (pair) => {
    for (let n = 0; n < each; n += 1) await db.transaction().execute((tx) => write(tx, pair));
    left -= 1;
  });
  const sealers = [1, 2].map(async () => {
    while (left > 0) await sealer.appendAndSign();
  });
  await Promise.all([...writers, ...sealers]);
  await appendAllEntries(db, client);
  await sealer.finish();
  const written = pairs.length * each;
  const report = await verify();
  const links = BigInt(written) * 3n + rowChangesOf(report);
  expect(report).toMatchObject({ faults: [], unchained: 0n, unsigned: 0n, chainEntries: links });
});
