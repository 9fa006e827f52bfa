import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinRoom } from '@larkmere/contract/platform/live';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { seedCredentials, signIn, startTestApi, testPin } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer, type TestUser, toActor, toMember } from '../../../../../test/fixtures/base.ts';
import { connectOnly, openSocket } from '../../../../../test/fixtures/socket.ts';
import { inTransaction } from '../db/transaction.ts';
import { pushLiveNotice } from '../events/live.ts';
import { openServer } from './server.ts';
import { openSockets } from './sockets.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);

async function openWindow(who: TestUser, also: object = {}) {
  const { token } = await signIn(app.base, who);
  return openSocket(app.base, { token, ...also });
}

test('sends a window only notices of its own user, whatever room it requests', async () => {
  const [mine, other] = [await seedCustomer(db), await seedCustomer(db)];
  for (const who of [mine, other]) await seedCredentials(db, who);
  const window = await openWindow(mine, { room: other.user.id, userId: other.user.id });
  expect(await window.ask(mine.user.id)).toBe(true);
  expect(await window.ask(other.user.id)).toBe(false);
  const notice = (title: string) => ({ type: 'test', severity: 'info', title, message: '', link: null }) as never;
  await inTransaction(db, (tx) => pushLiveNotice(tx, toMember(other), notice('for the other')));
  await inTransaction(db, (tx) => pushLiveNotice(tx, toMember(mine), notice('for me')));
  await window.heard('42', 'for me');
  expect(window.said.join()).not.toContain('for the other');
  window.close();
});

test('closes the windows that may have missed a notice, because the connection that brings it was lost', async () => {
  const who = await seedCustomer(db);
  await seedCredentials(db, who);
  const window = await openWindow(who);
  const owner = new pg.Client(url);
  await owner.connect();
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'larkmere-live' and datname = current_database()`);
  await owner.end();
  const [event] = await window.closed;
  expect((event as CloseEvent).type).toBe('close');
  const again = await openWindow(who);
  await inTransaction(db, (tx) => pushLiveNotice(tx, toMember(who), { type: 'info', message: 'back' } as never));
  await again.heard('42', 'back');
  again.close();
});

test('refuses a window while terms wait', async () => {
  const who = await seedCustomer(db, { hasAcceptedTerms: false });
  await seedCredentials(db, who);
  const { token } = await signIn(app.base, who);
  const { socket } = connectOnly(app.base);
  const said: string[] = [];
  socket.addEventListener('message', ({ data }) => said.push(String(data)));
  await once(socket, 'message');
  socket.send(`40${JSON.stringify({ token })}`);
  await once(socket, 'message');
  expect(said.at(-1)).toContain('agreement_required');
  socket.close();
});

test('closes the windows of the sessions that end with a change of PIN, and no others', async () => {
  const [who, other] = [await seedCustomer(db), await seedCustomer(db)];
  for (const user of [who, other]) await seedCredentials(db, user);
  const [ended, foreign] = [await openWindow(who), await openWindow(other)];
  const { call, token } = await signIn(app.base, who);
  const kept = await openSocket(app.base, { token });
  const chosen = { pincode: '5937', confirmation: '5937', idempotency: randomUUID() };
  expect((await call('PUT', '/v1/pin', { current: testPin, ...chosen })).status).toBe(200);
  // Well before the server would give up a window that does not answer.
  expect(await Promise.race([ended.closed.then(() => 'closed'), sleep(15_000)])).toBe('closed');
  for (const [window, { user }] of [
    [kept, who],
    [foreign, other],
  ] as const) {
    expect(await window.ask(user.id)).toBe(true);
    window.close();
  }
});

async function startSockets(who: TestUser) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const server = await openServer({ log, maxInFlight: 5, trustedProxies: [] });
  const sockets = await openSockets(
    server,
    url,
    async () => toActor(who),
    async () => {},
    log,
  );
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => {
    await sockets.close();
    await server.close();
  });
  return { base, lines, server: server.server };
}

test('keeps a window open that has nothing to say', async () => {
  const who = await seedCustomer(db);
  const { base, server } = await startSockets(who);
  const connected = once(server, 'connection');
  const window = await openSocket(base, {});
  const [connection] = await connected;
  expect(connection.timeout).toBe(0); // no limit of idle time
  window.close();
});

test('closes a flooding socket with one log line, and still serves others', async () => {
  const who = await seedCustomer(db);
  const { base, lines } = await startSockets(who);
  const [flooding, quiet] = [await openSocket(base, {}), await openSocket(base, {})];
  for (let n = 0; n < 3; n += 1) expect(await flooding.ask('the room of somebody else')).toBe(false);
  const asked = JSON.stringify([joinRoom, 'the room of somebody else']);
  for (let n = 0; n < 20_000; n += 1) flooding.send(`420${asked}`);
  await flooding.closed;
  expect(flooding.said.filter((text) => text.startsWith('430')).length).toBeLessThan(100);
  expect(await quiet.ask(who.user.id)).toBe(true);
  expect(lines.filter((line) => line.includes('not its own'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('too many messages'))).toHaveLength(1);
  quiet.close();
});

test('closes the connection of a socket that leaves the namespace', async () => {
  const who = await seedCustomer(db);
  const { base } = await startSockets(who);
  const window = await openSocket(base, {});
  window.send('41');
  const [event] = await window.closed;
  expect((event as CloseEvent).type).toBe('close');
});

test('does not let unidentified connections displace identified ones', async () => {
  const who = await seedCustomer(db);
  const { base } = await startSockets(who);
  const window = await openSocket(base, {});
  const unknown = Array.from({ length: 70 }, () => connectOnly(base));
  await Promise.all(unknown.slice(0, 1).map(({ closed }) => closed));
  expect(await window.ask(who.user.id)).toBe(true);
  for (const { socket } of unknown) socket.close();
  window.close();
});
