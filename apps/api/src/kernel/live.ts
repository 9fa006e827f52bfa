import { setTimeout as sleep } from 'node:timers/promises';
import { type LiveNotice, liveEvent } from '@larkmere/contract/live';
import { sql } from 'kysely';
import pg from 'pg';
import type { Server } from 'socket.io';
import { takeAppRole } from './app-role.ts';
import type { Tx } from './db.ts';
import type { Log } from './log.ts';

const channel = 'live';
const ended = 'session_ended';

/** Sends a notice to the open windows of a user. NOTIFY delivers at commit, so no notice precedes the money. */
export async function pushLive(tx: Tx, personId: string, notice: LiveNotice): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ personId, notice })})`.execute(tx);
}

/** Closes sockets of ended sessions in all processes at commit. A NOTIFY payload of 8000 bytes fits 100 ids. */
export async function closeSockets(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await sql`select pg_notify(${ended}, json_agg(id)::text)
    from unnest(${sessionIds}::text[]) with ordinality as s (id, n) group by n / 100`.execute(tx);
}

export const personRoom = (personId: string): string => `person:${personId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

type Ear = Readonly<{ client: pg.Client; lost: Promise<void> }>;
const pauseMs = 500;

export async function forwardLive(databaseUrl: string, io: Server, log: Log): Promise<{ stop: () => Promise<void> }> {
  let ear = await listen(databaseUrl, io, log);
  const stopping = new AbortController();
  const watch = async (): Promise<void> => {
    for (let lost = ear.lost; ; lost = ear.lost) {
      await lost;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      ear = await listen(databaseUrl, io, log).catch(() => ear);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await ear.client.end().catch(() => {});
      await watching;
    },
  };
}

async function listen(databaseUrl: string, io: Server, log: Log): Promise<Ear> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    application_name: 'larkmere-live',
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', (error) => log.warn({ err: error }, 'the live connection broke'));
  client.on('notification', ({ channel: from, payload }) => pass(io, from, payload ?? ''));
  try {
    await client.connect();
    await takeAppRole(client);
    await client.query(`listen ${channel}`);
    await client.query(`listen ${ended}`);
    return { client, lost };
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

function pass(io: Server, from: string, payload: string): void {
  if (from === ended) {
    for (const sessionId of JSON.parse(payload) as string[])
      io.local.in(sessionRoom(sessionId)).disconnectSockets(true);
    return;
  }
  const { personId, notice } = JSON.parse(payload) as { personId: string; notice: LiveNotice };
  io.local.to(personRoom(personId)).emit(liveEvent(personId), notice);
}
