import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  expectRefusal,
  type Given,
  givenAccount,
  givenCustomer,
  givenDatabase,
  givenPayee,
} from '../../../../test/given.ts';
import { pdf } from '../../../../test/given-file.ts';
import {
  approve,
  givenPayeeOf,
  givenSession,
  inSession,
  type Order,
  orderFor,
} from '../../../../test/given-payment.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { addAhead } from '../document/add-document.ts';
import { findDocument } from '../document/document.sql.ts';
import { forgetDocuments } from '../document/forget-documents.ts';
import { listAhead, listDocuments } from '../document/list-documents.ts';
import type { Finding } from '../document/scan/scanner.ts';
import { scanDocument } from '../document/scan-document.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { checkName } from '../payee/check-name.ts';
import type { Payee } from '../payee/payee.ts';
import type { NameAnswer } from '../payee/rails/name-checks.ts';
import { describeReceipt } from '../receipt/describe-receipt.ts';
import { findReceipt } from '../receipt/receipt.read.ts';
import { afterReceipt } from '../review/follow-documents.ts';
import { listPendingDomestic } from './list-pending-domestic.ts';
import { orderOf } from './order.ts';
import { findPayment, lockPaymentOf } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { composePain001 } from './rails/pain-001.ts';
import { repeatPayment } from './repeat-payment.ts';
import { sendGbp } from './send-gbp.ts';
import { showPayment } from './show-payment.ts';

const { db } = await givenDatabase();
let who: Given;
let account: BankAccount;
let payee: Payee;
let session: string;

beforeEach(async () => {
  who = await givenCustomer(db);
  account = await givenAccount(db, who, { balance: '1000.00' });
  payee = await givenPayee(db, who);
  session = await givenSession(db, who);
});

async function pay(over: Partial<Order> = {}) {
  const order = await approve(db, who, orderFor(account, payee, over), session);
  const actor = inSession(who, session);
  return inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
}
const refuses = async (code: Parameters<typeof expectRefusal>[1], over: Partial<Order>) => {
  const order = await approve(db, who, orderFor(account, payee, over), session);
  const actor = inSession(who, session);
  await expectRefusal(db, code, () =>
    inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order)),
  );
};

describe('the payer’s end-to-end id', () => {
  it('is sent to the payee, appears in detail and receipt, and does not identify the payment to us', async () => {
    const [first, second] = [
      await pay({ endToEndId: 'INV-2026/7' }),
      await pay({ endToEndId: 'INV-2026/7', confirmDuplicate: true }),
    ];
    expect(first.endToEndId).toBe('INV-2026/7');
    const row = (await inTransaction(db, (tx) => findPayment(tx, first.uid))) as Payment;
    expect(composePain001(orderOf(row))).toContain(
      `<PmtId><InstrId>${first.reference}</InstrId><EndToEndId>INV-2026/7</EndToEndId>`,
    );
    for (const made of [first, second])
      expect((await inTransaction(db, (tx) => lockPaymentOf(tx, made.reference)))?.id).toBe(made.uid);
    expect((await inTransaction(db, (tx) => lockPaymentOf(tx, first.uid.replaceAll('-', ''))))?.id).toBe(first.uid);
    expect(await inTransaction(db, (tx) => lockPaymentOf(tx, 'INV-2026/7'))).toBeUndefined();
    const receipt = await inTransaction(db, (tx) => findReceipt(tx, first.uid, who.customer.id));
    expect(receipt && describeReceipt(receipt).sections.flatMap(({ rows }) => rows)).toContainEqual([
      'End-to-end id',
      'INV-2026/7',
    ]);
  });

  it('refuses the instruction id of another payment', async () => {
    const other = await pay();
    await refuses('validation_failed', { endToEndId: other.reference });
    await refuses('validation_failed', { endToEndId: other.uid.replaceAll('-', '') });
  });

  it('defaults to our reference, and is not copied when a payment is repeated', async () => {
    const made = await pay();
    expect(made.endToEndId).toBe(made.reference);
    expect(await asCustomer(db, who).run(repeatPayment, { id: made.uid })).toMatchObject({ draft: null });
  });
});

it('sends the roll number to the building society', async () => {
  const { id, name, type, currency, details } = payee;
  const account = `${payee.account} A/12-7`;
  const member = await givenPayeeOf(db, who, {
    name,
    type,
    currency,
    details: { ...details, secondaryId: 'A/12-7' },
    account,
  });
  expect(member.id).not.toBe(id);
  const { uid } = await pay({ payeeUid: member.id, payeeVersion: member.version });
  const row = (await inTransaction(db, (tx) => findPayment(tx, uid))) as Payment;
  expect(composePain001(orderOf(row))).toContain('<InstrInf>Roll number A/12-7</InstrInf>');
});

describe('documents uploaded before the payment', () => {
  const large = { amount: '20000.01' };
  const ahead = (name: string, as = who, type: 'invoice' | 'source_of_funds' = 'source_of_funds') =>
    asCustomer(db, as).run(addAhead, {
      type,
      file: new File([new Uint8Array(pdf(name))], `${name}.pdf`),
      idempotency: v7(),
    });
  const scan = (documentId: string, finding: Finding = 'clean') =>
    scanDocument(async () => finding)(
      { requestId: 'test', transaction: (work) => asSystem(db, work), withOthers: (work) => asSystem(db, work) },
      { eventId: 1n, payload: { documentId } },
    );

  beforeEach(async () => {
    account = await givenAccount(db, who, { balance: '90000.00' });
  });

  it('belong to the payment that names them, which then needs no further documents', async () => {
    const [proof, other] = [await ahead('proof'), await ahead('other', who, 'invoice')];
    await scan(proof.uid);
    const made = await pay({ ...large, documents: [proof.uid, other.uid] });
    const documents = { required: ['source_of_funds'], uploaded: ['invoice', 'source_of_funds'] };
    expect(made).toMatchObject({ state: 'in_review', owner: 'us', reasonCode: 'extra_checks', canUpload: true });
    expect({ ...made.documents, uploaded: made.documents.uploaded.toSorted() }).toEqual(documents);
    const me = asCustomer(db, who);
    expect((await me.run(showPayment, { id: made.uid })).documents).toEqual(documents);
    expect((await me.run(listPendingDomestic, { filterType: 'wait' })).list).toMatchObject([{ documents }]);
    expect((await me.inside((ctx) => listDocuments(ctx, { id: made.uid }))).list).toMatchObject([
      { uid: proof.uid, state: 'received' },
      { uid: other.uid, state: 'uploaded' },
    ]);
    expect((await me.run(listAhead, {})).list).toEqual([]);
    await refuses('file_rejected', { ...large, documents: [proof.uid], confirmDuplicate: true });
  });

  it('count once the virus scanner has released them', async () => {
    const proof = await ahead('proof');
    const made = await pay({ ...large, documents: [proof.uid] });
    expect(made).toMatchObject({ owner: 'you', reasonCode: 'documents_needed' });
    await scan(proof.uid);
    await asSystem(db, async (ctx) => {
      const news = { documentId: proof.uid, paymentId: made.uid, customerId: who.customer.id, personId: who.person.id };
      await afterReceipt(ctx, {
        eventId: 1n,
        payload: { ...news, type: 'source_of_funds', name: 'proof.pdf', payeeName: '', reason: null },
      } as never);
    });
    expect(await asCustomer(db, who).run(showPayment, { id: made.uid })).toMatchObject({ reasonCode: 'extra_checks' });
  });

  it('are refused if unknown, infected or another customer’s', async () => {
    const [theirs, bad] = [await ahead('theirs', await givenCustomer(db)), await ahead('bad')];
    await scan(bad.uid, 'virus');
    await refuses('not_found', { documents: [theirs.uid] });
    await refuses('not_found', { documents: [v7()] });
    await refuses('file_rejected', { documents: [bad.uid] });
    expect((await asCustomer(db, who).run(listAhead, {})).list).toMatchObject([{ uid: bad.uid, state: 'refused' }]);
  });

  it('are stored once, ten at most, and as long as the setting says', async () => {
    const first = await ahead('proof');
    await expectRefusal(db, 'file_rejected', () => ahead('proof'));
    for (let i = 2; i <= 10; i += 1) await ahead(`proof ${i}`);
    await expectRefusal(db, 'file_rejected', () => ahead('one too many'));
    await scan(first.uid);
    await db
      .updateTable('document.document')
      .set({ created_at: sql`now() - interval '3 hours'` })
      .where('id', '=', first.uid)
      .execute();
    const state = async () => (await inTransaction(db, (tx) => findDocument(tx, first.uid)))?.state;
    await forgetDocuments(db);
    expect(await state()).toBe('received');
    await db
      .insertInto('document.setting')
      .values({ effective_from: sql`now() - interval '1 minute'`, ahead_hours: 2 })
      .execute();
    await forgetDocuments(db);
    await db.deleteFrom('document.setting').where('ahead_hours', '=', 2).execute();
    expect(await state()).toBe('refused');
  });
});

describe('the name check displayed to the payer', () => {
  const ask = async (answer: NameAnswer, change: Partial<Payee> = {}) => {
    const { type, currency, name, entityType, details } = { ...payee, ...change };
    const asked = checkName(async () => answer);
    return (await asCustomer(db, who).proceed(asked, { type, currency, name, entityType, details })).checkId;
  };
  const close: NameAnswer = { scheme: 'cop', code: 'MBAM', result: 'close_match', actualName: 'Somchai Jaidee' };
  const boundTo = async (id: string) => (await inTransaction(db, (tx) => findPayment(tx, id)))?.name_check_id;

  it('is bound to the payment, by default that of the payee', async () => {
    const own = await pay({ nameCheckId: payee.nameCheckId ?? '' });
    const newer = await ask({ scheme: 'cop', code: 'ACNS', result: 'unavailable' });
    const later = await pay({ nameCheckId: newer, confirmDuplicate: true });
    const plain = await pay({ confirmDuplicate: true });
    expect([await boundTo(own.uid), await boundTo(later.uid), await boundTo(plain.uid)]).toEqual([
      payee.nameCheckId,
      newer,
      payee.nameCheckId,
    ]);
    expect(later.nameCheck).toEqual({ result: 'unavailable', actualName: null });
    expect((await asCustomer(db, who).run(showPayment, { id: later.uid })).nameCheck).toEqual(later.nameCheck);
  });

  it('refuses a payment if the check forbids it or is about another payee', async () => {
    await refuses('name_check_unconfirmed', { nameCheckId: await ask(close) });
    await refuses('name_check_unconfirmed', {
      nameCheckId: await ask({ scheme: 'cop', code: 'ANNM', result: 'no_match' }),
    });
    await refuses('payee_details_invalid', {
      nameCheckId: await ask({ scheme: 'cop', code: 'CASS', result: 'account_switched' }),
    });
    const match: NameAnswer = { scheme: 'cop', code: 'MATC', result: 'match' };
    await refuses('name_check_required', { nameCheckId: await ask(match, { name: 'Somebody Else' }) });
    await refuses('name_check_required', { nameCheckId: v7() });
    const [mine, stranger] = [who, await givenCustomer(db)];
    who = stranger;
    const theirs = await ask(match);
    who = mine;
    await refuses('name_check_required', { nameCheckId: theirs });
  });
});
