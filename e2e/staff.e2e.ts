import { totpCodeAt } from '../apps/api/src/platform/security/totp.ts';
import { chooseInMenu, demoPerson, expect, expectAccessible, test } from './fixtures/test.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

// One test, because a one-time code works only once.
test('staff sign in with a one-time code, see the work queue, and cannot enter customer pages', async ({ page }) => {
  const { username, password, totpSecret = '' } = demoPerson('mira');
  await page.goto('/manage-login');
  await expectAccessible(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('One-time code').fill(await totpCodeAt(totpSecret, new Date()));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/manage/dashboard');
  await expect(page.getByRole('banner')).toContainText('LarkmereOnline Banking Manage');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
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
