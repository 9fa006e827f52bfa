import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { givenCustomer, givenDatabase } from '../../../../test/given.ts';
import { caller, givenApp, givenCredentials, signIn } from '../../../../test/given-app.ts';
import { holdSlowConnections, slowKinds } from '../../../../test/slow-clients.ts';

const { db, url } = await givenDatabase();
const who = await givenCustomer(db);
await givenCredentials(db, who);
const app = await givenApp(url, { maxInFlight: 64, trustedProxies: [] });

let attack: Awaited<ReturnType<typeof holdSlowConnections>> | undefined;
afterEach(() => attack?.stop());

const { call } = await signIn(app.base, who);
const stranger = caller(app.base);

async function honestAnswers(rounds: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all([
      call('POST', '/v1/session/touch', {}),
      call('GET', '/v1/bankaccount'),
      stranger('GET', '/v1/bankaccount'),
      stranger('POST', '/v1/session/touch', {}),
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
  const statuses = await honestAnswers(10);
  expect(statuses).toHaveLength(40);
  expect([...new Set(statuses)].toSorted()).toEqual([200, 401]);
  expect(attack.opened()).toBeGreaterThanOrEqual(400);
});
