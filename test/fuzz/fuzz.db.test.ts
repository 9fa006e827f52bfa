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
import { type FuzzRequest, generateRequest, type World } from './request.ts';
import { startSeen } from './seen.ts';
import { type FuzzAnswer, send } from './send.ts';
import { withApproval } from './approve.ts';
import { oddValues } from './values.ts';

const count = Number(process.env.FUZZ_REQUESTS ?? 3000);
const seed = Number(process.env.SEED ?? 20_261_123);
const atOnce = 8;
const mostFaults = 100;
const railSecret = 'rail secret for tests';

const { db, url } = await givenDatabase();
const port = await freePort();
const bankUrl = await startBank();
const app = await givenApp(url, { port, bankUrl, railSecret, logLevel: process.env.LOG_LEVEL ?? 'silent' });

/** The sandbox bank as a process of its own. */
async function startBank(): Promise<string> {
  const bank = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../apps/sandbox-bank/src/main.ts', import.meta.url))],
    {
      env: {
        SANDBOX_BANK_PORT: '0',
        DATA_DIR: ':memory:',
        LARKMERE_URL: `http://127.0.0.1:${port}`,
        RAIL_SECRET: railSecret,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  afterAll(() => void bank.kill());
  const [line] = await once(createInterface({ input: bank.stdout }), 'line');
  return String(line).replace('Sandbox bank: ', '');
}

/** 503 that the document gives for something outside that does not answer; a busy service is none of them. */
const outside = new Set(['bank_silent', 'rate_unavailable', 'service_off']);

function faultIn({ method }: FuzzRequest, { status, type, text }: FuzzAnswer): string | undefined {
  if (method === 'HEAD') return status >= 500 ? String(status) : undefined;
  const reply = type.startsWith('application/json') ? (JSON.parse(text) as { code?: string; message?: string }) : {};
  if (status >= 500) return status === 503 && outside.has(reply.code ?? '') ? undefined : `${status} ${reply.code}`;
  if (status >= 400 && !(reply.code && reply.message)) return `${status} outside the envelope: ${text.slice(0, 200)}`;
  return undefined;
}

/** Whether the session of whoever called has ended: a call that a fault or another right refuses says nothing of it. */
const isSignedOut = ({ operation, who, headers }: FuzzRequest, { status }: FuzzAnswer, own: object): boolean =>
  operation.path.endsWith('/logout') ||
  (status === 401 &&
    operation.scheme === who.scheme &&
    Object.entries(own).every(([name, value]) => headers[name] === value));

const shown = ({ method, path, who, headers, body }: FuzzRequest): string =>
  `${who.name} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 500)} ${body?.toString().slice(0, 1500) ?? ''}`;

test(
  `${count} generated requests: none is answered with 5xx`,
  async () => {
    const { operations, resolve } = await readDocument(app.base);
    const random = seeded(seed);
    const identities = await givenIdentities(db, url, app.base);
    const verify = operations.find(({ path }) => path.endsWith('/v1/pin/verify'));
    const purposes = resolve(verify?.body?.schema.properties?.purpose ?? {}).oneOf ?? [];
    const world: World = { random, resolve, seen: startSeen(), identities, odd: oddValues(seed), railSecret, purposes };
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    let sent = 0;

    async function sendNext(): Promise<void> {
      sent += 1;
      // What exists is looked at first, so that later requests are about it.
      const operation = sent <= operations.length ? operations[sent - 1] : random.oneOf(operations);
      if (!operation) return;
      const request = await withApproval(app.base, await generateRequest(operation, world), world);
      try {
        const answer = await send(app.base, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const fault = faultIn(request, answer);
        if (fault) faults.push(`${fault}\n  ${shown(request)}`);
        if (answer.status === 200 && answer.text !== '' && answer.type.startsWith('application/json'))
          world.seen.note(operation, (JSON.parse(answer.text) as { data: unknown }).data);
        if (isSignedOut(request, answer, await request.who.headers())) request.who.forget();
      } catch (error) {
        faults.push(`${String(error)}\n  ${shown(request)}`);
      }
    }

    const works = Array.from({ length: atOnce }, async () => {
      while (sent < count && faults.length < mostFaults) {
        if (sent % 500 === 0) await unlock(url);
        await sendNext();
      }
    });
    await Promise.all(works);
    console.log(`fuzz: SEED=${seed} requests=${sent} ${[...statuses].map(([s, n]) => `${s}=${n}`).join(' ')}`);
    expect(faults.slice(0, 10), `SEED=${seed}: ${faults.length} faults`).toEqual([]);
  },
  60_000 + count * 20,
);
