import { findViolations } from '@larkmere/ledger/invariants';
import { v7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { asSystem, createDatabase, seedCustomer, seedPayee, type TestUser } from '../../../../../test/fixtures/base.ts';
import { balancesOf, inSession, seedPaymentAuthorisation, seedSession } from '../../../../../test/fixtures/payment.ts';
import { seedWallet } from '../../../../../test/fixtures/wallet.ts';
import { openOnLedgerAccount } from '../../accounts/bank-account/bank-account.ts';
import { closeWallet, type Wallet } from '../../accounts/wallet/wallet.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { findPayment } from '../payment/payment.sql.ts';
import { pricePayment } from '../pricing/price.ts';
import { type DomesticOrder, sendGbp } from './send-domestic.ts';

const { db } = await createDatabase();
let who: TestUser;
let session: string;
let wallet: Wallet;

beforeEach(async () => {
  who = await seedCustomer(db, { kind: 'wallet' });
  session = await seedSession(db, who);
  wallet = await seedWallet(db, who, { balance: '100.00' });
});

const as = <T>(work: (ctx: never) => Promise<T>) =>
  inTransaction(db, (tx, now) => work({ tx, now, actor: inSession(who, session), requestId: 'test' } as never));

async function pay(amount: string) {
  const payee = await seedPayee(db, who);
  const asked = { sourceBankholderId: wallet.bankholderId, payeeUid: payee.id, amount, currency: 'GBP' as const };
  const { fee } = await as((ctx) => pricePayment(ctx, asked));
  const order: Omit<DomesticOrder, 'authorisation'> = {
    ...asked,
    payeeVersion: payee.version,
    fee: fee.amount,
    reference: 'Rent',
    idempotency: v7(),
  };
  const approved = await seedPaymentAuthorisation(db, who, order, session);
  return { fee: Number(fee.amount), made: await as((ctx) => sendGbp(ctx, approved as never)) };
}

it('a payment to a bank leaves from the wallet with its fee, and names the shared account', async () => {
  const { fee, made } = await pay('25.00');
  expect((await balancesOf(db, wallet))[1]).toBe((75 - fee).toFixed(2));
  const payment = await inTransaction(db, (tx) => findPayment(tx, made.uid));
  expect(payment?.payerAccount).toEqual({ kind: 'uk', sortCode: '040621', accountNumber: '41903362' });
  expect(await findViolations(db)).toEqual([]);
});

it('more than the wallet holds is refused', async () => {
  await expect(pay('100.01')).rejects.toMatchObject({ code: 'insufficient_funds' });
});

it('a payment stays with its account when the wallet becomes a bank account', async () => {
  const { made } = await pay('25.00');
  const before = await inTransaction(db, (tx) => findPayment(tx, made.uid));
  const account = await asSystem(db, async ({ tx }) => {
    await closeWallet(tx, wallet);
    const details = { customerId: who.customer.id, holder: who.customer.name, currency: 'GBP' as const };
    return openOnLedgerAccount(
      tx,
      { ...details, sortCode: '040621', accountNumber: '41000001' },
      wallet.ledgerAccountId,
    );
  });
  expect(account).toMatchObject({
    id: before?.accountId,
    product: 'bank',
    accountNumber: '41000001',
    status: 'active',
  });
});
