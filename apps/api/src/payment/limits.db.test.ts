import { expect, test } from 'vitest';
import { expectRefusal, givenAccount, givenCustomer, givenDatabase, givenPayee } from '../../../../test/given.ts';
import { approve, givenSession, inSession, orderFor } from '../../../../test/given-payment.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { sendGbp } from './send-gbp.ts';

const { db } = await givenDatabase();

test('what was sent today counts towards the limit of the day', async () => {
  const who = await givenCustomer(db);
  const session = await givenSession(db, who);
  const [account, payee] = [await givenAccount(db, who, { balance: '60000.00' }), await givenPayee(db, who)];
  const pay = async (amount: string) => {
    const order = await approve(db, who, orderFor(account, payee, { amount, confirmDuplicate: true }), session);
    return () =>
      inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order));
  };
  for (const amount of ['25000.00', '24999.00']) await (await pay(amount))();
  const { data } = await expectRefusal(db, 'limit_exceeded', await pay('1.01'));
  expect(data).toEqual({ limit: '1.00', currency: 'GBP' });
  await (await pay('1.00'))();
  await expectRefusal(db, 'limit_exceeded', await pay('0.01'));
});
