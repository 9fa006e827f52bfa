import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccessKey, accessKeys } from '@larkmere/contract/access';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { openBankAccount } from '../apps/api/src/bank-account/bank-account.ts';
import { createCustomer, createPerson, type NewPerson } from '../apps/api/src/customer/customer.ts';
import { hashSecret } from '../apps/api/src/kernel/argon.ts';
import { openDb, type Tx } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { hashPin } from '../apps/api/src/pin/pepper.ts';
import { insertPin } from '../apps/api/src/pin/pin.sql.ts';
import { savePassword } from '../apps/api/src/session/session.sql.ts';
import { openWallet } from '../apps/api/src/wallet/wallet.ts';
import { runningPostgres } from '../tools/postgres.ts';
import { expect, type Login, lever } from './larkmere.ts';
import { abroad, known } from './payees.ts';

type Wanted = Readonly<{
  kind?: 'plus' | 'wallet';
  business?: boolean;
  access?: readonly AccessKey[];
  withoutPin?: boolean;
  balance?: string;
  payees?: readonly (keyof typeof known)[];
  payeesAbroad?: readonly (keyof typeof abroad)[];
  others?: readonly Currency[];
  wallets?: readonly Currency[];
  swift?: false;
  /** The accounts belong to the partner IFX and pay only through its calls. */
  ifx?: true;
}>;

export type GivenCustomer = Login &
  Readonly<{
    customerId: string;
    name: string;
    bankholderid: string;
    accountNumber: string;
    others: readonly string[];
    ibans: readonly string[];
  }>;

const dataDirectory = (): string => process.env.E2E_DATA_DIR ?? '';
const sortCode = '040621';

export async function givenCustomer({
  balance,
  payees = [],
  payeesAbroad = [],
  ...wanted
}: Wanted = {}): Promise<GivenCustomer> {
  const customer = await moveIn(wanted);
  if (payees.length + payeesAbroad.length === 0 && balance === undefined) return customer;
  const call = await client(customer);
  for (const payee of payees) {
    const { checkId } = await call('POST', '/v1/payee/namecheck', known[payee]);
    const asked = { ...known[payee], nameCheckId: checkId, idempotency: randomUUID() };
    await call('POST', '/v1/payee', asked);
  }
  for (const payee of payeesAbroad) await call('POST', '/v1/payee', { ...abroad[payee], idempotency: randomUUID() });
  if (balance !== undefined) {
    await payIn(customer, balance, 'Harbour & Co');
    const ask = () => call('GET', `/v1/bankaccount/balance/${customer.bankholderid}`);
    await expect.poll(async () => (await ask()).available, { timeout: 20_000 }).toBe(balance);
  }
  return customer;
}

export const payIn = ({ accountNumber }: { accountNumber: string }, amount: string, payerName: string): Promise<void> =>
  lever('POST', 'credits', { sortCode, accountNumber, amount, payerName, reference: 'Welcome' });

export async function payInAbroad(who: GivenCustomer, currency: Currency, amount: string): Promise<void> {
  await lever('POST', 'credits', {
    iban: who.ibans[0],
    currency,
    amount,
    payerName: 'Harbour & Co',
    reference: 'Welcome',
  });
  const call = await client(who);
  const ask = () => call('GET', `/v1/bankaccount/balance/${who.others[0]}`);
  await expect.poll(async () => (await ask()).available, { timeout: 20_000 }).toBe(amount);
}

export const runOutSession = ({ username }: Login): Promise<unknown> =>
  inBank((tx) =>
    tx
      .updateTable('session.session as s')
      .from('customer.person as p')
      .set({ last_seen_at: sql`now() - interval '6 minutes'` })
      .whereRef('p.id', '=', 's.person_id')
      .where('p.username', '=', username)
      .execute(),
  );

export const runOutInstantPayments = ({ username }: Login): Promise<unknown> =>
  inBank((tx) =>
    tx
      .updateTable('instant_payment.payment as i')
      .from('customer.person as p')
      .set({ expires_at: sql`now()` })
      .whereRef('p.id', '=', 'i.person_id')
      .where('p.username', '=', username)
      .execute(),
  );

async function moveIn({
  kind = 'plus',
  business = false,
  access = accessKeys,
  withoutPin = false,
  others: wanted = [],
  ifx,
  wallets,
  swift,
}: Wanted): Promise<GivenCustomer> {
  const number = String(randomInt(60_000_000, 99_999_999));
  const name = `Customer ${number}`;
  return inBank(async (tx) => {
    const verified = { memberCode: `LM-${number}`, kind, business, name, kycStatus: 'approved' } as const;
    const offered = { featureUpgrade: wallets !== undefined, ...(swift === false && { swift }) };
    const { id: customerId } = await createCustomer(tx, { ...verified, ...offered });
    const address = JSON.stringify({ street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' });
    await sql`update customer.customer set address = ${address}::jsonb where id = ${customerId}`.execute(tx);
    const login = await letIn(tx, { customerId, name, access, withoutPin });
    const uk = { sortCode, accountNumber: number, currency: 'GBP' } as const;
    if (wallets) return { ...login, customerId, name, ...(await openWallets(tx, customerId, ['GBP', ...wallets])) };
    const partner = ifx ? ({ vendorType: 'ifx' } as const) : {};
    const { bankholderId: bankholderid } = await openBankAccount(tx, { ...uk, ...partner, customerId, holder: name });
    const opened = [];
    for (const currency of wanted)
      opened.push(await openBankAccount(tx, { ...partner, currency, customerId, holder: name, iban: ibanFor() }));
    const others = opened.map((account) => account.bankholderId);
    const ibans = opened.map(({ iban }) => iban ?? '');
    return { ...login, customerId, name, bankholderid, accountNumber: number, others, ibans };
  });
}

async function openWallets(tx: Tx, customerId: string, currencies: readonly Currency[]) {
  const opened = [];
  for (const currency of currencies) opened.push(await openWallet(tx, { customerId, currency, name: currency }));
  const [bankholderid = '', ...others] = opened.map((wallet) => wallet.bankholderId);
  return { bankholderid, others, accountNumber: '', ibans: [] };
}

export const givenColleague = (
  { customerId }: GivenCustomer,
  { name, role }: Readonly<{ name: string; role: string }>,
): Promise<Login & Readonly<{ name: string }>> =>
  inBank(async (tx) => ({ name, ...(await letIn(tx, { customerId, name, role, access: toWork })) }));

const toWork = accessKeys.filter((key) => key !== 'usermanage');

type Newcomer = Omit<NewPerson, 'username' | 'email'> & Readonly<{ withoutPin?: boolean }>;

async function letIn(tx: Tx, { withoutPin = false, ...person }: Newcomer): Promise<Login> {
  const username = `customer${randomInt(60_000_000, 99_999_999)}`;
  const login = { username, password: 'a grebe dives under the weir', pin: '4827' };
  const { id } = await createPerson(tx, { ...person, username, email: `${username}@larkmere.example` });
  await savePassword(tx, id, await hashSecret(login.password));
  if (!withoutPin) await insertPin(tx, id, await hashPin({ version: 1, key: pepperKey() }, id, login.pin), 1);
  return login;
}

async function inBank<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const db = openDb(runningPostgres(join(dataDirectory(), 'postgres')) ?? '', 1);
  try {
    return await inTransaction(db, work);
  } finally {
    await db.destroy();
  }
}

function ibanFor(): string {
  const account = `LARK${sortCode}${randomInt(60_000_000, 99_999_999)}`;
  const digits = `${account}GB00`.replace(/[A-Z]/g, (sign) => String(Number.parseInt(sign, 36)));
  return `GB${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`;
}

function pepperKey(): string {
  const secrets = JSON.parse(readFileSync(join(dataDirectory(), 'secrets.json'), 'utf8')) as { PIN_PEPPER: string };
  return secrets.PIN_PEPPER;
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<any>;

async function client({ username, password }: Login): Promise<Call> {
  const always: Record<string, string> = { 'x-forwarded-for': `10.250.${randomInt(250)}.${randomInt(250)}` };
  const call: Call = async (method, path, body) => {
    const response = await fetch(`http://localhost:${process.env.E2E_PORT}/api/services${path}`, {
      method,
      headers: { ...always, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, message } = (await response.json()) as { data: unknown; message: string };
    if (!response.ok) throw new Error(`${path}: ${message}`);
    return data;
  };
  const { token } = await call('POST', '/v1/login', { username, password, idempotency: randomUUID() });
  always.authorization = token;
  return call;
}
