import { accountCard, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('a customer shares and prints account details per currency and rail, and opens them above every page', {
  tag: '@phone',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'owen', '/receive-bank-transfer');
  await expect(page.getByText('Send only GBP to this account')).toBeVisible();
  await expect(page.getByText('04-06-21')).toBeVisible();
  await expect(page.getByText(/international details \(SWIFT\)/)).toBeVisible();
  await expect(page.getByText('Anything you’ll recognise on your statement', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy all' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain('Account number: 50917206\nSort code: 04-06-21');
  expect(copied).toContain('BIC: LARKGB2L');

  await page.getByRole('tab', { name: 'EUR' }).click();
  await expect(page.getByText('Send only EUR to this account')).toBeVisible();
  await expect(page.getByText('LM50917').first()).toBeVisible();
  await expect(page.getByText('Without it, we have to trace the money to you.', { exact: false })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'USD' }).click();
  await expect(page.getByText('Send only USD to this account')).toBeVisible();
  await expect(page.getByText('GB57 LARK 0406 2150 9172 37')).toBeVisible();
  await expect(page.getByText('SANDUS33')).toBeVisible();
  await expect(page.getByText('04-06-21')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy all' }).click();
  const dollars = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(dollars).toContain('SANDUS33');

  await test.step('prints only the details, without a balance', async () => {
    await page.getByRole('tab', { name: 'GBP' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('50917206')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
    for (const balance of await page.getByText('Available').all()) await expect(balance).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });
  await test.step('the card of an account in pounds also shows the details for payments from abroad', async () => {
    await page.goto('/dashboard');
    const card = accountCard(page, '118340');
    await expect(card.getByRole('heading', { name: /UK Domestic/ })).toBeVisible();
    await expect(card.getByRole('heading', { name: 'International' })).toBeVisible();
    await expect(card).toContainText('GB21 LARK 0406 2150 9172 06');
  });
  await test.step('a card per account is shown above every page and opens its details', async () => {
    await page.goto('/transfer');
    const strip = page.getByRole('list', { name: 'Balances' });
    const pounds = strip.getByRole('button', { name: /^GBP/ });
    await expect(pounds).toContainText(/Available [\d,]+\.\d\d GBP Balance [\d,]+\.\d\d GBP/);
    await expect(strip.getByRole('button')).toHaveText([/^GBP/, /^EUR/, /^USD/]);
    expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(72);
    await expect(page.getByLabel('You send')).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);

    await pounds.click();
    const details = page.getByRole('dialog', { name: 'Bank Account Detail' });
    await expect(details).toContainText('BID 118340 · ');
    await details.getByRole('link', { name: 'Statement' }).click();
    await expect(page).toHaveURL('/statement?bankholderid=118340');
    await expect(details).toBeHidden();
    await expect(strip.locator('[aria-current]')).toContainText('GBP');

    const refreshed = page.waitForRequest('**/v1/bankaccount/balance/118340');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await refreshed;
    await expect(strip).toHaveCount(0);
  });
});
