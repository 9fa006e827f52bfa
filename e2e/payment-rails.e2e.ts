import { addPayee, fillForm, lagos, openForm } from './fixtures/add-payee.ts';
import { createTestCustomer, payInForeignCurrency } from './fixtures/customer.ts';
import { confirmWithPin, expectState } from './fixtures/pay.ts';
import { removeRailHours } from './fixtures/rates.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('dollars are sent by Fedwire to a new payee and arrive without deductions', async ({ page }) => {
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
  await page.getByLabel('gets').fill('250.00');
  await page.getByLabel('Reference').fill('Invoice 7');
  await expect(page.getByRole('term').filter({ hasText: 'gets' })).toBeVisible();
  await expect(page.getByText('Shared (SHA)')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review payment' }).click();
  await confirmWithPin(page, who.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expectState(page, 'Arrived');
  await expect(page.getByText('256.00 USD').first()).toBeVisible();
});
