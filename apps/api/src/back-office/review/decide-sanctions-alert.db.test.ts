import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import { removePayee } from '../../payees/payee/remove-payee.ts';
import { sendGbp } from '../../payments/domestic/send-domestic.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { clearSanctionsAlert, confirmSanctionsAlert, listSanctionsAlerts } from './decide-sanctions-alert.ts';
import { rescreenNames } from './review.listeners.ts';

const { db } = await createDatabase();
const staff = (role: StaffRole = 'compliance') => seedDealer(db, role);
type Staff = Awaited<ReturnType<typeof staff>>;
const note = 'The date of birth is another one.';

let lists = 0;
async function screened(...names: string[]) {
  lists += 1;
  const listed = names.map((name) => ({ entryId: `DEMO-${name}`, name, regime: `Made up ${lists}` }));
  await asSystem(db, (ctx) => importSanctionsList(ctx, `list-${lists}.csv`, listed));
  const transaction = <T>(work: Parameters<typeof asSystem<T>>[1]) => asSystem(db, work);
  const told = { eventId: 1n, payload: { version: `${lists}` } };
  await rescreenNames({ requestId: 'test', transaction, batchedTransaction: transaction }, told);
}

const findings = () => db.selectFrom('review.sanctions_alert').selectAll().where('state', '=', 'open').execute();
const only = async () => {
  const all = await findings();
  expect(all).toHaveLength(1);
  return all[0]?.id ?? '';
};
const clear = (by: Staff, uid: string) => by.act(clearSanctionsAlert, { uid, note });
const confirm = (by: Staff, uid: string) => by.act(confirmSanctionsAlert, { uid, note });
const listed = async (by: Staff, state = 'open') =>
  (await by.act(listSanctionsAlerts, { state })) as unknown as Awaited<ReturnType<typeof listSanctionsAlerts>>;

let count = 0;
async function createParty() {
  count += 1;
  const letters = String.fromCharCode(97 + count).repeat(4);
  const [name, payeeName] = [`Quillon ${letters}oth`, `Vorti ${letters}umbane`];
  const who = await seedCustomer(db, { name });
  const account = await seedAccount(db, who, { balance: '100.00' });
  const payee = await seedPayee(db, who, { ...ukDetails.somchai, name: payeeName });
  const session = await seedSession(db, who);
  const order = await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee), session);
  const actor = inSession(who, session);
  const pay = async () => inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
  return { who, payee, pay, name, payeeName };
}
const payeeNow = (id: string) =>
  db.selectFrom('payee.payee').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const customerNow = (id: string) =>
  db.selectFrom('customer.customer').select('state as status').where('id', '=', id).executeTakeFirstOrThrow();

beforeEach(async () => {
  const { id } = await staff();
  const done = { state: 'true_match', decidedBy: id, decidedAt: new Date() } as const;
  await db.updateTable('review.sanctions_alert').set(done).where('state', '=', 'open').execute();
});

describe('screen names against a new list', () => {
  it('finds each matching payee and customer once', async () => {
    const [one] = [await createParty(), await createParty()];
    await screened(one.name, one.payeeName);
    await screened(one.name, one.payeeName);
    const { list } = await listed(await staff());
    expect(
      list.map(({ subject, subjectUid, name, isAwaitingSecondDecision }) => [
        subject,
        subjectUid,
        name,
        isAwaitingSecondDecision,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['payee', one.payee.id, one.payeeName, false],
        ['customer', one.who.customer.id, one.name, false],
      ]),
    );
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ customer: { name: one.name }, entry: { score: '1.000', rule: 'alike' } });
  });

  it('leaves out deleted payees', async () => {
    const { who, payee, payeeName } = await createParty();
    await asCustomer(db, who).inside((ctx) => removePayee(ctx, { uid: payee.id, idempotency: v7() }));
    await screened(payeeName);
    expect(await findings()).toEqual([]);
  });
});

describe('clear a sanctions alert', () => {
  it('takes two people, and does not alert again until a name changes', async () => {
    const { payee, payeeName } = await createParty();
    await screened(payeeName);
    const uid = await only();
    const [first, second] = [await staff(), await staff('mlro')];
    expect(await clear(first, uid)).toMatchObject({ state: 'open', isAwaitingSecondDecision: true });
    await expectRefusal(db, 'approver_conflict', () => clear(first, uid));
    expect(await clear(second, uid)).toMatchObject({ state: 'false_positive', isAwaitingSecondDecision: false });
    expect((await payeeNow(payee.id)).status).toBe('approved');
    await screened(payeeName, 'Somebody Quite Unheard');
    expect(await findings()).toEqual([]);
    await screened(`${payeeName.slice(0, -1)}a`);
    expect(await findings()).toHaveLength(1);
  });

  it('refuses a single person, also in the database', async () => {
    const { payeeName } = await createParty();
    await screened(payeeName);
    const uid = await only();
    const by = await staff();
    await clear(by, uid);
    const alone = db
      .updateTable('review.sanctions_alert')
      .set({ state: 'false_positive', decidedBy: by.id, decidedAt: new Date() })
      .where('id', '=', uid)
      .execute();
    await expect(alone).rejects.toThrow('alert_cleared_by_two');
  });
});

describe('confirm a sanctions alert', () => {
  it('disables the payee, voids approvals and does not mention the list to the customer', async () => {
    const { payee, payeeName, pay } = await createParty();
    await screened(payeeName);
    await confirm(await staff(), await only());
    const row = await payeeNow(payee.id);
    expect(row).toMatchObject({ status: 'disabled', reasonCode: 'compliance', version: 2 });
    expect(row.reason?.toLowerCase()).not.toMatch(/sanction|list|match/);
    await expectRefusal(db, 'payee_changed', pay);
  });

  it('suspends outgoing payments of the customer', async () => {
    const { who, name } = await createParty();
    await screened(name);
    await confirm(await staff('mlro'), await only());
    expect((await customerNow(who.customer.id)).status).toBe('suspended');
    const { list } = await listed(await staff('auditor'), 'true_match');
    expect(list.map(({ subjectUid }) => subjectUid)).toContain(who.customer.id);
  });

  it('changes nothing for a payee that was deleted', async () => {
    const { who, payee, payeeName } = await createParty();
    await screened(payeeName);
    await asCustomer(db, who).inside((ctx) => removePayee(ctx, { uid: payee.id, idempotency: v7() }));
    expect(await confirm(await staff(), await only())).toMatchObject({ state: 'true_match' });
    expect((await payeeNow(payee.id)).status).toBe('approved');
  });
});

describe('decide a sanctions alert', () => {
  it('refuses everyone outside compliance', async () => {
    const { payeeName } = await createParty();
    await screened(payeeName);
    const uid = await only();
    for (const role of ['payment_operations', 'dealer', 'auditor'] as const) {
      const by = await staff(role);
      await expectRefusal(db, 'access_denied', () => clear(by, uid));
      await expectRefusal(db, 'access_denied', () => confirm(by, uid));
      if (role !== 'auditor') await expectRefusal(db, 'access_denied', () => listed(by));
    }
  });

  it('refuses a decided or unknown alert', async () => {
    const { payeeName } = await createParty();
    await screened(payeeName);
    const uid = await only();
    const by = await staff();
    await confirm(by, uid);
    await expectRefusal(db, 'invalid_transition', () => clear(by, uid));
    await expectRefusal(db, 'invalid_transition', () => confirm(by, uid));
    await expectRefusal(db, 'not_found', () => clear(by, v7()));
  });
});
