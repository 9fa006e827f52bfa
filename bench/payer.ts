import { randomUUID } from 'node:crypto';
import { accessKeys } from '@larkmere/contract/access';
import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { openBankAccount } from '../apps/api/src/bank-account/bank-account.ts';
import { houseAccount } from '../apps/api/src/books/books.ts';
import { createCustomer, createPerson } from '../apps/api/src/customer/customer.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { insertPayee, insertVersion } from '../apps/api/src/payee/payee.sql.ts';
import { insertApproval } from '../apps/api/src/pin/pin.sql.ts';
import { digestOf } from '../apps/api/src/pin/pin.ts';
import { startSession } from '../apps/api/src/session/session.sql.ts';

export type Payer = Readonly<{ token: string; orders: object[] }>;

/** A signed-in customer with money, a payee and `count` approved orders: the PIN's own cost is left out on purpose. */
export function givenPayer(db: Db, n: number, count: number): Promise<Payer> {
  return inTransaction(db, async (tx) => {
    const { id: customerId } = await createCustomer(tx, {
      memberCode: `LM-${70_000 + n}`,
      kind: 'plus',
      kycStatus: 'approved',
      name: `Bench ${n}`,
    });
    const person = await createPerson(tx, {
      customerId,
      username: `bench${n}`,
      email: `bench${n}@example.com`,
      name: `Bench ${n}`,
      access: [...accessKeys],
      role: 'owner',
    });
    const account = await openBankAccount(tx, {
      customerId,
      holder: person.name,
      currency: 'GBP',
      sortCode: '040621',
      accountNumber: String(50_000_000 + n),
    });
    const debit = await houseAccount(tx, 'safeguarding:sandbox-bank:GBP');
    await post(tx, {
      id: v7() as OperationId,
      code: 'credit.received',
      postings: [{ debit, credit: account.ledgerAccountId, amount: money('GBP', 1_000_000_00n) }],
    });
    const payeeUid = v7();
    const details = {
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
    const written = { id: payeeUid, version: 1, personId: person.id, at: new Date() };
    await insertPayee(tx, written, customerId, details);
    await insertVersion(tx, written, details);
    const { id: sessionId, token } = await startSession(tx, {
      personId: person.id,
      browser: false,
      ip: '127.0.0.1',
      userAgent: 'bench',
    });
    const orders: object[] = [];
    for (let k = 0; k < count; k += 1) {
      const order = {
        sourceBankholderId: account.bankholderId,
        payeeUid,
        payeeVersion: 1,
        amount: '0.01',
        currency: 'GBP',
        fee: '0.50',
        reference: `Bench ${k}`,
      } as const;
      const idempotency = randomUUID();
      const approval = randomUUID() + randomUUID();
      const purpose = digestOf({ operation: 'payment.gbp', ...order, paymentIdempotency: idempotency }, person.id);
      await insertApproval(tx, { approval, personId: person.id, sessionId, purpose }, 3600);
      orders.push({ ...order, approval, idempotency, confirmDuplicate: true });
    }
    return { token, orders };
  });
}
