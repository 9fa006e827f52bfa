import { type LiveNotice, liveEvent } from '@larkmere/contract/live';
import { sql } from 'kysely';
import pg from 'pg';
import type { Server } from 'socket.io';
import type { Tx } from './db.ts';
import type { Log } from './log.ts';

const channel = 'live';
const ended = 'session_ended';

/** Rings at the customer's open windows. PostgreSQL sends it at commit and drops it at rollback: no toast runs ahead of the money. */
export async function pushLive(tx: Tx, personId: string, notice: LiveNotice): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ personId, notice })})`.execute(tx);
}

/** Closes the sockets of ended sessions in every process, at commit. */
export async function closeSockets(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length > 0) await sql`select pg_notify(${ended}, ${JSON.stringify(sessionIds)})`.execute(tx);
}

export const personRoom = (personId: string): string => `person:${personId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** Every process listens for itself and serves its own sockets; a lost connection is opened again. */
export async function forwardLive(databaseUrl: string, io: Server, log: Log): Promise<{ stop: () => Promise<void> }> {
  let client: pg.Client | undefined;
  let stopped = false;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'larkmere-live' });
    next.on('error', (error) => log.warn({ err: error }, 'the live connection broke'));
    next.on('end', () => {
      if (!stopped) setTimeout(() => void connect().catch(() => next.emit('end')), 500);
    });
    next.on('notification', ({ channel: from, payload }) => pass(io, from, payload ?? ''));
    await next.connect();
    await next.query(`listen ${channel}`);
    await next.query(`listen ${ended}`);
    client = next;
  };
  await connect();
  return {
    stop: async () => {
      stopped = true;
      await client?.end();
    },
  };
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
