import { createTestCustomer } from './fixtures/customer.ts';
import { errorStatus, expect, expectAccessible, readMail, signIn, test } from './fixtures/test.ts';

const newPassword = 'the otter swims upstream';

test('a customer changes the password, is told by e-mail, and logs in with the new one', { tag: '@phone' }, async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer();
  await signIn(page, who, '/change-password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Enter your current password')).toBeVisible();
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Repeat the new password').fill(newPassword);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('That password is not right.')).toBeVisible();
  await page.getByLabel('Current password').fill(who.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('You were logged out on every other device.')).toBeVisible();
  await expectAccessible(page);
  expect(await readMail(`${who.username}@larkmere.example`, 'Your password was changed')).toContain('using');
});
