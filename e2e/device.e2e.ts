import { createTestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  fillLogin,
  logIn,
  readMail,
  test,
} from './fixtures/test.ts';

test('a person is told of a new device, knows it, renames it and signs it out; a stranger’s ends the password', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer();
  const email = `${who.username}@larkmere.example`;
  await logIn(page, who);
  const other = await house.openBrowserPage();
  await logIn(other, who);
  expect(await readMail(email, 'New device logged in to your account')).toContain('/device');

  await test.step('it was me', async () => {
    await page.goto('/profile');
    await page.getByRole('main').getByRole('link', { name: 'Devices' }).click();
    await expect(page.getByText('A new device logged in')).toBeVisible();
    await expect(page.getByText('This device')).toBeVisible();
    await expectAccessible(page);
    await expectAccessibleOnPhone(page);
    await page.getByRole('button', { name: 'This was me', exact: true }).click();
    await expect(page.getByText('A new device logged in')).toHaveCount(0);
  });

  await test.step('rename and trust this device', async () => {
    await page
      .getByRole('listitem')
      .filter({ hasText: 'This device' })
      .getByRole('button', { name: /^Choices for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name of the device').fill('Kitchen laptop');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Kitchen laptop' })).toBeVisible();
    await page.getByRole('button', { name: 'Choices for Kitchen laptop' }).click();
    await page.getByRole('menuitem', { name: 'Trust' }).click();
    await typePin(page, who.pin);
    await expect(page.getByText('You now trust Kitchen laptop')).toBeVisible();
  });

  await test.step('removing the other device closes its window', async () => {
    await page.getByRole('button', { name: /^Choices for (?!Kitchen)/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Chrome/ })).toHaveCount(0);
    await other.goto('/payee');
    await expect(other).toHaveURL('/login');
  });

  await test.step('a stranger is logged out, and the password opens nothing until it is reset by e-mail', async () => {
    await logIn(other, who);
    await page.reload();
    await page.getByRole('button', { name: 'This was not me' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log it out and end my password' }).click();
    await expect(page.getByText('That device is logged out')).toBeVisible();
    await expectAccessible(page);
    await other.goto('/payee');
    await expect(other).toHaveURL('/login');
    await fillLogin(other, who);
    await expect(other.getByText('your password no longer works')).toBeVisible();
    expect(await readMail(email, 'Choose a new password')).toContain('Forgot your password?');
  });

  await test.step('the link by e-mail opens the account again', async () => {
    await other.goto('/lost-password');
    await other.getByLabel('Member code or email').fill(email);
    await other.getByRole('button', { name: 'Email me a link' }).click();
    const [, link = ''] =
      /https?:\/\/\S+(\/forgot-login#[\w-]+)/.exec(await readMail(email, 'Reset your password')) ?? [];
    await other.goto(link);
    await other.getByRole('button', { name: 'Suggest a strong password' }).click();
    const password = await other.getByLabel('New password', { exact: true }).inputValue();
    await other.getByRole('button', { name: 'Change password' }).click();
    await expect(other.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    await logIn(other, { ...who, password });
  });
});
