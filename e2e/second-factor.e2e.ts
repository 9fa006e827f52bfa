import type { Page } from '@playwright/test';
import { totpCodeAt } from '../apps/api/src/platform/security/totp.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { attachPasskeys } from './fixtures/passkey.ts';
import { confirmWithPin, expectState, reviewPayment, typePin } from './fixtures/pay.ts';
import {
  chooseInMenu,
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  fillLogin,
  logIn,
  readMail,
  test,
} from './fixtures/test.ts';

const pressPasskey = (page: Page) => page.getByRole('button', { name: 'Use your passkey' }).click();

async function addFirstPasskey(page: Page, pin: string): Promise<void> {
  await page.goto('/device');
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await typePin(page, pin);
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
}

const keepCodes = (page: Page) => page.getByRole('button', { name: 'I have kept them' }).click();

const arrive = (page: Page) => page.waitForURL((url) => !url.pathname.startsWith('/login'));

async function leave(page: Page): Promise<void> {
  await chooseInMenu(page, 'Log out');
  await page.getByRole('alertdialog', { name: 'Log out?' }).getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('/login**');
}

test('a person adds a passkey, signs in with it and confirms a payment, and takes it away again', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer({ balance: '200.00', payees: ['somchai'] });
  const email = `${who.username}@larkmere.example`;
  const passkeys = await attachPasskeys(page);
  await logIn(page, who);

  await test.step('the first passkey brings recovery codes, which are shown once', async () => {
    await page.goto('/device');
    await expectAccessible(page);
    await passkeys.answer(false);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await typePin(page, who.pin);
    await expect(page.getByText('No passkey was added')).toBeVisible();
    await passkeys.answer(true);
    await addFirstPasskey(page, who.pin);
    await expectAccessible(page);
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('larkmere-recovery-codes.txt');
    await keepCodes(page);
    await expect(page.getByText('10 of 10 left')).toBeVisible();
    await expectAccessible(page);
    await expectAccessibleOnPhone(page);
    expect(await readMail(email, 'A second step was added to your login')).toContain('If it was not you');
  });

  await test.step('it gets another name', async () => {
    await page.getByRole('button', { name: 'Rename Passkey 1' }).click();
    await page.getByLabel('Name of the passkey').fill('Kitchen laptop');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Kitchen laptop' })).toBeVisible();
  });

  await test.step('the next sign-in asks for it', async () => {
    await leave(page);
    await fillLogin(page, who);
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    await passkeys.answer(false);
    await pressPasskey(page);
    await expect(page.getByText('The passkey was not used.')).toBeVisible();
    await expectAccessible(page);
    await expectAccessibleOnPhone(page);
    await passkeys.answer(true);
    await pressPasskey(page);
    await arrive(page);
  });

  await test.step('a payment from a device that is not trusted needs PIN and passkey', async () => {
    await reviewPayment(page, { payee: 'Somchai Prasert', amount: '12.00', reference: 'Rent' });
    await confirmWithPin(page, who.pin);
    await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeFocused();
    await expectAccessible(page);
    await pressPasskey(page);
    await page.waitForURL('/pending-payment-domestic/detail/*');
    await expectState(page, 'Arrived');
  });

  await test.step('removing the last one is confirmed with itself, and ends the recovery codes', async () => {
    await page.goto('/device');
    await page.getByRole('button', { name: 'Remove Kitchen laptop' }).click();
    await expect(page.getByText('so your recovery codes end too')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await typePin(page, who.pin);
    await pressPasskey(page);
    await expect(page.getByText('You have no passkey yet.')).toBeVisible();
    await expect(page.getByText('You get them with your first passkey or app')).toBeVisible();
  });
});

test('a person sets up an authenticator app, and a recovery code opens the account without it', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer();
  const email = `${who.username}@larkmere.example`;
  await logIn(page, who);

  await page.goto('/device');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await typePin(page, who.pin);
  const enrolment = page.getByRole('dialog', { name: 'Set up your authenticator app' });
  await expect(enrolment.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = (await enrolment.getByRole('definition').textContent())?.replaceAll(' ', '') ?? '';
  await enrolment.getByLabel('6-digit code').fill('000000');
  await enrolment.getByRole('button', { name: 'Confirm' }).click();
  await expect(enrolment.getByText('That code is not right')).toBeVisible();
  await enrolment.getByLabel('6-digit code').fill(await totpCodeAt(secret, new Date(Date.now() - 30_000)));
  await enrolment.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem');
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await keepCodes(page);

  await test.step('the app signs in on a device that is trusted from then on', async () => {
    await leave(page);
    await fillLogin(page, who);
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You are not logged in yet.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByText('Trust this device').click();
    await page.getByLabel('Code from your authenticator app').fill(await totpCodeAt(secret, new Date()));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await arrive(page);
    await leave(page);
    await logIn(page, who);
  });

  await test.step('without the app, a recovery code signs in elsewhere, and the owner is told', async () => {
    const elsewhere = await house.openBrowserPage();
    await fillLogin(elsewhere, who);
    await elsewhere.getByRole('button', { name: 'Use another way' }).click();
    await elsewhere.getByRole('button', { name: 'Recovery code' }).click();
    await elsewhere.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
    await expectAccessible(elsewhere);
    await elsewhere.getByRole('button', { name: 'Confirm' }).click();
    await arrive(elsewhere);
    await elsewhere.goto('/device');
    await expect(elsewhere.getByText('9 of 10 left')).toBeVisible();
    expect(await readMail(email, 'A recovery code was used')).toContain('It no longer works');
  });
});
