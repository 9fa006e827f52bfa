import type { Page } from '@playwright/test';
import { givenCustomer, payInAbroad } from './given-customer.ts';
import { expect, expectAccessible, signIn, test } from './larkmere.ts';
import { confirmWithPin, expectState, pay, reviewPayment } from './pay.ts';

async function addPayee(page: Page, kind: string, fill: (page: Page) => Promise<void>): Promise<void> {
  await page.goto(`/payee/add/${kind}`);
  await fill(page);
  await page.getByRole('button', { name: 'Add payee' }).click();
  await page.waitForURL('/payee/view/**');
}

const greta = (page: Page) =>
  addPayee(page, 'eur/eur', async () => {
    await page.getByLabel('Name on the account').fill('Greta Lindqvist');
    await page.getByLabel('Country of the account', { exact: true }).selectOption({ label: 'Germany' });
    await page.getByLabel('IBAN', { exact: true }).fill('DE89370400440532013000');
    await page.getByRole('button', { name: 'Check the name' }).click();
    await expect(page.getByText('The name matches')).toBeVisible();
  });

const malee = (page: Page) =>
  addPayee(page, 'thb/thb', async () => {
    await page.getByLabel('Name on the account').fill('Malee Srisai');
    await page.getByLabel('Pay to', { exact: true }).selectOption({ label: 'PromptPay mobile' });
    await page.getByLabel('Mobile number').fill('081 234 5678');
  });

test('euros go by SEPA Instant and arrive, and can be sent again', { tag: '@phone' }, async ({ page }) => {
  const who = await givenCustomer({ others: ['EUR'] });
  await payInAbroad(who, 'EUR', '80.00');
  await signIn(page, who);
  await greta(page);
  await page.goto('/payment');
  await page.getByRole('link', { name: 'Pay in euros' }).click();
  await expect(page).toHaveURL(/\/payment\/eur/);
  await reviewPayment(page, { currency: 'eur', payee: 'Greta Lindqvist', amount: '12.50', reference: 'Rechnung 17' });
  await expectAccessible(page);
  await confirmWithPin(page, who.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expectState(page, 'Arrived');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Send again' }).click();
  await expect(page.getByLabel('You send')).toHaveValue('12.50');
  await expect(page.getByLabel('Reference')).toHaveValue('Rechnung 17');
});

test('baht go by PromptPay to a mobile number and arrive', async ({ page }) => {
  const who = await givenCustomer({ others: ['THB'] });
  await payInAbroad(who, 'THB', '9000.00');
  await signIn(page, who);
  await malee(page);
  await pay(page, { currency: 'thb', payee: 'Malee Srisai', amount: '500.00', reference: 'Rent 11' }, who.pin);
  await expectState(page, 'Arrived');
  await expect(page.getByRole('main')).toContainText('081 234 5678');
});

test('a payment that the bank keeps is asked back, in words that promise nothing', async ({ page }) => {
  const who = await givenCustomer({ balance: '90.00', payees: ['somchai'] });
  await signIn(page, who);
  await pay(page, { payee: 'Somchai Prasert', amount: '20.00', reference: 'Trip 5' }, who.pin);
  await expectState(page, 'Arrived');
  await page.getByRole('button', { name: 'Ask for it back' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('They may say no');
  await expectAccessible(page);
  await dialog.getByLabel('Why').selectOption({ label: 'I paid twice' });
  await dialog.getByRole('button', { name: 'Ask for it back' }).click();
  await expect(page.getByText('You asked for this back')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for it back' })).toHaveCount(0);
});

test('a large payment waits for a document, says for whom it waits, and can be cancelled', async ({ page }) => {
  const who = await givenCustomer({ balance: '24000.00', payees: ['somchai'] });
  await signIn(page, who);
  await pay(page, { payee: 'Somchai Prasert', amount: '20500.00', reference: 'House' }, who.pin);
  await expectState(page, 'In review');
  for (const figure of ['It waits for', 'What comes next', 'We tell you more', 'Decided at the latest'])
    await expect(page.getByRole('term').filter({ hasText: figure })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/pending-payment-domestic');
  await expect(page.getByRole('listitem').filter({ hasText: 'Somchai Prasert' })).toContainText('It is decided');
  await page.getByRole('link', { name: 'Somchai Prasert' }).click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel payment' }).click();
  await expect(page.getByText('Your money did not leave your account')).toBeVisible();
});
