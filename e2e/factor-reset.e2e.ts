import type { Locator, Page } from '@playwright/test';
import { totpCodeAt } from '../apps/api/src/platform/security/totp.ts';
import { createTestCustomer, passResetWait, type TestCustomer } from './fixtures/customer.ts';
import { sendFile } from './fixtures/kyc.ts';
import { typePin } from './fixtures/pay.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  expectToast,
  fillLogin,
  logIn,
  readMail,
  test,
} from './fixtures/test.ts';

const subject = 'Request to remove your second step';
const mailOf = ({ username }: TestCustomer, title = subject) => readMail(`${username}@larkmere.example`, title);
const card = (page: Page, title: string | RegExp): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, level: 2 }) });

/** In every size and theme, for a look at the screens: `SHOTS=/tmp/shots`. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await page.screenshot({ path: `${folder}/${name}-${size.width}-${colorScheme}.png`, fullPage: true });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width, height });
}

async function setUpApp(page: Page, { pin }: TestCustomer): Promise<void> {
  await page.goto('/device');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await typePin(page, pin);
  const enrolment = page.getByRole('dialog', { name: 'Set up your authenticator app' });
  const secret = (await enrolment.getByRole('definition').textContent())?.replaceAll(' ', '') ?? '';
  await enrolment.getByLabel('6-digit code').fill(await totpCodeAt(secret, new Date()));
  await enrolment.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
}

/** Of a person who has the password alone. Returns the address in the e-mail. */
async function askForLink(page: Page, who: TestCustomer): Promise<string> {
  await fillLogin(page, who);
  await page.getByRole('button', { name: 'I cannot use any of these' }).click();
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  return /\/reset-second-factor#\S+/.exec(await mailOf(who))?.[0] ?? 'no link';
}

test('a person without app and recovery codes proves who they are, waits a day, and sets up a new app', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer({ name: 'Marisol Quennell' });
  const owner = await house.openBrowserPage();
  await logIn(owner, who);
  await setUpApp(owner, who);

  await test.step('the login explains what happens, and mails a link', async () => {
    await fillLogin(page, who);
    await expect(page.getByRole('button', { name: 'I cannot use any of these' })).toBeVisible();
    await shoot(page, 'confirm-login');
    await page.getByRole('button', { name: 'I cannot use any of these' }).click();
    await expect(page.getByRole('heading', { name: 'Lost your passkey, app and recovery codes?' })).toBeVisible();
    await expectAccessible(page);
    await expectAccessibleOnPhone(page);
    await shoot(page, 'lost');
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'sent');
  });

  await test.step('a link that is wrong opens nothing', async () => {
    await page.goto('/reset-second-factor#id=f3b0c442-98fc-4c14-9afb-f4c8996fb924&code=wrong');
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'invalid');
  });

  await test.step('behind the link go two photos', async () => {
    const letter = await mailOf(who);
    expect(letter).toContain('Someone who knows your password');
    await page.goto('about:blank');
    await page.goto(/\/reset-second-factor#\S+/.exec(letter)?.[0] ?? 'no link');
    await expect(page.getByText('For M••• Q•••.')).toBeVisible();
    await expectAccessible(page);
    await expectAccessibleOnPhone(page);
    await page.getByRole('button', { name: 'Send my photos' }).click();
    await expect(page.getByText('Add a file')).toHaveCount(2);
    await shoot(page, 'photos-empty');
    await sendFile(card(page, 'Passport or identity card'), 'passport.pdf');
    await sendFile(card(page, 'Selfie'), 'selfie.pdf');
    await expectAccessible(page);
    await shoot(page, 'photos');
    await page.getByRole('button', { name: 'Send my photos' }).click();
    await expect(page.getByText('We have your photos')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'submitted');
  });

  await test.step('the owner sees it where the second factors are', async () => {
    await owner.goto('/device');
    await expect(owner.getByText('Somebody asked to remove your passkeys and app')).toBeVisible();
    await expectAccessible(owner);
    await expectAccessibleOnPhone(owner);
    await shoot(owner, 'device-notice');
  });

  await test.step('staff compare the photos and approve', async () => {
    const staff = await house.openBrowserPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
    await signInNewStaff(staff, 'compliance', `/manage/customer/${who.customerId}?tab=kyc`);
    const request = card(staff, /Marisol Quennell lost the second factor/);
    await expect(request).toContainText('The paper in the selfie says');
    await expectAccessible(staff);
    await shoot(staff, 'staff');
    await request.getByRole('button', { name: 'Approve' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Approve: this is Marisol Quennell' });
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByText('Write at least 10 characters')).toBeVisible();
    await dialog.getByLabel('What you compared').fill('Face, paper and passport.');
    await expectAccessible(staff);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(request).toContainText('Second factor is removed on');
    await expect(request.getByRole('button', { name: 'Stop' })).toBeVisible();
    await shoot(staff, 'staff-approved');
  });

  await test.step('the person reads when it takes effect, and a day later it has', async () => {
    await page.reload();
    await expect(page.getByText('It’s you')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'approved');
    await passResetWait(who);
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('You can log in again')).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await expectAccessible(page);
    await shoot(page, 'applied');
    expect(await mailOf(who, 'Your second step was removed')).toContain('We removed your passkeys');
  });

  await test.step('the password opens the account, and the PIN adds a new app', async () => {
    await expect(owner.getByRole('alertdialog', { name: 'Confirm logout?' })).toBeVisible();
    await logIn(page, who);
    await setUpApp(page, who);
    await expect(page.getByText('10 of 10 left')).toBeVisible();
  });
});

test('the owner stops a request that somebody else made', async ({ page, house }) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer();
  await logIn(page, who);
  await setUpApp(page, who);

  await test.step('while logged in', async () => {
    const thief = await house.openBrowserPage();
    const address = await askForLink(thief, who);
    await page.goto('/device');
    await page.getByRole('button', { name: 'Stop it' }).click();
    await expectToast(page, 'Stopped. Your passkeys and app stay.');
    await expect(page.getByText('Somebody asked to remove')).toHaveCount(0);
    await thief.goto(address);
    await expect(thief.getByText('The request was stopped')).toBeVisible();
    await expect(thief.getByRole('button', { name: 'Stop this request' })).toHaveCount(0);
  });

  await test.step('with the link in the e-mail', async () => {
    const thief = await house.openBrowserPage();
    const address = await askForLink(thief, who);
    const fresh = await house.openBrowserPage();
    await fresh.goto(address);
    await fresh.getByRole('button', { name: 'Stop this request' }).click();
    await expectAccessible(fresh);
    await shoot(fresh, 'stop');
    await fresh.getByRole('alertdialog').getByRole('button', { name: 'Stop it' }).click();
    await expect(fresh.getByText('The request was stopped')).toBeVisible();
    await expectAccessible(fresh);
    await shoot(fresh, 'stopped');
  });
});
