import { warnings } from '@larkmere/contract/payment-warning';
import { v7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { asCustomer, type Given, givenAccount, givenCustomer, givenDatabase } from '../../../../test/given.ts';
import {
  approve,
  background,
  givenPayeeOf,
  givenSession,
  inSession,
  orderFor,
  payees,
} from '../../../../test/given-payment.ts';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { cancelPayment } from './cancel-payment.ts';
import { listPendingDomestic } from './list-pending-domestic.ts';
import { orderOf } from './order.ts';
import { findPayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { composePain001 } from './rails/pain-001.ts';
import { repeatPayment } from './repeat-payment.ts';
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

it('regulatory information is stored and displayed, and all but the note is sent', async () => {
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
  expect(message).toContain(
    '<Dtls><Tp>SourceOfFunds</Tp><Inf>Salary or pension</Inf></Dtls><Dtls><Tp>Relationship</Tp><Inf>Family</Inf></Dtls>',
  );
  expect(message).not.toContain('Second of three');
});

it('omitted regulatory information comes from the payee, and missing information is refused', async () => {
  const known = { purpose: 'GDDS', relationship: 'supplier' };
  const bare = await pay({ note: ' ', sourceOfFunds: 'business' }, known);
  const said = { note: null, purposeCode: 'GDDS', sourceOfFunds: 'business', relationship: 'supplier' };
  expect(bare).toMatchObject(said);
  expect(await asCustomer(db, who).run(repeatPayment, { id: bare.uid })).toMatchObject({ said });
  const refused = { code: 'background_missing' };
  await expect(pay({ purposeCode: 'GDDS' })).rejects.toMatchObject({
    ...refused,
    errors: [{ field: 'relationship' }, { field: 'sourceOfFunds' }],
  });
  await expect(pay({}, known)).rejects.toMatchObject(refused);
  const cancelled = await asCustomer(db, who).run(cancelPayment, { id: bare.uid, idempotency: v7() });
  expect(cancelled.balanceAfter).toEqual({ amount: '3985.00', currency: 'THB' });
});

it('the accepted fraud warning is stored with its wording and time', async () => {
  const before = Date.now();
  const { uid, warning } = await pay({ ...background, warning: 'goods.1' });
  expect(warning).toMatchObject({ code: 'goods.1', text: warnings['goods.1'] });
  expect(Math.abs(Date.parse(warning?.acceptedAt ?? '') - before)).toBeLessThan(60_000);
  expect(await asCustomer(db, who).run(showPayment, { id: uid })).toMatchObject({ warning });
  expect(await pay(background)).toMatchObject({ warning: null });
});

it('a possible card number is reported, and the payment is still sent', async () => {
  const reference = 'Card 4111111111111111';
  expect(await pay({ ...background, reference, note: '4111 1111 1111 1111' })).toMatchObject({
    payeeReference: reference,
    cardNumberIn: ['payeeReference', 'note'],
  });
  expect(await pay({ ...background, reference: 'Rent 11' })).toMatchObject({ cardNumberIn: [] });
});
