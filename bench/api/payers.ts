import { randomUUID } from 'node:crypto';
import { accessKeys } from '@larkmere/contract/platform/access';
import { post } from '@larkmere/ledger/transfer';
import type { AccountId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import {
  createOperationId,
  safeguardingAccountId,
} from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import { openBankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { acceptCurrentTerms } from '../../apps/api/src/customers/agreement/agreement.ts';
import { createCustomer, createUser } from '../../apps/api/src/customers/customer/customer.ts';
import { purposeDigest } from '../../apps/api/src/identity/pin/pin.ts';
import { startSession } from '../../apps/api/src/identity/session/session.sql.ts';
import { insertPayee, insertVersion } from '../../apps/api/src/payees/payee/payee.sql.ts';
import type { Db, Tx } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { hashToken } from '../../apps/api/src/platform/security/token.ts';

type Payer = Readonly<{
  token: string;
  userId: string;
  customerId: string;
  sessionId: string;
  bankholderId: string;
  payeeUid: string;
}>;
/** Authorised in advance, so that PIN hashing is not measured. */
export type AuthorisedPayment = Readonly<{ token: string; order: object }>;

export type Payers = Readonly<{
  next: () => AuthorisedPayment;
  token: (worker: number) => string;
  authorise: (count: number) => Promise<void>;
}>;

/** Enough payers that none reaches a daily limit or waits for its own previous payment. */
const payerCount = 256;

export async function openPayers(db: Db): Promise<Payers> {
  const payers: Payer[] = [];
  for (let n = 0; n < payerCount; n += 1) payers.push(await createPayer(db, n));
  const ready: AuthorisedPayment[] = [];
  let turn = 0;
  const payerAt = (n: number): Payer => payers[n % payerCount] as Payer;
  return {
    next: () => {
      const payment = ready.pop();
      if (!payment) throw new Error('there are no approved payments left');
      return payment;
    },
    token: (worker) => payerAt(worker).token,
    authorise: async (count) => {
      while (ready.length < count) {
        const some = Array.from({ length: 1000 }, () => payerAt(turn++)).map(toRequest);
        await insertAuthorisations(db, some);
        for (const { payer, order } of some) ready.unshift({ token: payer.token, order });
      }
    },
  };
}

function createPayer(db: Db, n: number): Promise<Payer> {
  return inTransaction(db, async (tx) => {
    const actor = { kind: 'system', name: 'bench' } as const;
    const name = `Bench ${n}`;
    const { id: customerId } = await createCustomer(
      { tx, actor },
      {
        memberCode: `LM-${70_000 + n}`,
        kind: 'plus',
        kycStatus: 'approved',
        name,
      },
    );
    const login = {
      username: `bench${n}`,
      email: `bench${n}@example.com`,
      access: [...accessKeys],
      role: 'owner' as const,
    };
    const { id: userId } = await createUser({ tx, actor }, { customerId, name, ...login });
    await acceptCurrentTerms(tx, userId);
    const uk = { sortCode: '040621', accountNumber: String(50_000_000 + n) };
    const account = await openBankAccount(tx, { customerId, holder: name, currency: 'GBP', ...uk });
    await creditAccount(tx, account.ledgerAccountId);
    const payeeUid = await createPayee(tx, customerId, userId);
    const session = await startSession(tx, {
      userId,
      customerId,
      deviceId: null,
      browser: false,
      ip: '127.0.0.1',
      userAgent: 'bench',
    });
    return {
      token: session.token,
      userId,
      customerId,
      sessionId: session.id,
      bankholderId: account.bankholderId,
      payeeUid,
    };
  });
}

async function creditAccount(tx: Tx, credit: AccountId): Promise<void> {
  const debit = await safeguardingAccountId(tx, 'GBP');
  const postings = [{ debit, credit, amount: money('GBP', 1_000_000_00n) }];
  await post(tx, { id: createOperationId(), code: 'credit.received', postings });
}

const payee = {
  type: 'gbp',
  currency: 'GBP',
  entityType: 'individual',
  name: 'Somchai Prasert',
  nickname: null,
  details: { sortCode: '202959', accountNumber: '63748472' },
  account: '202959 63748472',
  defaultReference: null,
  favourite: false,
  status: 'approved',
  reasonCode: null,
  reason: null,
  nameCheckId: null,
} as const;

async function createPayee(tx: Tx, customerId: string, userId: string): Promise<string> {
  // A month old, so that the new-payee limit does not apply.
  const at = new Date(Date.now() - 30 * 86_400_000);
  const written = { id: v7(), version: 1, userId, at };
  await insertPayee(tx, written, customerId, payee);
  await insertVersion(tx, written, payee);
  return written.id;
}

function toRequest(payer: Payer) {
  const [idempotency, approval] = [randomUUID(), randomUUID() + randomUUID()];
  const stated = {
    sourceBankholderId: payer.bankholderId,
    payeeUid: payer.payeeUid,
    payeeVersion: 1,
    amount: '0.01',
    currency: 'GBP',
    fee: '0.50',
    reference: 'Bench',
  } as const;
  const purpose = purposeDigest({ operation: 'payment.gbp', ...stated, paymentIdempotency: idempotency }, payer);
  return {
    payer,
    approval,
    purpose,
    order: { ...stated, authorisation: approval, idempotency, confirmDuplicate: true },
  };
}

async function insertAuthorisations(db: Db, orders: readonly ReturnType<typeof toRequest>[]): Promise<void> {
  await sql`
    insert into pin.authorisation (token_hash, user_id, session_id, purpose_hash, expires_at)
    select token, person, session, purpose, now() + interval '1 hour' from unnest(
      ${orders.map(({ approval }) => hashToken(approval))}::bytea[], ${orders.map(({ payer }) => payer.userId)}::uuid[],
      ${orders.map(({ payer }) => payer.sessionId)}::uuid[], ${orders.map(({ purpose }) => purpose)}::bytea[]
    ) as a (token, person, session, purpose)`.execute(db);
}
