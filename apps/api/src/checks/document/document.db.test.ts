import { randomUUID } from 'node:crypto';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { permitted } from '../../../../../test/fixtures/permitted.ts';
import { docm, docx, eicar, jpeg, pdf, png } from '../../../../../test/fixtures/sample-files.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  claimExternalDeliveries,
  deliverExternal,
  externalHandler,
  fanOutEvents,
} from '../../platform/events/relay.ts';
import type { Ctx, StaffActor } from '../../platform/requests/verb.ts';
import { addDocument } from './add-document.ts';
import { storeCardDocument, withdrawCardDocument } from './card-document.ts';
import { acceptDocument, refuseDocument } from './decide-document.ts';
import { listDocuments, openDocument, showDocumentQueue } from './document.read.ts';
import { type Document, findDocument } from './document.sql.ts';
import { documentUploaded } from './document.ts';
import type { ScanResult } from './scan/scanner.ts';
import { scanDocument } from './scan-document.ts';

const { db, url } = await createDatabase();
const createPayer = async () => {
  const payer = await seedCustomer(db);
  return { ...payer, account: await seedAccount(db, payer), payee: await seedPayee(db, payer) };
};
let who: Awaited<ReturnType<typeof createPayer>>;
let stranger: TestUser;

beforeAll(async () => {
  who = await createPayer();
  stranger = await seedCustomer(db);
});

const createPayment = (payer = who, state: PaymentState = 'ready'): Promise<string> =>
  seedPaymentRow(db, payer, payer.account, payer.payee, { state });

type Upload = Parameters<typeof addDocument>[1];
const file = (bytes: Buffer | string, name: string): File => new File([new Uint8Array(Buffer.from(bytes))], name);
const upload = (id: string, over: Partial<Upload> = {}): Upload => ({
  id,
  type: 'invoice',
  file: file(pdf(), 'invoice.pdf'),
  idempotency: randomUUID(),
  ...over,
});
const add = (id: string, over: Partial<Upload> = {}, owner: TestUser = who) =>
  asCustomer(db, owner).inside((ctx) => addDocument(ctx, upload(id, over)));
const storedDocument = async (uid: string): Promise<Document | undefined> =>
  asSystem(db, ({ tx }) => findDocument(tx, uid));
const contentOf = (uid: string) =>
  db.selectFrom('document.content').select('bytes').where('documentId', '=', uid).executeTakeFirst();

const scan = (documentId: string, finding: ScanResult | Error) =>
  scanDocument(async () => {
    if (finding instanceof Error) throw finding;
    return finding;
  })(
    { requestId: 'test', transaction: (work) => asSystem(db, work), batchedTransaction: (work) => asSystem(db, work) },
    { eventId: 1n, payload: { documentId } },
  );

const historyOf = async (uid: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('document.transition')
    .select(['state', 'actorKind'])
    .where('documentId', '=', uid)
    .orderBy('seq')
    .execute();
  return rows.map(({ state, actorKind }) => `${state} by ${actorKind}`);
};

const asStaff = <T>(role: StaffRole, work: (ctx: Ctx<StaffActor>) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) =>
    work({
      tx,
      now,
      requestId: 'test',
      actor: {
        kind: 'staff',
        staffId: randomUUID(),
        name: 'Staff',
        role,
        permissions: starterPermissions[role],
        sessionId: randomUUID(),
        ip: '127.0.0.1',
      },
    }),
  );

describe('upload a document', () => {
  it('quarantines it with a clean name, the type of its content and no picture metadata', async () => {
    const payment = await createPayment();
    const sent = await add(payment, { type: 'id', file: file(jpeg(), '../my\u202E passport.JPG'), note: ' page 1 ' });
    expect(sent).toMatchObject({ type: 'id', name: 'my passport.jpg', mediaType: 'image/jpeg', state: 'uploaded' });
    expect((await contentOf(sent.uid))?.bytes.includes('GPS')).toBe(false);
    expect(await historyOf(sent.uid)).toEqual(['uploaded by customer']);
    const listed = await asCustomer(db, who).inside((ctx) => listDocuments(ctx, { id: payment }));
    expect(listed).toEqual({ list: [sent], canUpload: true });
  });

  it.each([
    ['what is none of our kinds', eicar, 'eicar.com'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'page.pdf'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'drawing.png'],
    ['a file whose name says something else', pdf(), 'picture.png'],
    ['a file without an ending', pdf(), 'invoice'],
    ['Word with macros', docm(), 'letter.docx'],
    ['a broken picture', png().subarray(0, 60), 'scan.png'],
  ])('refuses %s and stores nothing', async (_, bytes, name) => {
    const payment = await createPayment();
    await expectRefusal(db, 'file_rejected', () => add(payment, { file: file(bytes, name) }));
  });

  it('refuses a payment of another customer like one that does not exist', async () => {
    const payment = await createPayment();
    await expectRefusal(db, 'not_found', () => add(payment, {}, stranger));
    await expectRefusal(db, 'not_found', () => add(randomUUID()));
    await expectRefusal(db, 'not_found', () =>
      asCustomer(db, stranger).inside((ctx) => listDocuments(ctx, { id: payment })),
    );
  });

  it.each(['completed', 'returned', 'rejected', 'failed', 'cancelled'] as const)(
    'refuses once the payment is %s',
    async (state) => {
      const payment = await createPayment(who, state);
      await expectRefusal(db, 'invalid_transition', () => add(payment));
      const { canUpload } = await asCustomer(db, who).inside((ctx) => listDocuments(ctx, { id: payment }));
      expect(canUpload).toBe(false);
    },
  );

  it('refuses the same file twice, but accepts it again after it was refused', async () => {
    const payment = await createPayment();
    const first = await add(payment);
    await expectRefusal(db, 'file_rejected', () => add(payment));
    await scan(first.uid, 'not_checkable');
    expect((await add(payment)).uid).not.toBe(first.uid);
  });

  it('accepts ten documents, also when twenty arrive concurrently', async () => {
    const payment = await createPayment();
    const attempts = Array.from({ length: 20 }, (_, i) => add(payment, { file: file(pdf(`(${i})`), `${i}.pdf`) }));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const { list, canUpload } = await asCustomer(db, who).inside((ctx) => listDocuments(ctx, { id: payment }));
    expect([list.length, canUpload]).toEqual([10, false]);
  });
});

describe('scan a document', () => {
  it('passes a clean document', async () => {
    const { uid } = await add(await createPayment());
    await scan(uid, 'clean');
    expect((await storedDocument(uid))?.state).toBe('received');
    expect(await historyOf(uid)).toEqual(['uploaded by customer', 'scanning by system', 'received by system']);
  });

  it('refuses a document with a finding, gives the reason and erases the content', async () => {
    const { uid } = await add(await createPayment());
    await scan(uid, 'active_content');
    expect(await storedDocument(uid)).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('contains a program'),
    });
    expect(await contentOf(uid)).toBeUndefined();
  });

  it('leaves a document in quarantine when the scanner fails, and scans it again', async () => {
    const { uid } = await add(await createPayment());
    await expect(scan(uid, new Error('out of reach'))).rejects.toThrow('out of reach');
    expect((await storedDocument(uid))?.state).toBe('scanning');
    await scan(uid, 'clean');
    await scan(uid, 'virus');
    expect((await storedDocument(uid))?.state).toBe('received');
  });

  it('refuses to open a document before its scan, after a refusal, or of another customer', async () => {
    const opened = (uid: string, by: TestUser = who) =>
      asCustomer(db, by).proceed(openDocument, { uid, access_token: 'as the binder checked it' });
    const [one, other] = [await add(await createPayment()), await add(await createPayment())];
    await expectRefusal(db, 'invalid_transition', () => opened(one.uid));
    await expect(scan(one.uid, new Error('out of reach'))).rejects.toThrow('out of reach');
    await expectRefusal(db, 'invalid_transition', () => opened(one.uid));
    await scan(one.uid, 'clean');
    expect((await opened(one.uid)).name).toBe('invoice.pdf');
    await expectRefusal(db, 'not_found', () => opened(one.uid, stranger));
    await scan(other.uid, 'virus');
    await expectRefusal(db, 'invalid_transition', () => opened(other.uid));
  });

  it('runs for every upload through the relay', async () => {
    const { uid } = await add(await createPayment(), { file: file(docx(), 'a.docx') });
    const subscriptions = [
      externalHandler(
        documentUploaded,
        'scan-document',
        scanDocument(async () => 'clean'),
      ),
    ];
    const log = pino({ level: 'silent' });
    await fanOutEvents(db, subscriptions);
    for (const waiting of await claimExternalDeliveries(db, subscriptions, 100))
      await deliverExternal(db, subscriptions, waiting, log);
    expect((await storedDocument(uid))?.state).toBe('received');
  });
});

describe('document decisions by staff', () => {
  const received = async (): Promise<string> => {
    const { uid } = await add(await createPayment());
    await scan(uid, 'clean');
    return uid;
  };
  const accept = (uid: string, role: StaffRole = 'payment_operations') =>
    asStaff(role, (ctx) => permitted(acceptDocument)(ctx, { uid, idempotency: randomUUID() }));
  const refuse = (uid: string, role: StaffRole = 'compliance') =>
    asStaff(role, (ctx) =>
      permitted(refuseDocument)(ctx, {
        uid,
        reason: 'The page is cut off. Send the whole page.',
        idempotency: randomUUID(),
      }),
    );

  it('lists received documents until they are accepted', async () => {
    const uid = await received();
    const board = () => asStaff('auditor', (ctx) => permitted(showDocumentQueue)(ctx, {}));
    expect((await board()).list).toContainEqual(
      expect.objectContaining({ uid, customer: { name: who.customer.name, memberCode: who.customer.memberCode } }),
    );
    expect((await accept(uid)).state).toBe('accepted');
    expect((await board()).list.map((each) => each.uid)).not.toContain(uid);
    expect((await historyOf(uid)).at(-1)).toBe('accepted by staff');
  });

  it('refuses with a reason for the customer and erases the content', async () => {
    const uid = await received();
    expect(await refuse(uid)).toMatchObject({ state: 'refused', reason: 'The page is cut off. Send the whole page.' });
    expect(await contentOf(uid)).toBeUndefined();
  });

  it('refuses a decision before the scan or a second one', async () => {
    const { uid } = await add(await createPayment());
    await expectRefusal(db, 'invalid_transition', () => accept(uid));
    await expectRefusal(db, 'invalid_transition', () => refuse(uid));
    await scan(uid, 'clean');
    await accept(uid);
    await expectRefusal(db, 'invalid_transition', () => refuse(uid));
    await expectRefusal(db, 'not_found', () => accept(randomUUID()));
  });

  it.each(['support', 'dealer', 'finance', 'settings', 'super', 'auditor'] as const)(
    'refuses the role %s',
    async (role) => {
      const uid = await received();
      await expectRefusal(db, 'access_denied', () => accept(uid, role));
      await expectRefusal(db, 'access_denied', () => refuse(uid, role));
      if (role !== 'auditor')
        await expectRefusal(db, 'access_denied', () => asStaff(role, (ctx) => permitted(showDocumentQueue)(ctx, {})));
    },
  );
});

describe('withdraw a document of a card payment', () => {
  const withdraw = (id: string) => asCustomer(db, who).inside((ctx) => withdrawCardDocument(ctx, id));
  const store = async (): Promise<string> => {
    const sent = { customerId: who.customer.id, userId: who.user.id, file: file(pdf(), 'receipt.pdf') };
    return (await asCustomer(db, who).inside((ctx) => storeCardDocument(ctx, sent, []))).id;
  };

  it('refuses it in the name of the customer and erases the content', async () => {
    const id = await store();
    await scan(id, 'clean');
    expect((await contentOf(id))?.bytes).toEqual(pdf());
    await withdraw(id);
    expect(await storedDocument(id)).toMatchObject({ state: 'refused', reason: 'Removed by a person of the customer' });
    expect(await contentOf(id)).toBeUndefined();
    expect((await historyOf(id)).at(-1)).toBe('refused by customer');
  });

  it('changes nothing of one that the scan refused', async () => {
    const id = await store();
    await scan(id, 'virus');
    const [before, history] = [await storedDocument(id), await historyOf(id)];
    await withdraw(id);
    expect([await storedDocument(id), await historyOf(id)]).toEqual([before, history]);
  });

  it('is not possible before the scan, nor for a document of anything else', async () => {
    const id = await store();
    await expectRefusal(db, 'invalid_transition', () => withdraw(id));
    const { uid } = await add(await createPayment());
    await scan(uid, 'clean');
    await expectRefusal(db, 'not_found', () => withdraw(uid));
    await expectRefusal(db, 'not_found', () => withdraw(randomUUID()));
  });
});

describe('upload over HTTP', () => {
  it('is idempotent by key, refuses the key for another file, and refuses a large file', async () => {
    const app = await startTestApi(url);
    const owner = await createPayer();
    await seedCredentials(db, owner);
    const payment = await createPayment(owner);
    const { token, call } = await signIn(app.base, owner);
    const path = `/v1/payment/pending-domestic/${payment}/documents`;
    const send = async (sent: File, idempotency: string) => {
      const form = new FormData();
      form.set('type', 'invoice');
      form.set('idempotency', idempotency);
      form.set('file', sent);
      const headers = { authorization: token };
      const answer = await fetch(`${app.base}/api/services${path}`, { method: 'POST', body: form, headers });
      return (await answer.json()) as { code?: string; message: string; data: { uid: string } };
    };
    const key = randomUUID();
    const first = await send(file(pdf('(one)'), 'one.pdf'), key);
    expect(await send(file(pdf('(one)'), 'one.pdf'), key)).toEqual(first);
    expect((await send(file(pdf('(two)'), 'one.pdf'), key)).code).toBe('idempotency_mismatch');
    const large = Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024)]);
    expect(await send(file(large, 'large.pdf'), randomUUID())).toMatchObject({
      code: 'file_rejected',
      message: 'Nothing was saved. This file is larger than 10 MB. Choose a smaller one.',
    });
    expect((await send(file('', 'empty.pdf'), randomUUID())).code).toBe('validation_failed');
    expect((await call('POST', path, { type: 'invoice' })).body.code).toBe('validation_failed');

    await expect
      .poll(async () => (await call('GET', path)).body.data.list[0].state, { timeout: 20_000 })
      .toBe('received');
    const { downloadToken: ticket } = (
      await call('POST', '/v1/session/ticket', {
        file: `/v1/document/${first.data.uid}/file`,
        idempotency: randomUUID(),
      })
    ).body.data;
    const opened = await fetch(`${app.base}/api/services/v1/document/${first.data.uid}/file?access_token=${ticket}`);
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment; filename="one\.pdf"/);
    expect(opened.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf('(one)'));
  });
});
