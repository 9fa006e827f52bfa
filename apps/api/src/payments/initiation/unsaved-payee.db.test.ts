import { randomUUID } from 'node:crypto';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import { termsFor } from '../../../../../test/fixtures/auto-fx.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  type TestUser,
  toPayeeForm,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedBulkFile } from '../../../../../test/fixtures/bulk-payment.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { clockAt, createStandingOrderUser, standingOrderTerms } from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { requireValidPaymentOnFill } from '../../fx/auto-fx/validate-terms.ts';
import { checkName } from '../../payees/payee/name-check/name-check.ts';
import { listPayees, listUsableGbp, viewPayee } from '../../payees/payee/payee.read.ts';
import { findOrCreatePayees, findPayeesByWords, listPayeesOf, type Payee } from '../../payees/payee/payee.ts';
import { setPayeeFavourite } from '../../payees/payee/remove-payee.ts';
import { addPayee, editPayee } from '../../payees/payee/save-payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { listRows } from '../bulk/show-files.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { createFavourite } from '../favourite/change-favourites.ts';
import { repeatPayment, showPayment } from '../payment/show-payments.ts';
import { find } from '../search/search.read.ts';
import { searchIndex } from '../search/search.sql.ts';
import { validateTerms } from '../standing-order/validate-terms.ts';

const { db } = await createDatabase();
const form = toPayeeForm(ukDetails.somchai);

let who: TestUser;
let account: BankAccount;
let paid = 0;
beforeEach(async () => {
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '1000.00' });
});

const customer = (by = who) => asCustomer(db, by);

async function checked(entered: object = form, by = who) {
  const check = checkName(async () => ({ scheme: 'cop', code: 'MATC', result: 'match' }));
  return { ...entered, nameCheckId: (await customer(by).proceed(check, entered as never)).checkId };
}

const enter = async (over: object = {}, by = who): Promise<PayeeView> => {
  const { nickname, saved = false, ...entered } = { nickname: undefined, ...form, ...over } as Record<string, unknown>;
  const input = { ...(await checked(entered, by)), nickname, saved, confirmWithPayment: true };
  return customer(by).run(addPayee, { ...input, idempotency: randomUUID() } as never);
};

const save = async (over: object = {}): Promise<PayeeView> =>
  customer().run(addPayee, { ...(await checked({ ...form, ...over })), idempotency: randomUUID() } as never);

/** With the PIN for `named`, which is what the draft says unless told otherwise. */
async function pay(payee: PayeeView, named?: object) {
  // Another amount each time: the same one twice is a suspected duplicate.
  paid = (paid + 1) % 20;
  const session = await seedSession(db, who);
  const isDraft = payee.reasonCode === 'unconfirmed';
  const newPayee = named ?? {
    name: payee.name,
    account: payee.summary,
    ...(!payee.saved && { saved: false as const }),
  };
  const order = {
    ...toPaymentOrder(account, { ...payee, id: payee.uid } as unknown as Payee, { amount: `${10 + paid}.00` }),
    currency: 'GBP' as const,
    ...(isDraft && { newPayee }),
  };
  const authorised = await seedPaymentAuthorisation(db, who, order as never, session, 'payment.gbp');
  return inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, authorised),
  );
}

const paidOnce = async (over: object = {}): Promise<PayeeView> => {
  const draft = await enter(over);
  await pay(draft);
  return customer().run(viewPayee, { uid: draft.uid });
};

const listed = async (): Promise<string[]> => (await customer().run(listPayees, {})).map(({ uid }) => uid);

describe('a payee who is paid without being saved', () => {
  it('is in no list of payees', async () => {
    const { saved, status } = await paidOnce();
    expect({ saved, status }).toEqual({ saved: false, status: 'approved' });
    expect(await listed()).toEqual([]);
    expect(await customer().run(listPayees, { search: 'somchai' })).toEqual([]);
    expect(await customer().run(listUsableGbp, {})).toEqual([]);
    expect(await inTransaction(db, (tx) => findPayeesByWords(tx, who.customer.id, ['somchai']))).toEqual([]);
    expect(await inTransaction(db, (tx) => listPayeesOf(tx, who.customer.id))).toEqual([]);
    expect(await customer().run(find, { q: 'somchai', size: 3 })).toMatchObject({ payees: { count: 0 } });
  });

  it('is somebody who was paid: the payment is shown, found and made again', async () => {
    const draft = await enter();
    const { uid } = await pay(draft);
    const { name } = draft;
    expect(await customer().run(showPayment, { id: uid })).toMatchObject({ payee: { uid: draft.uid, name } });
    const search = async () => {
      await runJob(db, searchIndex);
      return (await customer().run(find, { q: 'somchai', size: 3 })).payments.list.map((found) => found.uid);
    };
    // The index waits for older transactions, also those of other tests.
    await expect.poll(search, { timeout: 15_000 }).toEqual([uid]);
    expect(await customer().run(repeatPayment, { id: uid })).toMatchObject({ payeeUid: draft.uid });
    const again = await customer().run(viewPayee, { uid: draft.uid });
    expect(again.lastPaidAt).not.toBeNull();
    expect(await pay(again)).toMatchObject({ payee: { uid: draft.uid } });
    expect(await listed()).toEqual([]);
  });

  it('is not offered to what pays again and again', async () => {
    const payee = { ...(await paidOnce()), id: '' };
    payee.id = payee.uid;
    const standing = await createStandingOrderUser(db, who, clockAt('2026-11-21T10:00:00Z'));
    await expectRefusal(db, 'not_found', () =>
      standing.inside((ctx) => validateTerms(ctx, standingOrderTerms(account, payee as unknown as Payee))),
    );
    const afterFill = { payeeUid: payee.uid, payeeVersion: payee.version, maxAmount: '500.00', reference: 'Rent' };
    const fill = termsFor({ source: account, target: account }, { buy: 'GBP', sell: 'EUR', afterFill });
    await expectRefusal(db, 'not_found', () => standing.inside((ctx) => requireValidPaymentOnFill(ctx, fill)));
    const favourite = { payee: { uid: payee.uid, version: payee.version }, currency: 'GBP', label: 'Rent' };
    await expectRefusal(db, 'not_found', () =>
      customer().run(createFavourite, { ...favourite, idempotency: v7() } as never),
    );
  });

  it('is new to a file, which saves them', async () => {
    const { uid, version } = await paidOnce();
    const file = await seedBulkFile(db, who, ['Somchai Prasert,20-29-59,63748472,25.00,A 1']);
    expect((await customer().run(listRows, { uid: file.uid })).rows).toMatchObject([{ payee: { isNew: true } }]);
    const owner = { customerId: who.customer.id, userId: who.user.id };
    const row = { ...form, account: '202959 63748472', nickname: null, defaultReference: null, nameCheckId: null };
    const [found] = await asSystem(db, (ctx) => findOrCreatePayees(ctx, owner, [row as never]));
    expect(found).toMatchObject({ id: uid, version: version + 1, saved: true });
    expect(await listed()).toEqual([uid]);
  });

  it('is checked like any payee: name, approval, blocked account and the words of the PIN', async () => {
    const bare = { ...form, confirmWithPayment: true as const, saved: false, idempotency: v7() };
    await expectRefusal(db, 'name_check_required', () => customer().run(addPayee, bare));
    const draft = await enter();
    const { name, summary: account } = draft;
    await expect(pay(draft, { name, account })).rejects.toMatchObject({ code: 'payee_not_approved' });
    const payee = await paidOnce();
    await sql`update payee.payee set status = 'disabled', reason_code = 'compliance' where id = ${payee.uid}`.execute(
      db,
    );
    await expect(enter()).rejects.toMatchObject({ code: 'payee_not_approved' });
    expect(await save()).toMatchObject({ uid: payee.uid, status: 'pending', reasonCode: 'compliance', saved: true });
    await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { scope: 'payee', minAmount: '0' });
    const northgate = toPayeeForm(ukDetails.northgate);
    await expect(enter(northgate)).rejects.toMatchObject({ code: 'approval_required' });
  });
});

describe('the same account', () => {
  it('is saved later as the same payee, with what was entered then', async () => {
    const { uid, version } = await paidOnce();
    const saved = await save({ nickname: 'Rent' });
    expect(saved).toMatchObject({ uid, version: version + 1, nickname: 'Rent', saved: true, status: 'approved' });
    expect(await listed()).toEqual([uid]);
    await expect(save()).rejects.toMatchObject({ code: 'payee_exists' });
  });

  it('waits for colleagues when it is saved where they approve payees', async () => {
    const { uid } = await paidOnce();
    await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { scope: 'payee', minAmount: '0' });
    expect(await save()).toMatchObject({ uid, status: 'pending', reasonCode: 'team_approval' });
  });

  it('can be entered again for another payment, which saves it or not', async () => {
    const { uid, version } = await paidOnce();
    const again = await enter({ nickname: 'Rent' });
    expect(again).toMatchObject({ uid, version: version + 1, reasonCode: 'unconfirmed', saved: false });
    await pay(again);
    expect(await listed()).toEqual([]);
    const kept = await enter({ saved: true });
    expect(kept).toMatchObject({ uid, version: version + 2, reasonCode: 'unconfirmed', saved: true });
    expect(await listed()).toEqual([]);
    await pay(kept);
    expect(await listed()).toEqual([uid]);
    await expect(enter()).rejects.toMatchObject({ code: 'payee_exists' });
  });

  it('is one payee when a colleague paid it meanwhile', async () => {
    const draft = await enter();
    const colleague = await seedColleague(db, who, 'owner');
    const mine = who;
    const theirs = await enter({}, colleague);
    who = colleague;
    await pay(theirs);
    who = mine;
    await expect(pay(draft)).rejects.toMatchObject({ code: 'payee_changed' });
    const renewed = await enter();
    expect(renewed.uid).toBe(theirs.uid);
    await pay(renewed);
    expect(await db.selectFrom('payee.payee').select('id').where('customerId', '=', who.customer.id).execute()).toEqual(
      [{ id: theirs.uid }],
    );
  });

  it('is saved as a favourite too, and an edit does not save it', async () => {
    const { uid, version } = await paidOnce();
    const edited = { ...form, uid, version, nickname: 'Rent', idempotency: v7() } as Record<string, unknown>;
    const { type: _type, currency: _currency, ...changes } = edited;
    expect(await customer().run(editPayee, changes as never)).toMatchObject({ nickname: 'Rent', saved: false });
    await customer().run(setPayeeFavourite, { uid, favourite: true, idempotency: v7() });
    await customer().run(setPayeeFavourite, { uid, favourite: false, idempotency: v7() });
    expect(await listed()).toEqual([uid]);
  });
});
