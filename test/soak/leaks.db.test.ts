import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { type Db, openDb } from '../../apps/api/src/platform/db/db.ts';
import { sendAll } from '../crash/client-history.ts';
import { type Client, createClients, ordersOf } from '../crash/load.ts';
import { startProcesses, type TestProcesses } from '../crash/processes.ts';
import { callSandbox } from '../crash/sandbox-bank.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 60);
const warmUp = Math.max(20, seconds / 5);
const pauseMs = 20;
const maxGrowth = 0.05;
const connectionTolerance = 8;

let world: TestProcesses | undefined;
let db: Db | undefined;
afterEach(async () => {
  await db?.destroy();
  await world?.stop();
});

async function open(): Promise<{ here: TestProcesses; of: Db; clients: Client[] }> {
  const here = await startProcesses();
  world = here;
  const of = openDb(here.databaseUrl, 4);
  db = of;
  await callSandbox(here, 'PUT', 'settings', { acceptDelayMs: [10, 60], settleDelayMs: [10, 60] });
  return { here, of, clients: await createClients(here, of, 4) };
}

async function payFor(here: TestProcesses, of: Db, clients: readonly Client[], howLong: number): Promise<number> {
  const until = performance.now() + howLong * 1000;
  const made = clients.map(async (client) => {
    const { token } = client;
    async function* orders() {
      for await (const order of ordersOf(of, client)) {
        await sleep(pauseMs);
        const list = `${here.base}/api/services/v1/payment/pending-domestic`;
        const response = await fetch(list, { headers: { authorization: token } });
        expect(response.status, await response.text()).toBe(200);
        yield order;
      }
    }
    return (await sendAll({ base: here.base, token, orders: orders(), stopped: () => performance.now() > until }))
      .length;
  });
  return (await Promise.all(made)).reduce((sum, count) => sum + count, 0);
}

type ResourceUsage = Readonly<{
  bytes: number;
  sockets: number;
  connections: number;
  holds: number;
  undelivered: number;
}>;

async function measureWhenIdle(here: TestProcesses, of: Db): Promise<ResourceUsage> {
  for (;;) {
    const { rows } = await sql<Omit<ResourceUsage, 'bytes' | 'sockets'>>`
      select (select count(*)::int from ledger.hold) as holds,
        (select count(*)::int from platform.delivery where done_at is null) as undelivered,
        (select count(*)::int from pg_stat_activity where application_name like 'larkmere%') as connections`.execute(
      of,
    );
    const [left] = rows;
    if (left?.holds === 0 && left.undelivered === 0) {
      await sleep(8000); // idle keep-alive connections are closed by then
      const { bytes, resources } = await here.measureApiMemory();
      return { bytes, sockets: resources.filter((name) => /TCPSocket/.test(name)).length, ...left };
    }
    await sleep(250);
  }
}

const inMegabytes = ({ bytes }: ResourceUsage): number => Number((bytes / 2 ** 20).toFixed(1));

async function soak({ here, of, clients }: Awaited<ReturnType<typeof open>>, name: string, control = false) {
  await payFor(here, of, clients, warmUp);
  const before = await measureWhenIdle(here, of);
  if (control) here.leakApi();
  const payments = await payFor(here, of, clients, control ? warmUp : seconds);
  const after = await measureWhenIdle(here, of);
  const growth = after.bytes / before.bytes - 1;
  const [megabytes, sockets] = [
    [inMegabytes(before), inMegabytes(after)],
    [before.sockets, after.sockets],
  ];
  console.log(`${name}: ${JSON.stringify({ payments, megabytes, growth: growth.toFixed(3), sockets })}`);
  return { payments, before, after, growth };
}

it('the API leaks no memory, sockets or connections', { timeout: 300_000 + seconds * 3000 }, async () => {
  const { payments, before, after, growth } = await soak(await open(), 'soak');
  expect(payments).toBeGreaterThan(seconds);
  expect(growth).toBeLessThan(maxGrowth);
  expect(after.sockets).toBeLessThan(before.sockets + connectionTolerance);
  expect(after.connections).toBeLessThan(before.connections + connectionTolerance);
});

it('control: detects a leak on every request', { timeout: 300_000 }, async () => {
  const { growth } = await soak(await open(), 'control', true);
  expect(growth).toBeGreaterThan(maxGrowth);
});
