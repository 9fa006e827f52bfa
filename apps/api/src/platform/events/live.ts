import { setTimeout as sleep } from 'node:timers/promises';
import { type LiveNotice, liveEvent, serviceNoticesEvent } from '@larkmere/contract/platform/live';
import { sql } from 'kysely';
import pg from 'pg';
import type { Server } from 'socket.io';
import { v7 } from 'uuid';
import { assumeAppRole } from '../db/app-role.ts';
import type { Tx } from '../db/db.ts';
import type { Log } from '../observability/log.ts';

const liveChannel = 'live';
const sessionEndedChannel = 'session_ended';
const serviceNoticesChannel = 'service_notices';

type Recipient = Readonly<{
  userId: string;
  /** Null reaches the user's windows whichever customer they show. */
  customerId: string | null;
}>;

/** Sends a notice to the open windows of a user. NOTIFY delivers at commit, so no notice precedes the money. */
export async function pushLiveNotice(tx: Tx, to: Recipient, notice: LiveNotice): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify({ ...to, notice })})`.execute(tx);
}

/** Lets open windows fetch again what they show, without a message. */
export const pushLiveChange = (tx: Tx, to: Recipient): Promise<void> =>
  pushLiveNotice(tx, to, { uid: v7(), type: 'info', message: null, link: null });

/** Lets open windows load the session again without a word. */
export const pushLiveRefresh = (tx: Tx, to: Recipient): Promise<void> =>
  pushLiveNotice(tx, to, { uid: v7(), type: 'info', message: null, link: null, refreshSession: true });

/** Lets every open window fetch the events of services again. */
export async function pushServiceNotices(tx: Tx): Promise<void> {
  await sql`select pg_notify(${serviceNoticesChannel}, '')`.execute(tx);
}

/** Closes sockets of ended sessions in all processes at commit. A NOTIFY payload of 8000 bytes fits 100 ids. */
export async function closeSockets(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await sql`select pg_notify(${sessionEndedChannel}, json_agg(id)::text)
    from unnest(${sessionIds}::text[]) with ordinality as s (id, n) group by n / 100`.execute(tx);
}

export const userRoom = (userId: string): string => `person:${userId}`;
export const memberRoom = (userId: string, customerId: string): string => `person:${userId}:${customerId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

type LiveListener = Readonly<{ client: pg.Client; lost: Promise<void> }>;
const reconnectDelayMs = 500;

export async function forwardLiveNotices(
  databaseUrl: string,
  io: Server,
  log: Log,
): Promise<{ stop: () => Promise<void> }> {
  let listener = await openLiveListener(databaseUrl, io, log);
  const stopping = new AbortController();
  const watch = async (): Promise<void> => {
    for (let lost = listener.lost; ; lost = listener.lost) {
      await lost;
      await sleep(reconnectDelayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      listener = await openLiveListener(databaseUrl, io, log).catch(() => listener);
      if (listener.lost !== lost) reconnectWindows(io);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await listener.client.end().catch(() => {});
      await watching;
    },
  };
}

/** Windows connect again by themselves, and fetch what they missed. */
function reconnectWindows(io: Server): void {
  for (const { conn } of io.sockets.sockets.values()) conn.close();
}

async function openLiveListener(databaseUrl: string, io: Server, log: Log): Promise<LiveListener> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    application_name: 'larkmere-live',
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', (error) => log.warn({ err: error }, 'the live connection broke'));
  client.on('notification', ({ channel: from, payload }) => forwardNotification(io, from, payload ?? ''));
  try {
    await client.connect();
    await assumeAppRole(client);
    await client.query(`listen ${liveChannel}`);
    await client.query(`listen ${sessionEndedChannel}`);
    await client.query(`listen ${serviceNoticesChannel}`);
    return { client, lost };
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

function forwardNotification(io: Server, from: string, payload: string): void {
  if (from === serviceNoticesChannel) return void io.local.emit(serviceNoticesEvent);
  if (from === sessionEndedChannel) {
    for (const sessionId of JSON.parse(payload) as string[])
      io.local.in(sessionRoom(sessionId)).disconnectSockets(true);
    return;
  }
  // Written above, perhaps by another process.
  const { userId, customerId, notice } = JSON.parse(payload) as Recipient & { notice: LiveNotice };
  io.local.to(customerId === null ? userRoom(userId) : memberRoom(userId, customerId)).emit(liveEvent(userId), notice);
}
