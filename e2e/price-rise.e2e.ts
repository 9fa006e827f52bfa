import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { seedRates } from './fixtures/rates.ts';
import { signInStaff } from './fixtures/staff.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

// Every wallet customer is informed, so this file runs after all others.

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

test.beforeAll(() => seedRates());

async function expectAccessibleAtAllSizes(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

async function approve(page: Page, reason: string): Promise<void> {
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: reason }).getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve change' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a fee rises after its notice: customers are informed, see it coming, and hear that it is cancelled', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const [supervisor, browser] = [await house.openBrowserPage(), await house.openBrowserPage()];
  const who = await createTestCustomer({ kind: 'wallet' });
  await signIn(browser, who, '/wallet/notification');

  await signInStaff(page, 'rafi');
  await page.goto('/manage/setting/swiftpayment?sheet=fees');
  const fee = page.getByRole('textbox', { name: 'Fee, GBP wallet' });
  const former = await fee.inputValue();
  await fee.fill('19.00');
  await expect(page.getByRole('heading', { name: 'Fees that rise' })).toBeVisible();
  await page.getByRole('button', { name: 'Show customers' }).click();
  await expect(page.getByRole('list', { name: 'Customers who pay more' }).getByRole('listitem').first()).toBeVisible();
  await page.getByLabel('Reason').fill('The correspondent bank raised its price.');
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText(/A fee rises, and customers must know beforehand\. Choose/)).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  await page.getByRole('button', { name: /^Choose \w{3} \d/ }).click();
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText('You proposed this. Someone else has to approve it.')).toBeVisible();

  await signInStaff(supervisor, 'sunniva');
  await supervisor.goto('/manage/setting/swiftpayment?sheet=fees');
  await expect(supervisor.getByText(/They are informed when the change is approved/)).toBeVisible();
  await approve(supervisor, 'The correspondent bank raised its price.');
  await expect(supervisor.getByText('Scheduled').first()).toBeVisible();

  const announced = browser.getByRole('listitem').filter({ hasText: 'Our fees are changing' });
  await expect(announced).toContainText(`${former} GBP now, 19.00 GBP from then`);
  await expect(announced).toContainText('close your account free of charge');
  await browser.goto('/wallet/price-tariff');
  const coming = browser.getByRole('table', { name: /^Fees change on/ });
  await expect(coming).toContainText('19.00 GBP');
  await expect(browser.getByRole('link', { name: 'Close your account' })).toHaveAttribute(
    'href',
    '/request/delete/account',
  );
  await expectAccessibleAtAllSizes(browser);

  await page.reload();
  await page.getByRole('button', { name: 'Roll back' }).first().click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The correspondent bank took it back.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click();
  await approve(supervisor, 'The correspondent bank took it back.');
  await browser.goto('/wallet/notification');
  await expect(browser.getByRole('listitem').filter({ hasText: 'Our fees are not changing' })).toContainText(
    `${former} GBP`,
  );
  await browser.goto('/wallet/price-tariff');
  await expect(browser.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
  await expect(coming).toHaveCount(0);
  await page.reload();
  await expect(fee).toHaveValue(former);
});
