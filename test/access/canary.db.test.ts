import { endpoints } from '@larkmere/contract/contract';
import { basePathOf, type Endpoint, pathParameters } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { searchIndex } from '../../apps/api/src/payments/search/search.sql.ts';
import { startTestApi } from '../fixtures/api-server.ts';
import { createDatabase, runJob } from '../fixtures/base.ts';
import { type ObjectKind, ofCustomer, type Role, roles } from './expectations.ts';
import { inputs } from './requests.ts';
import { type Objects, seedScene } from './scene.ts';

/*
 * Every read call, as every role with a subset of the accounts. Canaries stand on the other accounts and in the kinds
 * that a role does not name; none may be in any answer, whatever the call is for.
 */
const { db, url } = await createDatabase();
const { base } = await startTestApi(url, { poolSize: 20 });
const scene = await seedScene(db);
await runJob(db, searchIndex);

type Canaries = Readonly<Record<string, string>>;

const kindsOfAccounts = (Object.keys(scene.own) as ObjectKind[]).filter((kind) => !ofCustomer.includes(kind));
const idsOf = (objects: Objects, kinds: readonly ObjectKind[]): Canaries =>
  Object.fromEntries(kinds.map((kind) => [kind, objects[kind]]));

/** Numbers of accounts, recognisable wherever they are printed. */
async function plantOn(objects: Objects, digit: string): Promise<Canaries> {
  const number = `7777700${digit}`;
  await sql`update bank_account.account set account_number = ${number} where bankholder_id = ${objects.account}`.execute(
    db,
  );
  const { rows } = await sql<{ iban: string }>`select iban from bank_account.account
    where bankholder_id in (${objects.account}, ${objects.foreignCurrencyAccount}) and iban is not null`.execute(db);
  return { number, ...Object.fromEntries(rows.map(({ iban }, i) => [`iban${i}`, iban])) };
}

const hidden = { ...idsOf(scene.colleagues, kindsOfAccounts), ...(await plantOn(scene.colleagues, '1')) };
const ownNumbers = await plantOn(scene.own, '2');
const balances = { balance: '10000.00', written: '10,000.00', wallet: '"balance":"5.00"' };

const moneyObjects: readonly ObjectKind[] = [
  'payment',
  'swiftPayment',
  'draft',
  'payee',
  'swiftPayee',
  'standingOrder',
  'autoFxOrder',
  'deal',
  'file',
  'instantPayment',
  'document',
  'question',
  'request',
  'rule',
  'memberTransfer',
  'favourite',
  'conversion',
  'statementExport',
  'letter',
  'topUp',
];
const preparedOnly: readonly ObjectKind[] = [
  'draft',
  'standingOrder',
  'file',
  'instantPayment',
  'request',
  'rule',
  'document',
];
const ofPeople: readonly ObjectKind[] = ['user', 'accessRequest', 'identityDocument', 'referral', 'invitedFriend'];

/** What a role does not name, of the accounts that it may use. */
const unnamed = (role: Role): Canaries => {
  const people =
    role === 'owner' || role === 'admin' ? {} : { ...idsOf(scene.own, ofPeople), mail: scene.chief.user.email };
  if (role === 'cardholder') return { ...people, ...idsOf(scene.own, moneyObjects), ...ownNumbers, ...balances };
  if (role === 'viewer' || role === 'accountant') return { ...people, ...idsOf(scene.own, preparedOnly) };
  return people;
};

const reads = endpoints.filter(
  ({ method, access, downloadTokenParameter }) =>
    method === 'GET' && !['public', 'staff', 'rail', 'rate'].includes(access) && !downloadTokenParameter,
);
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

test.each(roles)('a %s reads nothing that the role or the accounts do not name', { timeout: 60_000 }, async (role) => {
  const token = await scene.tokenOf(scene.members[role]);
  const canaries = { ...hidden, ...unnamed(role) };
  const variants = reads.flatMap((call) => variantsOf(call).map((input) => [call, input] as const));
  const leaks: string[] = [];
  // A few at a time: all at once would meet the limit of requests in flight.
  for (let i = 0; i < variants.length; i += 8)
    leaks.push(...(await Promise.all(variants.slice(i, i + 8).map(([call, input]) => search(call, input)))).flat());
  expect(leaks).toEqual([]);

  async function search(call: Endpoint, input: Record<string, unknown>): Promise<string[]> {
    const named = Object.values(input).flat().map(String);
    const text = await read(call, input, token);
    return Object.entries(canaries)
      .filter(([, value]) => !named.includes(value) && text.includes(value))
      .map(([kind]) => `${nameOf(call)} ${JSON.stringify(input)}: ${kind}`);
  }
});

test('the canaries are found where they may be', async () => {
  const token = await scene.tokenOf(scene.chief);
  const list = reads.find((call) => call.path === '/v1/bankaccount');
  if (!list) throw new Error('no list of accounts');
  expect(await read(list, {}, token)).toContain(hidden.number);
  const activity = reads.find((call) => call.path === '/v1/activity');
  if (!activity) throw new Error('no activity');
  expect(await read(activity, { size: 50 }, token)).toContain('10000.00');
});

/** As written for the matrix, and searches and boxes that list everything. */
const wider: Readonly<Record<string, readonly Record<string, string>[]>> = {
  '/v1/activity': [{ size: '50' }],
  '/v1/search': [{ q: 'GBP' }, { q: 'Opening' }, { q: '7777' }, { q: 'Northgate' }],
  '/v1/statement/search': [{ search: 'Opening' }],
  '/v1/payment/list': [{ size: '100' }, { size: '100', search: 'TEST' }],
  '/v1/payment/pending-domestic': [{ filterType: 'all' }],
  '/v1/payment/pending-swift': [{ filterType: 'all' }],
  '/v1/team-approval': [{ box: 'waiting' }, { box: 'requested' }, { box: 'decided' }],
};

const variantsOf = (call: Endpoint): Record<string, unknown>[] => [
  inputs[nameOf(call)]?.(scene.own) ?? {},
  ...(wider[call.path] ?? []),
];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

async function read(call: Endpoint, input: Record<string, unknown>, token: string): Promise<string> {
  const inPath = pathParameters(call.path);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(input[name] ?? '1')));
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) =>
      inPath.includes(name) ? [] : [[name, String(value)] as [string, string]],
    ),
  );
  const address = `${base}${basePathOf(call)}${path}${query.size > 0 ? `?${query}` : ''}`;
  const response = await fetch(address, { headers: { authorization: token } });
  expect(response.status, address).not.toBe(500);
  return response.text();
}
