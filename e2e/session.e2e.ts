import { createTestCustomer } from './fixtures/customer.ts';
import { seedRates, setQuoteSeconds } from './fixtures/rates.ts';
import {
  chooseInMenu,
  demoPerson,
  errorStatus,
  expect,
  expectAccessible,
  fillLogin,
  logIn,
  signIn,
  test,
} from './fixtures/test.ts';

test('a customer signs in, confirms the logout, and leaves nothing in the browser', async ({ page }) => {
  await test.step('missing input is named beside its field', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Enter your member code or email')).toBeVisible();
    await expect(page.getByText('Enter your password')).toBeVisible();
    await expect(page.getByLabel('Member code or email')).toBeFocused();
  });

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
  await expect(page.getByText('You’ve logged out.')).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('BID 120915')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');

  await test.step('the second address of the login page signs in as well, and the session survives a reload', async () => {
    const { username, password } = demoPerson('dara');
    await page.goto('/109in');
    await page.getByLabel('Member code or email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  });
  await test.step('the logout address asks for a confirmation too', async () => {
    await page.goto('/logout');
    await page.getByRole('link', { name: 'Stay logged in' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/logout');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('You’ve logged out.')).toBeVisible();
  });
});

test('every wrong login gets the same message, and after three failures the browser solves a challenge', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const { username, password } = await createTestCustomer();
  const no = page.getByText('Check your member code or email, and your password.');

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

test('an inactive customer is warned after four minutes and logged out after five', async ({ page, house }) => {
  house.allowConsole(/WebSocket is closed before the connection is established/); // a clock that jumps makes it reconnect
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
  await expect(page.getByText('We logged you out after five minutes of inactivity.')).toBeVisible();
});

test('mouse, scrolling and typing keep a session active in every tab', async ({ page, context, house }) => {
  house.allowConsole(/WebSocket is closed before the connection is established/);
  await context.clock.install();
  await signIn(page, 'dara', '/statement');
  const other = await context.newPage();
  await other.goto('/statement');
  await expect(other.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  await page.bringToFront();
  await page.mouse.move(300, 300);
  const signs = [
    () => page.mouse.move(320, 310),
    async () => {
      await page.mouse.wheel(0, 120);
      await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
    },
    () => page.getByLabel(/^Search/).pressSequentially('rent'),
  ];
  for (const sign of signs) {
    await context.clock.fastForward('03:20');
    await sign();
    const kept = page.waitForResponse('**/v1/session/touch');
    await context.clock.fastForward('00:31');
    expect((await kept).status()).toBe(200);
    for (const tab of [page, other]) await expect(tab.getByRole('alertdialog')).toHaveCount(0);
  }
  await context.clock.fastForward('03:50');
  for (const tab of [page, other])
    await expect(tab.getByRole('alertdialog', { name: 'Are you still there?' })).toBeVisible();
});

test('the session warning covers every other dialog, which is restored afterwards', async ({ page, house }) => {
  house.allowConsole(/WebSocket is closed before the connection is established/);
  await seedRates();
  await setQuoteSeconds(60);
  const who = await createTestCustomer({ balance: '200.00', otherCurrencies: ['THB'] });
  await page.clock.install();
  await signIn(page, who, '/transfer');
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });
  const stay = warning.getByRole('button', { name: 'Stay logged in' });

  await chooseInMenu(page, 'Change PIN');
  const pin = page.getByRole('dialog', { name: 'Enter your current PIN' });
  await pin.getByLabel('4-digit PIN').pressSequentially('50');
  await expect(pin).toContainText('2 of 4');
  await page.clock.fastForward('04:05');
  await stay.click();
  await expect(warning).toBeHidden();
  await expect(pin).toContainText('2 of 4');
  await pin.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('You send').fill('100');
  await page.getByRole('button', { name: 'Check exchange' }).click();
  await expect(page.getByRole('heading', { name: 'Check and exchange' })).toBeVisible();
  await page.clock.fastForward('04:05');
  await expect(warning).toBeVisible();
  await expect(page.getByText('Rate held for')).toBeVisible();
  await page.clock.fastForward('00:42');
  const quote = page.getByRole('alertdialog', { name: 'Your rate is about to expire' });
  await expect(quote).toBeHidden();
  await stay.click();
  await expect(warning).toBeHidden();
  await quote.getByRole('button', { name: 'Keep this rate' }).click();
  await expect(page.getByText('100.00 GBP').first()).toBeVisible();
});

test('a window whose session was ended elsewhere says so, and OK is the only action', async ({
  page,
  context,
  house,
}) => {
  house.allowConsole(errorStatus(401));
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
  await expect(page.getByText('You’re logged out. Log in again to continue.')).toBeVisible();
});
