import { givenCustomer } from './given-customer.ts';
import { expect, expectAccessible, signIn, test } from './larkmere.ts';

test('a customer gives away how to be paid, per currency and way', { tag: '@phone' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'owen', '/receive-bank-transfer');
  await expect(page.getByText('Only GBP to this account')).toBeVisible();
  await expect(page.getByText('04-06-21')).toBeVisible();
  await expect(page.getByText(/by SWIFT/)).toBeVisible();
  await expect(page.getByText('Any words will do', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy all' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain('Account number: 50917206\nSort code: 04-06-21');
  expect(copied).toContain('BIC: LARKGB2L');

  await page.getByRole('tab', { name: 'EUR' }).click();
  await expect(page.getByText('Only EUR to this account')).toBeVisible();
  await expect(page.getByText('LM50917').first()).toBeVisible();
  await expect(page.getByText('without it your money waits', { exact: false })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'USD' }).click();
  await expect(page.getByText('Only USD to this account')).toBeVisible();
  await expect(page.getByText('GB57 LARK 0406 2150 9172 37')).toBeVisible();
  await expect(page.getByText('SANDUS33')).toBeVisible();
  await expect(page.getByText('04-06-21')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy all' }).click();
  const dollars = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(dollars).toContain('SANDUS33');
});

test('on paper stands the sheet alone, without a balance', async ({ page }) => {
  await signIn(page, 'owen', '/receive-bank-transfer');
  await expect(page.getByText('Only GBP to this account')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('50917206')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  for (const balance of await page.getByText('Available').all()) await expect(balance).toBeHidden();
});

test('an account without details receives nothing yet', async ({ page }) => {
  await signIn(
    page,
    await givenCustomer({ access: ['dashboard', 'receive'], others: ['THB'] }),
    '/receive-bank-transfer',
  );
  await expect(page.getByRole('tab')).toHaveText(['GBP']);
});
