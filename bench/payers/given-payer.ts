import { randomUUID } from 'node:crypto';
import { accessKeys } from '@larkmere/contract/access';
import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { openBankAccount } from '../../apps/api/src/bank-account/bank-account.ts';
import { houseAccount } from '../../apps/api/src/books/books.ts';
import { createCustomer, createPerson } from '../../apps/api/src/customer/customer.ts';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import type { CustomerActor } from '../../apps/api/src/kernel/verb.ts';
import { insertApproval } from '../../apps/api/src/pin/pin.sql.ts';
import { digestOf } from '../../apps/api/src/pin/pin.ts';
import { startSession } from '../../apps/api/src/session/session.sql.ts';

export type Payer = Readonly<{ actor: CustomerActor; bankholderId: string }>;

export async function approvalOf(
  db: Db,
  { personId, sessionId }: CustomerActor,
  purpose: Parameters<typeof digestOf>[0],
): Promise<string> {
  const approval = randomUUID() + randomUUID();
  await inTransaction(db, (tx) =>
    insertApproval(tx, { approval, personId, sessionId, purpose: digestOf(purpose, personId) }, 300),
  );
  return approval;
}

export function givenPayer(db: Db, n: number): Promise<Payer> {
  return inTransaction(db, async (tx) => {
    const name = `Payer ${n}`;
    const plus = { memberCode: `LM-8${n}`, kind: 'plus', kycStatus: 'approved', name } as const;
    const { id: customerId } = await createCustomer(tx, plus);
    const login = { username: `payer${n}`, email: `payer${n}@example.com` };
    const { id: personId } = await createPerson(tx, { customerId, name, access: accessKeys, ...login });
    const session = { personId, browser: false, ip: '127.0.0.1', userAgent: 'bench' };
    const { id: sessionId } = await startSession(tx, session);
    const uk = { sortCode: '040621', accountNumber: String(40_000_000 + n) };
    const account = await openBankAccount(tx, { customerId, holder: name, currency: 'GBP', ...uk });
    const amount = money('GBP', 5_000_000n);
    const postings = [
      { debit: await houseAccount(tx, 'safeguarding:sandbox-bank:GBP'), credit: account.ledgerAccountId, amount },
    ];
    await post(tx, { id: v7() as OperationId, code: 'opening.paid_in', postings });
    const actor: CustomerActor = {
      kind: 'customer',
      personId,
      customerId,
      sessionId,
      name,
      userType: 'plus',
      role: 'owner',
      access: new Set(accessKeys),
      kycVerified: true,
      accountStatus: 'active',
      ip: '127.0.0.1',
    };
    return { actor, bankholderId: account.bankholderId };
  });
}
