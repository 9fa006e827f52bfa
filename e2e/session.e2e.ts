import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { seedRates, setQuoteSeconds } from './fixtures/rates.ts';
import { chooseInMenu, errorStatus, expect, expectAccessible, fillLogin, signIn, test } from './fixtures/test.ts';

test('a customer mistypes, signs in past a challenge, and the logout leaves nothing in any window', async ({
  page,
  context,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer();
  const account = page.getByText(`BID ${who.bankholderid}`);
  const home = page.getByRole('heading', { level: 1, name: 'Home' });

  await test.step('missing input is named beside its field', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Enter your member code or email')).toBeVisible();
    await expect(page.getByText('Enter your password')).toBeVisible();
    await expect(page.getByLabel('Member code or email')).toBeFocused();
  });
  await test.step('every wrong login gets the same message, and after three the browser solves a challenge', async () => {
    for (const [username, password] of [
      ['nobody at all', who.password],
      [who.username, 'not the password'],
      [who.username, 'not this one either'],
    ] as const) {
      await fillLogin(page, { username, password });
      await expect(page.getByText('Check your member code or email, and your password.')).toBeVisible();
      await expect(page.getByLabel('Password', { exact: true })).toBeEmpty();
    }
    await expectAccessible(page);
    const challenge = page.waitForResponse('**/v1/captcha');
    await fillLogin(page, who);
    expect((await challenge).status()).toBe(200);
    await expect(home).toBeVisible();
    await expect(account).toBeVisible();
  });

  await test.step('the logout is confirmed, and leaves nothing in the browser', async () => {
    await chooseInMenu(page, 'Log out');
    const question = page.getByRole('alertdialog', { name: 'Log out?' });
    await question.getByRole('button', { name: 'Stay logged in' }).last().click();
    await expect(question).toBeHidden();
    await expect(account).toBeVisible();
    await chooseInMenu(page, 'Log out');
    await question.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('You’ve logged out.')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/login');
    await expect(account).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
  });
  await test.step('the second address of the login page signs in as well, and the session survives a reload', async () => {
    await page.goto('/109in');
    await page.getByLabel('Member code or email').fill(who.username);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.reload();
    await expect(home).toBeVisible();
  });
  await test.step('the logout address asks too, and the other window says that the session ended, with OK alone', async () => {
    const other = await context.newPage();
    await other.goto('/logout');
    await other.getByRole('link', { name: 'Stay logged in' }).click();
    await expect(other).toHaveURL('/dashboard');
    await other.goto('/logout');
    await other.getByRole('button', { name: 'Log out' }).click();
    await expect(other.getByText('You’ve logged out.')).toBeVisible();
    const modal = page.getByRole('alertdialog', { name: 'Confirm logout?' });
    await expect(modal).toContainText('You have been logged out because your authentication is no longer valid');
    await expect(modal.getByRole('button')).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await modal.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('You’re logged out. Log in again to continue.')).toBeVisible();
  });
});

test('a customer is warned after four minutes and logged out after five, unless there is a sign of them in any tab', async ({
  page,
  context,
  house,
}) => {
  house.allowConsole(/WebSocket is closed before the connection is established/); // a clock that jumps makes it reconnect
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
  const warningIn = (tab: Page) => tab.getByRole('alertdialog', { name: 'Are you still there?' });
  const warning = warningIn(page);
  await context.clock.fastForward('03:50');
  for (const tab of [page, other]) await expect(warningIn(tab)).toBeVisible();
  await other.close();

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
