import { createTestCustomer } from './fixtures/customer.ts';
import { expect, expectAccessible, expectAccessibleOnPhone, signIn, test } from './fixtures/test.ts';

test('a customer with waiting terms reads them, declines, accepts and goes on', async ({ page }) => {
  const who = await createTestCustomer({ awaitsTerms: true });
  await signIn(page, who, '/statement');
  await expect(page.getByRole('heading', { level: 1, name: 'Our terms have changed' })).toBeVisible();
  await expect(page.getByText('Version 2.0', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Payees' })).toHaveCount(0);
  await expectAccessible(page);
  await expectAccessibleOnPhone(page);

  await test.step('no other page opens', async () => {
    await page.goto('/payment');
    await expect(page.getByRole('heading', { level: 1, name: 'Our terms have changed' })).toBeVisible();
  });
  await test.step('the contents list leads to a section', async () => {
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: /Complaints/ })
      .click();
    await expect(page.getByRole('heading', { level: 2, name: /Complaints and law/ })).toBeInViewport();
  });
  await page.getByRole('button', { name: 'I do not accept' }).click();
  await expect(page.getByText('You have not accepted the terms')).toBeVisible();
  await page.getByRole('button', { name: 'Accept terms' }).click();
  await expect(page.getByText('Tick the box to accept the terms')).toBeVisible();
  await page.getByLabel('I have read version 2.0 and accept it.').check();
  await page.getByRole('button', { name: 'Accept terms' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Make a Payment' })).toBeVisible();

  await test.step('the terms and the prices stay readable', async () => {
    await page.goto('/terms-and-conditions');
    await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('terms_2.0.pdf');
    await page.goto('/price-tariff');
    await expect(page.getByRole('row', { name: /GBP Payment in UK GBP 0\.50 GBP/ })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('link', { name: 'Fees and rates' })).toBeVisible();
  });
});
