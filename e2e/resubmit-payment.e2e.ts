import type { Page } from '@playwright/test';
import { pdf } from '../test/fixtures/sample-files.ts';
import { approvalSection, createBusinessWithApprover } from './fixtures/approval.ts';
import { confirmWithPin, expectState } from './fixtures/pay.ts';
import { expect, expectAccessible, expectFigures, test } from './fixtures/test.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) });
const check = (page: Page) => page.getByRole('button', { name: 'Review payment' }).click();
const line = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });

async function sendBack(page: Page, colleague: Page): Promise<void> {
  await expect(approvalSection(page)).toContainText('Waiting for approval by Nadia Osei');
  await colleague.goto('/team-approval');
  await colleague.getByRole('main').getByRole('link', { name: /^Pay/ }).click();
  await colleague.getByRole('button', { name: 'Send back' }).click();
  const question = colleague.getByRole('dialog', { name: 'Send this back?' });
  await question.getByRole('button', { name: 'Send back' }).click();
  await expect(question.getByText('Say what needs to change')).toBeVisible();
  await expectAccessible(colleague);
  await question.getByLabel('What needs to change?').fill('The invoice says 33.00');
  await question.getByRole('button', { name: 'Send back' }).click();
  await expect(approvalSection(colleague)).toContainText('Sent back by Nadia Osei');
  await expect(approvalSection(page)).toContainText('The invoice says 33.00', { timeout: 20_000 });
  await expect(page.getByText('Nothing was sent')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Change and send again' }).click();
}

test('a payment that was sent back with a note restores every field, is sent again, and is withdrawn', async ({
  page,
  house,
}) => {
  const elsewhere = await house.openBrowserPage();
  const { owner } = await createBusinessWithApprover(page, elsewhere, 'Payments', '20');
  await page.goto('/payment/gbp');
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('gets').fill('32.00');
  await page.getByLabel('Reference').fill('Boards');
  await page.getByText('More details').click();
  await page.getByLabel('Purpose').selectOption({ label: 'Goods' });
  await page.getByLabel('Note to yourself').fill('For the roof');
  await page.getByLabel('Your invoice number').fill('INV//7ß');
  await page.getByText('On a date you choose').click();
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
  await expect(page.getByLabel('gets')).toHaveValue('32.00');
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
  await page.getByLabel('gets').fill('33.00');
  await check(page);
  await expect(page.getByText('This replaces the payment that was sent back')).toBeVisible();
  await expect(line(page, 'Documents')).toContainText('invoice.pdf');
  await expect(line(page, 'Documents')).toContainText('photo.pdf');
  await confirmWithPin(page, owner.pin);
  await expect(page).toHaveURL(address);
  await expectState(page, 'Waiting for approval');
  for (const kept of ['Goods', 'For the roof', 'INV-7', 'invoice.pdf', 'photo.pdf'])
    await expect(page.getByRole('main')).toContainText(kept);

  await test.step('the request is withdrawn', async () => {
    await page.getByRole('button', { name: 'Withdraw request' }).click();
    const question = page.getByRole('dialog', { name: 'Withdraw this request?' });
    await question.getByRole('button', { name: 'Withdraw request' }).click();
    await expect(approvalSection(page)).toContainText('Withdrawn');
    await expect(page.getByText('Nothing was sent')).toBeVisible();
    await page.goto('/dashboard');
    await expectFigures(page, owner.bankholderid, { balance: 20_000, available: 20_000 });
    await elsewhere.goto('/team-approval?box=decided');
    await expect(elsewhere.getByRole('link', { name: /Pay 32.00 GBP/ })).toContainText('Sent back');
    await expect(elsewhere.getByRole('link', { name: /Pay 33.00 GBP/ })).toContainText('Withdrawn');
  });
});
