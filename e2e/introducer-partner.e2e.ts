import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { joinWithLink, passMonthOfPartner, shareWithPartners } from './fixtures/introducer-partner.ts';
import { confirmWithPin } from './fixtures/pay.ts';
import { seedRates } from './fixtures/rates.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import { expect, expectAccessible, expectToast, readMail, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

async function proposeRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Propose as partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Propose a share rule' });
  await dialog.getByRole('button', { name: 'Propose rule' }).click();
  await expect(dialog.getByText('Enter a percentage of at most 50, such as 20 or 12.5')).toHaveCount(2);
  await dialog.getByLabel('Share of margin and fees of exchanges, in %').fill('50');
  await dialog.getByLabel('Share of payment fees, in %').fill('12.5');
  await dialog.getByLabel('At most per month, such as 500.00').fill('500.00');
  await dialog.getByLabel('Months per customer, such as 24').fill('24');
  await dialog.getByLabel('Why').fill('Signed contract 17 of this week.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Propose rule' }).click();
  await expectToast(page, 'Proposed. Another person approves it.');
}

test('a partner gets a share, from the draft of staff to the paid statement', async ({ page, house }) => {
  test.slow();
  const partner = await createTestCustomer({ balance: '10.00' });
  const friend = await createTestCustomer({ otherCurrencies: ['EUR'], balance: '20000.00' });
  await joinWithLink(friend, partner);

  const finance = await house.openBrowserPage();
  const tab = `/manage/customer/${partner.customerId}?tab=partner`;
  const author = await signInNewStaff(finance, 'finance', tab);
  await proposeRule(finance);
  await expect(finance.getByText('Your own proposal. Another person approves it.')).toBeVisible();
  await expect(finance.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const officer = await house.openBrowserPage();
  await signInNewStaff(officer, 'mlro', '/manage/dashboard');
  await expect(officer.getByText('Introducer rules waiting for approval')).toBeVisible();
  await officer.goto(tab);
  await expect(officer.getByText(`Proposed by ${author}`)).toBeVisible();
  await officer.getByRole('button', { name: 'Approve' }).click();
  await officer.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' }).click();
  await expect(officer.getByText(/^In force since/)).toBeVisible();
  await expectAccessible(officer);

  await signIn(page, partner, '/introducer');
  await expect(page.getByText('You get 50% of what we earn on exchanges, and 12.5% of our payment fees')).toBeVisible();
  await expect(page.getByText(/^Nothing yet this month/)).toBeVisible();

  const other = await house.openBrowserPage();
  await signIn(other, friend, '/transfer');
  await other.getByLabel('You send').fill('18000');
  await expect(other.getByText('Updating')).toHaveCount(0);
  await other.getByRole('button', { name: 'Check exchange' }).click();
  await confirmWithPin(other, friend.pin);
  await expect(other.getByRole('heading', { name: 'Exchanged' })).toBeVisible();

  const soFar = page.getByRole('list', { name: 'This month so far' });
  await expect(async () => {
    await shareWithPartners();
    await page.reload();
    await expect(soFar.getByText('1 exchange')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });
  await expect(page.getByRole('main')).not.toContainText('18,000');
  await expectAccessible(page);

  await passMonthOfPartner(partner);
  const statements = page.getByRole('list', { name: 'Statements' });
  await expect(async () => {
    await shareWithPartners();
    await page.reload();
    await expect(statements.getByText(/^Paid on/)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await expectAccessible(page);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download the statement for .* as CSV/ }).click(),
  ]);
  const table = await readFile(await file.path(), 'utf8');
  expect(table).toContain(',exchange,1,');
  expect(table).not.toContain('18000');
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download the statement for .* as PDF/ }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await readMail(`${partner.username}@larkmere.example`, 'Your introducer statement is ready')).toContain(
    'into your account',
  );
  await page.goto('/notification');
  await expect(page.getByText('Your introducer share is here').first()).toBeVisible();
  await page.goto('/statement');
  await expect(
    page
      .getByText(/Introducer share for/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();

  await officer.reload();
  await expect(officer.getByRole('table', { name: 'Statements' }).getByText('Paid')).toBeVisible();
  await expect(officer.getByRole('table', { name: 'Introduced customers' })).toContainText('Before ');
});
