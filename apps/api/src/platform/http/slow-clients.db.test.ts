import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { holdSlowConnections, slowKinds } from '../../../../../test/fixtures/slow-clients.ts';

const { db, url } = await createDatabase();
const who = await seedCustomer(db);
await seedCredentials(db, who);
const app = await startTestApi(url, { maxInFlight: 64, trustedProxies: [] });

let attack: Awaited<ReturnType<typeof holdSlowConnections>> | undefined;
afterEach(() => attack?.stop());

const { call } = await signIn(app.base, who);
const anonymousCall = caller(app.base);

async function otherClientStatuses(rounds: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all([
      call('POST', '/v1/session/touch', {}),
      call('GET', '/v1/bankaccount'),
      anonymousCall('GET', '/v1/bankaccount'),
      anonymousCall('POST', '/v1/session/touch', {}),
    ]);
    statuses.push(...answers.map(({ status }) => status));
    await sleep(20);
  }
  return statuses;
}

test.each([
  ['one address', () => '127.0.0.1'],
  ['two hundred addresses', (index: number) => `127.0.1.${1 + (index % 200)}`],
])('serves other clients during four hundred slow connections from %s', async (_, from) => {
  attack = await holdSlowConnections({ base: app.base, count: 400, kinds: slowKinds, from });
  const statuses = await otherClientStatuses(10);
  expect(statuses).toHaveLength(40);
  expect([...new Set(statuses)].toSorted()).toEqual([200, 401]);
  expect(attack.opened()).toBeGreaterThanOrEqual(400);
});
