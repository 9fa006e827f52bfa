import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { recordLook } from '../apps/api/src/back-office/review/record-look.ts';
import { releasePayment } from '../apps/api/src/back-office/review/release-payment.ts';
import { addPayee, fillForm, lagos, openForm } from './fixtures/add-payee.ts';
import { createTestCustomer, payInForeignCurrency } from './fixtures/customer.ts';
import { confirmWithPin, expectState, pay, reviewPayment } from './fixtures/pay.ts';
import { removeRailHours, seedRates } from './fixtures/rates.ts';
import { asStaff } from './fixtures/staff.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

async function addGreta(page: Page): Promise<void> {
  await openForm(page, 'eur', 'eur');
  const iban = { IBAN: 'DE89370400440532013000' };
  await fillForm(page, { choices: [['Country of the account', 'Germany']], texts: iban });
  await page.getByRole('button', { name: 'Check name' }).click();
  await expect(page.getByText('The name matches')).toBeVisible();
  await addPayee(page);
}

test('euros are sent by SEPA Instant, arrive, are sent again and are returned', async ({ page, house }) => {
  house.allowConsole(errorStatus(400, 409));
  const who = await createTestCustomer({ otherCurrencies: ['EUR'] });
  await payInForeignCurrency(who, 'EUR', '80.00');
  await signIn(page, who);
  await addGreta(page);
  await page.goto('/payment');
  await page.getByRole('button', { name: 'Greta Lindqvist' }).click();
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
  await page.getByLabel('Reference').fill('SANDBOX 92');
  await page.getByRole('button', { name: 'Check payment' }).click();
  await confirmWithPin(page, who.pin);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectState(page, 'Returned');
});

test('baht are sent by PromptPay or rejected, and above its limit by BAHTNET after dual approval and returned', async ({
  page,
}) => {
  await removeRailHours('bahtnet');
  const who = await createTestCustomer({ otherCurrencies: ['THB'] });
  await payInForeignCurrency(who, 'THB', '2101051.00');
  await signIn(page, who);
  await openForm(page, 'thb', 'thb', 'Malee Srisai');
  await fillForm(page, { choices: [['Pay to', 'PromptPay mobile']], texts: { 'Mobile number': '081 234 5678' } });
  await addPayee(page);
  const rent = { currency: 'thb', payee: 'Malee Srisai', amount: '500.00' } as const;
  await pay(page, { ...rent, reference: 'Rent 11' }, who.pin);
  await expectState(page, 'Arrived');
  await expect(page.getByRole('main')).toContainText('081 234 5678');
  await pay(page, { ...rent, amount: '501.00', reference: 'SANDBOX 04' }, who.pin);
  await expectState(page, 'Rejected');

  await openForm(page, 'thb', 'thb', 'Baan Rim Nam Co');
  await fillForm(page, { choices: [['Pay to', 'Bank account']] });
  await fillForm(page, { choices: [['Bank', 'Bangkok Bank']], texts: { 'Account number': '1234567890' } });
  await addPayee(page);
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Use all' }).click();
  await expect(page.getByLabel('You send')).toHaveValue(/^2,100,\d{3}\.\d\d$/);
  const house = { currency: 'thb', payee: 'Baan Rim Nam Co', amount: '2000000.01' } as const;
  const address = await pay(page, { ...house, reference: 'House 4 SANDBOX 92' }, who.pin);
  await expectState(page, 'In review');
  // The fee identifies the rail: PromptPay costs a tenth of it.
  await expect(page.getByText('150.00 THB', { exact: true })).toBeVisible();
  const released = { uid: address.split('/').at(-1) ?? '', reason: 'answers_in_order' } as const;
  const release = (ctx: Parameters<typeof releasePayment>[0]) =>
    releasePayment(ctx, { ...released, idempotency: randomUUID() });
  await asStaff('payment_operations', release);
  await asStaff('compliance', async (ctx) => {
    await recordLook(ctx, { ...released, outcome: 'release', idempotency: randomUUID() });
    return release(ctx);
  });
  await expectState(page, 'Returned');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Arrived' }).first()).toBeVisible();
});

test('the partner IFX is paid by its own calls: pounds at once, euros on the next working day, or rejected', async ({
  page,
}) => {
  await removeRailHours('sepa-credit-transfer');
  const who = await createTestCustomer({ balance: '80.00', payees: ['somchai'], otherCurrencies: ['EUR'], ifx: true });
  await payInForeignCurrency(who, 'EUR', '80.00');
  await signIn(page, who);
  const pounds = page.waitForRequest((request) => request.url().endsWith('/v1/payment/IFX/GBP'));
  await pay(page, { payee: 'Somchai Prasert', amount: '12.50', reference: 'Trip 5' }, who.pin);
  await pounds;
  await expectState(page, 'Arrived');
  await addGreta(page);
  const called = page.waitForRequest((request) => request.url().endsWith('/v1/payment/IFX/EUR'));
  const payment = {
    currency: 'eur',
    payee: 'Greta Lindqvist',
    scheme: 'Next working day (SEPA Credit Transfer)',
  } as const;
  await pay(page, { ...payment, amount: '12.50', reference: 'Rechnung 18' }, who.pin);
  await called;
  await expectState(page, 'Arrived');
  await pay(page, { ...payment, amount: '14.50', reference: 'SANDBOX 04' }, who.pin);
  await expectState(page, 'Rejected');
});

async function payInternational(page: Page, pin: string, amount: string, reference: string): Promise<void> {
  await page.getByLabel('Amount to send').fill(amount);
  await page.getByLabel('Reference').fill(reference);
  await page.getByRole('button', { name: 'Check payment' }).click();
  await confirmWithPin(page, pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
}

async function payWithoutCharges(page: Page, pin: string, amount: string, reference: string): Promise<void> {
  await page.getByLabel('Amount to send').fill(amount);
  await expect(page.getByText('Payee gets', { exact: true })).toBeVisible();
  await expect(page.getByText('Shared (SHA)')).toHaveCount(0);
  await expectAccessible(page);
  await payInternational(page, pin, amount, reference);
}

test('dollars are sent by Fedwire and arrive without deductions, or are rejected', async ({ page }) => {
  await removeRailHours('fedwire');
  const who = await createTestCustomer({ otherCurrencies: ['USD'] });
  await payInForeignCurrency(who, 'USD', '600.00');
  await signIn(page, who);
  await openForm(page, 'usd', 'usd', 'Columbus Supply Co');
  await fillForm(page, { choices: [['Account type', 'Savings']], texts: { 'Account number': '123456789' } });
  await page.getByLabel('ABA routing number').fill('021000022');
  await fillForm(page, lagos);
  await page.getByRole('button', { name: 'Add payee' }).click();
  await expect(page.getByRole('link', { name: 'Enter all 9 digits of the routing number' })).toBeVisible();
  await page.getByLabel('ABA routing number').fill('021000021');
  await addPayee(page);
  for (const line of ['USD Fed wire (USA only)', '021000021', 'Savings'])
    await expect(page.getByRole('main')).toContainText(line);
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click();
  await payWithoutCharges(page, who.pin, '250.00', 'Invoice 7');
  await expectState(page, 'Arrived');
  await expect(page.getByText('256.00 USD').first()).toBeVisible();
  await page.goto('/payment/swt');
  await page.getByRole('button', { name: 'Columbus Supply Co' }).click();
  await payWithoutCharges(page, who.pin, '260.00', 'SANDBOX 04');
  await expectState(page, 'Rejected');
});

test('pounds are exchanged to Australian dollars, sent by local rails and returned', async ({ page }) => {
  await seedRates();
  const who = await createTestCustomer({ balance: '300.00' });
  await signIn(page, who);
  await openForm(page, 'aud', 'localatw', 'Sydney Rentals');
  await fillForm(page, { ...lagos, texts: { ...lagos.texts, 'Account number': '12345678', 'BSB number': '062-000' } });
  await addPayee(page);
  for (const line of ['Local Payment Across the world', 'BSB number', '062000'])
    await expect(page.getByRole('main')).toContainText(line);
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click();
  await payWithoutCharges(page, who.pin, '120.00', 'Invoice 7');
  await expectState(page, 'Arrived');
  await expect(page.getByText('120.00 AUD').first()).toBeVisible();
  await page.goto('/payment/swt');
  await page.getByRole('button', { name: 'Sydney Rentals' }).click();
  await payWithoutCharges(page, who.pin, '90.00', 'SANDBOX 92');
  await expectState(page, 'Returned');
});

test('dollars are sent by SWIFT worldwide, or rejected by the first bank', async ({ page }) => {
  const who = await createTestCustomer({ otherCurrencies: ['USD'] });
  await payInForeignCurrency(who, 'USD', '600.00');
  await signIn(page, who);
  await openForm(page, 'usd', 'swiftatw', 'Sumida Trading KK');
  await fillForm(page, { choices: [['Country of the bank', 'Japan']], texts: { 'BIC (SWIFT code)': 'BOTKJPJT' } });
  await fillForm(page, { ...lagos, texts: { ...lagos.texts, 'Account number': '1234567' } });
  await addPayee(page);
  for (const line of ['SWIFT Payment Across the world', 'BOTKJPJT'])
    await expect(page.getByRole('main')).toContainText(line);
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click();
  await payInternational(page, who.pin, '200.00', 'SANDBOX 14');
  await expectState(page, 'Rejected');
  await page.goto('/payment/swt');
  await page.getByRole('button', { name: 'Sumida Trading KK' }).click();
  await payInternational(page, who.pin, '210.00', 'Invoice 7');
  await expect(page.getByText('Other banks charged 25.00 USD.')).toBeVisible({ timeout: 60_000 });
});
