import { sql } from 'kysely';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { checkNames } from '../../apps/api/src/bulk-payment/check-names.ts';
import { releaseFile } from '../../apps/api/src/bulk-payment/release-file.ts';
import { payReleased } from '../../apps/api/src/bulk-payment/run-bulk-payments.ts';
import { showFile } from '../../apps/api/src/bulk-payment/show-files.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import { asCustomer, type Given, givenAccount, givenCustomer, givenPayee, ukDetails } from '../given.ts';
import { givenFile, totalsOf } from '../given-bulk.ts';
import { givenApproval } from '../given-fx.ts';
import { givenSession, inSession, standingOf } from '../given-payment.ts';
import { hour, minute } from './clock.ts';
import { pay } from './people.ts';
import { isDone } from './regret.ts';
import { follow, handsOf, judge, pence, type Story, silent, unlessKilled, type World } from './world.ts';

const before = '300.00';
const names = {
  known: ['Somchai Prasert', '20-29-59,63748472'],
  northgate: ['Northgate Lettings Ltd', '08-99-99,66374958'],
  mekong: ['Mekong Trading Ltd', '107999,88837491'],
  wrong: ['Somebody', '202959,63748473'],
} as const;
type Who = keyof typeof names;

/**
 * A customer uploads a file and releases it with two clicks at once. Two workers pay it late and die at times, while
 * its payee may change or another payment may use the money.
 */
export async function bringFile(world: World): Promise<Story> {
  const { db, random, clock } = world;
  const who = await givenCustomer(db);
  const account = await givenAccount(db, who, { balance: before });
  const payee = await givenPayee(db, who, ukDetails.somchai);
  const session = await givenSession(db, who);
  const wanted = (Object.keys(names) as Who[]).filter((each) => each === 'known' || random.chance(0.7));
  const lines = wanted.map((each) => `${names[each].join(',')},${random.between(2, 90)}.00,Pay ${each}`);
  const { uid: file } = await givenFile(db, who, lines);
  while ((await checkNames(db, async () => ({ scheme: 'cop', code: 'MTCH', result: 'match' }))) > 0);
  await release(world, who, session, file);

  let [isChanged, other] = [false, undefined as string | undefined];
  const meanwhile = random.oneOf(['payee', 'money', 'nothing', 'nothing'] as const);
  if (meanwhile === 'payee') {
    await sql`update payee.payee set version = version + 1 where id = ${payee.id}`.execute(db);
    isChanged = true;
  } else if (meanwhile === 'money') {
    const [pounds] = world.people.routes;
    other = await pay(db, { who, session }, { ...pounds, account, to: payee }, '240.00');
    follow(world, other);
  }
  clock.after(random.chance(0.8) ? minute : random.between(minute, hour), async () => {
    await payFile(world);
    for (const { payment } of await rowsOf(world, file)) if (payment) follow(world, payment);
  });
  return {
    judge: async () => {
      const rows = await rowsOf(world, file);
      const words = `${world.told}: file ${rows.map(({ name, state }) => `${name} ${state}`).join(', ')}`;
      let spent = other ? (await judge(world, other)).spent : 0n;
      for (const { name, state, payments, payment, fits } of rows) {
        const isWrong = name === 'Somebody';
        const ends = isWrong ? ['faulty'] : other ? ['paid', 'refused'] : ['paid'];
        expect(isChanged && name === 'Somchai Prasert' ? ['refused'] : ends, words).toContain(state);
        expect([payments, fits], words).toEqual(state === 'paid' ? [1, true] : [0, null]);
        if (payment) spent += (await judge(world, payment)).spent;
      }
      const [balance, available] = await standingOf(db, account);
      expect([pence(before) - pence(balance), available], words).toEqual([spent, balance]);
      return rows.map(({ state }) => `file ${state}`);
    },
  };
}

export async function payFile(world: World): Promise<void> {
  const workers = [handsOf(world).alone, handsOf(world).alone];
  const turn = (alone: (typeof workers)[number]) => payReleased(alone, silent).catch(unlessKilled);
  // Stops when every worker has found nothing to do and none died.
  while ((await Promise.all(workers.map(turn))).some((dealt) => dealt === undefined));
}

async function release({ db, told }: World, who: Given, session: string, uid: string): Promise<void> {
  const { digest, ...shown } = await asCustomer(db, who).run(showFile, { uid });
  const totals = totalsOf(shown);
  const [{ amount, currency }] = totals;
  const idempotency = v7();
  const purpose = { operation: 'payment.bulk', uid, digest, totals, amount, currency } as const;
  const approval = await givenApproval(db, who, session, { ...purpose, paymentIdempotency: idempotency });
  const click = () =>
    inTransaction(db, (tx, now) =>
      releaseFile(
        { tx, now, actor: inSession(who, session), requestId: 'test' },
        { uid, digest, totals, approval, idempotency },
      ),
    );
  expect((await Promise.allSettled([click(), click()])).filter(isDone), told).toHaveLength(1);
}

type Row = Readonly<{
  name: string;
  state: string;
  payment: string | null;
  payments: number;
  fits: boolean | null;
}>;

const rowsOf = async ({ db }: World, file: string): Promise<Row[]> =>
  (
    await sql<Row>`select r.given->>'name' as name, r.state, r.payment_id as payment, p.name_fits as fits, p.payments
      from bulk_payment.row r cross join lateral (
        select count(*)::int as payments, bool_and(p.id = r.payment_id and p.payee_name = r.given->>'name'
          and p.amount_minor = r.amount_minor and p.fee_minor <= r.fee_minor) as name_fits
        from payment.payment p where p.source_id = r.id) p
      where r.file_id = ${file} order by r.number`.execute(db)
  ).rows;
