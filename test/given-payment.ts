import { randomUUID } from 'node:crypto';
import type { Input } from '@larkmere/contract/endpoint';
import type { Choice } from '@larkmere/contract/payment-choices';
import type { PaymentPurpose } from '@larkmere/contract/pin';
import type { RailName } from '@larkmere/contract/rail-name';
import type { sendGbp as sendGbpCall } from '@larkmere/contract/send-payment';
import { balanceOf } from '@larkmere/ledger/balance';
import { type Currency, formatAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { BankAccount } from '../apps/api/src/bank-account/bank-account.ts';
import { shortReference } from '../apps/api/src/books/books.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { insertPayee, insertVersion } from '../apps/api/src/payee/payee.sql.ts';
import { type Payee, requireOwnPayee, type UkPayee } from '../apps/api/src/payee/payee.ts';
import type { DomesticOrder } from '../apps/api/src/payment/send-domestic.ts';
import { insertApproval } from '../apps/api/src/pin/pin.sql.ts';
import { digestOf } from '../apps/api/src/pin/pin.ts';
import { startSession } from '../apps/api/src/session/session.sql.ts';
import { actorOf, amountOf, type Given } from './given.ts';

export type Order = Input<typeof sendGbpCall>;

type Approvable = Omit<DomesticOrder, 'approval'>;

export async function approve<O extends Approvable>(
  db: Db,
  who: Given,
  order: O,
  sessionId: string,
  operation: PaymentPurpose['operation'] = 'payment.gbp',
): Promise<O & { approval: string }> {
  const approval = randomUUID() + randomUUID();
  const { idempotency, scheme, executionDate, confirmDuplicate: _, ...terms } = order;
  const { documents: _sent, nameCheckId: _check, warning: _warning, ...figures } = terms;
  const purpose = {
    operation,
    ...figures,
    ...(scheme && { scheme }),
    ...(executionDate && { executionDate }),
    paymentIdempotency: idempotency,
  };
  const personId = who.person.id;
  await inTransaction(db, (tx) =>
    insertApproval(tx, { approval, personId, sessionId, purpose: digestOf(purpose, personId) }, 300),
  );
  return { ...order, approval };
}

type Said = Pick<Payee, 'type' | 'currency' | 'details' | 'account'> & Partial<Pick<Payee, 'name' | 'entityType'>>;

export async function givenPayeeOf(db: Db, { customer, person }: Given, said: Said): Promise<Payee> {
  const id = v7();
  const details = {
    entityType: 'individual' as const,
    name: 'Klaus Berg',
    nickname: null,
    defaultReference: null,
    favourite: false,
    status: 'approved' as const,
    reasonCode: null,
    reason: null,
    nameCheckId: null,
    ...said,
  };
  return inTransaction(db, async (tx, now) => {
    const monthAgo = new Date(now.getTime() - 30 * 86_400_000);
    const written = { id, version: 1, personId: person.id, at: monthAgo };
    await insertPayee(tx, written, customer.id, details);
    await insertVersion(tx, written, details);
    return requireOwnPayee({ tx, actor: { customerId: customer.id } }, id);
  });
}

export const givenAsks = (db: Db, rail: RailName, currency: Currency, asks: Choice[]): Promise<unknown> =>
  db
    .insertInto('payment.background_rule')
    .values({ partner: 'another', rail, currency, asks, effective_from: new Date(Date.now() - 1000) })
    .execute();
export const forgetAsks = (db: Db): Promise<unknown> =>
  db.deleteFrom('payment.background_rule').where('partner', '=', 'another').execute();

export const background = { purposeCode: 'GIFT', relationship: 'family', sourceOfFunds: 'salary' } as const;

export const payees = {
  klaus: {
    type: 'eur',
    currency: 'EUR',
    details: { country: 'DE', iban: 'DE89370400440532013000' },
    account: 'DE89370400440532013000',
  },
  malee: {
    type: 'thb',
    currency: 'THB',
    name: 'Malee Srisai',
    details: { payTo: 'account', bankCode: '014', accountNumber: '4123456789' },
    account: '014 4123456789',
  },
  mobile: {
    type: 'thb',
    currency: 'THB',
    name: 'Malee Srisai',
    details: { payTo: 'mobile', proxy: '0066812345678' },
    account: '0066812345678',
  },
  capped: {
    type: 'thb',
    currency: 'THB',
    name: 'Malee Srisai',
    details: { payTo: 'account', bankCode: '071', accountNumber: '4123456789' },
    account: '071 4123456789',
  },
} as const satisfies Record<string, Said>;

export async function givenSession(db: Db, who: Given): Promise<string> {
  const { id } = await inTransaction(db, (tx) =>
    startSession(tx, { personId: who.person.id, browser: false, ip: '127.0.0.1', userAgent: 'test' }),
  );
  return id;
}

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

export async function standingOf(
  db: Db,
  account: Pick<BankAccount, 'ledgerAccountId'>,
): Promise<[balance: string, available: string]> {
  const { balance, available } = await inTransaction(db, (tx) => balanceOf(tx, account.ledgerAccountId));
  return [formatAmount(balance), formatAmount(available)];
}

export const inSession = (who: Given, sessionId: string) => ({ ...actorOf(who), sessionId });

/** Inserts only the row, without money in the ledger, for code that reads payments. */
export async function givenPaymentRow(
  db: Db,
  { customer, person }: Given,
  account: BankAccount,
  payee: UkPayee,
  {
    state = 'completed',
    amount = '25.00',
    kind = 'domestic',
  }: Readonly<{ state?: string; amount?: string; kind?: string }> = {},
): Promise<string> {
  const id = v7();
  const now = new Date();
  await db
    .insertInto('payment.payment')
    .values({
      id,
      reference: shortReference(),
      customer_id: customer.id,
      person_id: person.id,
      account_id: account.id,
      kind,
      rail: 'faster-payments',
      payee_id: payee.id,
      payee_version: payee.version,
      payee_name: payee.name,
      payee_account: { kind: 'uk', sortCode: payee.sortCode, accountNumber: payee.accountNumber },
      payee_summary: payee.summary,
      payer_name: account.holder,
      payer_account: {
        kind: 'uk',
        sortCode: account.sortCode ?? '040621',
        accountNumber: account.accountNumber ?? '40000000',
      },
      currency: account.currency,
      amount_minor: amountOf(account.currency, amount).minor,
      fee_minor: 0n,
      payee_reference: 'TEST',
      uetr: randomUUID(),
      state,
      ...(['scheduled', 'awaiting_funds'].includes(state) && { try_at: now }),
      arrival_earliest: now,
      arrival_latest: now,
    })
    .execute();
  return id;
}
