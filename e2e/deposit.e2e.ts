import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { callSandbox, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const cardForm = (page: Page) => page.frameLocator('iframe[title="Card details"]');

async function fillCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Month').selectOption('12');
  await form.getByLabel('Year').selectOption(String(new Date().getFullYear() + 2));
  await form.getByLabel('CVC').fill('123');
}

const payButton = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount} GBP` });
const added = (page: Page, amount: string) =>
  page.getByRole('main').getByText(`${amount} GBP is in your wallet`, { exact: true });

test('a wallet is topped up by card: confirmed with the bank, declined, with a saved card, taken back and stopped', async ({
  page,
}) => {
  const who = await createTestCustomer({ kind: 'wallet', wallets: [] });
  await signIn(page, who, '/wallet/deposit');
  await payButtonIsIdleWithout(page);

  await page.getByLabel('Add to your GBP wallet').fill('50');
  await cardForm(page).getByLabel('Card number').fill('5555 55');
  await expect(cardForm(page).getByText('We do not accept credit cards.')).toBeVisible();
  await fillCard(page, '4000000000003220');
  await expect(cardForm(page).getByText('Debit card, United Kingdom. Accepted.')).toBeVisible();
  await expectAccessible(page);
  await payButton(page, '50.40').click();
  const challenge = page.getByRole('dialog', { name: 'Confirm with your bank' });
  await expect(challenge).toBeVisible();
  const bank = challenge.frameLocator('iframe');
  await expect(bank.getByText('50.40 GBP')).toBeVisible();
  await bank.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(added(page, '50.00')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Money in your wallet')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Go to your wallet' }).click();
  await expect(page.getByText('Available 50.00 GBP')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Deposit' }).click();
  await expect(page.getByRole('radio', { name: /Visa debit ··3220/ })).toBeChecked();
  await page.getByRole('button', { name: '100', exact: true }).click();
  await expectAccessible(page);
  await payButton(page, '100.80').click();
  await page
    .getByRole('dialog', { name: 'Confirm with your bank' })
    .frameLocator('iframe')
    .getByRole('button', { name: 'This is not me' })
    .click();
  await expect(page.getByText('Your card was declined')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toContainText('The payment was not confirmed.');
  await page.getByRole('link', { name: 'Try again' }).click();

  await expect(page.getByLabel('Add to your GBP wallet')).toHaveValue('100.00');
  await page.getByRole('radio', { name: /Another card/ }).check();
  await fillCard(page, '4242424242424242');
  await payButton(page, '100.80').click();
  await expect(added(page, '100.00')).toBeVisible({ timeout: 30_000 });

  await page.goto('/wallet/deposit?amount=20.00');
  await expect(page.getByRole('radio', { name: /Visa debit ··4242/ })).toBeChecked();
  await payButton(page, '20.16').click();
  await expect(added(page, '20.00')).toBeVisible({ timeout: 30_000 });
  await takeBack(page, who);

  await page.goto('/wallet/deposit?amount=30.00');
  await page.getByRole('button', { name: 'Remove Visa debit ··4242' }).click();
  const asking = page.getByRole('alertdialog', { name: 'Remove Visa debit ··4242?' });
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Remove card' }).click();
  await expect(page.getByRole('radio', { name: /··4242/ })).toHaveCount(0);
  await stopPayment(page);
  await page.goto(`/wallet/account/GBP/${who.bankholderid}`);
  await expect(page.getByText('Available 150.00 GBP')).toBeVisible();
});

/** The bank of the card takes back what was just added. */
async function takeBack(page: Page, who: TestCustomer): Promise<void> {
  const uid = new URL(page.url()).searchParams.get('uid');
  await page.goto(`/wallet/account/GBP/${who.bankholderid}`);
  await expect(page.getByText('Available 170.00 GBP')).toBeVisible();
  await callSandbox('POST', `card-payments/${uid}/chargeback`, {});
  await expect(page.getByText('Available 150.00 GBP')).toBeVisible({ timeout: 30_000 });
  await page.goto('/wallet/notification');
  await expect(page.getByText('Card payment taken back').first()).toBeVisible({ timeout: 30_000 });
  await page.goto(`/wallet/payment-topup?uid=${uid}`);
  await expect(page.getByText('20.00 GBP was taken back by your card’s bank')).toBeVisible();
}

async function stopPayment(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Visa debit ··3220/ }).check();
  await payButton(page, '30.24').click();
  await page
    .getByRole('dialog', { name: 'Confirm with your bank' })
    .getByRole('button', { name: 'Close and stop the payment' })
    .click();
  await expect(page.getByText('You stopped the payment')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Nothing was taken from your card.')).toBeVisible();
}

async function payButtonIsIdleWithout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await expect(page.getByText('Enter an amount')).toBeVisible();
  await expect(page.getByText('Enter the card number, expiry and CVC')).toBeVisible();
}

test('a wallet shows its details for a bank transfer, and takes an instant bank payment', async ({ page }) => {
  const who = await createTestCustomer({ kind: 'wallet', wallets: [] });
  await signIn(page, who, '/wallet/deposit?amount=21.50');
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await expect(page.getByRole('heading', { name: 'Send GBP to these details' })).toBeVisible();
  await expect(page.getByText(who.name.replace('Customer ', 'LM-')).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy all' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('radio', { name: /Instant Bank Payment/ }).check();
  await page.getByRole('radio', { name: 'Heron Bank' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Go to Heron Bank' }).click();
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page).toHaveURL(/\/wallet\/payment-topup\?payment=/);
  await expect(page.getByText('21.50 GBP is in your account')).toBeVisible({ timeout: 40_000 });
  await page.goto(`/wallet/account/GBP/${who.bankholderid}`);
  await expect(page.getByText('Available 21.50 GBP')).toBeVisible();
});
