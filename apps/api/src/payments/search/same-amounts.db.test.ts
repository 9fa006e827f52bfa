import { contract } from '@larkmere/contract/contract';
import { expect, it } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
} from '../../../../../test/fixtures/base.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { showActivity, showStatement } from '../../accounts/statement/show-statement.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { applyStatusReport } from '../execution/apply-status-report.ts';
import { enterState } from '../payment/payment.sql.ts';
import { showPayment } from '../payment/show-payments.ts';
import { listAllPayments } from './all-payments.read.ts';
import { find } from './search.read.ts';
import { searchIndex } from './search.sql.ts';

const { db } = await createDatabase();

it('a payment with a fee has the same amount in search, list, detail, activity and statement', async () => {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: '200.00' });
  const payee = await seedPayee(db, who);
  const session = await seedSession(db, who);
  const order = await seedPaymentAuthorisation(
    db,
    who,
    toPaymentOrder(account, payee, { amount: '179.44', fee: '0.50' }),
    session,
  );
  const { uid } = await inTransaction(db, (tx, now) =>
    sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order),
  );
  await inTransaction(db, (tx) => enterState(tx, uid, { state: 'submitted' }));
  await asSystem(db, (ctx) => applyStatusReport(ctx, { id: uid, attempt: 1 }, { status: 'settled', document: '<a/>' }));

  const by = asCustomer(db, who);
  const { bankholderId: bankholderid } = account;
  const search = async (q: string) => (await by.run(find, { q, size: 3 })).payments.list;
  await expect
    .poll(async () => {
      await runJob(db, searchIndex);
      return (await search('Prasert')).length;
    })
    .toBe(1);
  const left = { amount: '179.94', currency: 'GBP' };
  const [found] = await search('Prasert');
  expect(found).toMatchObject({ uid, direction: 'out', amount: left });
  for (const typed of ['179.94', '179.44']) expect(await search(typed), typed).toMatchObject([{ uid }]);

  const listed = await by.run(listAllPayments, contract.payment.list.input.parse({}));
  expect(listed.list).toMatchObject([{ uid, total: left, arrives: { amount: '179.44', currency: 'GBP' } }]);
  expect(await by.run(showPayment, { id: uid })).toMatchObject({ total: left });
  const statement = await by.run(showStatement, contract.statement.statement.input.parse({ bankholderid }));
  expect(statement.list.find(({ paymentUid }) => paymentUid === uid)).toMatchObject({ amount: '-179.94' });
  const activity = await by.run(showActivity, contract.statement.activity.input.parse({}));
  expect(activity.find(({ paymentUid }) => paymentUid === uid)).toMatchObject({ amount: '-179.94' });
});

it('an amount with decimals is not looked for in account numbers', async () => {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { balance: '100.00' });
  await seedPayee(db, who);
  const by = asCustomer(db, who);
  const search = (q: string) => by.run(find, { q, size: 3 });
  expect((await search('63748472')).payees.count).toBe(1);
  expect((await search('8472')).payees.count).toBe(1);
  // Each part begins a number of the payee and of the account.
  const own = account.accountNumber ?? '';
  for (const typed of ['6374.20', `${own.slice(0, 4)}.${own.slice(0, 2)}`])
    expect(await search(typed), typed).toMatchObject({ payees: { count: 0 }, accounts: { count: 0 } });
});
