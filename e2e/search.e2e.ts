import { createTestCustomer } from './fixtures/customer.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('a payee, an account and a page are found by a few letters and opened by keyboard', async ({ page }) => {
  const who = await createTestCustomer({ balance: '1250.50', payees: ['somchai'], otherCurrencies: ['EUR'] });
  await signIn(page, who);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox', { name: 'Search payees, payments, accounts and pages' });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('option', { name: 'Make a Payment' })).toBeVisible();

  await field.fill('som pras');
  const payee = dialog.getByRole('option', { name: /Somchai Prasert/ });
  await expect(payee).toBeVisible();
  await expectAccessible(page);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/payee\/view\/gbp\/gbp\?uid=/);

  await test.step('Tab on a payee begins a payment', async () => {
    await page.keyboard.press('Control+k');
    await expect(dialog.getByRole('option', { name: 'som pras' })).toBeVisible();
    await field.fill('somchai');
    await expect(payee).toHaveAttribute('data-highlighted');
    await field.press('Tab');
    // The page takes the payee out of its address once it has read it.
    await expect(page).toHaveURL(/\/payment\/gbp\?/);
    await expect(page.getByText('Somchai Prasert').first()).toBeVisible();
    await expect(page.getByLabel('gets')).toBeVisible();
  });

  await test.step('money that arrived is found by its amount', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
    await page.keyboard.press('/');
    await field.fill('1,250.50');
    await dialog.getByRole('option', { name: /1,250\.50 GBP/ }).click();
    await expect(page).toHaveURL(/\/statement\?/);
    await expect(page.getByRole('dialog')).toContainText('1,250.50');
  });
  await test.step('a search without result says so, Escape clears and closes', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
    await page.keyboard.press('Control+k');
    await field.fill('nobody at all');
    await expect(page.getByText('Nothing found for “nobody at all”')).toBeVisible();
    await expectAccessible(page);
    await field.press('Escape');
    await expect(field).toHaveValue('');
    await field.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  });
});
