import type { Page } from '@playwright/test';
import {
  createTestCustomer,
  memberCodeOf,
  payIntoWallet,
  signInClient,
  type TestCustomer,
} from './fixtures/customer.ts';
import { confirmWithPin, expectState, typePin } from './fixtures/pay.ts';
import { seedRates } from './fixtures/rates.ts';
import { sendPayment } from './fixtures/send-payment.ts';
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
  await page.getByLabel('Who are you paying?').fill('LM-99999999');
  await page.getByRole('button', { name: 'Pay this member' }).click();
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
    await page.goto('/wallet/send');
    await page
      .getByRole('main')
      .getByRole('button', { name: /Somchai Prasert/ })
      .first()
      .click();
    await page.getByLabel('gets').fill('5');
    await page.getByLabel('Reference').fill('Rent');
    await page.getByRole('button', { name: 'Review payment' }).click();
    await confirmWithPin(page, boon.pin);
    await expect(page).toHaveURL(/\/wallet\/payments\/[\da-f-]{36}$/);
    await expect(page.getByRole('main').getByText('Somchai Prasert').first()).toBeVisible();
    await page.goto(`/wallet/account/GBP/${boon.bankholderid}`);
    await expect(page.getByText(/^Available 4\.\d\d GBP$/)).toBeVisible();
  });
});

test('a wallet customer finds payments everywhere, cancels, recalls and repeats them, and adds a payee', async ({
  page,
}) => {
  const boon = await createTestCustomer({ kind: 'wallet', wallets: [], payees: ['somchai'] });
  await payIntoWallet(boon, '90.00');
  const call = await signInClient(boon);
  const payment = { bankholderid: boon.bankholderid, payee: 'Somchai Prasert' };
  const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const uid = await sendPayment(call, boon.pin, { ...payment, amount: '12.00', reference: 'Lunch' });
  await sendPayment(call, boon.pin, { ...payment, amount: '7.00', reference: 'Later', executionDate: later });
  const main = page.getByRole('main');
  const detail = `/wallet/payments/${uid}`;

  await test.step('a payment of a later day is in the list, and is cancelled', async () => {
    await signIn(page, boon, '/wallet/payments');
    await expect(main.getByRole('link', { name: /Lunch/ })).toContainText(/minus 12\.\d\d GBPPayee gets 12\.00 GBP/);
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Scheduled' }).click();
    await page.getByRole('tabpanel', { name: 'Scheduled' }).getByRole('link', { name: /Later/ }).click();
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel payment' }).click();
    await expect(main.getByText('Cancelled', { exact: true })).toBeVisible();
    await main.getByRole('link', { name: 'All payments' }).click();
    await expect(page).toHaveURL('/wallet/payments');
  });
  await test.step('the notification, the search and the history lead to the payment', async () => {
    await page.goto('/wallet/notification');
    await main.getByRole('listitem').filter({ hasText: '12.00 GBP' }).getByRole('link').first().click();
    await expect(page).toHaveURL(detail);
    await expectState(page, 'Arrived');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.getByRole('combobox').fill('lunch');
    await search.getByRole('option', { name: /Somchai Prasert.*Lunch/ }).click();
    await expect(page).toHaveURL(detail);
    await page.goto('/wallet/history');
    await main.getByRole('button', { name: /Somchai Prasert/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'See payment' }).click();
    await expect(page).toHaveURL(detail);
  });
  await test.step('it is asked back, made regular and paid again', async () => {
    await expect(main.getByRole('button', { name: 'Download receipt' })).toBeVisible();
    await main.getByRole('button', { name: 'Ask for money back' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Reason').selectOption('I paid the wrong person or amount');
    await dialog.getByRole('button', { name: 'Ask for money back' }).click();
    await expect(main.getByText('You asked for this money back')).toBeVisible();
    await main.getByRole('link', { name: 'Make it regular' }).click();
    await expect(page).toHaveURL(/^[^?]*\/wallet\/standing-order\/add\?step=plan/);
    await expect(main.getByRole('textbox', { name: 'Amount' })).toHaveValue(/^12(\.00)?$/);
    await expectAccessible(page);
    await page.goto(detail);
    await main.getByRole('link', { name: 'Send again' }).click();
    await expect(page).toHaveURL(/\/wallet\/send\?/);
    await expect(main.getByRole('textbox', { name: /gets$/ })).toHaveValue(/^12(\.00)?$/);
  });
  await test.step('the addresses of Plus lead to those of the wallet', async () => {
    await page.goto(`/pending-payment-domestic/detail/${uid}`);
    await expect(page).toHaveURL(detail);
    await page.goto('/payee/add/gbp/gbp');
    await expect(page).toHaveURL('/wallet/payee?show=add&currency=gbp&type=gbp');
    await expect(page.getByRole('heading', { level: 1, name: 'Add payee' })).toBeVisible();
  });
});
