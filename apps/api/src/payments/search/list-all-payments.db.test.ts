import { contract } from '@larkmere/contract/contract';
import { PaymentState } from '@larkmere/contract/payments/payment';
import { PaymentGroup, statesByGroup } from '@larkmere/contract/payments/payment-list';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  seedUser,
  type TestUser,
  type UkPayee,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { searchRoutes } from '../payments.routes.ts';
import { listAllPayments } from './all-payments.read.ts';

const { db } = await createDatabase();
const server = await startRouteServer(db, searchRoutes);
let who: TestUser;
let pounds: BankAccount;
let payee: UkPayee;

beforeEach(async () => {
  who = await seedCustomer(db);
  pounds = await seedAccount(db, who);
  payee = await seedPayee(db, who);
});

type Row = NonNullable<Parameters<typeof seedPaymentRow>[4]>;
const pay = (row: Row = {}, account = pounds) => seedPaymentRow(db, who, account, payee, row);
const list = (input: RawInput<typeof contract.payment.list> = {}, by = who) =>
  asCustomer(db, by).run(listAllPayments, contract.payment.list.input.parse(input));
const uids = async (input: RawInput<typeof contract.payment.list> = {}, by = who) =>
  (await list(input, by)).list.map(({ uid }) => uid);
const at = (day: string) => new Date(`${day}Z`);

describe('list all payments', () => {
  it('lists the payments of all accounts, the newest first', async () => {
    const euros = await seedAccount(db, who, { currency: 'EUR' });
    const old = await pay({ createdAt: at('2026-07-10T10:00') });
    const abroad = await pay({ createdAt: at('2026-07-12T10:00'), kind: 'swift' }, euros);
    const between = await pay({ createdAt: at('2026-07-11T10:00'), state: 'in_review' });
    const { list: found, next } = await list();
    expect(found.map(({ uid }) => uid)).toEqual([abroad, between, old]);
    expect(found[0]?.source).toEqual({ bankholderid: euros.bankholderId, currency: 'EUR' });
    expect(next).toBeNull();
  });

  it('puts every state in one group', () => {
    const grouped = PaymentGroup.options.flatMap((group) => statesByGroup[group]);
    expect(grouped.toSorted()).toEqual(PaymentState.options.toSorted());
  });

  it.each([
    ['waiting', 'in_review'],
    ['planned', 'scheduled'],
    ['sent', 'submitted'],
    ['arrived', 'completed'],
    ['returned', 'returned'],
  ] as const)('lists what is %s', async (group, state) => {
    const all = ['in_review', 'scheduled', 'submitted', 'completed', 'returned'] as const;
    const made = new Map<string, string>();
    for (const each of all)
      made.set(each, await pay({ state: each, ...(each === 'scheduled' && { executeAt: at('2030-01-02T06:00') }) }));
    expect(await uids({ group })).toEqual([made.get(state)]);
  });

  it('lists scheduled payments in the order of their execution', async () => {
    const late = await pay({ state: 'scheduled', executeAt: at('2030-08-20T06:00') });
    const soon = await pay({ state: 'scheduled', executeAt: at('2030-08-10T06:00') });
    expect(await uids({ group: 'planned' })).toEqual([soon, late]);
    expect(await uids({ group: 'planned', startdate: '2030-08-11' })).toEqual([late]);
    expect(await uids({ group: 'planned', enddate: '2030-08-10' })).toEqual([soon]);
    const first = await list({ group: 'planned', size: 1 });
    expect(await uids({ group: 'planned', size: 1, cursor: first.next ?? '' })).toEqual([late]);
  });

  it('covers both London days inclusively', async () => {
    await pay({ createdAt: at('2026-07-10T22:59:59') });
    const first = await pay({ createdAt: at('2026-07-10T23:00:00') });
    const last = await pay({ createdAt: at('2026-07-11T22:59:59') });
    await pay({ createdAt: at('2026-07-11T23:00:00') });
    expect(await uids({ startdate: '2026-07-11', enddate: '2026-07-11' })).toEqual([last, first]);
  });

  it('lists the payments of one account', async () => {
    const second = await seedAccount(db, who, { currency: 'EUR' });
    await pay();
    const own = await pay({}, second);
    expect(await uids({ bankholderid: second.bankholderId })).toEqual([own]);
    expect(await uids({ bankholderid: second.bankholderId, search: 'somchai' })).toEqual([own]);
  });

  it('lists domestic payments and payments abroad', async () => {
    const home = await pay({ kind: 'internal' });
    const abroad = await pay({ kind: 'global_cross' });
    expect(await uids({ reach: 'domestic' })).toEqual([home]);
    expect(await uids({ reach: 'swift' })).toEqual([abroad]);
  });

  it('pages to the end without gaps, also among payments of one moment', async () => {
    const moment = at('2026-07-10T10:00');
    for (const state of ['completed', 'ready', 'completed', 'returned', 'ready'] as const)
      await pay({ state, createdAt: moment });
    const all = await uids();
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const page = await list({ size: 2, ...(next && { cursor: next }) });
      seen.push(...page.list.map(({ uid }) => uid));
      next = page.next;
    } while (next);
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(5);
    expect((await list({ size: 5 })).next).toBeNull();
  });
});

describe('search in the list', () => {
  it('finds a payment before it is indexed', async () => {
    const id = await pay({ amount: '1250.50' });
    for (const search of ['somch', 'prasert 1250.50', '63748472', '20-29-59', 'today', 'gbp'])
      expect(await uids({ search }), search).toEqual([id]);
    expect(await uids({ search: 'klaus' })).toEqual([]);
    expect(await uids({ search: 's' })).toEqual([]);
    expect(await uids({ search: "'); drop" })).toEqual([]);
  });

  it('finds a payment by the index', async () => {
    const id = await pay({ createdAt: at('2024-11-14T12:00') });
    expect(await uids({ search: 'somchai' })).toEqual([]);
    await sql`
      insert into search.event (id, is_payment, happened_at, words)
      values (${id}, true, now(), search.lexemes(array[${pounds.ledgerAccountId}::bigint], array['somchai']))`.execute(
      db,
    );
    expect(await uids({ search: 'somchai' })).toEqual([id]);
  });

  it('reads the pages themselves where most of the history matches', async () => {
    const first = await pay({ state: 'in_review' });
    const second = await pay();
    await sql`
      insert into search.event (id, is_payment, happened_at, words)
      select gen_random_uuid(), true, now(), search.lexemes(array[${pounds.ledgerAccountId}::bigint], array['somchai'])
      from generate_series(1, 2001)`.execute(db);
    const { list: page, next } = await list({ search: 'somchai', size: 1 });
    expect(page.map(({ uid }) => uid)).toEqual([second]);
    expect(await uids({ search: 'somchai', cursor: next ?? '' })).toEqual([first]);
    expect(await uids({ search: 'somchai', group: 'waiting' })).toEqual([first]);
    expect(await uids({ search: 'somchai klaus' })).toEqual([]);
  });

  it('applies the other filters to what it finds', async () => {
    const waiting = await pay({ state: 'in_review' });
    const sent = await pay({ state: 'sent', kind: 'swift' });
    expect(await uids({ search: 'somchai' })).toEqual([sent, waiting]);
    expect(await uids({ search: 'somchai', group: 'waiting' })).toEqual([waiting]);
    expect(await uids({ search: 'somchai', reach: 'swift' })).toEqual([sent]);
    expect(await uids({ search: 'somchai', enddate: '2020-01-01' })).toEqual([]);
    const { next } = await list({ search: 'somchai', size: 1 });
    expect(await uids({ search: 'somchai', size: 1, cursor: next ?? '' })).toEqual([waiting]);
  });
});

describe('the rights of the list', () => {
  it('shows nothing of other customers', async () => {
    await pay();
    const stranger = await seedCustomer(db);
    await seedAccount(db, stranger);
    expect(await uids({}, stranger)).toEqual([]);
    expect(await uids({ search: 'somchai' }, stranger)).toEqual([]);
    await expect(list({ bankholderid: pounds.bankholderId }, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows a colleague with the right to SWIFT payments those alone', async () => {
    await pay();
    const abroad = await pay({ kind: 'swift' });
    const colleague = { customer: who.customer, user: await seedUser(db, who.customer, { access: ['swiftpending'] }) };
    expect(await uids({}, colleague)).toEqual([abroad]);
    expect(await uids({ reach: 'swift' }, colleague)).toEqual([abroad]);
    await expect(list({ reach: 'domestic' }, colleague)).rejects.toMatchObject({ code: 'access_denied' });
  });

  it('refuses a colleague without either right', async () => {
    const colleague = { customer: who.customer, user: await seedUser(db, who.customer, { access: ['statement'] }) };
    await expect(list({}, colleague)).rejects.toMatchObject({ code: 'access_denied' });
  });

  it('refuses bad input and calls without a session', async () => {
    const call = async (input: Record<string, unknown>, by?: TestUser) =>
      (await server.call(contract.payment.list, input, by)).status;
    expect(await call({})).toBe(401);
    expect(await call({}, who)).toBe(200);
    for (const input of [
      { cursor: 'x' },
      { cursor: `9999999999999999-${who.user.id}x` },
      { group: 'lost' },
      { size: 0 },
      { search: 'x'.repeat(101) },
      { bankholderid: 'x' },
      { startdate: '2026-02-30' },
    ])
      expect(await call(input, who), JSON.stringify(input)).toBe(400);
    expect(await call({ cursor: `9999999999999999-${who.user.id}` }, who)).toBe(200);
  });
});
