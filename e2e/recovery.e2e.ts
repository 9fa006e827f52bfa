import { createTestCustomer } from './fixtures/customer.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  fillLogin,
  logIn,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

const linkIn = (text: string): string => /https?:\/\/\S+(\/forgot-login#[\w-]+)/.exec(text)?.[1] ?? 'no link';

test('a customer who forgot member code and password gets both back, and is logged out elsewhere', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer();
  const email = `${who.username}@larkmere.example`;
  const elsewhere = await house.openBrowserPage();
  await signIn(elsewhere, who);

  await test.step('the member code comes by e-mail', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your member code?' }).click();
    await expectAccessible(page);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Email my member code' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    expect(await readMail(email, 'Reset your password')).toContain(
      `You log in with ${who.memberCode} or with this email address.`,
    );
  });

  await test.step('the answer is the same for a name that nobody has', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(page.getByText('Enter your member code or email')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Member code or email').fill('nobody@larkmere.example');
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try something else' }).click();
  });

  await page.getByLabel('Member code or email').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText(`If there’s an account for ${email}, we’ve sent an email`)).toBeVisible();
  const link = linkIn(await readMail(email, 'Reset your password'));

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('too short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password does not meet every rule yet.')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: 'at least 12 characters' })).toContainText('not yet');
  await page.getByRole('button', { name: 'Suggest a strong password' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(3);
  await expectAccessible(page);
  await expectAccessibleOnPhone(page);
  const password = await page.getByLabel('New password', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await expectAccessible(page);
  expect(await readMail(email, 'Your password was changed')).toContain('If it was not you, call us straight away');

  await test.step('the other browser is logged out', async () => {
    await elsewhere.goto('/payee');
    await expect(elsewhere).toHaveURL('/login');
  });

  await test.step('the link does not work again', async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('button', { name: 'Suggest a strong password' }).click();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('alert')).toContainText('This link no longer works.');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  });

  await fillLogin(page, who);
  await expect(page.getByText('Check your member code or email, and your password.')).toBeVisible();
  await logIn(page, { ...who, password });
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});
