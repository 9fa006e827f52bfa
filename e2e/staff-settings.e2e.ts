import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { seedRates } from './fixtures/rates.ts';
import { signInStaff } from './fixtures/staff.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

test.beforeAll(() => seedRates());

/** What the customer gets for 100 pounds, as the form of the exchange shows it. */
async function yenFor100(page: Page): Promise<number> {
  await page.reload();
  await page.getByLabel('You send').fill('100');
  const got = page.getByLabel('You get');
  await expect(got).not.toHaveValue('');
  await expect(page.getByText('Updating')).toHaveCount(0);
  return Number((await got.inputValue()).replaceAll(',', ''));
}

async function approve(page: Page, reason: string): Promise<void> {
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: reason }).getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve change' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a margin is proposed, seen with its effect, approved, charged to the customer, and rolled back', async ({
  page,
  house,
}) => {
  test.slow();
  // The preview names the cell that is wrong.
  house.allowConsole(errorStatus(400));
  const [supervisor, browser] = [await house.openBrowserPage(), await house.openBrowserPage()];
  const who = await createTestCustomer({ kind: 'wallet', wallets: ['JPY'] });
  await signIn(browser, who, '/wallet/fx?sell=GBP&buy=JPY');
  const before = await yenFor100(browser);

  await signInStaff(page, 'rafi');
  await page.getByRole('link', { name: 'CAB pair currencies' }).click();
  const cell = page.getByRole('textbox', { name: 'Margin, bps, GBP JPY wallet' });
  await cell.fill('0');
  await expect(page.getByRole('alert')).toBeVisible();
  await cell.fill('900');
  await expect(page.getByRole('table', { name: 'GBP/JPY' })).toContainText('+80.');
  await expect(page.getByText(/Wallet customers? would pay more/)).toBeVisible();
  await page.getByLabel('Reason').fill('The partner raised its price for yen.');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText('You proposed this. Someone else has to approve it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  expect(await yenFor100(browser)).toBeGreaterThan(before * 0.97);

  await signInStaff(supervisor, 'sunniva');
  await supervisor.getByRole('link', { name: 'CAB pair currencies' }).click();
  await expect(supervisor.getByText('GBP JPY wallet · Margin, bps').first()).toBeVisible();
  await approve(supervisor, 'The partner raised its price for yen.');
  expect(await yenFor100(browser)).toBeLessThan(before * 0.95);

  await page.reload();
  await page.getByRole('button', { name: 'Roll back' }).first().click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The partner lowered it again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click();
  await approve(supervisor, 'The partner lowered it again.');
  expect(await yenFor100(browser)).toBeGreaterThan(before * 0.97);
  await expect(supervisor.getByText('Rolled back')).toBeVisible();

  await page.getByRole('link', { name: 'Limits and rules' }).click();
  await expect(page.getByRole('heading', { name: 'Payees', level: 2 })).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'New payees' }).click();
  const limit = page.getByRole('textbox', { name: 'At most, GBP' });
  const former = await limit.inputValue();
  await limit.fill('1234.00');
  await expect(page.getByText(/No price changes/)).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.getByLabel('Reason').fill('Fewer cases of fraud this year.');
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText('You proposed this. Someone else has to approve it.')).toBeVisible();
  await page.getByRole('link', { name: 'Limits and rules' }).first().click();
  await expect(page.getByRole('link', { name: /New payees.*1 waiting/ })).toBeVisible();

  await supervisor.getByRole('link', { name: 'Limits and rules' }).click();
  await supervisor.getByRole('link', { name: /New payees/ }).click();
  await approve(supervisor, 'Fewer cases of fraud this year.');
  const inForce = supervisor.getByRole('textbox', { name: 'At most, GBP' });
  await expect(inForce).toHaveValue('1234.00');
  await page.getByRole('link', { name: 'New payees' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Roll back' }).first().click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The number of cases rose again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click();
  await approve(supervisor, 'The number of cases rose again.');
  await expect(inForce).toHaveValue(former);

  for (const [link, heading] of [
    ['SWIFT payment', 'Fees'],
    ['Auto FX', 'Rules'],
    ['Rate off-time', 'Rules'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectAccessible(page);
    }
  }

  await page.getByRole('button', { name: 'Set a rate' }).click();
  const proposal = page.getByRole('dialog');
  await proposal.getByLabel('Pair').selectOption('JPY');
  const last = await proposal.getByLabel('Pair').locator('option:checked').textContent();
  const known = Number(last?.split(' ')[1]);
  await proposal.getByLabel('What one euro buys').fill((known * 2).toFixed(2));
  await proposal.getByLabel('Reason').fill('The feed shows a price that nobody trades at.');
  await proposal.getByRole('button', { name: 'Send for approval' }).click();
  await expect(proposal.getByText(/from the last rate of a source/)).toBeVisible();
  await proposal.getByLabel('What one euro buys').fill((known * 0.98).toFixed(4));
  await expectAccessible(page);
  await proposal.getByRole('button', { name: 'Send for approval' }).click();
  await expect(proposal).toHaveCount(0);
  const manual = page.getByRole('listitem').filter({ hasText: 'EUR/JPY' });
  await expect(manual.getByText('Waiting')).toBeVisible();
  const market = await yenFor100(browser);
  await supervisor.getByRole('link', { name: 'Rate off-time' }).click();
  const waiting = supervisor.getByRole('listitem').filter({ hasText: 'EUR/JPY' });
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await supervisor.getByRole('dialog').getByRole('button', { name: 'Approve rate' }).click();
  await expect(waiting.getByText('In force')).toBeVisible();
  expect(await yenFor100(browser)).toBeLessThan(market * 0.99);
  await page.reload();
  await manual.getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End rate' }).click();
  await expect(manual.getByText('Ended early')).toBeVisible();
  expect(await yenFor100(browser)).toBeGreaterThan(market * 0.99);
});
