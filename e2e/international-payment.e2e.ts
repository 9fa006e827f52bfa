import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { pdf } from '../test/fixtures/sample-files.ts';
import { createTestCustomer, payInForeignCurrency } from './fixtures/customer.ts';
import { confirmWithPin, expectState, fillRegulatoryInformation, loseNextResponse, typePin } from './fixtures/pay.ts';
import { berlin } from './fixtures/payees.ts';
import { seedRates, setQuoteSeconds } from './fixtures/rates.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test.beforeEach(() => seedRates());

async function fillIn(page: Page, amount: string, from: string): Promise<string> {
  const reference = `Invoice ${randomInt(10_000, 99_999)}`;
  await page.goto('/payment');
  await page.getByRole('button', { name: berlin.name }).click();
  const source = page.getByLabel('From', { exact: true });
  const account = await source.locator('option').filter({ hasText: from }).first().getAttribute('value');
  await source.selectOption(account ?? '');
  await page.getByLabel('gets').fill(amount);
  await page.getByLabel('Reference').fill(reference);
  return reference;
}

test('a SWIFT payment is tracked from bank to bank, and the estimate is compared with the charges', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  house.allowConsole(/^Failed to load resource: net::ERR_CONNECTION_RESET .*samecurrency/);
  const who = await createTestCustomer({ otherCurrencies: ['EUR'], payeesAbroad: ['berlin'] });
  await payInForeignCurrency(who, 'EUR', '500.00');
  await signIn(page, who);
  const price = page.getByRole('complementary', { name: 'Price' });
  const reference = await fillIn(page, '60001.00', 'EUR account');
  await expect(page.getByText('Enter 60,000.00 EUR or less. That’s your limit for one payment.')).toBeVisible();
  await expect(page.getByText(/^SWIFT limits: [\d.]+ EUR to 60,000.00 EUR a payment\.$/)).toBeVisible();
  await page.getByLabel('gets').fill('600.00');
  await expect(page.getByRole('button', { name: /^Send 491\.00 EUR instead/ })).toBeVisible();
  await page.getByLabel('gets').fill('120.00');
  await expect(price.getByText('105.00 EUR')).toBeVisible();
  await page.getByText('I pay all (OUR)').click();
  await expect(price.getByText('144.00 EUR')).toBeVisible();
  await page.getByText('Shared (SHA)').click();
  await expect(price.getByText('105.00 EUR')).toBeVisible();
  await page.reload();
  await expect(price.getByText('105.00 EUR')).toBeVisible();
  await page.getByText('More details').click();
  await fillRegulatoryInformation(page, 'Supplier payment');
  await page.getByLabel('Note to yourself').fill('Second of three');
  await page.getByText('Documents for this payment').click();
  await page.getByLabel('File').setInputFiles({ name: 'contract.pdf', mimeType: 'application/pdf', buffer: pdf('x') });
  await page.getByRole('button', { name: 'Review payment' }).click();
  await expect(page.getByRole('alert')).toContainText('Upload the file you chose');
  await page.getByRole('button', { name: 'Upload document' }).click();
  await expect(page.getByRole('checkbox', { name: 'Include with this payment: contract.pdf' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review payment' }).click();
  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
  await expect(page.getByText('Swindlers write into real conversations')).toBeVisible();
  for (const [label, value] of [
    ['Purpose', 'Supplier payment'],
    ['Documents', 'contract.pdf'],
  ] as const)
    await expect(page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })).toContainText(value);
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByLabel('gets')).toHaveValue('120.00');
  await expect(page.getByLabel('Reference')).toHaveValue(reference);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Who are you paying?' })).toBeVisible();
  await page.goForward();
  await page.goForward();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
  await loseNextResponse(page, '*/v1/payment/global/samecurrency');
  await confirmWithPin(page, who.pin);
  const unanswered = page.getByText('We’re not sure this went through');
  await expect(unanswered).toBeVisible();
  await page.goto('/dashboard');
  await page.goto('/payment');
  await page.getByRole('button', { name: berlin.name }).click();
  await expect(unanswered).toBeVisible();
  await expect(page.getByRole('button', { name: berlin.name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expect(page.getByText('Correspondent Frankfurt sent it on')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Other banks charged 15.00 EUR.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Our estimate', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/pending-swift-payment?filterType=approve');
  await expectAccessible(page);
  await page.getByRole('link').filter({ hasText: reference }).click();
  await expect(page.getByText('Other banks charged 15.00 EUR.')).toBeVisible();
  for (const said of ['Supplier payment', 'Savings', 'Second of three', 'Swindlers write into real conversations'])
    await expect(page.getByRole('main')).toContainText(said);
  await expect(page.getByRole('button', { name: 'Download receipt' })).toBeVisible();

  await test.step('the same payment again needs a confirmation', async () => {
    await fillIn(page, '120.00', 'EUR account');
    await page.getByRole('button', { name: 'Review payment' }).click();
    await confirmWithPin(page, who.pin);
    await expect(page.getByRole('alertdialog', { name: 'Send this payment again?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.waitForURL('/pending-payment-domestic/detail/*');
  });
});

test('from baht: a rate that expires during PIN entry sends nothing, and the next one does', async ({ page }) => {
  const who = await createTestCustomer({ otherCurrencies: ['THB'], payeesAbroad: ['berlin'] });
  await payInForeignCurrency(who, 'THB', '9000.00');
  await setQuoteSeconds(60, 'THB', 'EUR');
  await page.clock.install();
  await signIn(page, who);
  await fillIn(page, '80.00', 'THB account');
  await page.clock.fastForward(1000);
  await expect(page.getByText(/\d THB/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Review payment' }).click();
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible();
  await page.clock.fastForward(65_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Nothing was sent: the rate expired')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible();
  // Read only now: a new quote may arrive until the payment is confirmed.
  const rate = await page
    .getByText(/^1 THB = [\d.]+ EUR \(1 EUR = [\d.]+ THB\)$/)
    .nth(1)
    .textContent();
  await typePin(page, who.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expect(page.getByText('Exchanged', { exact: true })).toBeVisible();
  await expect(page.getByText(rate ?? '', { exact: true })).toBeVisible();
  // An estimate until the last bank has reported what it kept.
  await expect(page.getByText(/^Total cost( \(estimate\))?$/)).toBeVisible();
});

test('a friend in Thailand is paid out of pounds, without a balance in baht', async ({ page }) => {
  const who = await createTestCustomer({ balance: '500.00', payeesAbroad: ['malee'] });
  await signIn(page, who, '/payment');
  await page.getByRole('button', { name: 'Malee Boonsong' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Make a Payment' })).toBeVisible();
  await page.getByLabel('gets').fill('5,000.00');
  await page.getByLabel('Reference').fill('Dinner');
  await fillRegulatoryInformation(page, 'Gift or family support');
  await expect(page.getByText('5,000.00 THB').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review payment' }).click();
  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
  await expectAccessible(page);
  await confirmWithPin(page, who.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expectState(page, 'Arrived');
  await expect(page.getByText('5,000.00 THB').first()).toBeVisible();
});
