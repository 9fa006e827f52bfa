import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { fireRateAlerts, seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

async function setRateAlert(page: Page, who: TestCustomer): Promise<void> {
  await page.getByRole('link', { name: 'Set rate alert' }).click();
  await expect(page).toHaveURL('/wallet/rate-alert?from=GBP&to=THB');
  const own = await page.getByText(/^Your rate now:/).textContent();
  const below = (Number(/\d\d\.\d{4}/.exec(own ?? '')?.[0]) * 0.9).toFixed(4);
  await page.getByLabel('Target rate').fill(below);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set alert' }).click();
  const alert = page.getByRole('listitem').filter({ hasText: `When 1 GBP = ${below} THB or less` });
  await expect(alert.getByText('Active', { exact: true })).toBeVisible();

  await fireRateAlerts(who);
  await page.goto('/wallet/rate-alert');
  await expect(alert.getByText('Sent', { exact: true })).toBeVisible();
  await expect(alert.getByRole('link', { name: 'Exchange now' })).toHaveAttribute('href', /^\/wallet\/fx/);
  await expectAccessible(page);
  await alert.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove alert' }).click();
  await expect(page.getByText('No rate alerts yet')).toBeVisible();
}

async function compareRates(page: Page): Promise<void> {
  await page.goto('/wallet/notification');
  const currencies = page.getByRole('region', { name: 'Active currencies and their rates' });
  await expect(currencies.getByRole('listitem').first()).toHaveText('1 GBP =');
  const baht = currencies.getByRole('listitem').filter({ hasText: 'THB' });
  await expect(baht).toHaveText(/^Rate\d\d\.\d{4} THBPlus Rate\d\d\.\d{4} THB$/);
  const [wallet = 0, plus = 0] = ((await baht.textContent()) ?? '').match(/\d+\.\d+/g)?.map(Number) ?? [];
  expect(plus).toBeGreaterThan(wallet);
}

test('a wallet customer sees the better rate, sets an alert at the own rate, and upgrades to Plus', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const who = await createTestCustomer({ kind: 'wallet', wallets: ['THB'] });
  await signIn(page, who);
  await expect(page.getByText(/^Plus Rate ≈ \d+\.\d{4}$/)).toBeVisible();
  const offer = page.getByRole('link', { name: /^You want to get \d\d\.\d{4}\? Upgrade your account now!$/ });
  await expect(offer).toHaveAttribute('href', /^\/wallet\/upgrade\?t=\d{13}$/);
  await setRateAlert(page, who);
  // On a phone only the overviews have room for rates.
  if (!isMobile) await compareRates(page);

  await page.goto('/');
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
