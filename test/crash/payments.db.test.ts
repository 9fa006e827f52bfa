import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from '@larkmere/ledger/check-invariants.fixture';
import { afterEach, describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../apps/api/src/platform/db/db.ts';
import { checkHistory, createClients, faultsOf, noLosses, runLoad, timesOf, waitForMore } from './load.ts';
import { asyncCommitSettings, startProcesses, type TestProcesses } from './processes.ts';
import { callSandbox, expectBankAgreement } from './sandbox-bank.ts';
import { faultTiming } from './seed.ts';
import { expectVerified } from './verification.ts';

const clients = 6;
const kills = { api: Number(process.env.API_KILLS ?? 4), database: Number(process.env.DATABASE_KILLS ?? 2) };
const fewestAnswers = 4 * (kills.api + kills.database);

let world: TestProcesses | undefined;
let db: Db | undefined;
afterEach(async () => {
  await db?.destroy();
  await world?.stop();
});

async function waitForResponses(answers: () => number, ms: number): Promise<void> {
  const before = answers();
  await sleep(ms);
  for (let left = 50; left > 0 && answers() === before; left -= 1) await sleep(100);
}

describe('processes are killed under load', () => {
  it('loses and duplicates nothing that was acknowledged', {
    timeout: 600_000 + (kills.api + kills.database) * 30_000,
  }, async () => {
    const here = await startProcesses();
    world = here;
    db = openDb(here.databaseUrl, 4);
    await callSandbox(here, 'PUT', 'settings', { acceptDelayMs: [10, 60], settleDelayMs: [10, 60] });
    const people = await createClients(here, db, clients);
    const [toApi, toDatabase]: [number[], number[]] = [[], []];
    const { between } = faultTiming();
    const nemesis = async (answers: () => number) => {
      for (let n = 0; n < Math.max(kills.api, kills.database); n += 1) {
        if (n < kills.api) toApi.push(await here.killApi());
        await waitForResponses(answers, between(400, 700));
        if (n < kills.database) toDatabase.push(await here.killDatabase());
        await waitForResponses(answers, between(400, 700));
      }
      while (answers() <= fewestAnswers) await sleep(50);
    };
    const history = await runLoad(here, db, { clients: people, injectFaults: nemesis });
    const verdict = await checkHistory(db, people, history);
    console.log(
      `killed: ${JSON.stringify({ ...verdict, faults: faultsOf(history), killsOfApi: toApi.length, killsOfDatabase: toDatabase.length, recoverApiMs: timesOf(toApi), recoverDatabaseMs: timesOf(toDatabase) })}`,
    );
    expect(verdict).toMatchObject(noLosses);
    expect(verdict.acknowledged).toBeGreaterThan(fewestAnswers);
    expect(verdict.unknown).toBeGreaterThan(0); // otherwise no request was interrupted and the test proves nothing
    await checkInvariants(db);
    await expectBankAgreement(here, db);
    await expectVerified(here);
  });

  it('control: loses payments if commits are not written to disk', async () => {
    const here = await startProcesses({ settings: asyncCommitSettings });
    world = here;
    db = openDb(here.databaseUrl, 4);
    const people = await createClients(here, db, clients);
    const { between } = faultTiming();
    const nemesis = async (answers: () => number) => {
      for (let n = 0; n < 3; n += 1) {
        const before = answers();
        await sleep(between(600, 800));
        await waitForMore(answers, before);
        await here.killDatabase();
      }
    };
    const verdict = await checkHistory(db, people, await runLoad(here, db, { clients: people, injectFaults: nemesis }));
    console.log(
      `control: ${JSON.stringify({ acknowledged: verdict.acknowledged, lost: verdict.lost.length, changed: verdict.changed.length, refused: verdict.refused.length })}`,
    );
    expect(verdict.lost.length).toBeGreaterThan(0);
  });
});
