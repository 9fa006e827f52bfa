import type { Page } from '@playwright/test';
import { pdf } from '../test/fixtures/sample-files.ts';
import { approvalSection, createApprovalRule, createBusinessWithApprover } from './fixtures/approval.ts';
import { createColleague, createTestCustomer, payInForeignCurrency, type TestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, expectState } from './fixtures/pay.ts';
import { berlin } from './fixtures/payees.ts';
import { seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) });
const check = (page: Page) => page.getByRole('button', { name: 'Check payment' }).click();
const line = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });

async function sendBack(page: Page, colleague: Page): Promise<void> {
  await expect(approvalSection(page)).toContainText('Waiting for approval by Nadia Osei');
  await colleague.goto('/team-approval');
  await colleague.getByRole('main').getByRole('link', { name: /^Pay/ }).click();
  await colleague.getByRole('button', { name: 'Send back' }).click();
  const question = colleague.getByRole('dialog', { name: 'Send this back?' });
  await question.getByLabel('What needs to change?').fill('The invoice says something else');
  await question.getByRole('button', { name: 'Send back' }).click();
  await expect(page.getByText('Nothing was sent')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Change and send again' }).click();
}

test('a domestic payment that was sent back restores every field', async ({ page, house }) => {
  const elsewhere = await house.openBrowserPage();
  const { owner } = await createBusinessWithApprover(page, elsewhere, 'Payments', '20');
  await page.goto('/payment/gbp');
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('You send').fill('32.00');
  await page.getByLabel('Reference').fill('Boards');
  await page.getByText('More details').click();
  await page.getByLabel('Purpose').selectOption({ label: 'Goods' });
  await page.getByLabel('Note to yourself').fill('For the roof');
  await page.getByLabel('Your invoice number').fill('INV//7ß');
  await page.getByText('Later').click();
  await page.getByLabel('Payment date').fill(inDays(12));
  await page.getByText('Documents for this payment').click();
  const send = async (name: string) => {
    await page.getByLabel('File').setInputFiles(file(name));
    await page.getByRole('button', { name: 'Upload document' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Received', { timeout: 20_000 });
  };
  await send('invoice.pdf');
  await expectAccessible(page);
  await check(page);
  await expect(page.getByRole('alert')).toContainText(
    'Remove double slashes, and any at the start or end of your invoice number',
  );
  await page.getByLabel('Your invoice number').fill('INV-7');
  await check(page);
  for (const [label, value] of [
    ['Purpose', 'Goods'],
    ['Your invoice number', 'INV-7'],
    ['Note to yourself', 'For the roof'],
    ['Documents', 'invoice.pdf · Received'],
  ] as const)
    await expect(line(page, label)).toContainText(value);
  await expectAccessible(page);
  await confirmWithPin(page, owner.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  const address = page.url();

  await sendBack(page, elsewhere);
  await expect(page.getByLabel('You send')).toHaveValue('32.00');
  await expect(page.getByLabel('Reference')).toHaveValue('Boards');
  await expect(page.getByLabel('Purpose')).toHaveValue('GDDS');
  await expect(page.getByLabel('Note to yourself')).toHaveValue('For the roof');
  await expect(page.getByLabel('Your invoice number')).toHaveValue('INV-7');
  await expect(page.getByLabel('Payment date')).toHaveValue(inDays(12));
  await expect(page.getByLabel('Your invoice number')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'invoice.pdf' })).toContainText('Received');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add document' }).click();
  await send('photo.pdf');
  await page.getByLabel('You send').fill('33.00');
  await check(page);
  await expect(page.getByText('This replaces the payment that was sent back')).toBeVisible();
  await expect(line(page, 'Documents')).toContainText('invoice.pdf');
  await expect(line(page, 'Documents')).toContainText('photo.pdf');
  await confirmWithPin(page, owner.pin);
  await expect(page).toHaveURL(address);
  await expectState(page, 'Waiting for approval');
  for (const kept of ['Goods', 'For the roof', 'INV-7', 'invoice.pdf', 'photo.pdf'])
    await expect(page.getByRole('main')).toContainText(kept);
});

test('an international payment that was sent back restores every field', async ({ page, house }) => {
  const elsewhere = await house.openBrowserPage();
  await seedRates();
  const owner: TestCustomer = await createTestCustomer({
    business: true,
    otherCurrencies: ['EUR'],
    payeesAbroad: ['berlin'],
  });
  const nadia = await createColleague(owner, { name: 'Nadia Osei', role: 'approver' });
  await payInForeignCurrency(owner, 'EUR', '500.00');
  await signIn(page, owner, '/team-approval?box=rules');
  await createApprovalRule(page, owner, 'Payments', '20');
  await signIn(elsewhere, nadia);
  await page.goto('/payment/swt');
  await page.getByRole('button', { name: berlin.name }).click();
  const source = page.getByLabel('From', { exact: true });
  const account = await source.locator('option').filter({ hasText: 'EUR account' }).first().getAttribute('value');
  await source.selectOption(account ?? '');
  await page.getByLabel('Amount to send').fill('120.00');
  await page.getByLabel('Reference').fill('Invoice 7');
  await page.getByText('More details').click();
  await page.getByLabel('Purpose').selectOption({ label: 'Supplier payment' });
  await page.getByLabel('Your relationship to the payee').selectOption({ label: 'Supplier' });
  await page.getByLabel('Note to yourself').fill('Second of three');
  await page.getByText('I pay all (OUR)').click();
  await page.getByText('Later').click();
  await page.getByLabel('Payment date').fill(inDays(12));
  await page.getByText('Documents for this payment').click();
  await page.getByLabel('File').setInputFiles(file('contract.pdf'));
  await check(page);
  await expect(page.getByRole('alert')).toContainText('Upload the file you chose');
  await page.getByRole('button', { name: 'Remove file' }).click();
  await page.getByLabel('File').setInputFiles(file('contract.pdf'));
  await page.getByRole('button', { name: 'Upload document' }).click();
  await expect(page.getByRole('checkbox', { name: 'Include with this payment: contract.pdf' })).toBeChecked();
  await expectAccessible(page);
  await check(page);
  await expect(line(page, 'Documents')).toContainText('contract.pdf');
  await expect(line(page, 'Purpose')).toContainText('Supplier payment');
  const leaves = await line(page, 'When').textContent();
  await expectAccessible(page);
  await confirmWithPin(page, owner.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');

  await sendBack(page, elsewhere);
  await expect(page.getByLabel('Amount to send')).toHaveValue('120.00');
  await expect(page.getByLabel('Purpose')).toHaveValue('SUPP');
  await expect(page.getByLabel('Your relationship to the payee')).toHaveValue('supplier');
  await expect(page.getByLabel('Note to yourself')).toHaveValue('Second of three');
  await expect(page.getByRole('radio', { name: 'I pay all (OUR)' })).toBeChecked();
  await expect(page.getByRole('listitem').filter({ hasText: 'contract.pdf' })).toBeVisible();
  await expect(page.getByText('144.00 EUR', { exact: true })).toBeVisible();
  await check(page);
  expect(await line(page, 'When').textContent()).toBe(leaves);
  await expect(page.getByText('This replaces the payment that was sent back')).toBeVisible();
  await confirmWithPin(page, owner.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expectState(page, 'Waiting for approval');
});
