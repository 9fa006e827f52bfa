import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { contract } from '@larkmere/contract/contract';
import type { NameCheckResult } from '@larkmere/contract/payees/payee';
import { v7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  seedUser,
  type TestUser,
  toPayeeForm,
  type UkDetails,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import type { Refusal } from '../../platform/requests/refusal.ts';
import { checkName, type NameChecker } from './name-check/name-check.ts';
import { listPayees, listUsableGbp, viewPayee } from './payee.read.ts';
import { payeeRoutes } from './payee.routes.ts';
import { recordLastPaid, requirePayablePayee } from './payee.ts';
import type { Payee } from './payee-record.ts';
import { removePayee, setPayeeFavourite } from './remove-payee.ts';
import { addPayee, editPayee } from './save-payee.ts';

type Result = z.infer<typeof NameCheckResult>;

const { db } = await createDatabase();
const { somchai, northgate, mekong } = ukDetails;
const answering =
  (result: Result, actualName?: string): NameChecker =>
  async () => ({ scheme: 'cop', code: 'TEST', result, checkId: 'bank-1', ...(actualName ? { actualName } : {}) });
const server = await startRouteServer(db, (bind) => payeeRoutes(bind, { checkName: answering('match') }));
const idempotency = randomUUID();

let ann: TestUser;
let bob: TestUser;
beforeAll(async () => {
  ann = await seedCustomer(db);
  bob = await seedCustomer(db);
});

async function checked(
  who: TestUser,
  details: UkDetails,
  result: Result = 'match',
  actualName?: string,
): Promise<string> {
  const ask = checkName(answering(result, actualName));
  return (await asCustomer(db, who).proceed(ask, toPayeeForm(details))).checkId;
}

const asEdited = ({ name, entityType, sortCode, accountNumber }: UkDetails) => ({
  name,
  entityType,
  details: { sortCode, accountNumber },
});

const add = (who: TestUser, details: UkDetails, nameCheckId: string, acceptNameCheck = false) =>
  asCustomer(db, who).run(addPayee, {
    ...toPayeeForm(details),
    nameCheckId,
    acceptNameCheck,
    idempotency: randomUUID(),
  });

test('refuses every call without a session or permission', async () => {
  const input = { uid: v7(), x: 'USD', idempotency };
  const powerless = await seedCustomer(db, { access: ['dashboard'] });
  for (const endpoint of Object.values(contract.payee)) {
    expect(await server.call(endpoint, input), endpoint.path).toMatchObject({ status: 401 });
    expect(await server.call(endpoint, input, powerless), endpoint.path).toMatchObject({ status: 403 });
    expect(server.bound).toContain(endpoint);
  }
});

test('hides payees of other customers and leaves them unchanged', async () => {
  const { id: uid } = await seedPayee(db, ann, mekong);
  const { run, inside } = asCustomer(db, bob);
  const nameCheckId = await checked(bob, northgate);
  await expectRefusal(db, 'not_found', () => run(viewPayee, { uid }));
  await expectRefusal(db, 'not_found', () => run(removePayee, { uid, idempotency }));
  await expectRefusal(db, 'not_found', () =>
    run(editPayee, { uid, version: 1, ...asEdited(northgate), nameCheckId, idempotency }),
  );
  await expectRefusal(db, 'not_found', () => inside((ctx) => requirePayablePayee(ctx, uid, 1)));
  expect(await run(listPayees, {})).toEqual([]);
  expect(await run(listPayees, { search: mekong.accountNumber })).toEqual([]);
  expect(await run(listUsableGbp, {})).toEqual([]);
});

test('adds a payee over HTTP after a name check, payable at once', async () => {
  const carol = await seedCustomer(db);
  const asked = await server.call(contract.payee.checkName, toPayeeForm({ ...somchai, sortCode: '20-29-59' }), carol);
  expect(asked).toMatchObject({ status: 200, body: { data: { scheme: 'cop', result: 'match', actualName: null } } });
  const { checkId: nameCheckId } = asked.body.data as { checkId: string };
  const details = { ...toPayeeForm(somchai), nickname: 'Som', defaultReference: 'RENT', nameCheckId };
  const added = await server.call(contract.payee.add, { ...details, idempotency }, carol);
  expect(added).toMatchObject({
    status: 200,
    body: {
      data: {
        version: 1,
        status: 'approved',
        currency: 'GBP',
        name: 'Somchai Prasert',
        nickname: 'Som',
        defaultReference: 'RENT',
        summary: '20-29-59 · 63748472',
        nameCheck: { result: 'match' },
        lastPaidAt: null,
      },
    },
  });
  const { uid } = added.body.data as { uid: string };
  expect(await server.call(contract.payee.view, { uid }, carol)).toEqual({ ...added });
  expect((await server.call(contract.payee.usableGbp, {}, carol)).body.data).toEqual([added.body.data]);
  expect(await server.call(contract.payee.add, { ...details, idempotency }, carol)).toEqual(added);
  const versions = await db.selectFrom('payee.version').selectAll().where('payeeId', '=', uid).execute();
  expect(versions).toMatchObject([
    { version: 1, changedBy: carol.user.id, details: { details: { accountNumber: '63748472' } } },
  ]);
  const events = await db.selectFrom('platform.event').select(['topic', 'payload']).orderBy('id', 'desc').execute();
  expect(events[0]).toMatchObject({ topic: 'payee.added', payload: { payeeId: uid, version: 1 } });
  const { action } = await db
    .selectFrom('platform.audit')
    .select('action')
    .where('entity', '=', `payee:${uid}`)
    .executeTakeFirstOrThrow();
  expect(action).toBe('payee.added');
});

test('refuses impossible bank details before the bank is called', async () => {
  let asked = 0;
  const ask = checkName(async (question) => {
    asked += 1;
    return answering('match')(question);
  });
  const impossible = { ...northgate, accountNumber: '66374959' };
  const refusal = await expectRefusal(db, 'payee_details_invalid', () =>
    asCustomer(db, bob).proceed(ask, toPayeeForm(impossible)),
  );
  expect(refusal.errors).toMatchObject([{ field: 'accountNumber', code: 'invalid' }]);
  expect(asked).toBe(0);
  const nameCheckId = await checked(bob, northgate);
  await expectRefusal(db, 'payee_details_invalid', () => add(bob, impossible, nameCheckId));
});

test("requires a name check that is one's own, recent and for exactly these details", async () => {
  const nameCheckId = await checked(bob, northgate);
  const sibling = { customer: bob.customer, user: await seedUser(db, bob.customer, { role: 'payer' }) };
  await expectRefusal(db, 'name_check_required', () => add(ann, northgate, nameCheckId));
  await expectRefusal(db, 'name_check_required', () => add(sibling, northgate, nameCheckId));
  await expectRefusal(db, 'name_check_required', () => add(bob, { ...northgate, name: 'Northgate Ltd' }, nameCheckId));
  await expectRefusal(db, 'name_check_required', () =>
    add(bob, { ...northgate, entityType: 'individual' }, nameCheckId),
  );
  await expectRefusal(db, 'name_check_required', () => add(bob, { ...somchai, name: northgate.name }, nameCheckId));
  await expectRefusal(db, 'name_check_required', () => add(bob, northgate, v7()));

  const expired = v7();
  await db
    .insertInto('payee.name_check')
    .values({
      id: expired,
      customerId: bob.customer.id,
      userId: bob.user.id,
      scheme: 'cop',
      result: 'match',
      code: 'MATC',
      name: northgate.name,
      entityType: northgate.entityType,
      payeeType: 'gbp',
      account: `${northgate.sortCode} ${northgate.accountNumber}`,
      expiresAt: new Date(Date.now() - 1000),
    })
    .execute();
  await expectRefusal(db, 'name_check_required', () => add(bob, northgate, expired));
});

test.each(['close_match', 'wrong_account_type'] as const)('requires confirmation for %s', async (result) => {
  const who = await seedCustomer(db);
  const nameCheckId = await checked(who, northgate, result, 'Northgate Letting Agents');
  await expectRefusal(db, 'name_check_unconfirmed', () => add(who, northgate, nameCheckId));
  const added = await add(who, northgate, nameCheckId, true);
  expect(added).toMatchObject({ status: 'approved', nameCheck: { result, actualName: 'Northgate Letting Agents' } });
});

test('requires ten seconds and a stored reason for a mismatch', async () => {
  const who = await seedCustomer(db);
  const nameCheckId = await checked(who, northgate, 'no_match');
  const acceptAfter = (seconds: number, nameCheckReason?: string) =>
    asCustomer(db, who).inside((ctx) =>
      addPayee(
        { ...ctx, now: new Date(ctx.now.getTime() + seconds * 1000) },
        { ...toPayeeForm(northgate), nameCheckId, acceptNameCheck: true, nameCheckReason, idempotency: randomUUID() },
      ),
    );
  const reason = 'I know that this name differs';
  await expectRefusal(db, 'name_check_unconfirmed', () => acceptAfter(11));
  const early = await expectRefusal(db, 'name_check_unconfirmed', () => acceptAfter(5, reason));
  expect(early.data).toMatchObject({ waitSeconds: 5 });
  expect(await acceptAfter(11, reason)).toMatchObject({ status: 'approved', nameCheck: { result: 'no_match' } });
  const kept = db.selectFrom('payee.name_check_override').select('reason').where('nameCheckId', '=', nameCheckId);
  expect(await kept.executeTakeFirst()).toEqual({ reason });
});

test('refuses a reason of a few letters', async () => {
  const sent = {
    ...toPayeeForm(northgate),
    nameCheckId: v7(),
    acceptNameCheck: true,
    nameCheckReason: 'yes',
    idempotency,
  };
  expect(await server.call(contract.payee.add, sent, ann)).toMatchObject({ status: 400 });
});

test('returns the largest completed payment of a payee', async () => {
  const who = await seedCustomer(db);
  const payee = await seedPayee(db, who);
  const account = await seedAccount(db, who);
  const seen = () => asCustomer(db, who).run(viewPayee, { uid: payee.id });
  expect(await seen()).toMatchObject({ largestPaid: null });
  await seedPaymentRow(db, who, account, payee, { amount: '40.00' });
  await seedPaymentRow(db, who, account, payee, { amount: '25.00' });
  await seedPaymentRow(db, who, account, payee, { amount: '900.00', state: 'rejected' });
  expect(await seen()).toMatchObject({ largestPaid: { amount: '40.00', currency: 'GBP' } });
});

test.each(['unavailable', 'not_supported'] as const)('adds a payee after %s', async (result) => {
  const who = await seedCustomer(db);
  expect(await add(who, northgate, await checked(who, northgate, result))).toMatchObject({ status: 'approved' });
});

test.each(['account_switched', 'not_found'] as const)('refuses %s, whatever is confirmed', async (result) => {
  const nameCheckId = await checked(bob, northgate, result);
  await expectRefusal(db, 'payee_details_invalid', () => add(bob, northgate, nameCheckId, true));
});

test('refuses a second payee with the same bank details until the first is deleted', async () => {
  const who = await seedCustomer(db);
  const { id: uid } = await seedPayee(db, who, northgate);
  const renamed = { ...northgate, name: 'North Gate' };
  const ofTwin = await checked(who, renamed);
  await expectRefusal(db, 'payee_exists', () => add(who, renamed, ofTwin));
  const second = await seedPayee(db, who, somchai);
  const nameCheckId = await checked(who, northgate);
  await expectRefusal(db, 'payee_exists', () => edit(who, second, { ...asEdited(northgate), nameCheckId }));
  await asCustomer(db, who).run(removePayee, { uid, idempotency });
  expect((await seedPayee(db, who, northgate)).id).not.toBe(uid);
  expect((await seedPayee(db, bob, northgate)).summary).toBe('08-99-99 · 66374958');
});

type Change = Partial<Parameters<typeof editPayee>[1]>;
const edit = (who: TestUser, payee: Payee, change: Change) => {
  const { id: uid, version, entityType, name, details } = payee;
  const as = { uid, version, entityType, name, details, idempotency: randomUUID() };
  return asCustomer(db, who).run(editPayee, { ...as, ...change });
};

test('requires a name check for another name or account, but not for a nickname', async () => {
  const who = await seedCustomer(db);
  const payee = await seedPayee(db, who, somchai);
  await expectRefusal(db, 'name_check_required', () => edit(who, payee, { name: 'Somchai P' }));
  await expectRefusal(db, 'name_check_required', () =>
    edit(who, payee, { name: 'Somchai P', nameCheckId: payee.nameCheckId ?? '' }),
  );
  await expectRefusal(db, 'name_check_required', () => edit(who, payee, { entityType: 'company' }));
  const named = await edit(who, payee, { nickname: 'Som', favourite: true });
  expect(named).toMatchObject({ version: 2, nickname: 'Som', favourite: true, nameCheck: { result: 'match' } });
  const nameCheckId = await checked(who, { ...somchai, name: 'Somchai P' }, 'close_match', 'Somchai Prasert');
  const second = { ...payee, version: 2 };
  await expectRefusal(db, 'name_check_unconfirmed', () => edit(who, second, { name: 'Somchai P', nameCheckId }));
  const renamed = await edit(who, second, { name: 'Somchai P', nameCheckId, acceptNameCheck: true });
  expect(renamed).toMatchObject({
    version: 3,
    name: 'Somchai P',
    nickname: 'Som',
    favourite: true,
    status: 'approved',
  });
  const versions = db.selectFrom('payee.version').select(['version', 'details']).where('payeeId', '=', payee.id);
  expect(
    (await versions.orderBy('version').execute()).map(({ details }) => (details as { name: string }).name),
  ).toEqual(['Somchai Prasert', 'Somchai Prasert', 'Somchai P']);
});

test('refuses an edit of an old version, and creates no version without a change', async () => {
  const who = await seedCustomer(db);
  const payee = await seedPayee(db, who, somchai);
  expect(await edit(who, payee, {})).toMatchObject({ version: 1 });
  await edit(who, payee, { defaultReference: 'RENT' });
  await expectRefusal(db, 'payee_changed', () => edit(who, payee, { defaultReference: 'FOOD' }));
  expect(await edit(who, { ...payee, version: 2 }, { defaultReference: '' })).toMatchObject({ defaultReference: null });
});

test('accepts one of two concurrent edits of a version', async () => {
  const who = await seedCustomer(db);
  const payee = await seedPayee(db, who, somchai);
  const both = ['A', 'B'].map((nickname) => edit(who, payee, { nickname }));
  const outcomes = (await Promise.allSettled(both)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.version : (outcome.reason as { code: string }).code,
  );
  expect(outcomes.toSorted()).toEqual([2, 'payee_changed']);
});

test('allows payments only to an approved, undeleted payee at the displayed version', async () => {
  const who = await seedCustomer(db);
  const payee = await seedPayee(db, who, somchai);
  const { inside, run } = asCustomer(db, who);
  expect(payee).toMatchObject(await inside((ctx) => requirePayablePayee(ctx, payee.id, 1)));
  await expectRefusal(db, 'payee_changed', () => inside((ctx) => requirePayablePayee(ctx, payee.id, 2)));
  for (const status of ['pending', 'reject', 'disabled'] as const) {
    await db.updateTable('payee.payee').set({ status }).where('id', '=', payee.id).execute();
    await expectRefusal(db, 'payee_not_approved', () => inside((ctx) => requirePayablePayee(ctx, payee.id, 1)));
    expect(await run(listUsableGbp, {})).toEqual([]);
    expect(await run(listPayees, {})).toMatchObject([{ uid: payee.id, status }]);
  }
  await edit(who, payee, { nickname: 'still off' });
  expect(await run(viewPayee, { uid: payee.id })).toMatchObject({ status: 'disabled' });
  await run(removePayee, { uid: payee.id, idempotency });
  await expectRefusal(db, 'not_found', () => inside((ctx) => requirePayablePayee(ctx, payee.id, 2)));
  await expectRefusal(db, 'not_found', () => run(removePayee, { uid: payee.id, idempotency }));
});

test('locks a payee against edits and deletion during a payment', async () => {
  const who = await seedCustomer(db);
  const payee = await seedPayee(db, who, somchai);
  const { inside } = asCustomer(db, who);
  const order: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const paying = inside(async (ctx) => {
    await requirePayablePayee(ctx, payee.id, 1);
    isLocked();
    await held;
    order.push('paid');
  });
  await locked;
  const editing = edit(who, payee, { nickname: 'late' }).then(() => order.push('edited'));
  await setTimeout(100);
  release();
  await Promise.all([paying, editing]);
  expect(order).toEqual(['paid', 'edited']);
});

test.each(['ready', 'submitted', 'sent'] as const)('refuses to delete a payee while a payment is %s', async (state) => {
  const who = await seedCustomer(db);
  const payee = await seedPayee(db, who, somchai);
  const paymentId = await seedPaymentRow(db, who, await seedAccount(db, who), payee, { state });
  const { run } = asCustomer(db, who);
  await expectRefusal(db, 'payee_in_use', () => run(removePayee, { uid: payee.id, idempotency }));
  const endOf = { ready: 'cancelled', submitted: 'failed', sent: 'completed' } as const;
  await db.updateTable('payment.payment').set({ state: endOf[state] }).where('id', '=', paymentId).execute();
  expect(await run(removePayee, { uid: payee.id, idempotency })).toBeNull();
  expect(await run(listPayees, {})).toEqual([]);
});

test('searches names and numbers, and lists recently paid payees first', async () => {
  const who = await seedCustomer(db);
  const first = await seedPayee(db, who, somchai);
  const second = await seedPayee(db, who, northgate);
  await seedPayee(db, who, mekong);
  await asSystem(db, (ctx) => recordLastPaid({ ...ctx, now: new Date(ctx.now.getTime() - 60_000) }, second.id));
  await asSystem(db, (ctx) => recordLastPaid(ctx, first.id));
  const { run } = asCustomer(db, who);
  const names = async (search?: string) =>
    (await run(listPayees, search === undefined ? {} : { search })).map(({ name }) => name);
  expect(await names()).toEqual(['Mekong Trading Ltd', 'Northgate Lettings Ltd', 'Somchai Prasert']);
  expect(await names('sOMCHAI')).toEqual(['Somchai Prasert']);
  expect(await names('08-99-99')).toEqual(['Northgate Lettings Ltd']);
  expect(await names('8883 7491')).toEqual(['Mekong Trading Ltd']);
  expect(await names('%')).toEqual([]);
  const usable = await run(listUsableGbp, {});
  expect(usable.map(({ name }) => name)).toEqual(['Somchai Prasert', 'Northgate Lettings Ltd', 'Mekong Trading Ltd']);
  expect(usable[0]?.lastPaidAt).not.toBeNull();
});

test('limits name checks to twenty in ten minutes, also when they run concurrently', async () => {
  const who = await seedCustomer(db);
  const ask = checkName(answering('no_match'));
  const questions = Array.from({ length: 25 }, (_, n) =>
    asCustomer(db, who).proceed(ask, toPayeeForm({ ...somchai, name: `Guess ${n}` })),
  );
  const outcomes = await Promise.allSettled(questions);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Refusal] : []));
  expect(refused.map(({ code }) => code)).toEqual(Array(5).fill('rate_limited'));
  expect(refused[0]?.retryAfterSeconds).toBeGreaterThan(590);
  await expectRefusal(db, 'rate_limited', () => checked(who, somchai));
  expect(await checked(await seedCustomer(db), somchai)).toBeTypeOf('string');
  const longAgo = new Date(Date.now() - 11 * 60_000);
  await db
    .updateTable('payee.name_check_request')
    .set({ requestedAt: longAgo })
    .where('userId', '=', who.user.id)
    .execute();
  expect(await checked(who, somchai)).toBeTypeOf('string');
});

test('stores name checks that cannot be changed', async () => {
  const id = await checked(bob, mekong, 'close_match', 'Mekong Trading Limited');
  const evidence = db.selectFrom('payee.name_check').selectAll().where('id', '=', id);
  expect(await evidence.executeTakeFirst()).toMatchObject({
    userId: bob.user.id,
    result: 'close_match',
    actualName: 'Mekong Trading Limited',
    partnerCheckId: 'bank-1',
    name: mekong.name,
    payeeType: 'gbp',
    account: `${mekong.sortCode} ${mekong.accountNumber}`,
  });
  const forging = db.updateTable('payee.name_check').set({ result: 'match' }).where('id', '=', id).execute();
  await expect(forging).rejects.toThrow('permission denied');
});

test('lists a favourite first, idempotently and without voiding approvals', async () => {
  const who = await seedCustomer(db);
  const { id: uid } = await seedPayee(db, who, somchai);
  await seedPayee(db, who, mekong);
  const { run, inside } = asCustomer(db, who);
  const star = (favourite: boolean) => run(setPayeeFavourite, { uid, favourite, idempotency: randomUUID() });
  const names = async () => [
    (await run(listPayees, {})).map(({ name }) => name),
    (await run(listUsableGbp, {})).map(({ name }) => name),
  ];
  const others = [mekong.name, somchai.name];
  expect(await names()).toEqual([others, others]);
  expect(await star(true)).toMatchObject({ favourite: true, version: 1 });
  expect(await star(true)).toMatchObject({ favourite: true, version: 1 });
  expect(await names()).toEqual([others.toReversed(), others.toReversed()]);
  await inside((ctx) => requirePayablePayee(ctx, uid, 1));
  expect(await star(false)).toMatchObject({ favourite: false });
  expect(await names()).toEqual([others, others]);
  const audits = db.selectFrom('platform.audit').select('action').where('entity', '=', `payee:${uid}`).orderBy('id');
  expect((await audits.execute()).map(({ action }) => action)).toEqual([
    'payee.added',
    'payee.favourite_added',
    'payee.favourite_removed',
  ]);
  await expectRefusal(db, 'not_found', () =>
    asCustomer(db, bob).run(setPayeeFavourite, { uid, favourite: true, idempotency: randomUUID() }),
  );
});

test('includes the roll number of a building society in the name check and its memory', async () => {
  const who = await seedCustomer(db);
  const asked: unknown[] = [];
  const ask: NameChecker = async (question) => {
    asked.push(question);
    return { scheme: 'cop', code: 'MBAM', result: 'close_match', actualName: 'Somchai J Prasert' };
  };
  const rolled = (secondaryId?: string) => {
    const typed = toPayeeForm(somchai);
    return { ...typed, details: { ...typed.details, ...(secondaryId && { secondaryId }) } };
  };
  const question = (roll?: string) => asCustomer(db, who).proceed(checkName(ask), rolled(roll));
  const { checkId } = await question('R 77/1');
  expect(asked).toMatchObject([{ account: '202959 63748472 R 77/1', details: { secondaryId: 'R 77/1' } }]);
  const addRolled = (roll: string | undefined, nameCheckId: string, acceptNameCheck = false) =>
    asCustomer(db, who).run(addPayee, { ...rolled(roll), nameCheckId, acceptNameCheck, idempotency: randomUUID() });
  await expectRefusal(db, 'name_check_required', () => addRolled(undefined, checkId, true));
  await expectRefusal(db, 'name_check_required', () => addRolled('R 77/2', checkId, true));
  await addRolled('R 77/1', checkId, true);
  expect((await question('R 77/1')).acceptedAt).not.toBeNull();
  expect((await question('R 77/2')).acceptedAt).toBeNull();
  expect((await question()).acceptedAt).toBeNull();
});
