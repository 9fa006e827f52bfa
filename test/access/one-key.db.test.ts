import { randomUUID } from 'node:crypto';
import { endpoints } from '@larkmere/contract/contract';
import { acceptsFile, basePathOf, type Endpoint, pathParameters } from '@larkmere/contract/platform/endpoint';
import { expect, test } from 'vitest';
import { startTestApi } from '../fixtures/api-server.ts';
import { createDatabase } from '../fixtures/base.ts';
import { expectations, roles } from './expectations.ts';
import { inputs } from './requests.ts';
import { endFreezes, seedScene } from './scene.ts';

// Every write of a customer, sent at once with one key and one body: all get the same answer.
const atOnce = Number(process.env.REQUESTS_OF_ONE_KEY ?? 5);

const { db, url } = await createDatabase();
const { base } = await startTestApi(url, { poolSize: 20 });
const scene = await seedScene(db);

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const writes = endpoints.filter(
  (call) =>
    call.method !== 'GET' &&
    'idempotency' in call.input.shape &&
    !['public', 'staff', 'rail', 'rate'].includes(call.access),
);

function formOf(fields: readonly [string, unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

test.each(writes.map((call) => [nameOf(call), call] as const))('%s', async (name, call) => {
  const { may = [], objects = {} } = expectations[name] ?? {};
  const who = scene.members[roles.find((role) => may.includes(role)) ?? 'owner'];
  const token = await scene.tokenOf(who);
  const fresh: Record<string, string> = {};
  for (const kind of new Set(Object.values(objects))) {
    const made = await scene.fresh(kind, who);
    if (made !== undefined) fresh[kind] = made;
  }
  const input: Record<string, unknown> = {
    ...inputs[name]?.({ ...scene.own, ...fresh }),
    idempotency: randomUUID(),
  };
  const inPath = pathParameters(call.path);
  const path = call.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(input[part])));
  const rest = Object.entries(input).filter(([field]) => !inPath.includes(field));
  const send = async (): Promise<string> => {
    const response = await fetch(`${base}${basePathOf(call)}${path}`, {
      method: call.method,
      headers: { authorization: token, ...(!acceptsFile(call) && { 'content-type': 'application/json' }) },
      body: acceptsFile(call) ? formOf(rest) : JSON.stringify(Object.fromEntries(rest)),
    });
    expect(response.status).toBeLessThan(500);
    // Each request has its own number.
    return `${response.status} ${(await response.text()).replace(/"requestId":"[^"]*"/g, '')}`;
  };
  const answers = await Promise.all(Array.from({ length: atOnce }, send));
  await endFreezes(db);
  expect(new Set(answers)).toEqual(new Set(answers.slice(0, 1)));
});
