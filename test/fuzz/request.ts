import { createHmac } from 'node:crypto';
import type { Random } from '../simulation/random.ts';
import type { ApiDocument, Operation, Schema } from './api-document.ts';
import { railMessage } from './bank-messages.ts';
import { buildForm, formType } from './form.ts';
import type { Identity } from './identities.ts';
import type { KnownValues } from './known-values.ts';
import { asText, type Source, validValue } from './values.ts';

export type FuzzRequest = Readonly<{
  operation: Operation;
  who: Identity;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | undefined;
}>;

export type FuzzContext = Readonly<{
  random: Random;
  resolve: ApiDocument['resolve'];
  knownValues: KnownValues;
  identities: readonly Identity[];
  invalidValues: readonly unknown[];
  railSecret: string;
  purposes: readonly Schema[];
}>;

type Body = { contentType: string | undefined; isForm: boolean; value: unknown; raw?: Buffer };
type Draft = {
  operation: Operation;
  who: Identity;
  method: string;
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: Body | undefined;
};

export async function generateRequest(operation: Operation, world: FuzzContext): Promise<FuzzRequest> {
  const draft = await wholeDraft(operation, world);
  const faults = world.random.oneOf([0, 0, 1, 1, 2, 3]);
  for (let i = 0; i < faults; i += 1) world.random.oneOf(faultsOf(draft))(draft, world);
  const { who, method, headers, query, body } = draft;
  const payload = body && (body.raw ?? payloadOf(body, world));
  const contentType = body?.contentType;
  return {
    operation,
    who,
    method,
    path: pathOf(draft) + (query.length > 0 ? `?${query.map((pair) => pair.map(escaped).join('=')).join('&')}` : ''),
    headers: {
      ...headers,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...(operation.scheme === 'partner' ? signed(payload, headers, world) : {}),
    },
    body: payload,
  };
}

async function wholeDraft(operation: Operation, world: FuzzContext): Promise<Draft> {
  const { random } = world;
  const source: Source = { ...world, noun: operation.noun };
  const who = callerOf(operation, world);
  const { body } = operation;
  const draft: Draft = {
    operation,
    who,
    method: operation.method,
    path: {},
    query: [],
    headers: {
      ...(await who.headers()),
      'x-forwarded-for': `10.${random.between(0, 255)}.${random.between(0, 255)}.1`,
    },
    body: body && draftBody(body, source),
  };
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (!required && random.chance(0.5)) continue;
    const value = asText(validValue(schema, name, source));
    if (place === 'path') draft.path[name] = value;
    else draft.query.push([name, value]);
  }
  if (operation.scheme === 'partner' && draft.body) {
    const reference = asText(world.knownValues.find('payment', 'reference', random) ?? 'NOTOURS');
    Object.assign(draft.body.value as object, railMessage(reference, random, world.invalidValues));
  }
  return draft;
}

function draftBody({ contentType, schema }: NonNullable<Operation['body']>, source: Source): Body {
  const isForm = contentType === 'multipart/form-data';
  return { isForm, contentType: isForm ? formType : contentType, value: validValue(schema, '', source) };
}

function callerOf({ scheme, path }: Operation, { identities, random }: FuzzContext): Identity {
  const may = identities.filter((identity) => identity.scheme === scheme);
  const [owner] = may;
  // A staff member whose session ended would need the next one-time code.
  const isLeaving = path.endsWith('/manage/logout');
  if (isLeaving || owner === undefined || random.chance(0.08)) {
    const others = identities.filter((identity) => !isLeaving || identity.scheme !== 'staff');
    return random.oneOf(others);
  }
  return random.chance(0.5) ? owner : random.oneOf(may);
}

type Fault = (draft: Draft, world: FuzzContext) => void;

const faultsOf = ({ body, query, path }: Draft): readonly Fault[] => [
  oddHeader,
  otherToken,
  oddQuery,
  ...(query.length > 0 ? [repeatedQuery, changedQuery, changedQuery] : []),
  ...(Object.keys(path).length > 0 ? [oddPath, oddPath] : []),
  ...(body ? [changedBody, changedBody, changedBody, changedBody, changedBody, rawBody, otherType] : [otherMethod]),
];

const oddHeader: Fault = (draft, { random }) => {
  const [name, value] = random.oneOf([
    ['accept', 'x/y;q=9'],
    ['cookie', '__Host-larkmere=%; a=b; =; ;;'],
    ['origin', 'null'],
    ['origin', 'https://elsewhere.example'],
    ['sec-fetch-site', 'cross-site'],
    ['x-forwarded-for', '::ffff:999, a b, 1.1.1.1.1'],
    ['x-forwarded-for', ''],
    ['x-forwarded-proto', 'https, ftp'],
    ['x-forwarded-host', 'a b\u00e9'],
    ['user-agent', '\u00ff'.repeat(2000)],
    ['x-request-id', "'--"],
    ['content-encoding', 'gzip'],
    ['transfer-encoding', 'chunked'],
    ['if-none-match', '*'],
    ['range', 'bytes=5-1'],
    ['accept-encoding', 'br;q=x, *;q=0'],
  ] as const);
  draft.headers[name] = value;
};

const otherToken: Fault = (draft, { random }) => {
  const name = random.oneOf(['authorization', 'authorization_manage', 'authorization-manage']);
  const garbage = ['', 'Bearer', 'Bearer x', 'public.x.y', '\u00e9', 'x'.repeat(5000), 'null'];
  if (random.chance(0.3)) delete draft.headers[name];
  else draft.headers[name] = random.oneOf([...garbage, ...Object.values(draft.headers).filter((v) => v.length > 20)]);
};

const oddQuery: Fault = (draft, { random, invalidValues }) => {
  draft.query.push([random.oneOf(['x', '__proto__', 'a[b]', 'idempotency', '']), short(random.oneOf(invalidValues))]);
};
const repeatedQuery: Fault = ({ query }, { random }) => {
  query.push(random.oneOf(query));
};
const changedQuery: Fault = ({ query }, { random, invalidValues }) => {
  random.oneOf(query)[1] = short(random.oneOf(invalidValues));
};
const oddPath: Fault = ({ path }, { random, invalidValues }) => {
  path[random.oneOf(Object.keys(path))] = short(random.oneOf(['..', '%', ...invalidValues]));
};
const otherMethod: Fault = (draft, { random }) => {
  draft.method = random.oneOf(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE']);
};
const short = (value: unknown): string => asText(value).slice(0, 3000);

const otherType: Fault = ({ body }, { random }) => {
  if (!body) return;
  body.contentType = random.oneOf([
    undefined,
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json;',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
    'multipart/mixed; boundary=x',
    'é/é',
    '/',
  ]);
};

const rawBody: Fault = ({ body }, { random }) => {
  if (!body) return;
  const texts = [
    '',
    'null',
    '1',
    '"a"',
    '[]',
    '[{}]',
    '{',
    '{}}',
    '\ufeff{}',
    '{"__proto__":{"idempotency":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":1,"a":2}',
    '['.repeat(60_000),
    `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
    `{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    `{"a":"${'x'.repeat(300_000)}"}`,
    '--x\r\n\r\n--x--',
  ];
  body.raw = random.chance(0.2) ? Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]) : Buffer.from(random.oneOf(texts));
};

const changedBody: Fault = ({ body }, { random, invalidValues }) => {
  if (body?.value === null || typeof body?.value !== 'object') return;
  const holder = random.oneOf(holdersIn(body.value)) as Record<string, unknown>;
  const names = Object.keys(holder);
  const name = names.length > 0 ? random.oneOf(names) : 'x';
  const change = random.between(0, 5);
  const other = structuredClone(random.oneOf(invalidValues));
  if (change === 0) delete holder[name];
  else if (change === 1) holder[random.oneOf(['x', 'uid', 'role', ' ', '\u0000'])] = other;
  else if (change === 2) holder[name] = [holder[name], structuredClone(holder[name])];
  else holder[name] = other;
};

const deepest = 20;

function holdersIn(value: object, depth = 0): object[] {
  const inner = Object.values(value).filter((part): part is object => part !== null && typeof part === 'object');
  return depth === deepest ? [] : [value, ...inner.flatMap((part) => holdersIn(part, depth + 1))];
}

function payloadOf({ isForm, value }: Body, world: FuzzContext): Buffer {
  if (isForm) return buildForm(value as Record<string, unknown>, world);
  return Buffer.from(JSON.stringify(value) ?? '');
}

const pathOf = ({ operation, path }: Draft): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(path[name] ?? ''));

const escaped = (text: string): string =>
  text === '%' || text === '..' ? text : encodeURIComponent(text.toWellFormed());

function signed(body: Buffer | undefined, headers: Draft['headers'], { random, railSecret }: FuzzContext) {
  if (random.chance(0.05)) return {};
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', railSecret)
    .update(`${timestamp}.${body?.toString() ?? ''}`)
    .digest('hex');
  return { ...headers, 'x-timestamp': timestamp, 'x-signature': signature };
}
