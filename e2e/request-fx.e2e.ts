import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { assignDeal, quoteDeal } from '../apps/api/src/fx/manual-fx/quote-deal.ts';
import { openDb } from '../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../apps/api/src/platform/db/transaction.ts';
import type { StaffActor, StaffCtx } from '../apps/api/src/platform/requests/verb.ts';
import { runningPostgres } from '../tools/postgres.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

async function quoteAsDealer(bankholderid: string): Promise<void> {
  const db = openDb(runningPostgres(join(process.env.E2E_DATA_DIR ?? '', 'postgres')) ?? '', 1);
  const staffId = v7();
  const member = { id: staffId, username: staffId, email: `${staffId}@example.com`, name: 'Mara Voss', role: 'dealer' };
  const actor: StaffActor = {
    kind: 'staff',
    staffId,
    name: 'Mara Voss',
    role: 'dealer',
    permissions: starterPermissions.dealer,
    sessionId: staffId,
    ip: '127.0.0.1',
  };
  const act = (work: (ctx: StaffCtx) => Promise<unknown>) =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: randomUUID() }));
  try {
    await db
      .insertInto('staff.member')
      .values({ ...member, password_hash: 'none' })
      .execute();
    const { id: uid, state } = await db
      .selectFrom('manual_fx.deal')
      .select(['id', 'state'])
      .where('source_bankholder_id', '=', bankholderid)
      .executeTakeFirstOrThrow();
    if (state === 'requested') await act((ctx) => assignDeal(ctx, { uid, idempotency: v7() }));
    await act((ctx) => quoteDeal(ctx, { uid, marginBps: 20, validSeconds: 300, idempotency: v7() }));
  } finally {
    await db.destroy();
  }
}

async function expireDealerQuote(bankholderid: string): Promise<void> {
  const db = openDb(runningPostgres(join(process.env.E2E_DATA_DIR ?? '', 'postgres')) ?? '', 1);
  try {
    await db
      .updateTable('manual_fx.quote as q')
      .from('manual_fx.deal as d')
      .set({ valid_until: sql<Date>`now()` })
      .whereRef('d.id', '=', 'q.deal_id')
      .where('d.source_bankholder_id', '=', bankholderid)
      .execute();
  } finally {
    await db.destroy();
  }
}

test('a rate is requested, quoted by a dealer, and accepted in time', { tag: '@phone' }, async ({ page, isMobile }) => {
  const item = page.getByRole('navigation').getByRole('link', { name: 'Request FX' });
  const isDesktop = !isMobile;
  const who = await createTestCustomer({ balance: '300.00', otherCurrencies: ['THB'] });
  await signIn(page, who, '/request-fx');
  await expect(page.getByText('No requests yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Request rate' }).click();
  await page.getByRole('button', { name: 'Send request' }).click();
  const fault = 'Enter an amount';
  const summary = page.getByRole('alert').filter({ hasText: fault });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: fault }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveAccessibleDescription(fault);
  await page.getByLabel('Amount', { exact: true }).fill('250');
  await page.getByLabel(/^Message to the dealer/).fill('For the deposit of a flat');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Sent to dealers', { exact: true })).toBeVisible();
  const facts = page.getByRole('main').getByRole('definition');
  await expect(facts).toHaveText(['us', 'A dealer picks it up.', /by \d\d:\d\d$/, /by \d\d:\d\d$/]);

  await quoteAsDealer(who.bankholderid);
  await expect(page.getByText('Rate ready', { exact: true })).toBeVisible();
  await expireDealerQuote(who.bankholderid);
  await expect(page.getByText('Rate expired', { exact: true })).toBeVisible({ timeout: 20_000 });
  await quoteAsDealer(who.bankholderid);
  await expect(page.getByText(/^1 GBP = \d\d\.\d{4} THB$/)).toBeVisible();
  if (isDesktop) await expect(item).toHaveText('Request FX1 to answer');
  await expect(page.getByText(/named by Mara Voss/)).toBeVisible();
  await expect(page.getByText(/Rate held for/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept with PIN' }).click();
  await typePin(page, who.pin);
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible();
  if (isDesktop) await expect(item).toHaveText('Request FX');
  await expectAccessible(page);
});
