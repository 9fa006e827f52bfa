import { randomUUID } from 'node:crypto';
import { accessKeys } from '@larkmere/contract/platform/access';
import { post } from '@larkmere/ledger/transfer';
import { money } from '@larkmere/money/money';
import {
  createOperationId,
  safeguardingAccountId,
} from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { openBankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { createCustomer, createUser } from '../../apps/api/src/customers/customer/customer.ts';
import { insertAuthorisation } from '../../apps/api/src/identity/pin/pin.sql.ts';
import { purposeDigest } from '../../apps/api/src/identity/pin/pin.ts';
import { startSession } from '../../apps/api/src/identity/session/session.sql.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import type { CustomerActor } from '../../apps/api/src/platform/requests/verb.ts';

export type Payer = Readonly<{ actor: CustomerActor; bankholderId: string }>;

export async function authorise(
  db: Db,
  { userId, customerId, sessionId }: CustomerActor,
  purpose: Parameters<typeof purposeDigest>[0],
): Promise<string> {
  const approval = randomUUID() + randomUUID();
  const digest = purposeDigest(purpose, { userId, customerId });
  await inTransaction(db, (tx) =>
    insertAuthorisation(tx, { token: approval, userId, sessionId, purpose: digest }, 300),
  );
  return approval;
}

export function createPayer(db: Db, n: number): Promise<Payer> {
  return inTransaction(db, async (tx) => {
    const system = { kind: 'system', name: 'bench' } as const;
    const name = `Payer ${n}`;
    const plus = { memberCode: `LM-8${n}`, kind: 'plus', kycStatus: 'approved', name } as const;
    const { id: customerId } = await createCustomer({ tx, actor: system }, plus);
    const login = { username: `payer${n}`, email: `payer${n}@example.com` };
    const { id: userId } = await createUser({ tx, actor: system }, { customerId, name, access: accessKeys, ...login });
    const session = { userId, customerId, deviceId: null, browser: false, ip: '127.0.0.1', userAgent: 'bench' };
    const { id: sessionId } = await startSession(tx, session);
    const uk = { sortCode: '040621', accountNumber: String(40_000_000 + n) };
    const account = await openBankAccount(tx, { customerId, holder: name, currency: 'GBP', ...uk });
    const amount = money('GBP', 5_000_000n);
    const postings = [{ debit: await safeguardingAccountId(tx, 'GBP'), credit: account.ledgerAccountId, amount }];
    await post(tx, { id: createOperationId(), code: 'opening.paid_in', postings });
    const actor: CustomerActor = {
      kind: 'customer',
      userId,
      customerId,
      sessionId,
      deviceId: null,
      isDeviceTrusted: false,
      isFrozen: false,
      isIdentityChecked: true,
      visit: null,
      name,
      userType: 'plus',
      role: 'owner',
      access: new Set(accessKeys),
      kycVerified: true,
      isAgreementDue: false,
      accounts: null,
      limits: null,
      accountStatus: 'active',
      ip: '127.0.0.1',
    };
    return { actor, bankholderId: account.bankholderId };
  });
}
