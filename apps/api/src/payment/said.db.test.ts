import { v7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { asCustomer, type Given, givenAccount, givenCustomer, givenDatabase } from '../../../../test/given.ts';
import { approve, givenPayeeOf, givenSession, inSession, orderFor, payees } from '../../../../test/given-payment.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { cancelPayment } from './cancel-payment.ts';
import { listPendingDomestic } from './list-pending-domestic.ts';
import { orderOf } from './order.ts';
import { findPayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { composePain001 } from './rails/pain-001.ts';
import { sendThb } from './send-thb.ts';
import { showPayment } from './show-payment.ts';

const { db } = await givenDatabase();
let who: Given;
let account: BankAccount;

beforeEach(async () => {
  who = await givenCustomer(db);
  account = await givenAccount(db, who, { currency: 'THB', iban: 'GB33BUKB20201555555555', balance: '5000.00' });
});

async function pay(over: object = {}, details: Record<string, string> = {}) {
  const { malee } = payees;
  const payee = await givenPayeeOf(db, who, { ...malee, account: v7(), details: { ...malee.details, ...details } });
  const session = await givenSession(db, who);
  const { currency: _, ...figures } = orderFor(account, payee, { amount: '1000.00', fee: '15.00', ...over });
  const order = await approve(db, who, { ...figures, currency: 'THB' as const }, session, 'payment.thb');
  const actor = inSession(who, session);
  return inTransaction(db, (tx, now) => sendThb({ tx, now, actor, requestId: 'test' }, order));
}

it('what a payer says of a payment stays with it, wherever it is shown, and its purpose travels', async () => {
  const said = { note: 'Second of three', purposeCode: 'RENT', sourceOfFunds: 'salary', relationship: 'family' };
  const made = await pay(said, { purpose: 'GDDS', relationship: 'supplier' });
  expect(made).toMatchObject({ ...said, balanceAfter: { amount: '3985.00', currency: 'THB' } });
  const me = asCustomer(db, who);
  expect(await me.run(showPayment, { id: made.uid })).toMatchObject({ ...said, balanceAfter: made.balanceAfter });
  const { list } = await me.run(listPendingDomestic, { filterType: 'all' });
  expect(list).toMatchObject([said]);
  const payment = (await inTransaction(db, (tx) => findPayment(tx, made.uid))) as Payment;
  const message = composePain001(orderOf(payment));
  expect(message).toContain('<Purp><Cd>RENT</Cd></Purp>');
  expect(message).not.toContain('Second of three');
});

it('what is left out stands with the payee, and what nobody said is nothing', async () => {
  expect(await pay({}, { purpose: 'GDDS', relationship: 'supplier' })).toMatchObject({
    note: null,
    purposeCode: 'GDDS',
    sourceOfFunds: null,
    relationship: 'supplier',
  });
  const bare = await pay({ note: ' ' });
  expect(bare).toMatchObject({ note: null, purposeCode: null, sourceOfFunds: null, relationship: null });
  // What was left when the money was set aside stays what it was.
  const cancelled = await asCustomer(db, who).run(cancelPayment, { id: bare.uid, idempotency: v7() });
  expect(cancelled.balanceAfter).toEqual({ amount: '2970.00', currency: 'THB' });
});
