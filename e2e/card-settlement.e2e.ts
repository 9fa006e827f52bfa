import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { asStaff, signInNewStaff } from './fixtures/staff.ts';
import { expect, expectAccessible, expectToast, test } from './fixtures/test.ts';

const paymentId = randomUUID();

/** A file with a payment that the books do not know, as a comparison leaves it. */
async function seedDifference(): Promise<string> {
  const id = `CS261126GBP${randomUUID().slice(0, 6).toUpperCase()}`;
  const differences = [{ kind: 'payment_unknown', paymentId, inFile: '1250', inBooks: '0' }];
  const file = [{ paymentId, cleared: '1250', refunded: '0' }];
  await asStaff('finance', ({ tx }) =>
    sql`insert into card_payment.settlement
      (id, day, currency, cleared_minor, refunded_minor, line_count, state, differences, file, next_check_at)
      values (${id}, '2026-11-26', 'GBP', 1250, 0, 1, 'mismatched', ${JSON.stringify(differences)}::jsonb,
        ${JSON.stringify(file)}::jsonb, now() + interval '1 hour')`.execute(tx),
  );
  return id;
}

const rowOf = (page: Page, id: string) => page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: id });

test('finance looks into a settlement that differs, and has it compared again', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  const id = await seedDifference();
  await signInNewStaff(page, 'finance', '/manage/dashboard');
  await page.getByRole('link', { name: /Card settlements that differ/ }).click();
  await expect(page).toHaveURL('/manage/card-settlement');
  await expect(rowOf(page, id).getByText('Differs')).toBeVisible();
  await expect(rowOf(page, id).getByText('1 difference')).toBeVisible();
  await expectAccessible(page);

  await rowOf(page, id).getByRole('button', { name: /GBP$/ }).click();
  const file = page.getByRole('region', { name: `File ${id}` });
  await expect(file.getByRole('heading', { name: `File ${id}` })).toBeFocused();
  await expect(file.getByText('The books do not know this payment')).toBeVisible();
  await expect(file.getByText('In the file 12.50 GBP, in the books 0.00 GBP')).toBeVisible();
  await expect(file.getByText('Unknown payment')).toBeVisible();
  await expectAccessible(page);

  await file.getByRole('button', { name: 'Compare again' }).click();
  await expectToast(page, 'The file is being compared');
  // The processor does not know this file, so nothing changes, and the next attempt is announced.
  await expect(file.getByText(/Compared again by the system/)).toBeVisible();
  await page.goBack();
  await expect(file).toHaveCount(0);
  if (isMobile)
    await expect.poll(() => page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
});
