import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { givenQuoteSeconds, givenRates } from './given-rates.ts';
import { demoPerson, expect, expectAccessible, signIn, test } from './larkmere.ts';
import { confirmWithPin } from './pay.ts';

// Both pay the same payee out of the same accounts.
test.describe.configure({ mode: 'serial' });
test.beforeEach(givenRates);
// A payment by SWIFT passes three banks, and each takes its time.
test.setTimeout(120_000);

const berlin = 'Berliner Werk';

async function givenPayeeAbroad(page: Page): Promise<void> {
  await page.goto('/payee');
  await expect(page.getByRole('main')).toContainText('Somchai Prasert');
  if ((await page.getByText(berlin).count()) > 0) return;
  await page.goto('/payee/add/eur/swt');
  await page.getByLabel('Country of the bank', { exact: true }).selectOption({ label: 'Germany' });
  await page.getByLabel('Name on the account').fill(berlin);
  await page.getByLabel('BIC (SWIFT code)').fill('COBADEFFXXX');
  await page.getByLabel('IBAN', { exact: true }).fill('DE89370400440532013000');
  await page.getByLabel('Street and number').fill('Torstrasse 7');
  await page.getByLabel('Town').fill('Berlin');
  await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Germany' });
  await page.getByRole('button', { name: 'Add payee' }).click();
  await page.waitForURL('/payee/view/**');
}

async function fillIn(page: Page, amount: string, from: string): Promise<string> {
  const reference = `Invoice ${randomInt(10_000, 99_999)}`;
  await page.goto('/payment');
  await page.getByRole('link', { name: 'Pay abroad' }).click();
  const payee = page.getByLabel('To', { exact: true });
  const option = await payee.locator('option').filter({ hasText: berlin }).getAttribute('value');
  await payee.selectOption(option ?? '');
  const source = page.getByLabel('From', { exact: true });
  const account = await source.locator('option').filter({ hasText: from }).first().getAttribute('value');
  await source.selectOption(account ?? '');
  await page.getByLabel('Amount to send').fill(amount);
  await page.getByLabel('Reference').fill(reference);
  return reference;
}

test('a payment by SWIFT is followed from bank to bank, and its estimate is held against what came', async ({
  page,
}) => {
  const { pin } = demoPerson('anong');
  await signIn(page, 'anong');
  await givenPayeeAbroad(page);
  const reference = await fillIn(page, '120.00', 'EUR account');
  await expect(page.getByText('105.00 EUR')).toBeVisible();
  await page.getByText('I pay all (OUR)').click();
  await expect(page.getByText('24.00 EUR')).toBeVisible();
  await page.getByText('Shared (SHA)').click();
  await expect(page.getByText('105.00 EUR')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the payment' }).click();
  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
  await expectAccessible(page);
  await confirmWithPin(page, pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  const address = page.url();
  await expect(page.getByText('Correspondent Frankfurt passed it on')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('They kept 15.00 EUR.')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.goto('/pending-swift-payment?filterType=approve');
  await expect(page.getByRole('link').filter({ hasText: reference })).toHaveAttribute(
    'href',
    new URL(address).pathname,
  );
  await expectAccessible(page);
});

test('out of baht: a rate that ends under the PIN pad sends nothing, and the next one does', async ({ page }) => {
  const { pin } = demoPerson('anong');
  await givenQuoteSeconds(60, 'THB', 'EUR');
  await page.clock.install();
  await signIn(page, 'anong');
  await givenPayeeAbroad(page);
  await fillIn(page, '80.00', 'THB account');
  await page.clock.fastForward(1000);
  await expect(page.getByText(/\d THB/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Check the payment' }).click();
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible();
  await page.clock.fastForward(65_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('The rate ran out. Nothing was sent.')).toBeVisible();
  await confirmWithPin(page, pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expect(page.getByText('Exchanged', { exact: true })).toBeVisible();
});
