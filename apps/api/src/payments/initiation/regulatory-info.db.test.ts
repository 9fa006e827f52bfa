import { scamWarnings } from '@larkmere/contract/payments/scam-warning';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import {
  inSession,
  payees,
  regulatoryInformation,
  seedPayeeOf,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sendThb } from '../domestic/send-domestic.ts';
import { toInstruction } from '../execution/dispatch-payment.ts';
import { composePain001 } from '../execution/rails/compose-instruction.ts';
import { cancelPayment } from '../payment/cancel-payment.ts';
import { findPayment } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { listPendingDomestic, repeatPayment, showPayment } from '../payment/show-payments.ts';
import { pricePayment } from '../pricing/price.ts';

const { db } = await createDatabase();
let who: TestUser;
let account: BankAccount;

beforeEach(async () => {
  who = await seedCustomer(db);
  account = await seedAccount(db, who, { currency: 'THB', iban: 'GB33BUKB20201555555555', balance: '5000.00' });
});

async function pay(over: object = {}, details: Record<string, string> = {}) {
  const { malee } = payees;
  const payee = await seedPayeeOf(db, who, { ...malee, account: v7(), details: { ...malee.details, ...details } });
  const session = await seedSession(db, who);
  const { currency: _, ...figures } = toPaymentOrder(account, payee, { amount: '1000.00', fee: '15.00', ...over });
  const order = await seedPaymentAuthorisation(
    db,
    who,
    { ...figures, currency: 'THB' as const },
    session,
    'payment.thb',
  );
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
  const message = composePain001(toInstruction(payment));
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
  expect(await asCustomer(db, who).run(repeatPayment, { id: bare.uid })).toMatchObject({ regulatoryInformation: said });
  const refused = { code: 'regulatory_information_missing' };
  await expect(pay({ purposeCode: 'GDDS' })).rejects.toMatchObject({
    ...refused,
    errors: [{ field: 'relationship' }, { field: 'sourceOfFunds' }],
  });
  await expect(pay({}, known)).rejects.toMatchObject(refused);
  const cancelled = await asCustomer(db, who).run(cancelPayment, { id: bare.uid, idempotency: v7() });
  expect(cancelled.balanceAfter).toEqual({ amount: '3985.00', currency: 'THB' });
});

describe('the price of a payment repeats what the last one to the same payee said', () => {
  const said = { purposeCode: 'RENT', sourceOfFunds: 'salary', relationship: 'family' } as const;
  const priceFor = async (payeeUid: string, by: TestUser = who, from = account) => {
    const question = { sourceBankholderId: from.bankholderId, amount: '70.00', currency: from.currency, payeeUid };
    return asCustomer(db, by).run(pricePayment, question as never);
  };

  it('and asks what it always asks', async () => {
    const { payee } = await pay({ ...said, note: 'Not repeated' });
    const { requiredFields, previousAnswers } = await priceFor(payee.uid);
    expect(requiredFields).toEqual(['purposeCode', 'relationship', 'sourceOfFunds']);
    expect(previousAnswers).toEqual(said);
  });

  it('but not what was said of another payee, nor codes of another list', async () => {
    await pay(said);
    const stranger = await seedPayeeOf(db, who, { ...payees.malee, account: v7() });
    expect(await priceFor(stranger.id)).toMatchObject({ previousAnswers: {} });
    const { payee } = await pay({ sourceOfFunds: 'gift' }, { purpose: 'ABCD', relationship: 'cousin' });
    expect(await priceFor(payee.uid)).toMatchObject({ previousAnswers: { sourceOfFunds: 'gift' } });
  });

  it('only to a member who may see the account that paid', async () => {
    const { payee } = await pay(said);
    const other = await seedAccount(db, who, { currency: 'THB', iban: 'GB33BUKB20201555555556', balance: '10.00' });
    const member = { ...who, scope: { accounts: new Set([other.bankholderId]), limits: null } } as unknown as TestUser;
    expect(await priceFor(payee.uid, member, other)).toMatchObject({ previousAnswers: {} });
    expect(await priceFor(payee.uid, who, other)).toMatchObject({ previousAnswers: said });
  });

  it('only where the rail asks', async () => {
    const { payee } = await pay(said);
    const pounds = await seedAccount(db, who, { balance: '90.00' });
    const atHome = await seedPayee(db, who);
    expect(payee.uid).not.toBe(atHome.id);
    expect(await priceFor(atHome.id, who, pounds)).toMatchObject({ requiredFields: [], previousAnswers: {} });
  });
});

it('the accepted fraud warning is stored with its wording and time', async () => {
  const before = Date.now();
  const { uid, warning } = await pay({ ...regulatoryInformation, warning: 'goods.1' });
  expect(warning).toMatchObject({ code: 'goods.1', text: scamWarnings['goods.1'] });
  expect(Math.abs(Date.parse(warning?.acceptedAt ?? '') - before)).toBeLessThan(60_000);
  expect(await asCustomer(db, who).run(showPayment, { id: uid })).toMatchObject({ warning });
  expect(await pay(regulatoryInformation)).toMatchObject({ warning: null });
});

it('a possible card number is reported, and the payment is still sent', async () => {
  const reference = 'Card 4111111111111111';
  expect(await pay({ ...regulatoryInformation, reference, note: '4111 1111 1111 1111' })).toMatchObject({
    payeeReference: reference,
    cardNumberIn: ['payeeReference', 'note'],
  });
  expect(await pay({ ...regulatoryInformation, reference: 'Rent 11' })).toMatchObject({ cardNumberIn: [] });
});
