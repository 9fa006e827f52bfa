import type { Page } from '@playwright/test';
import { totpCodeAt } from '../apps/api/src/platform/security/totp.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { attachPasskeys } from './fixtures/passkey.ts';
import { type InvitedStaff, inviteStaff } from './fixtures/staff.ts';
import {
  chooseInMenu,
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  readMail,
  test,
} from './fixtures/test.ts';

const password = 'a heron stands in the reeds';
const pressPasskey = (page: Page) => page.getByRole('button', { name: 'Use your passkey' }).click();

async function savePassword(page: Page, { address }: InvitedStaff): Promise<void> {
  await page.goto(address);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Choose your second step' })).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await chooseInMenu(page, 'Log out');
  const question = page.getByRole('alertdialog', { name: 'Log out of the staff area?' });
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/manage-login');
}

async function fillStaffLogin(page: Page, { username }: InvitedStaff): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

async function logInWithPasskey(page: Page, who: InvitedStaff): Promise<void> {
  await page.goto('/manage-login');
  await fillStaffLogin(page, who);
  await page.getByRole('button', { name: 'No code? Use a passkey, or set up your second step' }).click();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
}

test('a new member of staff sets up a passkey, logs in with it, connects to a customer, and moves to an app', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await inviteStaff('mlro');
  const customer = await createTestCustomer();
  const passkeys = await attachPasskeys(page);

  await test.step('the invitation offers a passkey or an app', async () => {
    await savePassword(page, who);
    await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
    await expectAccessible(page);
    await passkeys.answer(false);
    await page.getByRole('button', { name: 'Set up a passkey' }).click();
    await expect(page.getByText('Your browser did not make a passkey.')).toBeVisible();
    await expectAccessible(page);
    await passkeys.answer(true);
    await page.getByRole('button', { name: 'Set up a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Your passkey is saved' })).toBeVisible();
    await expectAccessible(page);
    await pressPasskey(page);
    await expect(page).toHaveURL('/manage/dashboard');
    expect(await readMail(who.email, 'A passkey was added to your staff account')).toContain('If it was not you');
  });

  await test.step('the next login asks for it', async () => {
    await logOut(page);
    await logInWithPasskey(page, who);
    await passkeys.answer(false);
    await pressPasskey(page);
    await expect(page.getByText('The passkey was not used.')).toBeVisible();
    await expectAccessible(page);
    await passkeys.answer(true);
    await pressPasskey(page);
    await expect(page).toHaveURL('/manage/dashboard');
  });

  await test.step('it confirms a connection to a customer', async () => {
    await page.goto(`/manage/ghostconnect/${customer.customerId}`);
    await page
      .getByLabel('On what ground')
      .selectOption({ label: 'Without a code and unknown to the customer (break glass)' });
    await page.getByLabel('Why the customer must not be asked or told').fill('A report to the agency is being written');
    await page.getByLabel('Ticket').fill('HD-20418');
    await page.getByLabel('Reason', { exact: true }).fill('Cannot find where to add a payee');
    await expect(page.getByText('Your browser asks for it when you go on.')).toBeVisible();
    await expectAccessible(page);
    await passkeys.answer(false);
    await page.getByRole('button', { name: 'Break glass and log in' }).click();
    await expect(page.getByText('Your passkey was not used.')).toBeVisible();
    await passkeys.answer(true);
    await page.getByRole('button', { name: 'Break glass and log in' }).click();
    await expect(page.getByRole('link', { name: 'Open the account in a new tab' })).toBeVisible();
  });

  await test.step('the page of their sign-in keeps the last factor', async () => {
    await chooseInMenu(page, 'Your sign-in');
    await expect(page).toHaveURL('/manage/sign-in');
    await expect(page.getByText('This is the only way to confirm it’s you.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove Passkey 1' })).toHaveCount(0);
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Rename Passkey 1' }).click();
    await page.getByLabel('Name of the passkey').fill('Office laptop');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Office laptop' })).toBeVisible();
  });

  const secret = await test.step('an app is set up, confirmed with the passkey', async () => {
    await page.getByRole('button', { name: 'Set up' }).click();
    await expectAccessible(page);
    await pressPasskey(page);
    const enrolment = page.getByRole('dialog', { name: 'Set up your authenticator app' });
    await expect(enrolment.getByRole('img', { name: /QR code/ })).toBeVisible();
    const key = (await enrolment.getByRole('definition').textContent())?.replaceAll(' ', '') ?? '';
    await enrolment.getByLabel('6-digit code').fill(await totpCodeAt(key, new Date(Date.now() - 30_000)));
    await enrolment.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
    return key;
  });

  await test.step('the passkey is removed with a code of the app, which signs in from then on', async () => {
    await page.getByRole('button', { name: 'Remove Office laptop' }).click();
    await page.getByRole('button', { name: 'Use another way' }).click();
    await page.getByRole('button', { name: 'Authenticator app' }).click();
    await page.getByLabel('Code from your authenticator app').fill(await totpCodeAt(secret, new Date()));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('You have no passkey yet.')).toBeVisible();
    expect(await readMail(who.email, 'A passkey was removed from your staff account')).toContain('If it was not you');
    await logOut(page);
    await fillStaffLogin(page, who);
    await page.getByLabel('One-time code').fill(await totpCodeAt(secret, new Date(Date.now() + 30_000)));
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/manage/dashboard');
  });

  await test.step('a colleague sets up an app on a phone', async () => {
    const colleague = await inviteStaff('support');
    const phone = await house.openBrowserPage({ viewport: { width: 390, height: 844 } });
    await savePassword(phone, colleague);
    await expectAccessibleOnPhone(phone);
    await phone.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const key = (await phone.getByRole('definition').textContent())?.replaceAll(' ', '') ?? '';
    await phone.getByLabel('One-time code').fill(await totpCodeAt(key, new Date()));
    await phone.getByRole('button', { name: 'Confirm and log in' }).click();
    await expect(phone).toHaveURL('/manage/dashboard');
  });
});
