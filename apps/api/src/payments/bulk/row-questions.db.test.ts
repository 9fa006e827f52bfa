import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  seedPayee,
  type UkPayee,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { releaseFileAs, seedBulkFile, totalsToRelease } from '../../../../../test/fixtures/bulk-payment.ts';
import { seedPinAuthorisation } from '../../../../../test/fixtures/fx.ts';
import {
  inSession,
  type Order,
  seedPaymentAuthorisation,
  seedPaymentRow,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { clockAt, createStandingOrderUser, standingOrderTerms } from '../../../../../test/fixtures/standing-order.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { confirmRow } from './correct-row.ts';
import { releaseFileOnce } from './release-file.ts';
import { getFile, listRows } from './show-files.ts';

const { db } = await createDatabase();

const line = 'Somchai Prasert,20-29-59,63748472,25.00,Rent';

async function createPayer() {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: '500.00' });
  const payee = await seedPayee(db, who);
  const session = await seedSession(db, who);
  const { run, proceed } = asCustomer(db, who);
  const upload = (...lines: string[]) => seedBulkFile(db, who, lines);
  const rowsOf = async (uid: string) => (await run(listRows, { uid })).rows;
  const showFirstRow = async (uid: string) => {
    const [row] = await rowsOf(uid);
    if (!row) throw new Error('the file has no rows');
    return row;
  };
  const confirm = async (uid: string, keys?: readonly string[]) => {
    const { questions } = await showFirstRow(uid);
    const shown = questions.filter(({ isConfirmed }) => !isConfirmed).map(({ key }) => key);
    return run(confirmRow, { uid, number: 1, questions: [...(keys ?? shown)], idempotency: v7() });
  };
  const approve = async (uid: string) => {
    const file = await run(getFile, { uid });
    const totals = totalsToRelease(file);
    const [{ amount, currency }] = totals;
    const idempotency = v7();
    const terms = { uid, digest: file.digest, totals, amount, currency, paymentIdempotency: idempotency };
    const authorisation = await seedPinAuthorisation(db, who, session, { operation: 'payment.bulk', ...terms });
    return { uid, digest: file.digest, totals, authorisation, idempotency };
  };
  const release = async (order: Awaited<ReturnType<typeof approve>>) => {
    const actor = inSession(who, session);
    return releaseFileOnce(
      {
        actor,
        requestId: 'test',
        transaction: (work: (ctx: never) => Promise<unknown>) =>
          inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'test' } as never)),
      } as never,
      order,
    );
  };
  const order = () => seedPaymentAuthorisation(db, who, toPaymentOrder(account, payee), session);
  const send = (input: Order) =>
    inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, input));
  const pay = async () => send(await order());
  return { who, account, payee, run, proceed, upload, showFirstRow, confirm, approve, release, order, send, pay };
}

type Payer = Awaited<ReturnType<typeof createPayer>>;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('a row that equals another payment', () => {
  it.each<[string, (payer: Payer) => Promise<unknown>, string]>([
    ['a single payment', ({ pay }) => pay(), 'Payment'],
    [
      'a payment of this morning',
      ({ who, account, payee }) => seedPaymentRow(db, who, account, payee, { createdAt: minutesAgo(600) }),
      'Payment',
    ],
    [
      'a payment that is under review for days',
      ({ who, account, payee }) =>
        seedPaymentRow(db, who, account, payee, { state: 'in_review', createdAt: minutesAgo(9000) }),
      'Payment',
    ],
    [
      'a scheduled payment',
      ({ who, account, payee }) =>
        seedPaymentRow(db, who, account, payee, {
          state: 'scheduled',
          createdAt: minutesAgo(9000),
          executeAt: new Date(Date.now() + 86_400_000),
        }),
      'Payment',
    ],
    [
      'a row of another file',
      async ({ who, upload, showFirstRow }) => {
        const other = await upload('Somchai Prasert,20-29-59,63748472,25.00,Rent 2');
        expect(await showFirstRow(other.uid)).toMatchObject({ state: 'ready' });
        await releaseFileAs(db, who, other);
      },
      'Row 1 of pay.csv',
    ],
    [
      'a standing order',
      async ({ who, account, payee }) => {
        const orders = await createStandingOrderUser(db, who, clockAt(new Date().toISOString()));
        const startDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
        await orders.create(standingOrderTerms(account, payee, { startDate }));
      },
      'standing order',
    ],
  ])('waits for a decision: %s', async (_, plant, words) => {
    const payer = await createPayer();
    await plant(payer);
    const { uid } = await payer.upload(line, 'Somchai Prasert,20-29-59,63748472,25.01,Rent');
    const row = await payer.showFirstRow(uid);
    expect(row).toMatchObject({ state: 'doubtful', questions: [{ kind: 'duplicate', isConfirmed: false }] });
    expect(row.questions[0]?.text).toContain(words);
    expect(await payer.run(getFile, { uid })).toMatchObject({ counts: { doubtful: 1, ready: 1 } });
    expect(await payer.confirm(uid)).toMatchObject({ state: 'ready', questions: [{ isConfirmed: true }] });
    await payer.release(await payer.approve(uid));
    expect(await payer.run(getFile, { uid })).toMatchObject({ counts: { released: 2 } });
  });

  it('is not asked about a payment of another amount, payee or week', async () => {
    const payer = await createPayer();
    const other = await seedPayee(db, payer.who, ukDetails.mekong);
    await seedPaymentRow(db, payer.who, payer.account, other);
    await seedPaymentRow(db, payer.who, payer.account, payer.payee, { amount: '25.01' });
    await seedPaymentRow(db, payer.who, payer.account, payer.payee, { createdAt: minutesAgo(9000) });
    await seedPaymentRow(db, payer.who, payer.account, payer.payee, { state: 'rejected' });
    expect(await payer.showFirstRow((await payer.upload(line)).uid)).toMatchObject({ state: 'ready', questions: [] });
  });

  it('is held back at its release, if the payment was made after the upload', async () => {
    const payer = await createPayer();
    const [one, two] = [await payer.upload(line), await payer.upload(line)];
    const [first, second] = [await payer.approve(one.uid), await payer.approve(two.uid)];
    const outcomes = await Promise.allSettled([payer.release(first), payer.release(second)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toBeInstanceOf(Refusal);
    expect(refused.reason).toMatchObject({ code: 'bulk_changed' });
    const late = outcomes[0]?.status === 'rejected' ? one : two;
    expect(await payer.showFirstRow(late.uid)).toMatchObject({ state: 'doubtful', questions: [{ kind: 'duplicate' }] });
    await payer.confirm(late.uid);
    await payer.release(await payer.approve(late.uid));
    expect(await payer.run(getFile, { uid: late.uid })).toMatchObject({ counts: { released: 1 } });
  });

  it('binds the decision to what was shown, and to the PIN', async () => {
    const payer = await createPayer();
    await payer.pay();
    const { uid, digest } = await payer.upload(line, 'Somchai Prasert,20-29-59,63748472,31.00,Other');
    await expectRefusal(db, 'bulk_changed', () => payer.confirm(uid, ['duplicate payment:another']));
    const before = await payer.approve(uid);
    await payer.confirm(uid);
    expect((await payer.run(getFile, { uid })).digest).not.toBe(digest);
    await expectRefusal(db, 'bulk_changed', () => payer.release(before));
    await expectRefusal(db, 'invalid_transition', () => payer.confirm(uid, ['duplicate']));
  });

  it('is asked about by a single payment', async () => {
    const payer = await createPayer();
    const file = await payer.upload(line);
    const order = await payer.order();
    const { message } = await expectRefusal(db, 'duplicate_suspected', () => payer.send(order));
    expect(message).toContain('Row 1 of your payment file pay.csv');
    await payer.release(await payer.approve(file.uid));
    await expectRefusal(db, 'duplicate_suspected', () => payer.send(order));
    expect(await payer.send({ ...order, confirmDuplicate: true })).toMatchObject({ state: 'ready' });
  });
});

describe('a row asks what the form asks', () => {
  it.each<[string, (payer: Payer, payee: UkPayee) => Promise<unknown>, string, string, string[]]>([
    [
      'another name than the saved one',
      async () => undefined,
      'Müller Bau GmbH,20-29-59,63748472,1.00,R',
      'other_name',
      ['Müller Bau GmbH', 'Somchai Prasert'],
    ],
    [
      'much more than ever before',
      ({ who, account }, payee) => seedPaymentRow(db, who, account, payee, { amount: '10.00' }),
      'Somchai Prasert,20-29-59,63748472,30.01,R',
      'much_larger',
      ['10.00 GBP'],
    ],
  ])('%s', async (_, plant, row, kind, words) => {
    const payer = await createPayer();
    await plant(payer, payer.payee);
    const { uid } = await payer.upload(row);
    const found = await payer.showFirstRow(uid);
    expect(found).toMatchObject({ state: 'doubtful', questions: [{ kind }] });
    for (const word of words) expect(found.questions[0]?.text).toContain(word);
    expect(await payer.confirm(uid)).toMatchObject({ state: 'ready' });
  });

  it.each(['SOMCHAI PRASERT', 'Mr Somchai Prasert', 'Prasert, Somchai'])(
    'takes %s for the saved name',
    async (name) => {
      const payer = await createPayer();
      const { uid } = await payer.upload(`"${name}",20-29-59,63748472,1.00,R`);
      expect(await payer.showFirstRow(uid)).toMatchObject({ state: 'ready', questions: [] });
    },
  );

  it('an account number of unusual length in Thailand', async () => {
    const { who, run, showFirstRow, confirm } = await createPayer();
    const { uid } = await seedBulkFile(db, who, ['Malee Srisai,THB,004,123456789,900.00,Wages,SALA,employee,salary'], {
      columns: 'name,currency,bank code,account number,amount,reference,purpose,relationship,source of funds',
    });
    expect(await showFirstRow(uid)).toMatchObject({ state: 'doubtful', questions: [{ kind: 'unusual_length' }] });
    expect((await showFirstRow(uid)).questions[0]?.text).toContain('Kasikorn Bank usually have 10');
    expect(await confirm(uid)).toMatchObject({ state: 'ready' });
    expect(await run(getFile, { uid })).toMatchObject({ counts: { ready: 1 } });
  });
});
