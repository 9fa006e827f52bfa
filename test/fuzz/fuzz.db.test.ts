import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../tools/ports.ts';
import { startTestApi } from '../fixtures/api-server.ts';
import { createDatabase } from '../fixtures/base.ts';
import { seeded } from '../simulation/random.ts';
import { readDocument } from './api-document.ts';
import { createIdentities, resetPins } from './identities.ts';
import { createKnownValues } from './known-values.ts';
import { sendAll } from './run.ts';
import { invalidValues } from './values.ts';

const wantedRequests = Number(process.env.FUZZ_REQUESTS ?? 0);
const seed = Number(process.env.SEED ?? 20_261_123);
const railSecret = 'rail secret for tests';
const root = new URL('../../', import.meta.url);

const { db, url } = await createDatabase();
const port = await freePort();
const bankUrl = await startBank();
const logLevel = process.env.LOG_LEVEL ?? 'silent';
const app = await startTestApi(url, { port, bankUrl, railSecret, logLevel });

async function startBank(): Promise<string> {
  const larkmereUrl = `http://127.0.0.1:${port}`;
  const bank = spawn(process.execPath, [fileURLToPath(new URL('apps/sandbox-bank/src/main.ts', root))], {
    env: {
      ...process.env,
      SANDBOX_BANK_PORT: '0',
      DATA_DIR: ':memory:',
      LARKMERE_URL: larkmereUrl,
      RAIL_SECRET: railSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  afterAll(() => void bank.kill());
  const [line] = await once(createInterface({ input: bank.stdout }), 'line');
  return String(line).replace('Sandbox bank: ', '');
}

test(
  'generated requests, each operation at least once: none gets a 5xx response, and every refusal uses the envelope',
  async () => {
    const { operations, resolve } = await readDocument(app.base);
    const count = Math.max(wantedRequests, operations.length);
    const verify = operations.find(({ path }) => path.endsWith('/v1/pin/verify'));
    const world = {
      random: seeded(seed),
      resolve,
      knownValues: createKnownValues(),
      identities: await createIdentities(db, url, app.base),
      invalidValues: invalidValues(seed),
      railSecret,
      purposes: resolve(verify?.body?.schema.properties?.purpose ?? {}).oneOf ?? [],
    };
    const run = { base: app.base, operations, world, count, unlock: () => resetPins(url) };
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
  90_000 + wantedRequests * 30,
);
