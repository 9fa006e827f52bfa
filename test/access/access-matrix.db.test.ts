import { randomUUID } from 'node:crypto';
import { endpoints } from '@larkmere/contract/contract';
import { accessKeys } from '@larkmere/contract/platform/access';
import { acceptsFile, basePathOf, type Endpoint, pathParameters } from '@larkmere/contract/platform/endpoint';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { describe, expect, test } from 'vitest';
import { startTestApi } from '../fixtures/api-server.ts';
import { createDatabase } from '../fixtures/base.ts';
import {
  type Expectation,
  expectations,
  holders,
  type ObjectKind,
  ofCustomer,
  type Role,
  roles,
} from './expectations.ts';
import { inputs } from './requests.ts';
import { endFreezes, type Objects, seedScene } from './scene.ts';

const { db, url } = await createDatabase();
const { base } = await startTestApi(url, { poolSize: 20 });
const scene = await seedScene(db);

type Input = Record<string, unknown>;
type Answer = 'reached' | 'access_denied' | 'not_found' | 'not_signed_in';
type Case = Readonly<{ name: string; expected: Answer; got: Answer; text: string }>;

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const forCustomers = endpoints.filter(({ access }) => !['public', 'staff', 'rail', 'rate'].includes(access));

test('every call of a customer has an expectation, and every expectation a call', () => {
  expect(Object.keys(expectations).sort()).toEqual(forCustomers.map(nameOf).sort());
});

test.each(roles)('a new %s gets the flags of the table', (role) => {
  const flags = accessKeys.filter((key) => holders[key].includes(role));
  expect(roleAccess[role].toSorted()).toEqual(flags.toSorted());
});

test('every id in an input is an object of the matrix', () => {
  const named = forCustomers.flatMap((call) => {
    const { objects = {} } = expectations[nameOf(call)] ?? {};
    const missing = pathParameters(call.path).filter((name) => !objects[name] && !plainParameters.includes(name));
    return missing.map((name) => `${nameOf(call)}: ${name}`);
  });
  expect(named).toEqual([]);
});
const plainParameters = ['x', 'name', 'number', 'key', 'format'];

describe('access to every call', () => {
  test.each(forCustomers.map((call) => [nameOf(call), call] as const))('%s', async (name, call) => {
    const expectation = expectations[name];
    if (!expectation) throw new Error(`${name} has no expectation`);
    const cases = await Promise.all(roles.flatMap((role) => casesOf(call, expectation, role)));
    await endFreezes(db);
    const surprises = cases.flat().filter(({ expected, got }) => expected !== got);
    expect(
      surprises.map(({ name: which, expected, got, text }) => `${which}: ${got} for ${expected}, ${text}`),
    ).toEqual([]);
    const hidden = new Set(cases.flat().flatMap(({ got, text }) => (got === 'not_found' ? [text] : [])));
    expect(hidden.size).toBeLessThanOrEqual(1);
    const signedOut = await send(call, inputOf(call, scene.own), undefined);
    expect(signedOut.got).toBe('not_signed_in');
  });
});

async function casesOf(call: Endpoint, expectation: Expectation, role: Role): Promise<Case[]> {
  const { may, finds = may, objects = {}, hasNoOwn } = expectation;
  const who = scene.members[role];
  const token = await scene.tokenOf(who);
  const fresh: Partial<Record<ObjectKind, string>> = {};
  for (const kind of new Set(Object.values(objects))) {
    const made = await scene.fresh(kind, who);
    if (made !== undefined) fresh[kind] = made;
  }
  const own: Objects = { ...scene.own, ...fresh };
  const input = inputOf(call, own);
  const reached = hasNoOwn ? 'not_found' : 'reached';
  const foreign = Object.entries(objects).flatMap(([path, kind]) =>
    foreignIds(kind).map(async ([whose, id]): Promise<Case> => {
      const answer = await send(call, withValue(inputOf(call, own), path, id), token);
      const expected = isRefusedBefore(expectation, role) ? 'access_denied' : 'not_found';
      return { name: `${role}, ${path} ${whose}`, expected, ...answer };
    }),
  );
  const cases = await Promise.all(foreign);
  const answer = await send(call, input, token);
  const expected = may.includes(role)
    ? reached
    : finds.includes(role) || !expectation.finds
      ? 'access_denied'
      : 'not_found';
  return [...cases, { name: `${role}, own`, expected, ...answer }];
}

/** Where objects are looked for before access is decided, whoever may not decide does not learn that they exist. */
const isRefusedBefore = ({ may, finds }: Expectation, role: Role): boolean =>
  finds === undefined && !may.includes(role);

function foreignIds(kind: ObjectKind): [whose: string, id: string][] {
  const isNumber = /^\d+$/.test(scene.own[kind]);
  const colleague: [string, string][] = ofCustomer.includes(kind) ? [] : [['of a colleague', scene.colleagues[kind]]];
  return [
    ...colleague,
    ['of a stranger', scene.strangers[kind]],
    ['of nobody', isNumber ? '9999999999' : randomUUID()],
  ];
}

function inputOf(call: Endpoint, own: Objects): Input {
  const input = inputs[nameOf(call)]?.(own) ?? {};
  return 'idempotency' in call.input.shape ? { ...input, idempotency: randomUUID() } : input;
}

function withValue(input: Input, path: string, value: string): Input {
  const [first = '', ...rest] = path.split('.');
  const inner = input[first];
  if (rest.length === 0) return { ...input, [first]: value };
  if (Array.isArray(inner))
    return { ...input, [first]: inner.map((each, i) => (String(i) === rest[0] ? value : each)) };
  return { ...input, [first]: withValue(inner as Input, rest.join('.'), value) };
}

async function send(call: Endpoint, input: Input, token: string | undefined): Promise<Pick<Case, 'got' | 'text'>> {
  const inPath = pathParameters(call.path);
  const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathText(input[name])));
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name));
  const query = new URLSearchParams(call.method === 'GET' ? (rest as [string, string][]) : []);
  const file = query.size > 0 ? `${filled}?${query}` : filled;
  if (call.downloadTokenParameter && token) query.set(call.downloadTokenParameter, await downloadToken(file, token));
  const address = `${base}${basePathOf(call)}${filled}${query.size > 0 ? `?${query}` : ''}`;
  const body = call.method === 'GET' ? undefined : bodyOf(call, rest);
  const response = await fetchAgain(address, {
    method: call.method,
    headers: {
      ...(token && { authorization: token }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      'x-forwarded-for': clientAddress(),
    },
    ...(body !== undefined && { body }),
  });
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '');
  const { code, worst } = {
    ...firstGroups(/"code":"(?<code>\w+)"/, text),
    ...firstGroups(/"worst":"(?<worst>[\d.]+)"/, text),
  };
  // A maker agrees to the worst case before accounts are looked at.
  if (worst !== undefined && input.worstCase !== worst) return send(call, { ...input, worstCase: worst }, token);
  const answers: readonly string[] = ['access_denied', 'not_found', 'not_signed_in'];
  const got = response.ok || !answers.includes(code ?? '') ? 'reached' : (code as Answer);
  return { got, text: text.slice(0, 400) };
}

const firstGroups = (pattern: RegExp, text: string): Record<string, string | undefined> =>
  pattern.exec(text)?.groups ?? {};

/** The server closes the connection of an upload that it refuses unread, which the next request may meet. */
const fetchAgain = (address: string, request: RequestInit): Promise<Response> =>
  fetch(address, request).catch(() => fetch(address, request));

const pathText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '1';

function bodyOf(call: Endpoint, fields: readonly [string, unknown][]): string | FormData {
  if (!acceptsFile(call)) return JSON.stringify(Object.fromEntries(fields));
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

async function downloadToken(file: string, token: string): Promise<string> {
  const response = await fetch(`${base}/api/services/v1/session/ticket`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', 'x-forwarded-for': clientAddress() },
    body: JSON.stringify({ file, idempotency: randomUUID() }),
  });
  const { data } = (await response.json()) as { data: Record<string, string> };
  return Object.values(data).find((value) => value.length > 20) ?? '';
}

let client = 0;
/** So that the limits of one address do not meet. */
function clientAddress(): string {
  client += 1;
  return `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
}
