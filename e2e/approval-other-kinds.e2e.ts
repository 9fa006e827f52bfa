import type { Page } from '@playwright/test';
import { approvalSection, createBusinessWithApprover } from './fixtures/approval.ts';
import { confirmWithPin, typePin } from './fixtures/pay.ts';
import { seedBalance, seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, expectToast, test } from './fixtures/test.ts';

test('a file and a standing order wait for a colleague, who approves the total or the order', async ({
  page,
  house,
}) => {
  const elsewhere = await house.openBrowserPage();
  const { owner, nadia } = await createBusinessWithApprover(page, elsewhere, 'Payments', '50');

  await test.step('a file is approved with its total', async () => {
    await page.goto('/payment/bulk');
    const lines = [
      'Somchai Prasert,20-29-59,63748472,25.00,Wages 1',
      'Somchai Prasert,20-29-59,63748472,35.00,Wages 2',
    ];
    await page.getByLabel('Choose file').setInputFiles({
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['name,sort code,account number,amount,reference', ...lines].join('\n')),
    });
    await page.getByRole('button', { name: 'Send 2 payments' }).click();
    await typePin(page, owner.pin);
    await expect(approvalSection(page)).toContainText('Waiting for approval by Nadia Osei');
    await expect(approvalSection(page)).toContainText('Nothing has left your account.');
    await expect(page.getByRole('tab')).toHaveText(['Waiting for approval 2']);
    await expect(page.getByRole('button', { name: /^Fix row/ })).toHaveCount(0);
    await expectAccessible(page);

    await elsewhere.goto('/team-approval');
    await elsewhere.getByRole('link', { name: /Pay 60.00 GBP in 2 payments from november.csv/ }).click();
    await expect(elsewhere.getByRole('definition').filter({ hasText: 'Somchai Prasert' })).toHaveCount(2);
    await expectAccessible(elsewhere);
    await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
    await typePin(elsewhere, nadia.pin);
    await expectToast(elsewhere, 'Approved.');

    await elsewhere.getByRole('link', { name: 'See file' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'november.csv' })).toBeVisible();
    await expect(elsewhere.getByText('Row 2 · Wages 2')).toBeVisible({ timeout: 20_000 });

    await expect(page.getByRole('tab', { name: 'Paid 2' })).toBeVisible({ timeout: 20_000 });
    await expect(approvalSection(page)).toContainText('Approved by Nadia Osei');
    await page.goto('/payment/bulk');
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'november.csv' })).toContainText(
      'Paid 2',
    );
  });
  await test.step('a standing order starts when it is approved', async () => {
    await page.goto('/standing-order/add');
    await page.getByRole('button', { name: 'Somchai Prasert' }).click();
    await page.getByLabel('Amount').fill('60');
    await page.getByLabel('Reference', { exact: true }).fill('Rent');
    await page.getByLabel('First payment date').fill(new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Check standing order' }).click();
    await confirmWithPin(page, owner.pin);
    await expectToast(page, 'Sent for approval.');
    await expect(approvalSection(page)).toContainText('Waiting for approval by Nadia Osei');
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
    await expectAccessible(page);

    await elsewhere.goto('/team-approval');
    await elsewhere.getByRole('link', { name: /Pay .* 60.00 GBP every/ }).click();
    await expect(elsewhere.getByRole('definition').filter({ hasText: 'Until you cancel' })).toBeVisible();
    await expectAccessible(elsewhere);
    await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
    await typePin(elsewhere, nadia.pin);
    await expectToast(elsewhere, 'Approved.');

    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible({ timeout: 20_000 });
    await expect(approvalSection(page)).toContainText('Approved by Nadia Osei');
  });
});

test('a cross-currency payment and an Auto FX order that pays on wait for a colleague and start when approved', async ({
  page,
  house,
}) => {
  await seedRates();
  const elsewhere = await house.openBrowserPage();
  const { owner, nadia } = await createBusinessWithApprover(page, elsewhere, 'Payments', '50', {
    payeesAbroad: ['berlin'],
    otherCurrencies: ['THB'],
  });
  await test.step('the payment uses the rate at approval', async () => {
    await page.goto('/payment/swt');
    await page.getByRole('button', { name: 'Berliner Werk' }).click();
    await page.getByLabel('gets').fill('60');
    await page.getByLabel('Reference').fill('Timber from Berlin');
    await page.getByRole('button', { name: 'Review payment' }).click();
    await expect(page.getByText('A colleague needs to approve this')).toBeVisible();
    await expectAccessible(page);
    await confirmWithPin(page, owner.pin);
    await expect(approvalSection(page)).toContainText('Waiting for approval by Nadia Osei');
    await expect(page.getByText('Worst-case figures: we exchange when the last approval comes in.')).toBeVisible();
    const pending = (of: Page) => of.getByRole('navigation').getByRole('link', { name: /^Payments/ });
    await expect(pending(page)).toContainText('1');
    await expectAccessible(page);

    await elsewhere.goto('/team-approval');
    await expect(pending(elsewhere)).toContainText('1');
    await elsewhere.getByRole('link', { name: /Pay Berliner Werk .*60.00 EUR, exchanged from GBP/ }).click();
    await expect(elsewhere.getByRole('definition').filter({ hasText: 'Up to' })).toHaveCount(2);
    await expectAccessible(elsewhere);
    await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
    await typePin(elsewhere, nadia.pin);
    await expect(approvalSection(elsewhere)).toContainText('The payment went ahead');
    await expect(page.getByText('Worst-case figures: we exchange when the last approval comes in.')).toBeHidden({
      timeout: 20_000,
    });
    await expect(approvalSection(page)).toContainText('Approved by Nadia Osei');
  });
  await test.step('the order is filled and pays on', async () => {
    const [baht = ''] = owner.otherAccounts;
    await seedBalance(baht, 'THB', '9000.00');
    await page.goto('/auto-fx?new=limit');
    await page.getByLabel('From', { exact: true }).selectOption(baht);
    await page.getByLabel('Amount', { exact: true }).fill('4000');
    await page.getByLabel('Target rate').fill('0.01');
    await page.getByLabel('When the market is closed').selectOption('execute');
    await page.getByLabel('Send the exchanged money to a payee').check();
    await page.getByLabel('Maximum payment').fill('60');
    await page.getByLabel('Reference', { exact: true }).fill('Rent');
    await page.getByRole('button', { name: 'Confirm with PIN' }).click();
    await page.getByRole('button', { name: 'Exchange now' }).click();
    await typePin(page, owner.pin);
    const order = page.getByRole('listitem').filter({ hasText: 'When 1 THB = 0.0100 GBP' });
    await expect(order).toContainText('0 of 1 approvals');
    await order.getByRole('link', { name: /When 1 THB = 0\.0100 GBP/ }).click();
    await expect(approvalSection(page)).toContainText('Waiting for approval by Nadia Osei');
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
    await expectAccessible(page);

    await elsewhere.goto('/team-approval');
    await elsewhere.getByRole('link', { name: /exchange 4,000\.00 THB into GBP/ }).click();
    await expect(elsewhere.getByRole('definition').filter({ hasText: '60.00 GBP' })).toBeVisible();
    await expectAccessible(elsewhere);
    await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
    await typePin(elsewhere, nadia.pin);
    await expect(approvalSection(elsewhere)).toContainText('The order became active');

    await expect(page.getByRole('link', { name: 'Paid 60.00 GBP' })).toBeVisible({ timeout: 30_000 });
    await expect(approvalSection(page)).toContainText('Approved by Nadia Osei');
  });
});
