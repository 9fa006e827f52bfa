import { randomUUID } from 'node:crypto';
import { contract } from '@larkmere/contract/contract';
import { accessKeys } from '@larkmere/contract/platform/access';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import {
  approveAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
  signedIn,
} from '../../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  setAccountSince,
  type TestUser,
  toPayeeForm,
  type UkDetails,
  ukDetails,
} from '../../../../../../test/fixtures/base.ts';
import { releaseFileAs, seedBulkFile } from '../../../../../../test/fixtures/bulk-payment.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../../test/fixtures/payment.ts';
import { startRouteServer } from '../../../../../../test/fixtures/route-server.ts';
import {
  clockAt,
  createStandingOrderUser,
  standingOrderTerms,
} from '../../../../../../test/fixtures/standing-order.ts';
import { requireValidPaymentOnFill } from '../../../fx/auto-fx/validate-terms.ts';
import { overrideNameCheck } from '../../../payments/bulk/correct-row.ts';
import { runBulkPayments } from '../../../payments/bulk/run-bulk-payments.ts';
import { runNameChecks } from '../../../payments/bulk/run-name-checks.ts';
import { getFile, listRows } from '../../../payments/bulk/show-files.ts';
import { sendGbp } from '../../../payments/domestic/send-domestic.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { openLog } from '../../../platform/observability/log.ts';
import { listPayees } from '../payee.read.ts';
import { payeeRoutes } from '../payee.routes.ts';
import { requireOwnPayee } from '../payee.ts';
import type { Payee } from '../payee-record.ts';
import type { NameCheckResponse } from '../rails/name-check-client.ts';
import { addPayee, editPayee } from '../save-payee.ts';
import { checkName } from './name-check.ts';
import { setNameCheckPolicy, showNameCheckPolicy } from './name-check-policy.ts';

const { db } = await createDatabase();
const noMatch = async (): Promise<NameCheckResponse> => ({ scheme: 'cop', code: 'ANNM', result: 'no_match' });
const server = await startRouteServer(db, (bind) => payeeRoutes(bind, { checkName: noMatch }));
const { somchai, northgate } = ukDetails;

async function setPolicy(who: TestUser, blockOnNoMatch: boolean, confirmed = blockOnNoMatch) {
  const { ctx, confirm } = await signedIn(db, who);
  const idempotency = v7();
  const approval = await confirm({
    operation: 'payee.set-name-check-policy',
    blockOnNoMatch: confirmed,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  return ctx((c) => setNameCheckPolicy(c, { blockOnNoMatch, authorisation: approval, idempotency }));
}

async function addWithOverride(who: TestUser, details: UkDetails = somchai) {
  const me = asCustomer(db, who);
  const { checkId: nameCheckId } = await me.proceed(checkName(noMatch), toPayeeForm(details));
  const word = { acceptNameCheck: true, nameCheckReason: 'She has married since' };
  return me.inside((ctx) =>
    addPayee(
      { ...ctx, now: new Date(ctx.now.getTime() + 11_000) },
      { ...toPayeeForm(details), nameCheckId, ...word, idempotency: randomUUID() },
    ),
  );
}

async function createMismatchedPayee() {
  const who = await seedCustomer(db, { business: true });
  const account = await seedAccount(db, who, { balance: '500.00' });
  const { uid } = await addWithOverride(who);
  await setAccountSince(db, uid, '30 days');
  const payee = await asCustomer(db, who).inside((ctx) => requireOwnPayee(ctx, uid));
  return { who, account, payee };
}

async function pay(who: TestUser, account: Awaited<ReturnType<typeof seedAccount>>, payee: Payee) {
  const session = await seedSession(db, who);
  const order = await seedPaymentAuthorisation(
    db,
    who,
    { ...toPaymentOrder(account, payee), currency: 'GBP' as const },
    session,
  );
  const actor = inSession(who, session);
  return inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
}

test('blocks mismatches at once with a PIN for exactly that, and only for those who manage people', async () => {
  const who = await seedCustomer(db);
  const shown = () => asCustomer(db, who).run(showNameCheckPolicy, {});
  expect(await shown()).toEqual({ blockOnNoMatch: false, isChangePending: false });
  await expect(setPolicy(who, true, false)).rejects.toMatchObject({ code: 'authorisation_invalid' });
  expect(await setPolicy(who, true)).toEqual({ blockOnNoMatch: true, isChangePending: false });
  expect(await shown()).toEqual({ blockOnNoMatch: true, isChangePending: false });
  const payer = await seedCustomer(db, { access: accessKeys.filter((key) => key !== 'usermanage') });
  const wish = { blockOnNoMatch: true, authorisation: 'x', idempotency: randomUUID() };
  expect(await server.call(contract.payee.setNameCheckPolicy, wish, payer)).toMatchObject({ status: 403 });
  expect(await server.call(contract.payee.nameCheckPolicy, {}, payer)).toMatchObject({ status: 200 });
});

test('allows mismatches again at once, or after approval where another manager exists', async () => {
  const who = await seedCustomer(db);
  await setPolicy(who, true);
  expect(await setPolicy(who, false)).toEqual({ blockOnNoMatch: false, isChangePending: false });
  const admin = await seedColleague(db, who, 'admin', accessKeys);
  await setPolicy(who, true);
  expect(await setPolicy(who, false)).toEqual({ blockOnNoMatch: true, isChangePending: true });
  await expect(setPolicy(who, false)).rejects.toMatchObject({ code: 'invalid_transition' });
  const asked = () =>
    db
      .selectFrom('approval.request')
      .select('id')
      .where('kind', '=', 'name_policy')
      .where('subjectId', '=', who.customer.id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
  await rejectAs(db, admin, (await asked()).id);
  expect(await asCustomer(db, who).run(showNameCheckPolicy, {})).toEqual({
    blockOnNoMatch: true,
    isChangePending: false,
  });
  await setPolicy(who, false);
  await approveAs(db, admin, (await asked()).id);
  expect(await asCustomer(db, who).run(showNameCheckPolicy, {})).toEqual({
    blockOnNoMatch: false,
    isChangePending: false,
  });
});

test('refuses to add or change a payee to a mismatched name, whatever is confirmed', async () => {
  const { who, payee } = await createMismatchedPayee();
  const stranger = await seedCustomer(db);
  await setPolicy(who, true);
  const asked = await asCustomer(db, who).proceed(checkName(noMatch), toPayeeForm(northgate));
  expect(asked).toMatchObject({ result: 'no_match', isBlocked: true });
  expect(await asCustomer(db, stranger).proceed(checkName(noMatch), toPayeeForm(northgate))).toMatchObject({
    isBlocked: false,
  });
  await expect(addWithOverride(who, northgate)).rejects.toMatchObject({ code: 'name_check_forbidden' });
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
  expect(await addWithOverride(stranger, northgate)).toMatchObject({ status: 'approved' });
  const close = async (): Promise<NameCheckResponse> => ({ scheme: 'cop', code: 'MBAM', result: 'close_match' });
  const { checkId } = await asCustomer(db, who).proceed(checkName(close), toPayeeForm(northgate));
  const typed = { ...toPayeeForm(northgate), nameCheckId: checkId, acceptNameCheck: true, idempotency: randomUUID() };
  expect(await asCustomer(db, who).run(addPayee, typed)).toMatchObject({ status: 'approved' });
});

test('refuses to pay an existing mismatched payee by payment, standing order or exchange', async () => {
  const { who, account, payee } = await createMismatchedPayee();
  expect(await pay(who, account, payee)).toMatchObject({ state: 'ready' });
  const clock = clockAt('2026-11-20T10:00:00Z');
  const orders = await createStandingOrderUser(db, who, clock);
  const matched = await seedPayee(db, who, northgate);
  await setPolicy(who, true);
  await expect(pay(who, account, payee)).rejects.toMatchObject({ code: 'name_check_forbidden' });
  await expect(orders.create(standingOrderTerms(account, payee))).rejects.toMatchObject({
    code: 'name_check_forbidden',
  });
  const afterFill = { payeeUid: payee.id, payeeVersion: payee.version, maxAmount: '20.00', reference: 'Rent' };
  const terms = { afterFill, buy: 'GBP' } as never;
  await expect(asCustomer(db, who).inside((ctx) => requireValidPaymentOnFill(ctx, terms))).rejects.toMatchObject({
    code: 'name_check_forbidden',
  });
  expect(await pay(who, account, matched)).toMatchObject({ state: 'ready' });
});

test('returns a payment that waits for approval to draft, with the reason', async () => {
  const { who, account, payee } = await createMismatchedPayee();
  const admin = await seedColleague(db, who, 'admin', accessKeys);
  await seedApprovalRule(db, who, { minAmount: '1.00' });
  const { uid } = await pay(who, account, payee);
  await setPolicy(who, true);
  const request = db.selectFrom('approval.request').select('id').where('subjectId', '=', uid);
  await approveAs(db, admin, (await request.executeTakeFirstOrThrow()).id);
  const payment = db.selectFrom('payment.payment').select(['state', 'reason']).where('id', '=', uid);
  const { state: stands, reason } = await payment.executeTakeFirstOrThrow();
  expect(stands).toBe('draft');
  expect(reason).toContain('The name does not match the account');
});

const line = 'Somchai Prasert,20-29-59,63748472,25.00,Rent 1';
const rowsOf = async (who: TestUser, uid: string) => (await asCustomer(db, who).run(listRows, { uid })).rows;
async function uploadFile(who: TestUser, ...lines: string[]) {
  const file = await seedBulkFile(db, who, lines);
  while ((await runNameChecks(db, noMatch)) > 0);
  return file;
}

test('marks a file row with a mismatched name as faulty, whether its payee is new or known', async () => {
  const { who } = await createMismatchedPayee();
  await setPolicy(who, true);
  const { uid } = await uploadFile(who, line, 'Northgate Lettings Ltd,08-99-99,66374958,100.00,Rent 2');
  const wrong = { state: 'faulty', faults: [{ field: 'name', message: expect.stringContaining('does not allow') }] };
  expect(await rowsOf(who, uid)).toMatchObject([wrong, wrong]);
  const again = await uploadFile(who, 'Northgate Lettings Ltd,08-99-99,66374958,90.00,Rent 3');
  expect(await rowsOf(who, again.uid)).toMatchObject([wrong]);
});

test('refuses to accept a mismatched row, and pays no row that was accepted before', async () => {
  const who = await seedCustomer(db, { business: true });
  await seedAccount(db, who, { balance: '500.00' });
  const { uid } = await uploadFile(who, line);
  const accept = () =>
    asCustomer(db, who).inside((ctx) =>
      overrideNameCheck(
        { ...ctx, now: new Date(ctx.now.getTime() + 11_000) },
        { uid, number: 1, reason: 'She has married since', idempotency: randomUUID() },
      ),
    );
  await setPolicy(who, true);
  await expect(accept()).rejects.toMatchObject({ code: 'name_check_forbidden' });
  await setPolicy(who, false);
  expect(await accept()).toMatchObject({ state: 'ready' });
  const file = await asCustomer(db, who).run(getFile, { uid });
  const warnings = file.totals.flatMap((total) => total.warnings);
  await releaseFileAs(db, who, file, warnings);
  await setPolicy(who, true);
  await runBulkPayments(db, openLog('silent'));
  expect(await rowsOf(who, uid)).toMatchObject([
    { state: 'refused', refusal: expect.stringContaining('The name does not match') },
  ]);
  expect(await asCustomer(db, who).run(listPayees, {})).toEqual([]);
});
