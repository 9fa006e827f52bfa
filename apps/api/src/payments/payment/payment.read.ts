import { type Currency, type Money, money } from '@larkmere/money/money';
import { type Selectable, sql } from 'kysely';
import { safeguardingAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { canUseAccountId } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentRecall } from '../../platform/db/schema.gen.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import { findPayment, lockPayment, type Payment } from './payment.sql.ts';
import type { RailAddress } from './rail.ts';

/** With the name of the person who asked for the money back. */
export type Recall = Readonly<Selectable<PaymentRecall> & { userName: string }>;

export async function findRecalls(tx: Tx, paymentIds: readonly string[]): Promise<Map<string, Recall>> {
  const rows = await tx
    .selectFrom('payment.recall as r')
    .innerJoin('customer.user as u', 'u.id', 'r.userId')
    .selectAll('r')
    .select('u.name as userName')
    .where('r.paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.paymentId, row]));
}

type NameCheck = Readonly<{ result: string; actualName: string | null }>;

export async function findNameChecks(tx: Tx, payments: readonly Payment[]): Promise<Map<string, NameCheck>> {
  const ids = payments.flatMap((p) => (p.nameCheckId ? [p.nameCheckId] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<
    NameCheck & { id: string }
  >`select id, result, actual_name from payee.name_check where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, result, actualName }) => [id, { result, actualName }]));
}

export async function findBankholderIds(tx: Tx, payments: readonly Payment[]): Promise<Map<string, string>> {
  const ids = [...new Set(payments.map((p) => p.accountId))];
  const { rows } = await sql<{
    id: string;
    bankholderId: string;
  }>`select id, bankholder_id from bank_account.account where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.bankholderId]));
}

export type Compensation = Readonly<{
  paymentId: string;
  currency: Currency;
  minor: bigint;
  paidAt: Date;
  takenBackAt: Date | null;
}>;

export async function findPaidCompensations(tx: Tx, ids: readonly string[]): Promise<Compensation[]> {
  const { rows } = await sql<Compensation>`
    select c.payment_id, c.currency, c.amount_minor as minor, c.decided_at as paid_at, r.decided_at as taken_back_at
    from compensation.compensation c
      left join compensation.reversal r on r.compensation_id = c.id and r.state = 'taken_back'
    where c.payment_id = any(${ids}::uuid[]) and c.state = 'paid' order by c.decided_at, c.id`.execute(tx);
  return rows;
}

export async function isPayeePayable(tx: Tx, payeeId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payee.payee where id = ${payeeId} and deleted_at is null and status = 'approved'`.execute(tx);
  return rows.length > 0;
}

export async function findCustomerAddress(tx: Tx, customerId: string): Promise<RailAddress | undefined> {
  const { rows } = await sql<{ address: RailAddress | null }>`
    select address from customer.customer where id = ${customerId}`.execute(tx);
  return rows[0]?.address ?? undefined;
}

export async function lockFundedPayments(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payment.payment p
      join bank_account.account a on a.id = p.account_id
      join ledger.account l on l.id = a.ledger_account_id
    where p.state = 'awaiting_funds' and p.reason_code = 'insufficient_funds' and p.next_attempt_at > ${now}
      and l.credits_posted - l.debits_posted - l.debits_pending >= p.amount_minor + p.fee_minor
    for no key update of p skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What came back from the bank and was booked; undefined before. */
export async function selectReturnedAmount(
  tx: Tx,
  { id, currency }: Pick<Payment, 'id' | 'currency'>,
): Promise<Money | undefined> {
  const safeguarding = await safeguardingAccountId(tx, currency);
  const { rows } = await sql<{ amount: bigint }>`
    select t.amount from accounting.narrative n join ledger.transfer t on t.op_id = n.operation_id
    where n.payment_id = ${id} and n.kind = 'return' and t.debit_account_id = ${safeguarding}`.execute(tx);
  return rows[0] && money(currency, rows[0].amount);
}

/** Reports a payment of another customer, or from an account that this member may not use, as `not_found`. */
export const requireOwnPayment = async (ctx: MemberCtx, id: string): Promise<Payment> =>
  requireOwn(ctx, await findPayment(ctx.tx, id));

export const lockOwnPayment = async (ctx: MemberCtx, id: string): Promise<Payment> =>
  requireOwn(ctx, await lockPayment(ctx.tx, id));

async function requireOwn(ctx: MemberCtx, payment: Payment | undefined): Promise<Payment> {
  if (payment?.customerId !== ctx.actor.customerId || !(await canUseAccountId(ctx, payment.accountId)))
    throw new Refusal('not_found');
  return payment;
}
