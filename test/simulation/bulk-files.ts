import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { releaseFile } from '../../apps/api/src/payments/bulk/release-file.ts';
import { payReleasedRows } from '../../apps/api/src/payments/bulk/run-bulk-payments.ts';
import { runNameChecks } from '../../apps/api/src/payments/bulk/run-name-checks.ts';
import { getFile } from '../../apps/api/src/payments/bulk/show-files.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { asCustomer, seedAccount, seedCustomer, seedPayee, type TestUser, ukDetails } from '../fixtures/base.ts';
import { seedBulkFile, totalsToRelease } from '../fixtures/bulk-payment.ts';
import { seedPinAuthorisation } from '../fixtures/fx.ts';
import { balancesOf, inSession, seedSession } from '../fixtures/payment.ts';
import { hour, minute } from './clock.ts';
import { createPayment } from './customers.ts';
import { hasSucceeded } from './recalls.ts';
import {
  checkPayment,
  pence,
  processPayment,
  type Scenario,
  type Simulation,
  silent,
  unlessKilled,
  workerOf,
} from './simulation.ts';

const before = '300.00';
const names = {
  known: ['Somchai Prasert', '20-29-59,63748472'],
  northgate: ['Northgate Lettings Ltd', '08-99-99,66374958'],
  mekong: ['Mekong Trading Ltd', '107999,88837491'],
  wrong: ['Somebody', '202959,63748473'],
} as const;
type RowName = keyof typeof names;

/**
 * A customer uploads a file and releases it with two clicks at once. Two workers pay it late and die at times, while
 * its payee may change or another payment may use the money.
 */
export async function simulateBulkFile(world: Simulation): Promise<Scenario> {
  const { db, random, clock } = world;
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: before });
  const payee = await seedPayee(db, who, ukDetails.somchai);
  const session = await seedSession(db, who);
  const wanted = (Object.keys(names) as RowName[]).filter((each) => each === 'known' || random.chance(0.7));
  const lines = wanted.map((each) => `${names[each].join(',')},${random.between(2, 90)}.00,Pay ${each}`);
  const { uid: file } = await seedBulkFile(db, who, lines);
  while ((await runNameChecks(db, async () => ({ scheme: 'cop', code: 'MTCH', result: 'match' }))) > 0);
  await release(world, who, session, file);

  let [isChanged, other] = [false, undefined as string | undefined];
  const meanwhile = random.oneOf(['payee', 'money', 'nothing', 'nothing'] as const);
  if (meanwhile === 'payee') {
    await sql`update payee.payee set version = version + 1 where id = ${payee.id}`.execute(db);
    isChanged = true;
  } else if (meanwhile === 'money') {
    const [pounds] = world.customer.pairs;
    other = await createPayment(db, { who, session }, { ...pounds, account, to: payee }, '240.00');
    processPayment(world, other);
  }
  clock.after(random.chance(0.8) ? minute : random.between(minute, hour), async () => {
    await payFile(world);
    for (const { payment } of await rowsOf(world, file)) if (payment) processPayment(world, payment);
  });
  return {
    check: async () => {
      const rows = await rowsOf(world, file);
      const words = `${world.label}: file ${rows.map(({ name, state }) => `${name} ${state}`).join(', ')}`;
      let spent = other ? (await checkPayment(world, other)).spent : 0n;
      for (const { name, state, payments, payment, isMatching } of rows) {
        const isWrong = name === 'Somebody';
        const ends = isWrong ? ['faulty'] : other ? ['paid', 'refused'] : ['paid'];
        expect(isChanged && name === 'Somchai Prasert' ? ['refused'] : ends, words).toContain(state);
        expect([payments, isMatching], words).toEqual(state === 'paid' ? [1, true] : [0, null]);
        if (payment) spent += (await checkPayment(world, payment)).spent;
      }
      const [balance, available] = await balancesOf(db, account);
      expect([pence(before) - pence(balance), available], words).toEqual([spent, balance]);
      return rows.map(({ state }) => `file ${state}`);
    },
  };
}

export async function payFile(world: Simulation): Promise<void> {
  const workers = [workerOf(world).transaction, workerOf(world).transaction];
  const turn = (alone: (typeof workers)[number]) => payReleasedRows(alone, silent).catch(unlessKilled);
  // Stops when every worker has found nothing to do and none died.
  while ((await Promise.all(workers.map(turn))).some((dealt) => dealt === undefined));
}

async function release({ db, label }: Simulation, who: TestUser, session: string, uid: string): Promise<void> {
  const { digest, ...shown } = await asCustomer(db, who).run(getFile, { uid });
  const totals = totalsToRelease(shown);
  const [{ amount, currency }] = totals;
  const idempotency = v7();
  const purpose = { operation: 'payment.bulk', uid, digest, totals, amount, currency } as const;
  const approval = await seedPinAuthorisation(db, who, session, { ...purpose, paymentIdempotency: idempotency });
  const click = () =>
    inTransaction(db, (tx, now) =>
      releaseFile(
        { tx, now, actor: inSession(who, session), requestId: 'test' },
        { uid, digest, totals, authorisation: approval, idempotency },
      ),
    );
  expect((await Promise.allSettled([click(), click()])).filter(hasSucceeded), label).toHaveLength(1);
}

type Row = Readonly<{
  name: string;
  state: string;
  payment: string | null;
  payments: number;
  isMatching: boolean | null;
}>;

const rowsOf = async ({ db }: Simulation, file: string): Promise<Row[]> =>
  (
    await sql<Row>`select r.given->>'name' as name, r.state, r.payment_id as payment, p.name_fits as is_matching, p.payments
      from bulk_payment.row r cross join lateral (
        select count(*)::int as payments, bool_and(p.id = r.payment_id and p.payee_name = r.given->>'name'
          and p.amount_minor = r.amount_minor and p.fee_minor <= r.fee_minor) as name_fits
        from payment.payment p where p.source_id = r.id) p
      where r.file_id = ${file} order by r.number`.execute(db)
  ).rows;
