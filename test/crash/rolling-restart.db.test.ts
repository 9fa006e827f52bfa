import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from '@larkmere/ledger/check-invariants.fixture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDb } from '../../apps/api/src/platform/db/db.ts';
import { checkHistory, createClients, faultsOf, noLosses, runLoad } from './load.ts';
import { type ApiNode, startProcesses, type TestProcesses } from './processes.ts';
import { proxyToReadyNodes, type ReadyProxy } from './ready-proxy.ts';
import { expectVerified } from './verification.ts';

const restarts = Number(process.env.ROLLING_RESTARTS ?? 3);
const answersBetween = 5;

let world: TestProcesses;
let db: Db;
let second: ApiNode;
let proxy: ReadyProxy;
beforeAll(async () => {
  world = await startProcesses();
  db = openDb(world.databaseUrl, 4);
  second = await world.startNode();
  proxy = await proxyToReadyNodes([world.base, second.base]);
});
afterAll(async () => {
  await proxy?.close();
  await db?.destroy();
  await world?.stop();
});

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (holds()) return;
    await sleep(50);
  }
  throw new Error(`did not happen: ${what}`);
}

const moreAnswers = async (): Promise<void> => {
  const before = proxy.answers();
  await until('more answers', () => proxy.answers() >= before + answersBetween);
};

it('answers every request with 200 while one of two nodes is restarted again and again', {
  timeout: 600_000 + restarts * 30_000,
}, async () => {
  const clients = await createClients(world, db, 4);
  await until('both nodes are ready', () => proxy.isReady(world.base) && proxy.isReady(second.base));
  const stops: (number | NodeJS.Signals | null)[] = [];
  const nemesis = async () => {
    for (let n = 0; n < restarts; n += 1) {
      await moreAnswers();
      stops.push(await second.terminate());
      await moreAnswers();
      await second.start();
      await until('the node is back behind the proxy', () => proxy.isReady(second.base));
    }
    await moreAnswers();
  };
  const history = await runLoad(world, db, { clients, base: proxy.base, injectFaults: nemesis });
  const verdict = await checkHistory(db, clients, history);
  console.log(`rolling: ${JSON.stringify({ ...verdict, answers: proxy.answers(), faults: proxy.faults, stops })}`);
  expect(proxy.faults).toEqual([]);
  expect(faultsOf(history)).toEqual({});
  expect(verdict).toMatchObject({ ...noLosses, unknown: 0 });
  expect(stops).toEqual(stops.map(() => 0));
  await checkInvariants(db);
  await expectVerified(world);
});
