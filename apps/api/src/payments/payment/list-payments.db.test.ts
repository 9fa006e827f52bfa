import { pendingDomestic, pendingSwift } from '@larkmere/contract/payments/payment-list';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  type UkPayee,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Payment } from './payment.ts';

const { db, url } = await createDatabase();

type Payer = readonly [TestUser, BankAccount, UkPayee];
type Row = Readonly<{ kind: Payment['kind']; state?: Payment['state']; createdAt: string; day?: string }>;
const uids: Record<string, string> = {};
let call: Caller;

async function seedRow([who, account, payee]: Payer, name: string, row: Row): Promise<void> {
  const uid = await seedPaymentRow(db, who, account, payee, { kind: row.kind, state: row.state ?? 'completed' });
  const planned = row.day
    ? sql`, execution_date = ${row.day}::date, execute_at = ${row.day}::date + time '06:00', service = 'payment.gbp', next_attempt_at = '2999-01-01'`
    : sql``;
  await sql`update payment.payment set created_at = ${row.createdAt}::timestamptz ${planned} where id = ${uid}`.execute(
    db,
  );
  uids[name] = uid;
}

beforeAll(async () => {
  const who = await seedCustomer(db);
  await seedCredentials(db, who);
  const payer: Payer = [who, await seedAccount(db, who), await seedPayee(db, who)];
  for (const kind of ['domestic', 'global_same'] as const) {
    const give = (name: string, row: Omit<Row, 'kind'>) => seedRow(payer, `${kind} ${name}`, { kind, ...row });
    await give('before midnight', { createdAt: '2026-07-10T22:59:59Z' });
    await give('after midnight', { createdAt: '2026-07-10T23:00:00Z' });
    await give('in the evening', { createdAt: '2026-07-11T22:59:59Z', state: 'rejected' });
    await give('the day after', { createdAt: '2026-07-11T23:00:00Z', state: 'cancelled' });
    await give('waits', { createdAt: '2026-07-12T10:00:00Z', state: 'ready' });
    await give('planned late', { createdAt: '2026-07-12T11:00:00Z', state: 'scheduled', day: '2026-08-20' });
    await give('planned early', { createdAt: '2026-07-12T12:00:00Z', state: 'scheduled', day: '2026-08-10' });
  }
  const app = await startTestApi(url);
  ({ call } = await signIn(app.base, who));
});

describe.each([
  ['domestic', pendingDomestic.path],
  ['global_same', pendingSwift.path],
])('the list of payments that are %s', (kind, path) => {
  const listed = async (query: string): Promise<string[]> => {
    const { list } = (await call('GET', `${path}?${query}`)).body.data as { list: { uid: string }[] };
    const names = Object.entries(uids).map(([name, uid]) => [uid, name.replace(`${kind} `, '')]);
    return list.map(({ uid }) => new Map(names as [string, string][]).get(uid) ?? 'a stranger');
  };

  it('covers both London days inclusively, newest first', async () => {
    expect(await listed('startdate=2026-07-11&enddate=2026-07-11&filterType=all')).toEqual([
      'in the evening',
      'after midnight',
    ]);
    expect(await listed('enddate=2026-07-10&filterType=all')).toEqual(['before midnight']);
    expect(await listed('startdate=2026-07-12&filterType=all')).toEqual([
      'planned early',
      'planned late',
      'waits',
      'the day after',
    ]);
    expect(await listed('startdate=2026-07-13&enddate=2026-07-11&filterType=all')).toEqual([]);
  });

  it.each([
    ['', ['waits']],
    ['filterType=wait', ['waits']],
    ['filterType=approve', ['after midnight', 'before midnight']],
    ['filterType=reject', ['in the evening']],
    ['filterType=cancel', ['the day after']],
    ['filterType=scheduled', ['planned early', 'planned late']],
    ['filterType=scheduled&startdate=2026-08-11', ['planned late']],
    ['filterType=scheduled&enddate=2026-08-10', ['planned early']],
  ])('filters by state for %j', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it.each(['filterType=mine', 'startdate=11-07-2026', 'enddate=2026-02-30', 'from=2026-07-11'])(
    'refuses %s',
    async (query) => {
      expect((await call('GET', `${path}?${query}`)).body.code).toBe('validation_failed');
    },
  );
});
