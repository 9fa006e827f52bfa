import { createTestCustomer } from './fixtures/customer.ts';
import { seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

test('a wallet customer upgrades from the chart to Plus and gets accounts with their own numbers', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const who = await createTestCustomer({ kind: 'wallet', wallets: ['THB'] });
  await signIn(page, who);
  await page.getByRole('link', { name: /Upgrade your account now!$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upgrade your account' })).toBeVisible();
  if (isMobile) {
    await page.getByRole('button', { name: 'More' }).click();
    await expectAccessible(page);
  }
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.locator('[aria-current=page]')).toBeInViewport({ ratio: 0.9 });
  if (isMobile) await page.getByRole('button', { name: 'Close' }).click();
  await expect(
    page.getByText(/^At .+, the Plus Rate for GBP to THB was \d\d\.\d{4}\. Now it.s \d\d\.\d{4}\./),
  ).toBeVisible();
  await expect(page.getByText('You exchange 1,000.00 GBP into THB.')).toBeVisible();
  await expect(page.getByText(/^Plus gives you \d+\.\d\d THB more\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upgrade my account' }).click();
  await expect(page.getByText('Tick the box to continue')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Upgrade my account' }).click();

  await expect(page).toHaveURL('/dashboard');
  await page.goto('/notification');
  await expect(page.getByText('Your Plus account is open')).toBeVisible();
  await page.goto('/receive-bank-transfer');
  await expect(page.getByText('04-06-21').first()).toBeVisible();
  await page.goto('/wallet/dashboard');
  await expect(page).toHaveURL('/403');
});
