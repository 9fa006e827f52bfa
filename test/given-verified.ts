import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll } from 'vitest';
import { sealAll } from '../apps/api/src/seal/given-seal.ts';
import { openSealer } from '../apps/api/src/seal/run-sealer.ts';
import { signerOf } from '../apps/api/src/seal/seal.ts';
import { findMisfits } from '../tools/books/beside.ts';
import type { Fault } from '../tools/verify/fault.ts';
import { readHeads } from '../tools/verify/heads.ts';
import { checkRows } from '../tools/verify/rows.ts';
import { verifyBooks } from '../tools/verify/verify-books.ts';
import { givenDatabase } from './given.ts';

/** Returns rows that differ from their recorded digests. Ignores what a suite changed itself as database owner. */
export async function alteredRows(url: string): Promise<Fault[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('begin');
    const { faults } = await checkRows(client);
    return faults.filter(({ why }) => !why.startsWith('was changed by the database role'));
  } finally {
    await client.end();
  }
}

export async function givenVerified() {
  const { db, url } = await givenDatabase();
  const client = new pg.Client(url);
  await client.connect();
  // Uses the owner's connection, so that it sees the changes of the open transaction.
  const connection = Object.assign(client, { release: () => {} });
  const pool = { options: {}, connect: async () => connection, end: async () => {} };
  const books = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const place = mkdtempSync(join(tmpdir(), 'larkmere-verified-'));
  afterAll(async () => {
    await client.end();
    rmSync(place, { recursive: true });
  });
  const file = join(place, 'heads.jsonl');
  const key = randomBytes(32).toString('base64url');
  const keys = [signerOf(key).publicKey];
  return {
    db,
    url,
    client,
    sign: async () => {
      await sealAll(db, client);
      await openSealer(db, { key, file }).finish();
    },
    verify: async (): Promise<Fault[]> => (await verifyBooks(client, { lines: await readHeads(file), keys })).faults,
    brokenLaws: () => findMisfits(books),
    /** Rolls back what the work did and returns its result. Triggers are off by default. */
    undone: async <T>(work: () => Promise<T>, triggers: 'on' | 'off' = 'off'): Promise<T> => {
      await client.query('begin');
      try {
        if (triggers === 'off') await client.query('set local session_replication_role = replica');
        return await work();
      } finally {
        await client.query('rollback');
      }
    },
  };
}
