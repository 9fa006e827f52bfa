import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, typePin } from './fixtures/pay.ts';
import { berlin } from './fixtures/payees.ts';
import { seedBalance, seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

async function quoteInClosedMarket(
  page: Page,
  { otherAccounts: [euros = '', baht = ''] }: TestCustomer,
): Promise<void> {
  await page.goto('/transfer');
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('To', { exact: true }).selectOption(baht);
  await form.getByLabel('From', { exact: true }).selectOption(euros);
  await page.getByLabel('You send').fill('40');
  await expect(page.getByText(/^The currency markets are closed until /)).toBeVisible();
}

test('while the market is closed, an order can wait for its opening or for a target, or the exchange is made now', async ({
  page,
}) => {
  const who = await createTestCustomer({ otherCurrencies: ['EUR', 'THB'], payeesAbroad: ['berlin'] });
  await seedBalance(who.otherAccounts[0] ?? '', 'EUR', '100.00');
  await signIn(page, who);
  const orders = page.getByRole('listitem');

  await test.step('an order waits until the market opens', async () => {
    await quoteInClosedMarket(page, who);
    await page.getByRole('link', { name: 'Exchange at market open' }).click();
    await expect(page.getByLabel('Order type')).toHaveValue('schedule');
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('40.00');
    await expect(page.getByText('Exchange 40.00 EUR into THB', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await confirmWithPin(page, who.pin);
    const order = orders.filter({ hasText: 'Exchange 40.00 EUR into THB' });
    await expect(order.getByText('Active', { exact: true })).toBeVisible();
    await expect(order.getByText(/Next: \w{3} \d{1,2} \w{3} \d{4} \d\d:\d\d/)).toBeVisible();
  });
  await test.step('an order waits for a target rate', async () => {
    await quoteInClosedMarket(page, who);
    await page.getByRole('link', { name: 'Set target rate' }).click();
    await expect(page.getByLabel('Order type')).toHaveValue('limit');
    await page.getByLabel('Target rate').fill('99');
    await expect(
      page.getByText(/The market is closed until .+\. Your rate now includes the out-of-hours markup of 0\.20%\./),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Confirm with PIN' }).click();
    await page.getByRole('button', { name: 'Keep target' }).click();
    await typePin(page, who.pin);
    const order = orders.filter({ hasText: 'When 1 EUR = 99.0000 THB or more' });
    await expect(order.getByText('Active', { exact: true })).toBeVisible();
  });
  await test.step('the price of an exchange now shows its surcharge', async () => {
    await quoteInClosedMarket(page, who);
    await expect(
      page.getByText('It is a holiday in Bangkok. The rate includes an extra 0.20% until then.'),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'When do you want to exchange?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Exchange now' }).click();
    await expect(page.getByText('It is a holiday in Bangkok.')).toBeVisible();
    await confirmWithPin(page, who.pin);
    await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
  });
  await test.step('before an international payment, an order can buy the amount into an account of that currency', async () => {
    const [, baht = ''] = who.otherAccounts;
    await page.route('**/v1/payment/fxrate', async (route) => {
      const response = await route.fetch();
      const { data, ...reply } = await response.json();
      const opensAt = new Date(Date.now() + 86_400_000).toISOString();
      const closed = { opensAt, markupBps: 20, message: 'It is a holiday in Bangkok.', allowHoldUntilOpen: true };
      await route.fulfill({ response, json: { ...reply, data: { ...data, closed } } });
    });
    await page.goto('/payment');
    await page.getByRole('button', { name: berlin.name }).click();
    await page.getByLabel('From', { exact: true }).selectOption(baht);
    await page.getByLabel('gets').fill('40.00');
    await expect(page.getByText(/^The currency markets are closed until /)).toBeVisible();
    await expect(page.getByText(/you pay from there\.$/).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Exchange at market open' }).click();
    await page
      .getByRole('alertdialog', { name: 'Keep this payment as a draft?' })
      .getByRole('button', { name: 'Keep as draft' })
      .click();
    await expect(page.getByText('Buy 40.00 EUR with THB', { exact: true })).toBeVisible();
  });
});
