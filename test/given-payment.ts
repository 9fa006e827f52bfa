import { randomUUID } from 'node:crypto';
import type { Input } from '@larkmere/contract/endpoint';
import type { sendGbp as sendGbpCall } from '@larkmere/contract/payment';
import { balanceOf } from '@larkmere/ledger/balance';
import { formatAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { BankAccount } from '../apps/api/src/bank-account/bank-account.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { Payee } from '../apps/api/src/payee/payee.ts';
import { insertApproval } from '../apps/api/src/pin/pin.sql.ts';
import { digestOf } from '../apps/api/src/pin/pin.ts';
import { startSession } from '../apps/api/src/session/session.sql.ts';
import { actorOf, type Given } from './given.ts';

export type Order = Input<typeof sendGbpCall>;

/** A session of this person, with the approval of a PIN for exactly this order, as the PIN pad would have got it. */
export async function approve(db: Db, who: Given, order: Omit<Order, 'approval'>, sessionId: string): Promise<Order> {
  const approval = randomUUID() + randomUUID();
  const { sourceBankholderId, payeeUid, payeeVersion, amount, currency, fee, reference, idempotency } = order;
  const purpose = {
    operation: 'payment.gbp',
    sourceBankholderId,
    payeeUid,
    payeeVersion,
    amount,
    currency,
    fee,
    reference,
    paymentIdempotency: idempotency,
  } as const;
  const personId = who.person.id;
  await inTransaction(db, (tx) =>
    insertApproval(tx, { approval, personId, sessionId, purpose: digestOf(purpose, personId) }, 300),
  );
  return { ...order, approval };
}

/** A session row, since an approval belongs to one. */
export async function givenSession(db: Db, who: Given): Promise<string> {
  const { id } = await inTransaction(db, (tx) =>
    startSession(tx, { personId: who.person.id, browser: false, ip: '127.0.0.1', userAgent: 'test' }),
  );
  return id;
}

/** What somebody fills in to pay a payee; `over` changes single figures. */
export const orderFor = (account: BankAccount, payee: Payee, over: Partial<Order> = {}): Omit<Order, 'approval'> => ({
  sourceBankholderId: account.bankholderId,
  payeeUid: payee.id,
  payeeVersion: payee.version,
  amount: '25.00',
  currency: 'GBP',
  fee: '0.50',
  reference: 'Invoice 2091',
  idempotency: v7(),
  ...over,
});

/** Balance and available of an account, in words. */
export async function standingOf(db: Db, account: BankAccount): Promise<[balance: string, available: string]> {
  const { balance, available } = await inTransaction(db, (tx) => balanceOf(tx, account.ledgerAccountId));
  return [formatAmount(balance), formatAmount(available)];
}

/** The same person with the session that an approval was given in. */
export const inSession = (who: Given, sessionId: string) => ({ ...actorOf(who), sessionId });
