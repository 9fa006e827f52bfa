import { balanceByValueDate, entriesByValueDate } from '@larkmere/ledger/value-date';
import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { safeguardingAccountId } from '../chart-of-accounts/chart-of-accounts.ts';
import type { BankDay } from './reconciliation.ts';

export async function readLedgerDay(tx: Tx, currency: Currency, day: string): Promise<BankDay> {
  const accountId = await safeguardingAccountId(tx, currency);
  const [entries, closing] = [
    await entriesByValueDate(tx, { accountId, from: day, to: nextDay(day) }),
    await balanceByValueDate(tx, accountId, day),
  ];
  const references = await readReferences(tx, [...new Set(entries.map(({ operationId }) => operationId))]);
  // The ledger counts credits as positive, and our balance at the bank is a debit.
  const movements = entries.map(({ operationId, amount }) => ({
    reference: references.get(operationId) ?? operationId,
    amountMinor: -amount.minor,
    day,
  }));
  const moved = movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  return { opening: money(currency, -closing.minor - moved), closing: money(currency, -closing.minor), movements };
}

async function readReferences(tx: Tx, operations: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select o.id, coalesce(i.rail_reference, c.reference, p.instruction_id, n.reference) as reference
    from unnest(${operations}::uuid[]) as o (id)
    left join payment.incoming_credit i on i.id = o.id
    left join treasury.cover_deal c on c.id = o.id
    left join accounting.narrative n on n.operation_id = o.id
    left join payment.payment p on p.reference = n.reference
    where coalesce(i.rail_reference, c.reference, n.reference) is not null`.execute(tx);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

function nextDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString().slice(0, 10);
}
