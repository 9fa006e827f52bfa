import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../tools/ports.ts';
import { givenDatabase } from '../given.ts';
import { givenApp } from '../given-app.ts';
import { seeded } from '../outside-world/random.ts';
import { readDocument } from './document.ts';
import { givenIdentities, unlock } from './people.ts';
import { sendAll } from './run.ts';
import { startSeen } from './seen.ts';
import { oddValues } from './values.ts';

const count = Number(process.env.FUZZ_REQUESTS ?? 1500);
const seed = Number(process.env.SEED ?? 20_261_123);
const railSecret = 'rail secret for tests';
const root = new URL('../../', import.meta.url);

const { db, url } = await givenDatabase();
const port = await freePort();
const bankUrl = await startBank();
const logLevel = process.env.LOG_LEVEL ?? 'silent';
const app = await givenApp(url, { port, bankUrl, railSecret, logLevel });

async function startBank(): Promise<string> {
  const larkmereUrl = `http://127.0.0.1:${port}`;
  const bank = spawn(process.execPath, [fileURLToPath(new URL('apps/sandbox-bank/src/main.ts', root))], {
    env: { SANDBOX_BANK_PORT: '0', DATA_DIR: ':memory:', LARKMERE_URL: larkmereUrl, RAIL_SECRET: railSecret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterAll(() => void bank.kill());
  const [line] = await once(createInterface({ input: bank.stdout }), 'line');
  return String(line).replace('Sandbox bank: ', '');
}

test(
  `${count} generated requests: none gets a 5xx response, and every refusal uses the envelope`,
  async () => {
    const { operations, resolve } = await readDocument(app.base);
    const verify = operations.find(({ path }) => path.endsWith('/v1/pin/verify'));
    const world = {
      random: seeded(seed),
      resolve,
      seen: startSeen(),
      identities: await givenIdentities(db, url, app.base),
      odd: oddValues(seed),
      railSecret,
      purposes: resolve(verify?.body?.schema.properties?.purpose ?? {}).oneOf ?? [],
    };
    const run = { base: app.base, operations, world, count, unlock: () => unlock(url) };
    const { faults, statuses } = await sendAll(run);
    const counted = [...statuses].map(([status, n]) => `${status}=${n}`).join(' ');
    console.log(`fuzz: requests=${count} SEED=${seed} ${counted}`);
    expect(
      [...faults].map((fault) => fault.join('\n  ')),
      `SEED=${seed}`,
    ).toEqual([]);
    // A generator whose requests are all refused would find nothing.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 20);
  },
  60_000 + count * 30,
);
