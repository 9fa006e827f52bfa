import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, typePin } from './fixtures/pay.ts';
import { berlin } from './fixtures/payees.ts';
import { seedBalance, seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

async function openClosedMarketQuote(page: Page): Promise<TestCustomer> {
  const who = await createTestCustomer({ otherCurrencies: ['EUR', 'THB'] });
  const [euros = '', baht = ''] = who.otherAccounts;
  await seedBalance(euros, 'EUR', '100.00');
  await signIn(page, who, '/transfer');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('To', { exact: true }).selectOption(baht);
  await form.getByLabel('From', { exact: true }).selectOption(euros);
  await page.getByLabel('You send').fill('40');
  await expect(page.getByText(/^The currency markets are closed until /)).toBeVisible();
  return who;
}

test('while the market is closed the price shows its surcharge, and the exchange can be made now', async ({ page }) => {
  const who = await openClosedMarketQuote(page);
  await expect(
    page.getByText('It is a holiday in Bangkok. This price carries 0.20 % more than in market hours.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'When do you want to exchange?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Exchange now' }).click();
  await expect(page.getByText('It is a holiday in Bangkok.')).toBeVisible();
  await confirmWithPin(page, who.pin);
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
});

test('an order can wait until the market opens', async ({ page }) => {
  const who = await openClosedMarketQuote(page);
  await page.getByRole('link', { name: 'At market open' }).click();
  await expect(page.getByLabel('What kind of order?')).toHaveValue('schedule');
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('40.00');
  await expect(page.getByText('Exchange 40.00 EUR into THB', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await typePin(page, who.pin);
  const order = page.getByRole('listitem').filter({ hasText: 'Exchange 40.00 EUR into THB' });
  await expect(order.getByText('Waiting', { exact: true })).toBeVisible();
  await expect(order.getByText(/Next: \w{3} \d{1,2} \w{3} \d{4} \d\d:\d\d/)).toBeVisible();
});

test('an order can wait for a target rate', async ({ page }) => {
  const who = await openClosedMarketQuote(page);
  await page.getByRole('link', { name: 'At my target' }).click();
  await expect(page.getByLabel('What kind of order?')).toHaveValue('limit');
  await page.getByLabel('Target rate').fill('99');
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await typePin(page, who.pin);
  const order = page.getByRole('listitem').filter({ hasText: 'When 1 EUR = 99.0000 THB or more' });
  await expect(order.getByText('Waiting', { exact: true })).toBeVisible();
});

test('before an international payment, an order can buy the amount into an account of that currency', async ({
  page,
}) => {
  const who = await createTestCustomer({ otherCurrencies: ['EUR', 'THB'], payeesAbroad: ['berlin'] });
  const [, baht = ''] = who.otherAccounts;
  await page.route('**/v1/payment/fxrate', async (route) => {
    const response = await route.fetch();
    const { data, ...reply } = await response.json();
    const opensAt = new Date(Date.now() + 86_400_000).toISOString();
    const closed = { opensAt, markupBps: 20, message: 'It is a holiday in Bangkok.', allowHoldUntilOpen: true };
    await route.fulfill({ response, json: { ...reply, data: { ...data, closed } } });
  });
  await signIn(page, who, '/payment');
  await page.getByRole('link', { name: 'Pay abroad' }).click();
  await page.getByRole('button', { name: berlin.name }).click();
  await page.getByLabel('From', { exact: true }).selectOption(baht);
  await page.getByLabel('Amount to send').fill('40.00');
  await expect(page.getByText(/^The currency markets are closed until /)).toBeVisible();
  await expect(page.getByText(/you pay out of that\.$/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'At market open' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave this payment?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click();
  await expect(page.getByText('Buy 40.00 EUR with THB', { exact: true })).toBeVisible();
});
