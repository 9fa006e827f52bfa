import { changePayeeAccount, createTestCustomer, memberCodeOf, payIntoWallet } from './fixtures/customer.ts';
import { confirmWithPin, payeeGets, typePin } from './fixtures/pay.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('a member is saved as favourite and paid again, and a payee that changed is not paid unnoticed', async ({
  page,
}) => {
  const boon = await createTestCustomer({ kind: 'wallet', wallets: [], payees: ['somchai'] });
  const anong = await createTestCustomer({ kind: 'wallet', wallets: [] });
  await payIntoWallet(boon, '100.00');
  await signIn(page, boon, '/wallet/send');
  await page.getByLabel('Who are you paying?').fill(memberCodeOf(anong));
  await page.getByRole('button', { name: 'Pay this member' }).click();
  await page.getByRole('button', { name: 'Find member' }).click();
  await expect(page.getByText(/^Customer \d•••••/)).toBeVisible();
  await page.getByLabel('You send').fill('5');
  await page.getByRole('button', { name: 'Review payment' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await typePin(page, boon.pin);

  await page.getByRole('link', { name: 'Save as favourite' }).click();
  await page.getByRole('button', { name: 'Save favourite' }).click();
  await page.getByRole('link', { name: 'Enter a name' }).click();
  await page.getByLabel('Name of the favourite').fill('Lunch');
  await page.getByLabel('Amount (optional)').fill('18.50');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save favourite' }).click();
  const lunch = page.getByRole('article', { name: 'Lunch' });
  await expect(lunch).toContainText(anong.name);
  await expect(lunch).toContainText('18.50 GBP');

  await page.goto('/wallet/payee');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Somchai Prasert/ })
    .click();
  await page.getByRole('link', { name: 'Save as favourite' }).click();
  await page.getByLabel('Name of the favourite').fill('Rent share');
  await page.getByLabel('Reference').fill('Rent');
  await page.getByRole('button', { name: 'Save favourite' }).click();
  const labels = page.getByRole('main').getByRole('article').getByRole('heading');
  await expect(labels).toHaveText(['Lunch', 'Rent share']);
  await page.getByRole('button', { name: 'Move Rent share up' }).click();
  await expect(labels).toHaveText(['Rent share', 'Lunch']);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Send to Lunch' }).click();
  await expect(page.getByLabel('You send')).toHaveValue('18.50');
  await page.getByLabel('You send').fill('20');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send now' }).click();
  await typePin(page, boon.pin);
  await expect(page.getByText(`20.00 GBP arrived at ${anong.name}`)).toBeVisible();

  await page.goto('/wallet/favorite');
  await page.getByRole('link', { name: 'Send to Rent share' }).click();
  await payeeGets(page).fill('25');
  await expect(page.getByLabel('Reference')).toHaveValue('Rent');
  await expect(page.getByRole('term').filter({ hasText: 'Our fee' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review payment' }).click();
  await confirmWithPin(page, boon.pin);
  await expect(page).toHaveURL(/\/wallet\/payments\/[\da-f-]{36}$/);

  await changePayeeAccount(boon, 'Somchai Prasert', '202959 11111111');
  await page.goto('/wallet/favorite');
  const rent = page.getByRole('article', { name: 'Rent share' });
  await expect(rent).toContainText(
    /The account number of this payee changed on .*: check and save the favourite again\./,
  );
  await expect(rent.getByRole('link')).toHaveCount(0);
  await rent.getByRole('button', { name: 'Change Rent share' }).click();
  await page.getByRole('checkbox', { name: /This is who I want to pay/ }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save favourite' }).click();
  await expect(page.getByRole('link', { name: 'Send to Rent share' })).toBeVisible();
});
