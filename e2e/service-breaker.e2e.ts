import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { signInStaff } from './fixtures/staff.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const address = '/manage/setting/service-breaker';

const pounds = (page: Page) => page.getByRole('row').filter({ hasText: 'GBP payments' });

// It turns a service off for everyone, so it runs after all others.
test('one person turns a service off, customers read why before they type, and two people turn it on again', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(503));
  const message = 'UK payments are delayed. We expect them back by 14:30.';
  await signInStaff(page, 'mira');
  await page.getByRole('link', { name: 'Service breaker' }).click();
  await expect(page).toHaveURL(address);
  await expect(pounds(page)).toContainText('Closed: working');
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Turn off: GBP payments' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off GBP payments?' });
  await off.getByLabel('Customers read').fill(message);
  await off.getByLabel('Reason').fill('Northbank answers wrongly since noon.');
  await off.getByLabel('Type GBP payments to go on').fill('GBP');
  await off.getByRole('button', { name: 'Turn off GBP payments' }).click();
  await expect(off.getByText('Type the name exactly')).toBeVisible();
  await expectAccessible(page);
  await off.getByLabel('Type GBP payments to go on').fill('GBP payments');
  await off.getByRole('button', { name: 'Turn off GBP payments' }).click();
  await expect(pounds(page)).toContainText('Open: stopped');
  await expect(pounds(page)).toContainText('Forced off by Mira Castell');
  await page.goto('/manage/dashboard');
  await page.getByRole('link', { name: /Breakers open/ }).click();
  await expect(page).toHaveURL(address);

  const customer = await house.openBrowserPage();
  await signIn(customer, await createTestCustomer({ payees: ['somchai'] }), '/payment/gbp');
  await customer.getByRole('button', { name: 'Somchai Prasert' }).click();
  await expect(customer.getByText(message).first()).toBeVisible();
  await expect(customer.getByLabel('gets')).toHaveValue('');

  const maker = await house.openBrowserPage();
  await signInStaff(maker, 'sana');
  await maker.goto(address);
  await maker.getByRole('button', { name: 'Turn on: GBP payments' }).click();
  const on = maker.getByRole('dialog', { name: 'Change GBP payments' });
  await on.getByLabel('Reason').fill('Northbank has fixed its fault.');
  await on.getByRole('button', { name: 'Test and ask' }).click();
  await expect(maker.getByText(/^Test call: answered 200 in \d+ ms$/)).toBeVisible();
  await expect(maker.getByText('You asked for this. Someone else has to agree.')).toBeVisible();
  await expectAccessible(maker);

  const checker = await house.openBrowserPage();
  await signInStaff(checker, 'kwame');
  await checker.goto(address);
  await checker.getByRole('button', { name: 'Agree' }).click();
  await expect(pounds(checker)).toContainText('Closed: working');
  await expect(checker.getByText('Agreed by Kwame').first()).toBeVisible();
  // The address keeps the chosen payee.
  await customer.reload();
  await expect(customer.getByLabel('gets')).toBeVisible();
  await expect(customer.getByText(message)).toHaveCount(0);
});
