import type { Page } from '@playwright/test';
import { createTestCustomer, memberCodeOf, type TestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, typePin } from './fixtures/pay.ts';
import { seedRates } from './fixtures/rates.ts';
import { callSandbox, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

async function exchange(page: Page, { pin, bankholderid, otherAccounts: [euros = ''] }: TestCustomer): Promise<void> {
  await page.goto('/wallet/fx');
  await page.getByRole('main').locator('form').getByLabel('To', { exact: true }).selectOption(euros);
  await page.getByLabel('You send').fill('50');
  await expect(page.getByLabel('You get')).toHaveValue(/^5\d\.\d\d$/);
  await expect(page.getByText('Updating')).toHaveCount(0);
  const saving = page.getByText('Better off with Plus by').locator('..');
  await expect(saving).toHaveText(/^Better off with Plus by\d\.\d\d EUR$/);
  const offer = page.getByRole('link', { name: /^You want to get 1\.\d{4}\? Upgrade your account now!$/ });
  await expect(offer.first()).toHaveAttribute('href', /^\/wallet\/upgrade\?t=\d{13}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check exchange' }).click();
  await confirmWithPin(page, pin);
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
  await expect(page.getByText(/^You exchanged 50\.00 GBP into 5\d\.\d\d EUR$/)).toBeVisible();
  await page.goto(`/wallet/account/GBP/${bankholderid}`);
  await expect(page.getByText('Available 10.00 GBP')).toBeVisible();
}

test('a wallet is opened, takes a bank transfer by its reference, pays a member who sees it arrive, exchanges, and pays a bank account', async ({
  page,
  house,
}) => {
  const boon = await createTestCustomer({ kind: 'wallet', wallets: ['EUR'], payees: ['somchai'] });
  const anong = await createTestCustomer({ kind: 'wallet', wallets: [] });
  await signIn(page, boon, '/wallet/account');
  await page.getByRole('button', { name: 'Open a wallet' }).click();
  const opening = page.getByRole('dialog', { name: 'Open a wallet' });
  await opening.getByLabel('Currency').selectOption('THB');
  await opening.getByLabel('Nickname').fill('Trips');
  await opening.getByRole('button', { name: 'Open a wallet' }).click();
  await expect(page.getByRole('link', { name: /^THB wallet Trips/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: /^GBP wallet/ }).click();
  await expect(page.getByRole('heading', { name: 'Receive GBP' })).toBeVisible();
  await expect(page.getByText(memberCodeOf(boon)).last()).toBeVisible();
  await expectAccessible(page);
  const account = { sortCode: '040621', accountNumber: '41903362' };
  await callSandbox('POST', 'credits', {
    ...account,
    amount: '100.00',
    payerName: 'Harbour & Co',
    reference: memberCodeOf(boon),
  });
  await expect(page.getByText('Available 100.00 GBP')).toBeVisible({ timeout: 30_000 });

  const hers = await house.openBrowserPage();
  await signIn(hers, anong, `/wallet/account/GBP/${anong.bankholderid}`);
  await expect(hers.getByText('Available 0.00 GBP')).toBeVisible();

  await page.getByRole('link', { name: 'Send', exact: true }).first().click();
  await page.getByLabel('Member code, email or mobile').fill('LM-99999999');
  await page.getByRole('button', { name: 'Find member' }).click();
  await expect(page.getByText('We found no member who can receive money.').first()).toBeVisible();
  await page.getByLabel('Member code, email or mobile').fill(memberCodeOf(anong));
  await page.getByRole('button', { name: 'Find member' }).click();
  await expect(page.getByText(/^Customer \d•••••/)).toBeVisible();
  await page.getByLabel('You send').fill('40');
  await page.getByRole('textbox', { name: 'Message' }).fill('Lunch');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review payment' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await typePin(page, boon.pin);
  await expect(page.getByText(/^40\.00 GBP arrived at Customer \d•••••$/)).toBeVisible();
  await expect(hers.getByText('Available 40.00 GBP')).toBeVisible();

  await test.step('it exchanges pounds and sees what Plus would save', () => exchange(page, boon));
  await test.step('it pays a bank account', async () => {
    await page.goto('/wallet/send?to=bank');
    await page
      .getByRole('main')
      .getByRole('button', { name: /Somchai Prasert/ })
      .first()
      .click();
    await page.getByLabel('gets').fill('5');
    await page.getByLabel('Reference').fill('Rent');
    await page.getByRole('button', { name: 'Review payment' }).click();
    await confirmWithPin(page, boon.pin);
    await expect(page).toHaveURL(/\/wallet\/send\?paid=/);
    await expect(page.getByRole('main').getByText('Somchai Prasert').first()).toBeVisible();
    await page.goto(`/wallet/account/GBP/${boon.bankholderid}`);
    await expect(page.getByText(/^Available 4\.\d\d GBP$/)).toBeVisible();
  });
});
