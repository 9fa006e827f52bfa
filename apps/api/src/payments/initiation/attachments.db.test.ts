import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toActor,
} from '../../../../../test/fixtures/base.ts';
import {
  inSession,
  type Order,
  seedPayeeOf,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { pdf } from '../../../../../test/fixtures/sample-files.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { onDocumentReceived } from '../../back-office/review/request-information.ts';
import { addUnattachedDocument } from '../../checks/document/add-document.ts';
import { unattachedDocumentPurge } from '../../checks/document/attach-documents.ts';
import { listDocuments, listUnattachedDocuments } from '../../checks/document/document.read.ts';
import { findDocument } from '../../checks/document/document.sql.ts';
import type { ScanResult } from '../../checks/document/scan/scanner.ts';
import { scanDocument } from '../../checks/document/scan-document.ts';
import { checkName } from '../../payees/payee/name-check/name-check.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import type { NameCheckResponse } from '../../payees/payee/rails/name-check-client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { toInstruction } from '../execution/dispatch-payment.ts';
import { composePain001 } from '../execution/rails/compose-instruction.ts';
import { findPayment, lockPaymentByInstruction } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { listPendingDomestic, repeatPayment, showPayment } from '../payment/show-payments.ts';
import { findReceipt } from '../receipt/receipt.read.ts';
import { describeReceipt } from '../receipt/receipt-document.ts';

const { db } = await createDatabase();
let who: TestUser;
let account: BankAccount;
let payee: Payee;
let session: string;

beforeEach(async () => {
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { balance: '1000.00' });
  payee = await seedPayee(db, who);
  session = await seedSession(db, who);
});

async function pay(over: Partial<Order> = {}) {
  const order = await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee, over), session);
  const actor = inSession(who, session);
  return inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
}
const refuses = async (code: Parameters<typeof expectRefusal>[1], over: Partial<Order>) => {
  const order = await seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee, over), session);
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
    expect(composePain001(toInstruction(row))).toContain(
      `<PmtId><InstrId>${first.reference}</InstrId><EndToEndId>INV-2026/7</EndToEndId>`,
    );
    for (const made of [first, second])
      expect((await inTransaction(db, (tx) => lockPaymentByInstruction(tx, made.reference)))?.id).toBe(made.uid);
    expect((await inTransaction(db, (tx) => lockPaymentByInstruction(tx, first.uid.replaceAll('-', ''))))?.id).toBe(
      first.uid,
    );
    expect(await inTransaction(db, (tx) => lockPaymentByInstruction(tx, 'INV-2026/7'))).toBeUndefined();
    const receipt = await inTransaction(db, (tx) => findReceipt({ tx, actor: toActor(who) }, first.uid));
    expect(receipt && describeReceipt(receipt).sections.flatMap(({ rows }) => rows)).toContainEqual([
      'End-to-end ID',
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
  const member = await seedPayeeOf(db, who, {
    name,
    type,
    currency,
    details: { ...details, secondaryId: 'A/12-7' },
    account,
  });
  expect(member.id).not.toBe(id);
  const { uid } = await pay({ payeeUid: member.id, payeeVersion: member.version });
  const row = (await inTransaction(db, (tx) => findPayment(tx, uid))) as Payment;
  expect(composePain001(toInstruction(row))).toContain('<InstrInf>Roll number A/12-7</InstrInf>');
});

describe('documents uploaded before the payment', () => {
  const large = { amount: '20000.01' };
  const ahead = (name: string, as = who, type: 'invoice' | 'source_of_funds' = 'source_of_funds') =>
    asCustomer(db, as).run(addUnattachedDocument, {
      type,
      file: new File([new Uint8Array(pdf(name))], `${name}.pdf`),
      idempotency: v7(),
    });
  const scan = (documentId: string, finding: ScanResult = 'clean') =>
    scanDocument(async () => finding)(
      {
        requestId: 'test',
        transaction: (work) => asSystem(db, work),
        batchedTransaction: (work) => asSystem(db, work),
      },
      { eventId: 1n, payload: { documentId } },
    );

  beforeEach(async () => {
    account = await seedAccount(db, who, { balance: '90000.00' });
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
    expect((await me.run(listUnattachedDocuments, {})).list).toEqual([]);
    await refuses('file_rejected', { ...large, documents: [proof.uid], confirmDuplicate: true });
  });

  it('count once the virus scanner has released them', async () => {
    const proof = await ahead('proof');
    const made = await pay({ ...large, documents: [proof.uid] });
    expect(made).toMatchObject({ owner: 'you', reasonCode: 'documents_needed' });
    await scan(proof.uid);
    await asSystem(db, async (ctx) => {
      const news = { documentId: proof.uid, paymentId: made.uid, customerId: who.customer.id, userId: who.user.id };
      await onDocumentReceived(ctx, {
        eventId: 1n,
        payload: { ...news, type: 'source_of_funds', name: 'proof.pdf', payeeName: '', reason: null },
      });
    });
    expect(await asCustomer(db, who).run(showPayment, { id: made.uid })).toMatchObject({ reasonCode: 'extra_checks' });
  });

  it('are refused if unknown, infected or another customer’s', async () => {
    const [theirs, bad] = [await ahead('theirs', await seedCustomer(db)), await ahead('bad')];
    await scan(bad.uid, 'virus');
    await refuses('not_found', { documents: [theirs.uid] });
    await refuses('not_found', { documents: [v7()] });
    await refuses('file_rejected', { documents: [bad.uid] });
    expect((await asCustomer(db, who).run(listUnattachedDocuments, {})).list).toMatchObject([
      { uid: bad.uid, state: 'refused' },
    ]);
  });

  it('are stored once, ten at most, and as long as the setting says', async () => {
    const first = await ahead('proof');
    await expectRefusal(db, 'file_rejected', () => ahead('proof'));
    for (let i = 2; i <= 10; i += 1) await ahead(`proof ${i}`);
    await expectRefusal(db, 'file_rejected', () => ahead('one too many'));
    await scan(first.uid);
    await db
      .updateTable('document.document')
      .set({ createdAt: sql`now() - interval '3 hours'` })
      .where('id', '=', first.uid)
      .execute();
    const state = async () => (await inTransaction(db, (tx) => findDocument(tx, first.uid)))?.state;
    await runJob(db, unattachedDocumentPurge);
    expect(await state()).toBe('received');
    await writeSettings(
      db,
      db
        .insertInto('document.setting')
        .values({ effectiveFrom: sql`now() - interval '1 minute'`, unattachedRetentionHours: 2 }),
    );
    await runJob(db, unattachedDocumentPurge);
    await writeSettings(db, db.deleteFrom('document.setting').where('unattachedRetentionHours', '=', 2));
    expect(await state()).toBe('refused');
  });
});

describe('the name check displayed to the payer', () => {
  const ask = async (answer: NameCheckResponse, change: Partial<Payee> = {}) => {
    const { type, currency, name, entityType, details } = { ...payee, ...change };
    const asked = checkName(async () => answer);
    return (await asCustomer(db, who).proceed(asked, { type, currency, name, entityType, details })).checkId;
  };
  const close: NameCheckResponse = { scheme: 'cop', code: 'MBAM', result: 'close_match', actualName: 'Somchai Jaidee' };
  const boundTo = async (id: string) => (await inTransaction(db, (tx) => findPayment(tx, id)))?.nameCheckId;

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
    const match: NameCheckResponse = { scheme: 'cop', code: 'MATC', result: 'match' };
    await refuses('name_check_required', { nameCheckId: await ask(match, { name: 'Somebody Else' }) });
    await refuses('name_check_required', { nameCheckId: v7() });
    const [mine, stranger] = [who, await seedCustomer(db)];
    who = stranger;
    const theirs = await ask(match);
    who = mine;
    await refuses('name_check_required', { nameCheckId: theirs });
  });
});
