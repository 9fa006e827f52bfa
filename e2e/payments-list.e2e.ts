import { createTestCustomer, payInForeignCurrency } from './fixtures/customer.ts';
import { expectState, pay } from './fixtures/pay.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('a payment is found by the payee’s name as soon as it is sent, and by its status', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  const who = await createTestCustomer({ balance: '90.00', payees: ['somchai'], otherCurrencies: ['EUR'] });
  await payInForeignCurrency(who, 'EUR', '5.00');
  await signIn(page, who, '/payments');
  const main = page.getByRole('main');
  const rows = main.getByRole('link', { name: /Somchai Prasert/ });
  await expect(main.getByText('Your payments and their status appear here.')).toBeVisible();
  await expectAccessible(page);

  await pay(page, { payee: 'Somchai Prasert', amount: '12.00', reference: 'Lunch' }, who.pin);
  const menu = page.getByRole('navigation', { name: isMobile ? 'Quick menu' : 'Main menu' });
  await menu.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByLabel('Search payments').fill('somch');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('12.00 GBP');
  await expect(page).toHaveURL(/search=somch/);
  await rows.click();
  await expectState(page, 'Arrived');
  await page.goBack();
  await expect(page.getByLabel('Search payments')).toHaveValue('somch');
  await expect(rows).toContainText(/ArrivedArrived \d/);
  await expectAccessible(page);

  await page.getByLabel('Search payments').fill('12.00');
  await expect(page).toHaveURL(/12\.00/);
  await expect(rows).toHaveCount(1);
  await expect(page.getByLabel('Search payments')).toHaveValue('12.00');
  await page.getByRole('tab', { name: 'Pending' }).click();
  await expect(main.getByText('No payments found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Search payments')).toHaveValue('');
  await expect(rows).toHaveCount(1);
  await page.getByRole('tab', { name: 'Arrived' }).click();
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Account', { exact: true }).selectOption({ index: 2 });
  await expect(main.getByText('No payments found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await expect(rows).toHaveCount(1);
});

test('earlier payments are added page by page, and a row in the history is found by search', async ({ page }) => {
  await signIn(page, 'owen', '/payments');
  const rows = page.getByRole('tabpanel').getByRole('link');
  await expect(rows).toHaveCount(25);
  await page.getByRole('button', { name: 'Show more payments' }).click();
  await expect(rows).toHaveCount(50);
  await page.getByLabel('Search payments').fill('copper kettle');
  await expect(rows.first()).toContainText('The Copper Kettle Bakery');
  await expect(rows.filter({ hasNotText: 'Copper Kettle' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Returned' }).click();
  await expect(page.getByText('No payments found')).toBeVisible();
});
