import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from '@larkmere/ledger/check-invariants.fixture';
import { afterEach, expect, it } from 'vitest';
import { type Db, openDb } from '../../apps/api/src/platform/db/db.ts';
import { buildFaultyDisk, mountSmallDisk, type SmallDisk } from './disk.ts';
import { checkHistory, createClients, faultsOf, noLosses, runLoad, timesOf, waitForMore } from './load.ts';
import { startProcesses, type TestProcesses } from './processes.ts';
import { expectBankAgreement } from './sandbox-bank.ts';
import { faultTiming } from './seed.ts';
import { expectVerified } from './verification.ts';

const fsyncFaults = Number(process.env.FSYNC_FAULTS ?? 1);
const fullDisks = Number(process.env.FULL_DISKS ?? 1);

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function openOnDisk(wanted: Parameters<typeof startProcesses>[0]): Promise<{ world: TestProcesses; db: Db }> {
  const world = await startProcesses(wanted);
  undo.push(world.stop);
  const db = openDb(world.databaseUrl, 4);
  undo.push(() => db.destroy());
  return { world, db };
}

const smallLog = ['max_wal_size=48MB', 'min_wal_size=32MB'];

/**
 * First tables cannot grow, then the write-ahead log cannot either, and the server crashes. Returns the milliseconds
 * until the API responds again.
 */
async function fillDiskTemporarily(world: TestProcesses, disk: SmallDisk, failures: () => number): Promise<number> {
  const { between } = faultTiming();
  const before = failures();
  disk.fill();
  await sleep(between(1200, 1800));
  for (let segments = 0; segments < 8; segments += 1)
    await world
      .command("select pg_switch_wal() from (select pg_logical_emit_message(false, 'fill', 'fill'))")
      .catch(() => {});
  await sleep(between(1200, 1800));
  await waitForMore(failures, before);
  disk.free();
  return await world.recovered();
}

it('returns 503 while the disk is full, loses nothing, and continues when there is space again', {
  timeout: 600_000 + fullDisks * 60_000,
}, async ({ skip }) => {
  const disk = mountSmallDisk(256);
  if (typeof disk === 'string') {
    console.log(`full disk: left out, ${disk}`);
    return skip(disk);
  }
  undo.push(disk.remove);
  const { world, db } = await openOnDisk({ dir: disk.dir, settings: smallLog });
  const clients = await createClients(world, db, 4);
  const recoverMs: number[] = [];
  const nemesis = async (answers: () => number, failures: () => number) => {
    await waitForMore(answers, 0);
    for (let n = 0; n < fullDisks; n += 1) {
      recoverMs.push(await fillDiskTemporarily(world, disk, failures));
      await sleep(500);
    }
  };
  const history = await runLoad(world, db, { clients, injectFaults: nemesis });
  const verdict = await checkHistory(db, clients, history);
  const faults = faultsOf(history);
  console.log(`full disk: ${JSON.stringify({ ...verdict, faults, recoverMs: timesOf(recoverMs) })}`);
  expect(verdict).toMatchObject(noLosses);
  expect(Object.keys(faults)).toEqual(['503']);
  await checkInvariants(db);
  await expectBankAgreement(world, db);
  await expectVerified(world);
});

it.for(Array.from({ length: fsyncFaults }, (_, n) => n + 1))(
  'loses nothing when fsync is slow or fails, %i',
  { timeout: 600_000 },
  async (_, { skip }) => {
    const disk = buildFaultyDisk();
    if (typeof disk === 'string') {
      console.log(`fsync: left out, ${disk}`);
      return skip(disk);
    }
    undo.push(disk.remove);
    const { world, db } = await openOnDisk({ environment: disk.environment });
    const clients = await createClients(world, db, 4);
    let [recoverFromSlowMs, recoverFromFailingMs] = [0, 0];
    const nemesis = async (_answers: () => number, failures: () => number) => {
      disk.setFault('slow');
      await sleep(3000);
      disk.setFault('sound');
      recoverFromSlowMs = Math.round(await world.recovered());
      await sleep(500);
      const before = failures();
      disk.setFault('failing');
      await sleep(2000);
      await waitForMore(failures, before);
      disk.setFault('sound');
      recoverFromFailingMs = Math.round(await world.recovered());
      await sleep(500);
    };
    const history = await runLoad(world, db, { clients, injectFaults: nemesis });
    const verdict = await checkHistory(db, clients, history);
    const faults = faultsOf(history);
    console.log(`fsync: ${JSON.stringify({ ...verdict, faults, recoverFromSlowMs, recoverFromFailingMs })}`);
    expect(verdict).toMatchObject(noLosses);
    expect(verdict.unknown).toBeGreaterThan(0); // otherwise the disk never failed
    await checkInvariants(db);
    await expectBankAgreement(world, db);
  },
);

it('control: loses payments on a disk that reports writes it did not make', {
  timeout: 600_000,
}, async ({ skip }) => {
  const disk = buildFaultyDisk();
  if (typeof disk === 'string') return skip(disk);
  undo.push(disk.remove);
  const { world, db } = await openOnDisk({ environment: disk.environment });
  const clients = await createClients(world, db, 4);
  const nemesis = async (answers: () => number) => {
    const before = answers();
    disk.setFault('lying');
    await sleep(1500);
    await waitForMore(answers, before);
    disk.setFault('sound');
    await world.killDatabase();
  };
  const verdict = await checkHistory(db, clients, await runLoad(world, db, { clients, injectFaults: nemesis }));
  console.log(`disk, control: ${JSON.stringify({ ...verdict, lost: verdict.lost.length })}`);
  expect(verdict.lost.length).toBeGreaterThan(0);
});
