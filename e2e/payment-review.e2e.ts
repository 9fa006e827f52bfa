import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { writeSettings } from '../db/seed/write-settings.ts';
import { pdf } from '../test/fixtures/sample-files.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { database } from './fixtures/database.ts';
import { expectState, pay } from './fixtures/pay.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import { expect, expectAccessible, expectToast, signIn, test } from './fixtures/test.ts';

// A claim of a payment keeps every other member of staff away, so this file runs after all others.

const takesTwoAbove = (minor: bigint) =>
  writeSettings(
    database(),
    sql`insert into review.dual_control_threshold (currency, above_minor, effective_from) values ('GBP', ${minor}, now())`,
  );
test.afterAll(() =>
  writeSettings(
    database(),
    sql`delete from review.dual_control_threshold where effective_from > '2021-01-01' and currency = 'GBP'`,
  ),
);

async function checkBothSizes(page: Page): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Decision' });

test('one takes the next payment and recommends its release, a second looks and releases it', async ({
  page,
  house,
}) => {
  await takesTwoAbove(2_000_000n);
  const who = await createTestCustomer({ balance: '24000.00', payees: ['somchai'] });
  const customer = await house.openBrowserPage();
  await signIn(customer, who, '/payment/gbp');
  await pay(customer, { payee: 'Somchai Prasert', amount: '21000.00', reference: 'Boat' }, who.pin);
  await expectState(customer, 'In review');
  const documents = customer.locator('section').filter({ has: customer.getByRole('heading', { name: 'Documents' }) });
  await documents
    .getByLabel('File')
    .setInputFiles({ name: 'sale.pdf', mimeType: 'application/pdf', buffer: pdf('(sale)') });
  await documents.getByRole('button', { name: 'Upload document' }).click();
  await expect(documents.getByRole('listitem').filter({ hasText: 'sale.pdf' })).toContainText('Received', {
    timeout: 20_000,
  });

  const maker = await signInNewStaff(page, 'payment_operations', '/manage/dashboard');
  await page.getByRole('link', { name: /^Payments in review/ }).click();
  await expect(page).toHaveURL('/manage/review');
  const row = page.getByRole('row').filter({ hasText: who.name });
  await expect(row).toContainText('Size: source of funds');
  await expect(row).toContainText('1 document received');
  await checkBothSizes(page);
  await page.getByRole('searchbox', { name: 'Filter this list' }).fill(who.name.replace(/.* /, ''));
  await expect(page.getByRole('row').filter({ hasText: 'Somchai Prasert' })).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Filter this list' }).press('n');
  await expect(page).toHaveURL('/manage/review');
  await page.getByRole('searchbox', { name: 'Filter this list' }).fill(who.name.replace(/.* /, ''));
  await row.getByRole('link').click();

  await expect(page.getByRole('heading', { name: '21,000.00 GBP to Somchai Prasert' })).toBeVisible();
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(page.getByText('Claimed by you')).toBeVisible();
  await expect(page.getByText('Their first payment in GBP within 12 months.')).toBeVisible();
  await checkBothSizes(page);
  await page.keyboard.press('v');
  await expect(page.getByRole('region', { name: 'Document of a payment' })).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.getByRole('region', { name: 'Document of a payment' })).toHaveCount(0);
  await page.keyboard.press('x');
  await page.keyboard.press('Control+Enter');
  await expect(bar(page).getByText('Write at least 10 characters for the customer')).toBeVisible();
  await page.keyboard.press('r');
  await bar(page).getByLabel('Note for staff (optional)').fill('He rows each spring, xqr');
  await expect(bar(page).getByRole('button', { name: 'Recommend release' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Recommended. A second person decides.');
  await expect(bar(page)).toContainText('You recommended the release.');
  await expectAccessible(page);
  const address = page.url();

  const second = await house.openBrowserPage();
  await signInNewStaff(second, 'compliance', '/manage/review?tab=second');
  await second.getByRole('row').filter({ hasText: who.name }).getByRole('link').click();
  await expect(bar(second)).toContainText('Record your own look first');
  await expect(second.getByText('He rows each spring')).toHaveCount(0);
  await second.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(second.getByText('Claimed by you')).toBeVisible();
  await bar(second).getByRole('button', { name: 'Record my look' }).click();
  await expect(bar(second)).toContainText(`${maker} recommended the release`);
  await expect(bar(second)).toContainText('He rows each spring');
  await checkBothSizes(second);
  await bar(second).getByRole('button', { name: 'Release payment' }).click();
  await expectToast(second, 'Released. The payment is on its way.');
  await expect(second.getByText('This payment is no longer in review')).toBeVisible();
  await expectState(customer, 'Arrived');

  await page.goto(address);
  await expect(page.getByText('This payment is no longer in review')).toBeVisible();
});

test('the next payment is claimed, keys can be turned off, and support has neither menu nor page', async ({
  page,
  house,
}) => {
  const who = await createTestCustomer({ balance: '24000.00', payees: ['somchai'] });
  const customer = await house.openBrowserPage();
  await signIn(customer, who, '/payment/gbp');
  await pay(customer, { payee: 'Somchai Prasert', amount: '20500.00', reference: 'Boat' }, who.pin);
  await expectState(customer, 'In review');
  await signInNewStaff(page, 'payment_operations', '/manage/review');
  await expect(page.getByRole('table', { name: 'Payment review' })).toBeVisible();
  await page.keyboard.press('?');
  await page.getByRole('switch', { name: 'Single keys' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/manage/review');
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Single keys' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/manage\/review\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Hand back' }).click();
  await expect(page.getByText('Nobody has it')).toBeVisible();
  await page.goto('/manage/queue/payments_held');
  await expect(page).toHaveURL('/manage/review');

  const support = await house.openBrowserPage();
  await signInNewStaff(support, 'support', '/manage/dashboard');
  await expect(support.getByRole('navigation').getByRole('link', { name: /^Payment review/ })).toHaveCount(0);
  await support.goto('/manage/review');
  await expect(support).toHaveURL(/\/403/);
});
