import { totpCodeAt } from '../apps/api/src/platform/security/totp.ts';
import { chooseInMenu, demoPerson, expect, expectAccessible, test } from './fixtures/test.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

// One test, because a one-time code works only once.
test('staff sign in with a one-time code, see the work queue, find a misspelt customer, and cannot enter customer pages', async ({
  page,
}) => {
  const { username, password, totpSecret = '' } = demoPerson('mira');
  await page.goto('/manage-login');
  await expectAccessible(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('One-time code').fill(await totpCodeAt(totpSecret, new Date()));
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
  await page.goto('/manage/dashboard');

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
