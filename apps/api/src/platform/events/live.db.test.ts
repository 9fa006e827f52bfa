import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { inTransaction } from '../db/transaction.ts';
import { closeSockets } from './live.ts';

const { db, url } = await createDatabase();

test('notifies every process of each of many sessions that end at once', async () => {
  const heard: string[] = [];
  const listener = new pg.Client(url);
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => heard.push(...(JSON.parse(payload) as string[])));
  await listener.query('listen session_ended');
  const sessions = Array.from({ length: 450 }, () => randomUUID());
  await inTransaction(db, (tx) => closeSockets(tx, sessions));
  await inTransaction(db, (tx) => closeSockets(tx, []));
  await expect.poll(() => heard.length, { timeout: 15_000 }).toBe(450);
  expect(new Set(heard)).toEqual(new Set(sessions));
  await listener.end();
});
