import { createTestCustomer } from './fixtures/customer.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

const codeIn = (text: string): string => /^(\d{6})$/m.exec(text)?.[1] ?? 'no code';

const newPassword = 'the otter swims upstream';

test('a customer changes the email address with a code from both mailboxes, and the password', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer();
  const old = `${who.username}@larkmere.example`;
  const fresh = `new.${who.username}@larkmere.example`;
  await signIn(page, who, '/profile');
  await expect(page.getByText(old)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change Email' }).click();
  await page.getByRole('button', { name: 'Send codes' }).click();
  await expect(page.getByText('Enter an email address, such as')).toBeVisible();
  await page.getByLabel('New email address').fill(` ${fresh}`);
  await page.getByLabel('Your password').fill(who.password);
  await expectAccessible(page);
  await expectAccessibleOnPhone(page);
  await page.getByRole('button', { name: 'Send codes' }).click();

  const oldCode = codeIn(await readMail(old, 'Confirm the change of your email address'));
  const newCode = codeIn(await readMail(fresh, 'Confirm your new email address'));
  await page.getByLabel(`Code sent to ${old}`).fill(oldCode);
  await page.getByLabel(`Code sent to ${fresh}`).fill(oldCode === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText('The codes do not match, or they no longer work.')).toBeVisible();
  await page.getByLabel(`Code sent to ${fresh}`).fill(`${newCode.slice(0, 3)} ${newCode.slice(3)}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText(`Your email address is now ${fresh}.`)).toBeVisible();
  expect(await readMail(old, 'Your email address was changed')).toContain('If it was not you');

  await page.getByRole('checkbox', { name: /^Send me news/ }).check();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^Send me news/ })).toBeChecked();

  await test.step('a change of the password needs the old one, and is told by e-mail', async () => {
    await page.goto('/change-password');
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
    expect(await readMail(fresh, 'Your password was changed')).toContain('using');
  });
});
