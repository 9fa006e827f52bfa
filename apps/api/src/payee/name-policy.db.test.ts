import { randomUUID } from 'node:crypto';
import { accessKeys } from '@larkmere/contract/access';
import { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import {
  asCustomer,
  asTyped,
  expectRefusal,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
  knownSince,
  type UkDetails,
  ukDetails,
} from '../../../../test/given.ts';
import { givenFile, releaseAs } from '../../../../test/given-bulk.ts';
import { approve, givenSession, inSession, orderFor } from '../../../../test/given-payment.ts';
import { givenServer } from '../../../../test/given-server.ts';
import { clockAt, standing, standingTerms } from '../../../../test/given-standing-order.ts';
import { approveAs, givenColleague, giveRule, rejectAs, signedIn } from '../../../../test/given-team.ts';
import { requireAfterFill } from '../auto-fx/after-fill.ts';
import { acceptName } from '../bulk-payment/accept-name.ts';
import { checkNames } from '../bulk-payment/check-names.ts';
import { runBulkPayments } from '../bulk-payment/run-bulk-payments.ts';
import { showFile, showRows } from '../bulk-payment/show-files.ts';
import { openLog } from '../kernel/log.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { sendGbp } from '../payment/send-gbp.ts';
import { addPayee } from './add-payee.ts';
import { checkName } from './check-name.ts';
import { editPayee } from './edit-payee.ts';
import { listPayees } from './list-payees.ts';
import { payeeRoutes } from './payee.routes.ts';
import { type Payee, requireOwnPayee } from './payee.ts';
import type { NameAnswer } from './rails/name-checks.ts';
import { setNamePolicy, showNamePolicy } from './set-name-policy.ts';

const { db } = await givenDatabase();
const noMatch = async (): Promise<NameAnswer> => ({ scheme: 'cop', code: 'ANNM', result: 'no_match' });
const server = await givenServer(db, (bind) => payeeRoutes(bind, { checkName: noMatch }));
const { somchai, northgate } = ukDetails;

async function state(who: Given, forbidsNoMatch: boolean, confirmed = forbidsNoMatch) {
  const { ctx, confirm } = await signedIn(db, who);
  const idempotency = v7();
  const approval = await confirm({
    operation: 'payee.set-name-policy',
    forbidsNoMatch: confirmed,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  return ctx((c) => setNamePolicy(c, { forbidsNoMatch, approval, idempotency }));
}

async function addInSpite(who: Given, details: UkDetails = somchai) {
  const me = asCustomer(db, who);
  const { checkId: nameCheckId } = await me.proceed(checkName(noMatch), asTyped(details));
  const word = { acceptNameCheck: true, nameCheckReason: 'She has married since' };
  return me.inside((ctx) =>
    addPayee(
      { ...ctx, now: new Date(ctx.now.getTime() + 11_000) },
      { ...asTyped(details), nameCheckId, ...word, idempotency: randomUUID() },
    ),
  );
}

async function given() {
  const who = await givenCustomer(db, { business: true });
  const account = await givenAccount(db, who, { balance: '500.00' });
  const { uid } = await addInSpite(who);
  await knownSince(db, uid, '30 days');
  const payee = await asCustomer(db, who).inside((ctx) => requireOwnPayee(ctx, uid));
  return { who, account, payee };
}

async function pay(who: Given, account: Awaited<ReturnType<typeof givenAccount>>, payee: Payee) {
  const session = await givenSession(db, who);
  const order = await approve(db, who, { ...orderFor(account, payee), currency: 'GBP' as const }, session);
  const actor = inSession(who, session);
  return inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
}

test('blocks mismatches at once with a PIN for exactly that, and only for those who manage people', async () => {
  const who = await givenCustomer(db);
  const shown = () => asCustomer(db, who).run(showNamePolicy, {});
  expect(await shown()).toEqual({ forbidsNoMatch: false, waiting: false });
  await expect(state(who, true, false)).rejects.toMatchObject({ code: 'approval_invalid' });
  expect(await state(who, true)).toEqual({ forbidsNoMatch: true, waiting: false });
  expect(await shown()).toEqual({ forbidsNoMatch: true, waiting: false });
  const payer = await givenCustomer(db, { access: accessKeys.filter((key) => key !== 'usermanage') });
  const wish = { forbidsNoMatch: true, approval: 'x', idempotency: randomUUID() };
  expect(await server.call(contract.payee.setNamePolicy, wish, payer)).toMatchObject({ status: 403 });
  expect(await server.call(contract.payee.namePolicy, {}, payer)).toMatchObject({ status: 200 });
});

test('allows mismatches again at once, or after approval where another manager exists', async () => {
  const who = await givenCustomer(db);
  await state(who, true);
  expect(await state(who, false)).toEqual({ forbidsNoMatch: false, waiting: false });
  const admin = await givenColleague(db, who, 'admin', accessKeys);
  await state(who, true);
  expect(await state(who, false)).toEqual({ forbidsNoMatch: true, waiting: true });
  await expect(state(who, false)).rejects.toMatchObject({ code: 'invalid_transition' });
  const asked = () =>
    db
      .selectFrom('team_approval.request')
      .select('id')
      .where('kind', '=', 'name_policy')
      .where('subject_id', '=', who.customer.id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
  await rejectAs(db, admin, (await asked()).id);
  expect(await asCustomer(db, who).run(showNamePolicy, {})).toEqual({ forbidsNoMatch: true, waiting: false });
  await state(who, false);
  await approveAs(db, admin, (await asked()).id);
  expect(await asCustomer(db, who).run(showNamePolicy, {})).toEqual({ forbidsNoMatch: false, waiting: false });
});

test('refuses to add or change a payee to a mismatched name, whatever is confirmed', async () => {
  const { who, payee } = await given();
  const stranger = await givenCustomer(db);
  await state(who, true);
  const asked = await asCustomer(db, who).proceed(checkName(noMatch), asTyped(northgate));
  expect(asked).toMatchObject({ result: 'no_match', forbidden: true });
  expect(await asCustomer(db, stranger).proceed(checkName(noMatch), asTyped(northgate))).toMatchObject({
    forbidden: false,
  });
  await expect(addInSpite(who, northgate)).rejects.toMatchObject({ code: 'name_check_forbidden' });
  await expectRefusal(db, 'name_check_forbidden', () =>
    asCustomer(db, who).run(editPayee, {
      uid: payee.id,
      version: payee.version,
      name: northgate.name,
      entityType: northgate.entityType,
      details: { sortCode: northgate.sortCode, accountNumber: northgate.accountNumber },
      nameCheckId: asked.checkId,
      acceptNameCheck: true,
      nameCheckReason: 'She has married since',
      idempotency: randomUUID(),
    }),
  );
  expect(await asCustomer(db, who).run(listPayees, {})).toHaveLength(1);
  expect(await addInSpite(stranger, northgate)).toMatchObject({ status: 'approved' });
  const close = async (): Promise<NameAnswer> => ({ scheme: 'cop', code: 'MBAM', result: 'close_match' });
  const { checkId } = await asCustomer(db, who).proceed(checkName(close), asTyped(northgate));
  const typed = { ...asTyped(northgate), nameCheckId: checkId, acceptNameCheck: true, idempotency: randomUUID() };
  expect(await asCustomer(db, who).run(addPayee, typed)).toMatchObject({ status: 'approved' });
});

test('refuses to pay an existing mismatched payee by payment, standing order or exchange', async () => {
  const { who, account, payee } = await given();
  expect(await pay(who, account, payee)).toMatchObject({ state: 'ready' });
  const clock = clockAt('2026-11-20T10:00:00Z');
  const orders = await standing(db, who, clock);
  const matched = await givenPayee(db, who, northgate);
  await state(who, true);
  await expect(pay(who, account, payee)).rejects.toMatchObject({ code: 'name_check_forbidden' });
  await expect(orders.create(standingTerms(account, payee))).rejects.toMatchObject({ code: 'name_check_forbidden' });
  const afterFill = { payeeUid: payee.id, payeeVersion: payee.version, most: '20.00', reference: 'Rent' };
  const terms = { afterFill, buy: 'GBP' } as never;
  await expect(asCustomer(db, who).inside((ctx) => requireAfterFill(ctx, terms))).rejects.toMatchObject({
    code: 'name_check_forbidden',
  });
  expect(await pay(who, account, matched)).toMatchObject({ state: 'ready' });
});

test('returns a payment that waits for approval to draft, with the reason', async () => {
  const { who, account, payee } = await given();
  const admin = await givenColleague(db, who, 'admin', accessKeys);
  await giveRule(db, who, { minAmount: '1.00' });
  const { uid } = await pay(who, account, payee);
  await state(who, true);
  const request = db.selectFrom('team_approval.request').select('id').where('subject_id', '=', uid);
  await approveAs(db, admin, (await request.executeTakeFirstOrThrow()).id);
  const payment = db.selectFrom('payment.payment').select(['state', 'reason']).where('id', '=', uid);
  const { state: stands, reason } = await payment.executeTakeFirstOrThrow();
  expect(stands).toBe('draft');
  expect(reason).toContain('your firm does not allow that');
});

const line = 'Somchai Prasert,20-29-59,63748472,25.00,Rent 1';
const rowsOf = async (who: Given, uid: string) => (await asCustomer(db, who).run(showRows, { uid })).rows;
async function bring(who: Given, ...lines: string[]) {
  const file = await givenFile(db, who, lines);
  while ((await checkNames(db, noMatch)) > 0);
  return file;
}

test('marks a file row with a mismatched name as faulty, whether its payee is new or known', async () => {
  const { who } = await given();
  await state(who, true);
  const { uid } = await bring(who, line, 'Northgate Lettings Ltd,08-99-99,66374958,100.00,Rent 2');
  const wrong = { state: 'faulty', faults: [{ field: 'name', message: expect.stringContaining('does not allow') }] };
  expect(await rowsOf(who, uid)).toMatchObject([wrong, wrong]);
  const again = await bring(who, 'Northgate Lettings Ltd,08-99-99,66374958,90.00,Rent 3');
  expect(await rowsOf(who, again.uid)).toMatchObject([wrong]);
});

test('refuses to accept a mismatched row, and pays no row that was accepted before', async () => {
  const who = await givenCustomer(db, { business: true });
  await givenAccount(db, who, { balance: '500.00' });
  const { uid } = await bring(who, line);
  const accept = () =>
    asCustomer(db, who).inside((ctx) =>
      acceptName(
        { ...ctx, now: new Date(ctx.now.getTime() + 11_000) },
        { uid, number: 1, reason: 'She has married since', idempotency: randomUUID() },
      ),
    );
  await state(who, true);
  await expect(accept()).rejects.toMatchObject({ code: 'name_check_forbidden' });
  await state(who, false);
  expect(await accept()).toMatchObject({ state: 'ready' });
  const file = await asCustomer(db, who).run(showFile, { uid });
  const warnings = file.totals.flatMap((total) => total.warnings);
  await releaseAs(db, who, file, warnings);
  await state(who, true);
  await runBulkPayments(db, openLog('silent'));
  expect(await rowsOf(who, uid)).toMatchObject([
    { state: 'refused', refusal: expect.stringContaining('does not allow') },
  ]);
  expect(await asCustomer(db, who).run(listPayees, {})).toEqual([]);
});
