import { setTimeout as sleep } from 'node:timers/promises';
import { balanceOf } from '@larkmere/ledger/balance';
import { formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { houseAccount } from '../../apps/api/src/books/books.ts';
import type { Db } from '../../apps/api/src/kernel/db.ts';
import { partnerCall } from '../../apps/api/src/kernel/partner.ts';
import { inTransaction } from '../../apps/api/src/kernel/transaction.ts';
import { londonDay } from '../../apps/api/src/payment/apply-answer.ts';
import { findMisfits } from '../../tools/books/beside.ts';
import { checkMessages } from '../judge-messages.ts';
import { railSecret, type World } from './world.ts';

export const openingOfEach = '40000.00';

export async function lever(world: World, method: string, name: string, body: object): Promise<void> {
  const response = await fetch(`${world.bank}/sandbox/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the bank's ${name} answered ${response.status}: ${await response.text()}`);
}

export async function setOpening(world: World, db: Db): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from bank_account.account`.execute(db);
  const amount = `${(rows[0]?.n ?? 0) * Number.parseInt(openingOfEach, 10)}.00`;
  await lever(world, 'POST', 'opening', { amount, at: new Date(Date.now() - 86_400_000).toISOString() });
}

/**
 * Waits until no payment is open, then compares the bank's statement with our ledger and validates all messages
 * against the published schemas.
 */
export async function agreeWithBank(world: World, db: Db): Promise<void> {
  for (let [open, left] = [await countOpen(db), 300]; open > 0 && left > 0; left -= 1) {
    await sleep(200);
    const now = await countOpen(db);
    if (now < open) left = 300;
    open = now;
  }
  expect(await countOpen(db)).toBe(0);
  expect(await findMisfits(db)).toEqual([]);
  for (let tries = 0; tries < 50 && (await bankBalance(world)) !== (await safeguarded(db)); tries += 1)
    await sleep(200);
  expect(await bankBalance(world)).toBe(await safeguarded(db));
  await checkMessages(world.databaseUrl);
}

async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from payment.payment
    where state not in ('completed', 'rejected', 'returned', 'failed')`.execute(db);
  return rows[0]?.n ?? 0;
}

async function bankBalance(world: World): Promise<string> {
  const day = londonDay(new Date());
  const { body } = await partnerCall({
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
async function safeguarded(db: Db): Promise<string> {
  const { balance } = await inTransaction(db, async (tx) =>
    balanceOf(tx, await houseAccount(tx, 'safeguarding:sandbox-bank:GBP')),
  );
  return formatAmount(money('GBP', -balance.minor));
}
