import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { seedBalance, seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, expectFigures, followToField, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

async function confirmFarTarget(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Is this target right?' })).toContainText(/is \d+% (above|below)/);
  await page.getByRole('button', { name: 'Keep target' }).click();
  await typePin(page, pin);
}

async function confirmReachedTarget(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await page.getByRole('button', { name: 'Exchange now' }).click();
  await typePin(page, pin);
}

async function payOnFill(page: Page, { pin }: TestCustomer, baht: string): Promise<void> {
  await page.goto('/auto-fx');
  await page.getByRole('button', { name: 'Create order' }).click();
  await page.getByLabel('From', { exact: true }).selectOption(baht);
  await page.getByLabel('Amount', { exact: true }).fill('40000');
  await page.getByLabel('Target rate').fill('0.01');
  await page.getByLabel('When the market is closed').selectOption('execute');
  await page.getByLabel('Send the exchanged money to a payee').check();
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter an amount', 'Enter a reference']);
  await page.getByLabel('Maximum payment').fill('500');
  await page.getByLabel('Reference', { exact: true }).fill('Rent');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await page.getByRole('button', { name: 'Exchange now' }).click();
  await expect(page.getByRole('dialog').getByText(/Then pay up to 500\.00 GBP to Somchai Prasert/)).toBeVisible();
  await typePin(page, pin);
  const order = page
    .getByRole('listitem')
    .filter({ hasText: 'When 1 THB = 0.0100 GBP (1 GBP = 100.0000 THB) or more' });
  await expect(order.getByText('Done', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(order.getByRole('link', { name: 'Paid 500.00 GBP' })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await order.getByRole('link', { name: 'Paid 500.00 GBP' }).click();
  await expect(page.getByText('Somchai Prasert').first()).toBeVisible();
}

test('an order is placed, paused, changed and filled, one is cancelled and releases its money, and one pays a payee', async ({
  page,
}) => {
  const who = await createTestCustomer({ balance: '200.00', otherCurrencies: ['THB'], payees: ['somchai'] });
  const [baht = ''] = who.otherAccounts;
  await seedBalance(baht, 'THB', '50000.00');
  await signIn(page, who, '/auto-fx');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create order' }).click();
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  const summary = page.getByRole('alert').filter({ hasText: '2 things to check' });
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
  const noAmount = 'Enter an amount';
  const noRate = 'Enter a rate such as 1.1800';
  await expect(summary.getByRole('link')).toHaveText([noAmount, noRate]);
  await expect(page.getByLabel('Amount', { exact: true })).toHaveAccessibleDescription(noAmount);
  await followToField(summary.getByRole('link', { name: noRate }), page.getByLabel('Target rate'));
  await page.getByLabel('Amount', { exact: true }).fill('50');
  await page.getByLabel('Target rate').fill('99');
  await page.getByLabel('When the market is closed').selectOption('execute');
  await page.getByLabel(/Reserve the money now/).check();
  await expectAccessible(page);
  await confirmFarTarget(page, who.pin);

  const order = page.getByRole('listitem').filter({ hasText: 'When 1 GBP = 99.0000 THB or more' });
  await expect(order.getByText('Active', { exact: true })).toBeVisible();
  await expect(order.getByText(/50\.00 GBP reserved/)).toBeVisible();
  await expect(order).toContainText('The rate has not reached your target yet.');
  await expect(order).toContainText('With us. We’ll exchange when it does.');
  await expect(order).toContainText(/Next update .+\. There is no deadline\./);
  await expectAccessible(page);
  await order.getByRole('button', { name: 'Pause order' }).click();
  await expect(order.getByText('Paused', { exact: true })).toBeVisible();
  await order.getByRole('button', { name: 'Resume order' }).click();
  await expect(order.getByText('Active', { exact: true })).toBeVisible();

  await order.getByRole('button', { name: 'Change order' }).click();
  await page.getByLabel('Target rate').fill('20');
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  const question = page.getByRole('alertdialog', { name: 'Your target is already met' });
  await expect(question).toContainText(
    /^.*Exchange now at 1 GBP = \d\d\.\d{4} THB\? 50\.00 GBP would become about 2,\d{3}\.\d\d THB\./,
  );
  await expectAccessible(page);
  await question.getByText('Change target', { exact: true }).click();
  await expect(page.getByLabel('Target rate')).toBeFocused();
  await expect(page.getByText(/^The other way round: 1 THB = 0\.050000 GBP, now 1 THB = 0\.02\d+ GBP\./)).toBeVisible();
  await confirmReachedTarget(page, who.pin);
  const changed = page.getByRole('listitem').filter({ hasText: 'When 1 GBP = 20.0000 THB or more' });
  await expect(changed.getByText('Done', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(changed.getByText(/Exchanged 50\.00 GBP into 2,\d{3}\.\d\d THB/)).toBeVisible();
  await expectAccessible(page);

  await test.step('a cancelled order releases its money', async () => {
    await page.getByRole('button', { name: 'Create order' }).click();
    await page.getByLabel('Order type').selectOption('stop');
    await page.getByLabel('Amount', { exact: true }).fill('80');
    await page.getByLabel('Target rate').fill('12');
    await confirmFarTarget(page, who.pin);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: 15_000, available: 15_000 });
  });
  await test.step('the bought amount is paid to a payee, authorised with the order', () => payOnFill(page, who, baht));
});
