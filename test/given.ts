import { randomUUID } from 'node:crypto';
import { type AccessKey, accessKeys } from '@larkmere/contract/access';
import type { Endpoint, Input, Reply } from '@larkmere/contract/endpoint';
import { forbiddenSentence } from '@larkmere/contract/forbidden';
import type { RefusalCode } from '@larkmere/contract/refusals';
import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { type Currency, readAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, expect } from 'vitest';
import { type BankAccount, type NewBankAccount, openBankAccount } from '../apps/api/src/bank-account/bank-account.ts';
import { houseAccount, narrate, openHouseAccounts, shortReference } from '../apps/api/src/books/books.ts';
import {
  type Customer,
  createCustomer,
  createPerson,
  isKycVerified,
  type NewCustomer,
  type Person,
} from '../apps/api/src/customer/customer.ts';
import { type Db, openDb } from '../apps/api/src/kernel/db.ts';
import { Refusal } from '../apps/api/src/kernel/refusal.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { Ctx, CustomerActor, Procedure, Steps, SystemActor, Verb } from '../apps/api/src/kernel/verb.ts';
import { addPayee } from '../apps/api/src/payee/add-payee.ts';
import { checkName } from '../apps/api/src/payee/check-name.ts';
import { requireOwnPayee, type UkPayee } from '../apps/api/src/payee/payee.ts';
import { openTestDatabase } from './database.ts';

export type Given = Readonly<{ customer: Customer; person: Person }>;

export async function givenDatabase(): Promise<{ db: Db; url: string }> {
  const { url } = await openTestDatabase();
  const db = openDb(url, 8);
  afterAll(() => db.destroy());
  await inTransaction(db, openHouseAccounts);
  return { db, url };
}

let count = 0;

export const london = { street: 'Long Lane', postCode: 'EC1A 9HF', town: 'London', country: 'GB' };

export const live = (db: Db, { id }: Pick<Customer, 'id'>, address: object | null): Promise<unknown> =>
  db
    .updateTable('customer.customer')
    .set({ address: address as never })
    .where('id', '=', id)
    .execute();

type WantedCustomer = Partial<NewCustomer> & { access?: readonly AccessKey[] };

export async function givenCustomer(db: Db, { access = accessKeys, ...wanted }: WantedCustomer = {}): Promise<Given> {
  count += 1;
  const name = wanted.name ?? `Customer ${count}`;
  const customer = await inTransaction(db, (tx) =>
    createCustomer(tx, { memberCode: `LM-${10_000 + count}`, kind: 'plus', kycStatus: 'approved', name, ...wanted }),
  );
  await live(db, customer, london);
  return { customer, person: await givenPerson(db, customer, { access }) };
}

export function givenPerson(
  db: Db,
  customer: Customer,
  { access = accessKeys, role = 'owner' }: Readonly<{ access?: readonly AccessKey[]; role?: string }> = {},
): Promise<Person> {
  count += 1;
  const { id: customerId, name } = customer;
  const [username, email] = [`person${count}`, `person${count}@example.com`];
  return inTransaction(db, (tx) => createPerson(tx, { customerId, username, email, name, access, role }));
}

type WantedAccount = Partial<NewBankAccount> & { balance?: string };

export async function givenAccount(db: Db, { customer }: Given, wanted: WantedAccount = {}): Promise<BankAccount> {
  count += 1;
  const { balance, currency = 'GBP', ...rest } = wanted;
  const details = currency === 'GBP' ? { sortCode: '040621', accountNumber: String(40_000_000 + count) } : {};
  const named = { customerId: customer.id, holder: customer.name, currency };
  const account = await inTransaction(db, (tx) => openBankAccount(tx, { ...named, ...details, ...rest }));
  if (balance !== undefined) await givenCredit(db, account, balance);
  return account;
}

type Words = Readonly<{
  from?: string;
  /** An account's booking times must ascend, so backdated postings need a counter account without later ones. */
  bookedAt?: Date;
  against?: string;
}>;

export async function givenCredit(db: Db, account: BankAccount, text: string, words: Words = {}): Promise<OperationId> {
  const { from: counterparty = 'Opening Deposit', bookedAt } = words;
  const { against = `safeguarding:sandbox-bank:${account.currency}` } = words;
  const id = v7(bookedAt && { msecs: bookedAt.getTime() }) as OperationId;
  const amount = amountOf(account.currency, text);
  await inTransaction(db, async (tx) => {
    const debit = await houseAccount(tx, against);
    const postings = [{ debit, credit: account.ledgerAccountId, amount }];
    await post(tx, { id, code: 'credit.received', postings, ...(bookedAt && { bookedAt }) });
    const description = `Money from ${counterparty}`;
    await narrate(tx, id, { kind: 'credit', reference: shortReference(), counterparty, description });
  });
  return id;
}

export function amountOf(currency: Currency, text: string) {
  const amount = readAmount(currency, text);
  if (!amount) throw new Error(`${text} is not an amount of ${currency}`);
  return amount;
}

export type UkDetails = Readonly<Pick<UkPayee, 'sortCode' | 'accountNumber' | 'name' | 'entityType'>>;

export const asTyped = ({ sortCode, accountNumber, name, entityType }: UkDetails) =>
  ({ type: 'gbp', currency: 'GBP', name, entityType, details: { sortCode, accountNumber } }) as const;

export const ukDetails = {
  somchai: { sortCode: '202959', accountNumber: '63748472', name: 'Somchai Prasert', entityType: 'individual' },
  northgate: { sortCode: '089999', accountNumber: '66374958', name: 'Northgate Lettings Ltd', entityType: 'company' },
  mekong: { sortCode: '107999', accountNumber: '88837491', name: 'Mekong Trading Ltd', entityType: 'company' },
} as const satisfies Record<string, UkDetails>;

export const knownSince = (db: Db, payeeId: string, since: string): Promise<unknown> =>
  sql`update payee.payee set account_since = now() - ${since}::interval where id = ${payeeId}`.execute(db);

export async function givenPayee(db: Db, who: Given, details: UkDetails = ukDetails.somchai): Promise<UkPayee> {
  const customer = asCustomer(db, who);
  const match = checkName(async () => ({ scheme: 'cop', code: 'MATC', result: 'match' }));
  const { checkId: nameCheckId } = await customer.proceed(match, asTyped(details));
  const added = await customer.run(addPayee, { ...asTyped(details), nameCheckId, idempotency: randomUUID() });
  await knownSince(db, added.uid, '30 days');
  const payee = await customer.inside((ctx) => requireOwnPayee(ctx, added.uid));
  return { ...payee, sortCode: details.sortCode, accountNumber: details.accountNumber };
}

export const actorOf = ({ customer, person }: Given): CustomerActor => ({
  kind: 'customer',
  personId: person.id,
  customerId: customer.id,
  sessionId: '00000000-0000-4000-8000-000000000000',
  name: person.name,
  userType: customer.kind,
  role: person.role,
  access: new Set(person.access),
  kycVerified: isKycVerified(customer),
  accountStatus: customer.status,
  ip: '127.0.0.1',
});

export function asCustomer(db: Db, who: Given) {
  const actor = actorOf(who);
  const requestId = randomUUID();
  const inside = <T>(work: (ctx: Ctx<CustomerActor>) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, actor, now, requestId }));
  const steps: Steps<CustomerActor> = {
    actor,
    requestId,
    caller: {
      ip: actor.ip,
      browser: true,
      sameOrigin: true,
      trustworthy: true,
      cookie: undefined,
      token: undefined,
      staffCookie: undefined,
      staffToken: undefined,
      ambiguous: false,
      userAgent: 'test',
    },
    headers: { set: () => {} },
    transaction: inside,
  };
  return {
    inside,
    run: <E extends Endpoint>(verb: Verb<E>, input: Input<E>): Promise<Reply<E>> =>
      inside((ctx) => verb(ctx as never, input)),
    proceed: <E extends Endpoint>(procedure: Procedure<E>, input: Input<E>): Promise<Reply<E>> =>
      procedure(steps as never, input),
  };
}

export const asSystem = <T>(db: Db, work: (ctx: Ctx<SystemActor>) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => work({ tx, actor: { kind: 'system', name: 'test' }, now, requestId: randomUUID() }));

/** Expects a refusal with this code and no write to any table. Returns the refusal. */
export async function expectRefusal(db: Db, code: RefusalCode, attempt: () => Promise<unknown>): Promise<Refusal> {
  const before = await contentOf(db);
  const refusal = await attempt().then(
    (reply) => expect.fail(`expected ${code}, got ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  );
  if (!(refusal instanceof Refusal)) throw refusal;
  expect(refusal.code).toBe(code);
  expectSentence(refusal);
  expect(await contentOf(db)).toEqual(before);
  return refusal;
}

/** The web's page for a 403 must find the same sentence by the code in its address. */
export function expectSentence({ status, code, data, message }: Refusal): void {
  if (status === 403) expect(forbiddenSentence(data?.reasonCode ?? code)).toBe(message);
}

/** Digests every table except the audit chain, which grows by itself. Equal results mean that nothing was written. */
export async function contentOf(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema', 'migration', 'seal') order by 1`.execute(db);
  const digests = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest
        from ${sql.raw(name)} t`,
  );
  // Sorted, because parallel workers of the database return rows in any order.
  const { rows } = await sql<{ name: string; digest: string }>`
    ${sql.join(digests, sql` union all `)} order by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
