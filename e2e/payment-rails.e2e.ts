import type { Page } from '@playwright/test';
import { givenCustomer, payInAbroad } from './given-customer.ts';
import { givenOpenRail, givenRates } from './given-rates.ts';
import { expect, expectAccessible, lever, signIn, test } from './larkmere.ts';
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

test('euros of the other partner leave by its own calls', async ({ page }) => {
  const who = await givenCustomer({ others: ['EUR'], ifx: true });
  await payInAbroad(who, 'EUR', '80.00');
  await signIn(page, who);
  await greta(page);
  const called = page.waitForRequest((request) => request.url().endsWith('/v1/payment/IFX/EUR'));
  await pay(page, { currency: 'eur', payee: 'Greta Lindqvist', amount: '12.50', reference: 'Rechnung 18' }, who.pin);
  await called;
  await expectState(page, 'Arrived');
});

test('more baht than PromptPay carries go by BAHTNET, and wait for the invoice that such sums need', async ({
  page,
}) => {
  await givenOpenRail('bahtnet');
  const who = await givenCustomer({ others: ['THB'], payeesAbroad: ['bangkok'] });
  await payInAbroad(who, 'THB', '2100000.00');
  await signIn(page, who);
  await pay(page, { currency: 'thb', payee: 'Baan Rim Nam Co', amount: '2000000.01', reference: 'House 4' }, who.pin);
  await expectState(page, 'In review');
  // The fee tells the rail: PromptPay costs a tenth of it.
  await expect(page.getByText('150.00 THB')).toBeVisible();
});

const payAbroad = async (page: Page, pin: string, amount: string): Promise<void> => {
  await page.goto('/payment/swt');
  await page.getByLabel('Amount to send').fill(amount);
  await page.getByLabel('Reference').fill('Invoice 7');
  await expect(page.getByText('Payee gets', { exact: true })).toBeVisible();
  // No bank on the way keeps anything, so nothing is asked about it.
  await expect(page.getByText('Shared (SHA)')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the payment' }).click();
  await confirmWithPin(page, pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
};

test('dollars leave a dollar account by Fedwire and arrive whole', { tag: '@phone' }, async ({ page }) => {
  await givenOpenRail('fedwire');
  const who = await givenCustomer({ others: ['USD'], payeesAbroad: ['columbus'] });
  await payInAbroad(who, 'USD', '500.00');
  await signIn(page, who);
  await payAbroad(page, who.pin, '250.00');
  await expectState(page, 'Arrived');
  await expect(page.getByText('256.00 USD').first()).toBeVisible();
});

test('pounds become Australian dollars and go by the rails of Australia', async ({ page }) => {
  await givenRates();
  await lever('PUT', 'settings', { dayMs: 2000 });
  const who = await givenCustomer({ balance: '300.00', payeesAbroad: ['sydney'] });
  await signIn(page, who);
  await payAbroad(page, who.pin, '120.00');
  await expectState(page, 'Arrived');
  await expect(page.getByText('120.00 AUD').first()).toBeVisible();
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
