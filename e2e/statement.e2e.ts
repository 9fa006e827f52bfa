import type { Locator, Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, expectState, pay } from './fixtures/pay.ts';
import { seedRates } from './fixtures/rates.ts';
import { expect, expectAccessible, pence, signIn, test } from './fixtures/test.ts';

const firmGbp = '118340';

const signed = (text: string): number => pence(text) * (/minus|[−-]/.test(text) ? -1 : 1);

const rows = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

const column = async (page: Page, at: number): Promise<number[]> => {
  const cells = await rows(page).evaluateAll(
    (all, cell) => all.map((row) => row.querySelectorAll('td')[cell]?.textContent ?? ''),
    at,
  );
  return cells.map(signed);
};

const total = async (page: Page, label: string): Promise<number> => {
  const figures = page.getByRole('region', { name: /^Totals from/ });
  const terms = await figures.getByRole('term').allTextContents();
  const place = terms.findIndex((term) => term.startsWith(label));
  return signed((await figures.getByRole('definition').nth(place).textContent()) ?? '');
};

/** Reads every page and compares the lines with the totals. */
async function checkTotals(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Last 90 days' }).click();
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(more).toBeVisible();
  const first = await rows(page).count();
  while (await more.isVisible()) {
    const before = await rows(page).count();
    await more.click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  }
  expect(await rows(page).count()).toBeGreaterThan(first);

  const amounts = await column(page, 3);
  const balances = await column(page, 4);
  const [opening, closing] = [await total(page, 'Opening balance'), await total(page, 'Closing balance')];
  expect(amounts.filter((each) => each > 0).reduce((sum, each) => sum + each, 0)).toBe(await total(page, 'Money in'));
  expect(amounts.filter((each) => each < 0).reduce((sum, each) => sum + each, 0)).toBe(await total(page, 'Money out'));
  expect(opening + amounts.reduce((sum, each) => sum + each, 0)).toBe(closing);
  expect(balances).toEqual(amounts.map((amount, at) => (balances[at + 1] ?? opening) + amount));
}

async function filterLines(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Last 12 months' }).click();
  await page.getByText('Money out', { exact: true }).first().click();
  await expect(page.getByRole('radio', { name: 'Money out' })).toBeChecked();
  await page.getByLabel('Search this account').fill('workshop rent');
  await expect(page.getByRole('status').filter({ hasText: /^1[1-3] results$/ })).toBeVisible();
  const found = await rows(page).count();
  await expect(rows(page).filter({ hasText: 'Northgate Lettings Ltd' })).toHaveCount(found);
  expect((await column(page, 3)).every((amount) => amount < 0)).toBe(true);

  await page.reload();
  await expect(rows(page)).toHaveCount(found);
  await page.getByRole('button', { name: 'Remove filter: Money out' }).click();
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Money out' })).toBeChecked();

  await page.getByLabel('Search this account').fill('nothing is called so');
  await expect(page.getByText('No result for “nothing is called so” in GBP ••7206, last 12 months')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page).first()).toBeVisible();
}

test('a statement adds up on every page, is filtered through its address, and a line opens with all details', async ({
  page,
}) => {
  await signIn(page, 'owen', `/statement?bankholderid=${firmGbp}`);
  await test.step('the lines add up to the totals', () => checkTotals(page));
  await test.step('direction and words filter it, and the address stores them', () => filterLines(page));
  await rows(page).first().getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer.getByRole('term').filter({ hasText: 'Our reference' })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await page.getByLabel('Account', { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/bankholderid=118341/);
  await expect(page.getByRole('region', { name: /^Totals from/ })).toContainText('EUR');
});

test('a payee is found in every account and at any date', { tag: '@phone' }, async ({ page, isMobile }) => {
  await signIn(page, 'owen', '/statement?bankholderid=118341');
  if (isMobile) await page.getByRole('button', { name: / to / }).click();
  await page.getByLabel('Search this account').fill('workshop rent');
  await expect(page.getByText(/^No result for “workshop rent” in EUR ••\d{4}, last 30 days$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Search all accounts and all time' }).click();
  await expect(page.getByText('All accounts, all time.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^1[1-3] results$/ })).toBeVisible();
  const row = page.getByRole('button', { name: /Northgate Lettings Ltd.*GBP ••7206/ }).first();
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await row.click();
  await expect(page.getByRole('dialog', { name: 'Transaction' })).toContainText('Northgate Lettings Ltd');
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Transaction' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Search all accounts').fill('nothing is called so');
  await expect(page.getByText('No result for “nothing is called so” in all accounts, all time')).toBeVisible();
  await page.getByRole('button', { name: /^Search only EUR/ }).click();
  await expect(page).toHaveURL(/bankholderid=118341/);
  await expect(page.getByText(/^No result for “nothing is called so” in EUR/)).toBeVisible();
});

test('a payment, its return and an exchange are one row each, with fee and both sides', async ({ page }) => {
  await seedRates();
  const who = await createTestCustomer({ balance: '300.00', payees: ['somchai'], otherCurrencies: ['EUR'] });
  await signIn(page, who, '/payment/gbp');
  await pay(page, { payee: 'Somchai Prasert', amount: '32.00', reference: 'Trip SANDBOX 92' }, who.pin);
  await expectState(page, 'Returned');
  await page.goto('/transfer');
  await page.getByLabel('You send').fill('100');
  await expect(page.getByText('Your rate')).toBeVisible();
  await page.getByRole('button', { name: 'Check exchange' }).click();
  await confirmWithPin(page, who.pin);
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();

  const row = (words: RegExp) => page.locator('li, tr').filter({ hasText: words }).filter({ visible: true });
  await page.goto('/dashboard');
  await expect(row(/Exchanged GBP to EUR/)).toHaveText(
    /1\sGBP = 1\.\d{4}\sEUR.*minus .*100\.00 GBP.*plus .*11\d\.\d\d EUR/,
  );
  await expect(row(/Payment sent.*incl\. fee 0\.50\sGBP/)).toContainText('32.50 GBP');
  await expect(row(/Payment returned.*incl\. refunded fee 0\.50\sGBP/)).toContainText('32.50 GBP');
  await expect(row(/GBP|EUR/).filter({ hasText: /Fee/ })).toHaveCount(0);
  await expectAccessible(page);

  for (const bankholderid of [who.bankholderid, ...who.otherAccounts]) {
    await page.goto(`/statement?bankholderid=${bankholderid}`);
    for (const told of ['100.00 GBP', /11\d\.\d\d\sEUR/, /1\sGBP = 1\.\d{4}\sEUR/])
      await expect(row(/Exchanged GBP to EUR/)).toContainText(told);
  }
  await page.goto(`/statement?bankholderid=${who.bankholderid}`);
  await row(/Payment sent/)
    .getByRole('button')
    .click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  const figures = drawer.getByRole('definition');
  await expect(figures.filter({ hasText: /^−minus 32\.00 GBP$/ })).toBeVisible();
  await expect(figures.filter({ hasText: /^−minus 0\.50 GBP$/ })).toBeVisible();
  await expectAccessible(page);
});
