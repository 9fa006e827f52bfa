import { randomUUID } from 'node:crypto';
import { accessKeys } from '@larkmere/contract/access';
import { post } from '@larkmere/ledger/transfer';
import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { openBankAccount } from '../apps/api/src/bank-account/bank-account.ts';
import { houseAccount } from '../apps/api/src/books/books.ts';
import { createCustomer, createPerson } from '../apps/api/src/customer/customer.ts';
import type { Db, Tx } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { insertPayee, insertVersion } from '../apps/api/src/payee/payee.sql.ts';
import { insertApproval } from '../apps/api/src/pin/pin.sql.ts';
import { digestOf } from '../apps/api/src/pin/pin.ts';
import { startSession } from '../apps/api/src/session/session.sql.ts';

export type Payer = Readonly<{ token: string; orders: object[] }>;

/** A signed-in customer with money, a payee and `count` approved orders: the PIN's own cost is left out on purpose. */
export function givenPayer(db: Db, n: number, count: number): Promise<Payer> {
  return inTransaction(db, async (tx) => {
    const name = `Bench ${n}`;
    const { id: customerId } = await createCustomer(tx, {
      memberCode: `LM-${70_000 + n}`,
      kind: 'plus',
      kycStatus: 'approved',
      name,
    });
    const login = { username: `bench${n}`, email: `bench${n}@example.com`, access: [...accessKeys], role: 'owner' };
    const { id: personId } = await createPerson(tx, { customerId, name, ...login });
    const uk = { sortCode: '040621', accountNumber: String(50_000_000 + n) };
    const account = await openBankAccount(tx, { customerId, holder: name, currency: 'GBP', ...uk });
    await giveMoney(tx, account.ledgerAccountId);
    const payeeUid = await givenPayee(tx, customerId, personId);
    const session = await startSession(tx, { personId, browser: false, ip: '127.0.0.1', userAgent: 'bench' });
    const orders: object[] = [];
    for (let k = 0; k < count; k += 1)
      orders.push(
        await approvedOrder(tx, { personId, sessionId: session.id, bankholderId: account.bankholderId, payeeUid }),
      );
    return { token: session.token, orders };
  });
}

async function giveMoney(tx: Tx, credit: AccountId): Promise<void> {
  const debit = await houseAccount(tx, 'safeguarding:sandbox-bank:GBP');
  await post(tx, {
    id: v7() as OperationId,
    code: 'credit.received',
    postings: [{ debit, credit, amount: money('GBP', 1_000_000_00n) }],
  });
}

const payee = {
  entityType: 'individual',
  name: 'Somchai Prasert',
  nickname: null,
  sortCode: '202959',
  accountNumber: '63748472',
  defaultReference: null,
  favourite: false,
  status: 'approved',
  reason: null,
  nameCheckId: null,
} as const;

async function givenPayee(tx: Tx, customerId: string, personId: string): Promise<string> {
  const written = { id: v7(), version: 1, personId, at: new Date() };
  await insertPayee(tx, written, customerId, payee);
  await insertVersion(tx, written, payee);
  return written.id;
}

type Approved = Readonly<{ personId: string; sessionId: string; bankholderId: string; payeeUid: string }>;

async function approvedOrder(tx: Tx, { personId, sessionId, bankholderId, payeeUid }: Approved): Promise<object> {
  const order = {
    sourceBankholderId: bankholderId,
    payeeUid,
    payeeVersion: 1,
    amount: '0.01',
    currency: 'GBP',
    fee: '0.50',
    reference: 'Bench',
  } as const;
  const [idempotency, approval] = [randomUUID(), randomUUID() + randomUUID()];
  const purpose = digestOf({ operation: 'payment.gbp', ...order, paymentIdempotency: idempotency }, personId);
  await insertApproval(tx, { approval, personId, sessionId, purpose }, 3600);
  return { ...order, approval, idempotency, confirmDuplicate: true };
}
