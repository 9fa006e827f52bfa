import type { Page } from '@playwright/test';
import { createTestCustomer, expireOpenBankingPayments, expireSession } from './fixtures/customer.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOutside,
  expectFigures,
  expectToast,
  fillLogin,
  signIn,
  test,
  visit,
} from './fixtures/test.ts';

async function startPayment(page: Page, bank: string, amount: string): Promise<void> {
  await visit(page, '/instant-bank-payment/create');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('radio', { name: bank }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'You are going to your bank' })).toBeVisible();
}

/** The pages of all banks are alike, so one journey checks them. */
async function logInAtBank(page: Page, bank: string, check?: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: `Go to ${bank}` }).click();
  await expect(page.getByText('This bank does not exist')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Log in to ${bank}` })).toBeVisible();
  await check?.(page);
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Approve this payment?' })).toBeVisible();
  await check?.(page);
}

test('a customer pays in: authorised at a bank and credited when the money arrives, or cancelled there', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ balance: '10.00' });
  await signIn(page, who);
  await page.getByRole('link', { name: 'Instant Bank Payment' }).click();
  await expect(page.getByText('No instant bank payments yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add money' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('alert').filter({ hasText: '2 things to check' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Enter an amount', 'Choose your bank']);
  await expect(page.getByRole('group', { name: 'Your other bank' })).toContainText('Choose your bank');
  await expect(page.getByRole('radio', { name: /Quarry Bank/ })).toBeDisabled();
  await expect(page.getByText('Quarry Bank is being repaired')).toBeVisible();
  await expect(page.getByText('Slower than usual', { exact: true })).toBeVisible();
  await page.getByLabel('Search for your bank').fill('heron');
  await expect(page.getByRole('radio')).toHaveCount(2);
  await page.getByLabel('Search for your bank').fill('');
  await expectAccessible(page);

  await page.getByLabel('Amount', { exact: true }).fill('25000.01');
  await page.getByRole('radio', { name: 'Heron Bank' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  const refusal = page.getByText('Nothing was paid. You can add from 1.00 GBP to 25,000.00 GBP at a time.');
  await expect(refusal).toBeInViewport();
  await expect(page.locator(':focus')).toContainText('Nothing was paid');

  await startPayment(page, 'Heron Bank', '21.50');
  await expect(page.getByText(`GBP ••${who.accountNumber.slice(-4)}`)).toBeVisible();
  await expectAccessible(page);
  await logInAtBank(page, 'Heron Bank', expectAccessibleOutside);
  await expect(page.getByText('21.50 GBP', { exact: true })).toBeVisible();
  await expect(page.getByText(who.name)).toBeVisible();
  await expect(page.getByText(`04-06-21 ${who.accountNumber}`)).toBeVisible();
  await page.getByRole('button', { name: 'Approve payment' }).click();

  await page.waitForURL(/\/pis-service\/response\?payment=/);
  await expect(page.getByText('21.50 GBP is in your account')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('In your account', { exact: true })).toBeVisible();
  await expectToast(page, 'Heron Bank');
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expectFigures(page, who.bankholderid, { balance: 3150, available: 3150 });

  await page.goto('/instant-bank-payment');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Heron Bank/ })
    .click();
  await expect(page.getByText('The money is in your account')).toBeVisible();
  await page.goto('/instant-bank-payment/create');
  await expect(page.getByText('Used before')).toBeVisible();
  await expect(page.getByRole('radio').first()).toHaveAttribute('value', 'heron');

  await test.step('refused at the bank: cancelled, nothing is paid, and another bank can be chosen', async () => {
    await startPayment(page, 'Tarn & Co', '33.00');
    await logInAtBank(page, 'Tarn & Co');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL(/\/pis-service\/response/);
    await expect(page.getByText('You cancelled at Tarn & Co')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Try another bank' }).click();
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('33.00');
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: 3150, available: 3150 });
  });
});

test('a session that expired at the bank loses nothing, and an abandoned payment is continued, forged and expired', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(401, 404));
  const who = await createTestCustomer({ balance: '10.00' });
  await signIn(page, who, '/instant-bank-payment/create');

  await test.step('an expired session: login leads to the payment', async () => {
    await startPayment(page, 'Heron Bank', '16.00');
    await logInAtBank(page, 'Heron Bank');
    await expireSession(who);
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await expect(page.getByText('Heron Bank has your approval')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('/login');
    await fillLogin(page, who);
    await page.waitForURL(/\/pis-service\/response\?payment=/);
    await expect(page.getByText('16.00 GBP is in your account')).toBeVisible({ timeout: 30_000 });
  });
  await test.step('abandoned at the bank: it stays pending and can be continued', async () => {
    await startPayment(page, 'Mereside', '12.00');
    await logInAtBank(page, 'Mereside');
    await page.goto('/instant-bank-payment');
    await expect(page.getByText('Approve at your bank')).toBeVisible();
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /Mereside/ }).click();
    await expect(page.getByText(/Approve it there within/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue at Mereside' }).click();
    await expect(page.getByRole('heading', { name: 'Log in to Mereside' })).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/Approve it there within/)).toBeVisible();
  });
  const uid = page.url().split('/').at(-1) ?? '';
  await test.step('the outcome in the address is not trusted', async () => {
    await page.goto('/pis-service/response?status=credited&state=made-up&code=forged&iss=https://evil.example');
    await expect(page.getByText('We could not find this payment')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/pis-service/response?status=ACSC&amount=1000000.00');
    await expect(page.getByText('We could not find this payment')).toBeVisible();
    await page.goto(`/pis-service/response?payment=${uid}&state=x&status=credited`);
    await expect(page.getByText('Approve at your bank')).toBeVisible();
    await expect(page.getByText('is in your account')).toHaveCount(0);
  });
  await test.step('it expires and is not paid', async () => {
    await expireOpenBankingPayments(who);
    await page.goto(`/instant-bank-payment/payment/${uid}`);
    await expect(page.getByRole('link', { name: 'Try another bank' })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Expired', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: 2600, available: 2600 });
  });
});

test('a bank that does not pay says why, and a page that has polled for five minutes stops and asks again when told to', async ({
  page,
  house,
}) => {
  house.allowConsole(/^WebSocket connection to /);
  const who = await createTestCustomer({ balance: '10.00' });
  await signIn(page, who, '/instant-bank-payment/create');
  await test.step('rejected by the bank, with its reason', async () => {
    await startPayment(page, 'Thornfield', '33.00');
    await logInAtBank(page, 'Thornfield');
    await page.getByRole('button', { name: 'Approve payment' }).click();
    await expect(page.getByText('Thornfield did not pay')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('main').getByText('The daily limit for online payments is used up')).toBeVisible();
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: 1000, available: 1000 });
  });
  await startPayment(page, 'Lapwing', '17.00');
  await logInAtBank(page, 'Lapwing');
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await page.waitForURL(/\/pis-service\/response\?payment=/);
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('Money on its way').first()).toBeVisible({ timeout: 30_000 });
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/pis/payment/')) asked += 1;
  });
  // A key keeps the session, which ends after five minutes without one.
  const pass = async (seconds: number) => {
    await page.keyboard.press('Shift');
    await page.clock.runFor(seconds * 1000);
  };
  const tired = page.getByText('You can leave: we’ll notify you.');
  await pass(140);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await pass(140);
  await expect(tired).toHaveCount(0);
  await pass(25);
  await expect(tired).toBeVisible();
  await expectAccessible(page);
  asked = 0;
  await pass(120);
  await expect(tired).toBeVisible();
  expect(asked).toBe(0);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(tired).toHaveCount(0);
  await expect.poll(() => asked).toBeGreaterThan(0);
});

test('on a phone the redirect leads to the phone page with the same query', async ({ baseURL, house }) => {
  house.allowConsole(errorStatus(404));
  const phone = await house.openBrowserPage({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148',
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  });
  await phone.goto('/pis-service/response?state=abc&code=def');
  await expect(phone).toHaveURL(/\/app\/pis\/response\?state=abc&code=def$/);
  await expect(phone.getByText('Log in to see your payment')).toBeVisible();
  await expectAccessible(phone);
  await signIn(phone, await createTestCustomer(), '/instant-bank-payment/create');
  await phone.getByLabel('Amount', { exact: true }).fill('9.00');
  await phone.getByRole('radio', { name: 'Heron Bank' }).check();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await logInAtBank(phone, 'Heron Bank');
  await phone.getByRole('button', { name: 'Approve payment' }).click();
  await phone.waitForURL(/\/app\/pis\/response\?payment=/);
  await expect(phone.getByText('9.00 GBP is in your account')).toBeVisible({ timeout: 30_000 });
});
