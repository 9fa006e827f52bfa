import { createTestCustomer, payInForeignCurrency } from './fixtures/customer.ts';
import { expectState, pay } from './fixtures/pay.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('a payment is found by the payee’s name as soon as it is sent, and in a long history', { tag: '@phone' }, async ({
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

  await test.step('a history is shown page by page, and searched', async () => {
    await signIn(page, 'owen', '/payments');
    const list = page.getByRole('tabpanel').getByRole('link');
    await expect(list).toHaveCount(25);
    await page.getByRole('button', { name: 'Show more payments' }).click();
    await expect(list).toHaveCount(50);
    await page.getByLabel('Search payments').fill('copper kettle');
    await expect(list.first()).toContainText('The Copper Kettle Bakery');
    await expect(list.filter({ hasNotText: 'Copper Kettle' })).toHaveCount(0);
  });
});
