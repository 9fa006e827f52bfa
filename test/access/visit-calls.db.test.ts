import { randomUUID } from 'node:crypto';
import { endpoints } from '@larkmere/contract/contract';
import { acceptsFile, basePathOf, type Endpoint, pathParameters } from '@larkmere/contract/platform/endpoint';
import { visitModes } from '@larkmere/contract/platform/visit-calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestApi } from '../fixtures/api-server.ts';
import { createDatabase, digestTables } from '../fixtures/base.ts';
import { createMailbox } from '../fixtures/mailbox.ts';
import { seedStaff, signInStaff } from '../fixtures/staff.ts';
import { visit } from '../fixtures/visit.ts';
import { inputs } from './requests.ts';
import { seedScene } from './scene.ts';

/**
 * What staff never do as a customer, written from product.md D7 and not from the code: everything that writes, files,
 * documents, card details and the customer's code of consent. The rest they read.
 */
const writes: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/logout': ['view', 'assist'],
  'POST /v1/walletaccount/check-walletready': ['view', 'assist'],
  'POST /v1/payment/fxrate': ['assist'],
};
const unreadable = [
  '/v1/staff-visit',
  '/v1/member-check',
  '/v1/walletaccount/kyc/form',
  '/v1/walletaccount/kyc/item/{key}/document',
  '/v1/card/options',
  '/v1/card/pin-key',
  '/v1/card-document/{uid}/file',
  '/v1/wallet/card/list',
  '/v1/binlookup',
  '/v1/wallet/topup/options',
];

const { db, url } = await createDatabase();
const { url: smtpUrl } = await createMailbox();
const mail = { smtpUrl, from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' };
const { base } = await startTestApi(url, { poolSize: 20, mail });
const scene = await seedScene(db);
const owner = scene.members.owner;
const staff = await seedStaff(db, { role: 'support' });
const session = await signInStaff(base, staff);
const open = async (mode: string): Promise<string> =>
  (await visit({ db, base, staff, session }, owner, { mode })).token;

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const forCustomers = endpoints.filter(({ access }) => !['public', 'staff', 'rail', 'rate'].includes(access));
const isAllowed = (call: Endpoint, mode: string): boolean => {
  if (call.method !== 'GET') return writes[nameOf(call)]?.includes(mode) ?? false;
  return !call.downloadTokenParameter && !unreadable.includes(call.path);
};

const pathText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '1';

async function send(call: Endpoint, token: string): Promise<{ code: string | undefined; status: number }> {
  const input: Record<string, unknown> = {
    ...inputs[nameOf(call)]?.(scene.own),
    ...('idempotency' in call.input.shape && { idempotency: randomUUID() }),
  };
  const inPath = pathParameters(call.path);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathText(input[name])));
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name)) as [string, string][];
  const query = call.method === 'GET' && rest.length > 0 ? `?${new URLSearchParams(rest)}` : '';
  const form = new FormData();
  for (const [name, value] of acceptsFile(call) ? rest : []) form.append(name, value);
  const json = !acceptsFile(call) && call.method !== 'GET';
  const body = json ? JSON.stringify(Object.fromEntries(rest)) : acceptsFile(call) ? form : undefined;
  const request = {
    method: call.method,
    headers: { authorization: token, ...(json && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  };
  const address = `${base}${basePathOf(call)}${path}${query}`;
  // The server closes the connection of an upload that it refuses unread, which the next request may meet.
  const response = await fetch(address, request).catch(() => fetch(address, request));
  return { status: response.status, code: /"code":"(\w+)"/.exec(await response.text())?.[1] };
}

const tokens: Record<string, string> = {};

describe.each(visitModes)('staff in mode %s', async (mode) => {
  test.each(forCustomers.map((call) => [nameOf(call), call] as const))('%s', async (name, call) => {
    // Each mode ends the visit before it, and the logout ends its own.
    tokens[mode] ??= await open(mode);
    const token = tokens[mode];
    const { status, code } = await send(call, token);
    if (name === 'POST /v1/logout') tokens[mode] = await open(mode);
    if (isAllowed(call, mode)) {
      expect(status).not.toBe(401);
      expect(code).not.toBe('visit_forbidden');
    } else if (call.downloadTokenParameter) expect(code).toBe('not_signed_in');
    else expect([status, code]).toEqual([403, 'visit_forbidden']);
  });
});

/** Tables that a refused call may change: its own record, and what counts requests. */
const recorded = ['platform.audit', 'session.session', 'platform.event', 'platform.delivery'];

test('no call that is refused has an effect', async () => {
  const token = await open('assist');
  const content = async () => {
    const digests = await digestTables(db);
    return Object.fromEntries(
      Object.entries(digests).filter(([table]) => !recorded.some((name) => table.startsWith(name))),
    );
  };
  const events = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from platform.event`.execute(db)).rows[0]?.n;
  await expect
    .poll(async () => (await sql`select from platform.delivery where done_at is null`.execute(db)).rows, {
      timeout: 15_000,
    })
    .toEqual([]);
  const [before, emitted] = [await content(), await events()];
  for (const call of forCustomers.filter((each) => !isAllowed(each, 'assist'))) await send(call, token);
  expect(await content()).toEqual(before);
  expect(await events()).toBe(emitted);
});
