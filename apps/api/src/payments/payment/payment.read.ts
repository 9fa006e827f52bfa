import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Payment } from './payment.sql.ts';
import type { RailAddress } from './rail-account.ts';

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
