import type { Page } from '@playwright/test';
import { freshStaffCode } from './fixtures/staff.ts';
import { chooseInMenu, demoPerson, expect, expectAccessible, test } from './fixtures/test.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** A refusal is read in the staff area, names nobody of a customer, and leads back to the dashboard. */
async function leaveRefusal(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByText(/account owner|0900/)).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Staff area' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/manage/dashboard');
}

// One test, because a one-time code works only once.
test('staff sign in with a one-time code, see the work queue, find a misspelt customer, read the logs, and cannot enter customer pages', async ({
  page,
}) => {
  const { username, password } = demoPerson('mira');
  await page.goto('/manage-login');
  await expectAccessible(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('One-time code').fill(await freshStaffCode('mira'));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/manage/dashboard');
  await expect(page.getByRole('link', { name: 'Online Banking Manage' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Roles' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/manage/setting/roles');
  await expect(page).toHaveURL(/\/403/);
  await expect(page.getByRole('heading', { name: 'You do not have access to this page', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await leaveRefusal(page, 'Your role does not include this. Ask a supervisor.');
  for (const address of ['/403?message=access_denied', '/403?message=Call+0900+123'])
    await test.step(address, async () => {
      await page.goto(address);
      await leaveRefusal(page, 'Your role does not include this. Ask a supervisor.');
    });
  for (const address of ['/manage/nothing/here', '/no-such-page'])
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page).toHaveURL('/404');
      await leaveRefusal(page, 'Check the web address, or go to Home.');
    });

  await page.getByRole('link', { name: /^Payees held/ }).click();
  await expect(page.getByRole('heading', { name: 'Payees held', level: 1 })).toBeVisible();
  await expectAccessible(page);
  const held = page.getByRole('row').filter({ hasText: 'LM-48213' }).first();
  await held.getByRole('link', { name: 'Anong Srisuk' }).click();
  await expect(page.getByRole('tab', { name: 'Payees', selected: true })).toBeVisible();

  await page.getByRole('button', { name: /Search customers/ }).click();
  await page.getByRole('combobox', { name: 'Search customers' }).fill('annong srisook');
  await page
    .getByRole('option', { name: /Anong Srisuk.*close spelling/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Anong Srisuk', level: 1 })).toBeVisible();
  await expect(page.getByRole('cell', { name: /04-06-21/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Asked when the card arrives.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Asked when the card arrives.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(page.getByRole('cell', { name: 'customer note added' })).toBeVisible();

  await page.getByRole('link', { name: 'Api Log' }).click();
  await page.getByLabel('Search the log').fill('/v1/manage/login');
  await page
    .getByRole('button', { name: /^Show POST \/v1\/manage\/login at / })
    .first()
    .click();
  const call = page.getByRole('complementary', { name: 'The chosen call' });
  await expect(call.getByText('"password": "[masked]"')).toBeVisible();
  await expect(call).not.toContainText(password);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(call).toBeHidden();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByLabel('Who').fill('Mira Castell');
  await page.getByLabel('Action begins with').fill('customer.note_added');
  const added = page.getByRole('row').filter({ hasText: 'customer note added' }).first();
  await expect(added).toContainText('Mira Castell');
  await expect(added).toContainText(/Unchanged|Not linked yet/);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByLabel('Reason').fill('Proof for the yearly audit');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  await expectAccessible(page);

  await page.goto('/manage-login');
  await expect(page).toHaveURL('/manage/dashboard');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');

  await page.goto('/manage/dashboard');
  await chooseInMenu(page, 'Log out');
  const question = page.getByRole('alertdialog', { name: 'Log out of the staff area?' });
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/manage-login');
});
