import { givenCustomer } from './given-customer.ts';
import {
  answered,
  chooseInMenu,
  demoPerson,
  expect,
  expectAccessible,
  fillLogin,
  logIn,
  signIn,
  test,
} from './larkmere.ts';

test('a customer signs in, is asked before logging out, and leaves nothing behind', async ({ page }) => {
  await logIn(page, 'dara');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(page.getByText('BID 120915')).toBeVisible();

  await chooseInMenu(page, 'Log out');
  const question = page.getByRole('alertdialog', { name: 'Log out?' });
  await question.getByRole('button', { name: 'Stay logged in' }).last().click();
  await expect(question).toBeHidden();
  await expect(page.getByText('BID 120915')).toBeVisible();

  await chooseInMenu(page, 'Log out');
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You have logged out.')).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('BID 120915')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('the address of the way out asks too', async ({ page }) => {
  await signIn(page, 'dara', '/logout');
  await page.getByRole('link', { name: 'Stay logged in' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You have logged out.')).toBeVisible();
});

test('a session survives a reload', async ({ page }) => {
  await signIn(page, 'dara');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('whoever is wrong hears the same, and after three failures the browser does a check by itself', async ({
  page,
  house,
}) => {
  house.allowConsole(answered(400));
  const { username, password } = await givenCustomer();
  const no = page.getByText('These details are not right. Check your member code or email and your password.');

  for (const [name, attempt] of [
    ['nobody at all', password],
    [username, 'not the password'],
    [username, 'not this one either'],
  ] as const) {
    await fillLogin(page, { username: name, password: attempt });
    await expect(no).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeEmpty();
  }
  await expectAccessible(page);
  const challenge = page.waitForResponse('**/v1/captcha');
  await fillLogin(page, { username, password });
  expect((await challenge).status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('what is missing is named beside its field', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Enter your member code or email')).toBeVisible();
  await expect(page.getByText('Enter your password')).toBeVisible();
  await expect(page.getByLabel('Member code or email')).toBeFocused();
});

test('somebody who does nothing is warned after four minutes and logged out after five', async ({ page, house }) => {
  house.allowConsole(/WebSocket is closed before the connection is established/); // a clock that jumps makes it connect anew
  await page.clock.install();
  await signIn(page, 'dara');
  await expect(page.getByText('BID 120915')).toBeVisible();
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });

  await page.clock.fastForward('03:50');
  await expect(warning).toBeHidden();
  await page.clock.fastForward('00:15');
  await expect(warning).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(warning).toBeHidden();

  await page.clock.fastForward('03:50');
  await expect(warning).toBeHidden();
  await page.clock.fastForward('00:15');
  await expect(warning).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('We logged you out after five minutes without activity.')).toBeVisible();
});

test('a window whose session was ended elsewhere says so, and OK is the only way on', async ({
  page,
  context,
  house,
}) => {
  house.allowConsole(answered(401));
  await signIn(page, 'dara');
  await page.getByRole('link', { name: 'Statement' }).click();
  const other = await context.newPage();
  await other.goto('/logout');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(other).toHaveURL('/login');

  const modal = page.getByRole('alertdialog', { name: 'Confirm logout?' });
  await expect(modal).toContainText('You have been logged out because your authentication is no longer valid');
  await expect(modal.getByRole('button')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await modal.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended. Log in again to continue.')).toBeVisible();
});

test('the other address of the login page signs in as well', async ({ page }) => {
  const { username, password } = demoPerson('dara');
  await page.goto('/109in');
  await page.getByLabel('Member code or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/dashboard');
});
