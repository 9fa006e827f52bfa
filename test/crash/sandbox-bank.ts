import { setTimeout as sleep } from 'node:timers/promises';
import { balanceOf } from '@larkmere/ledger/balance';
import { formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { safeguardingAccountId } from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { callPartner } from '../../apps/api/src/platform/http/partner-client.ts';
import { londonDay } from '../../apps/api/src/platform/time/london-day.ts';
import { findCrossCheckViolations } from '../../tools/cross-checks/cross-checks.ts';
import { checkMessages } from '../fixtures/validate-messages.ts';
import { railSecret, type TestProcesses } from './processes.ts';

export const openingBalance = '40000.00';

export async function callSandbox(world: TestProcesses, method: string, name: string, body: object): Promise<void> {
  const response = await fetch(`${world.bank}/sandbox/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the bank's ${name} answered ${response.status}: ${await response.text()}`);
}

export async function setOpening(world: TestProcesses, db: Db): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from bank_account.account`.execute(db);
  const amount = `${(rows[0]?.n ?? 0) * Number.parseInt(openingBalance, 10)}.00`;
  await callSandbox(world, 'POST', 'opening', { amount, at: new Date(Date.now() - 86_400_000).toISOString() });
}

/**
 * Waits until no payment is open, then compares the bank's statement with our ledger and validates all messages
 * against the published schemas.
 */
export async function expectBankAgreement(world: TestProcesses, db: Db): Promise<void> {
  for (let [open, left] = [await countOpen(db), 300]; open > 0 && left > 0; left -= 1) {
    await sleep(200);
    const now = await countOpen(db);
    if (now < open) left = 300;
    open = now;
  }
  expect(await countOpen(db)).toBe(0);
  expect(await findCrossCheckViolations(db)).toEqual([]);
  for (let tries = 0; tries < 50 && (await bankBalance(world)) !== (await safeguardedBalance(db)); tries += 1)
    await sleep(200);
  expect(await bankBalance(world)).toBe(await safeguardedBalance(db));
  await checkMessages(world.databaseUrl);
}

async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from payment.payment
    where state not in ('completed', 'rejected', 'returned', 'failed')`.execute(db);
  return rows[0]?.n ?? 0;
}

async function bankBalance(world: TestProcesses): Promise<string> {
  const day = londonDay(new Date());
  const { body } = await callPartner({
    name: 'bank',
    baseUrl: world.bank,
    secret: railSecret,
    timeoutMs: 30_000,
    method: 'GET',
    path: `/v1/statements/${day}`,
  });
  const closing = body.match(/<Cd>CLBD<\/Cd>[\s\S]*?<Amt Ccy="GBP">([\d.]+)<\/Amt>\s*<CdtDbtInd>(CRDT|DBIT)</);
  return `${closing?.[2] === 'DBIT' ? '-' : ''}${closing?.[1]}`;
}

/** An asset account, so it grows with debits. */
async function safeguardedBalance(db: Db): Promise<string> {
  const { balance } = await inTransaction(db, async (tx) => balanceOf(tx, await safeguardingAccountId(tx, 'GBP')));
  return formatAmount(money('GBP', -balance.minor));
}
