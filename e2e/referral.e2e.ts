import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { submitCheck } from './fixtures/kyc.ts';
import { confirmWithPin, typePin } from './fixtures/pay.ts';
import { seedRates } from './fixtures/rates.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  callSandbox,
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

test.beforeAll(() => seedRates());

const password = 'the otter swims upstream';
const pin = '7392';

const post = async (page: Page, path: string, data: object): Promise<void> => {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const asked = { ...data, idempotency: randomUUID() };
  const answer = await page.request.post(`/api/services${path}`, { headers, data: asked });
  expect(answer.status(), await answer.text()).toBe(200);
};

/** The form and the page of the link are part of `registration.e2e.ts`. */
const register = (page: Page, memberCode: string, { name, email }: Friend): Promise<void> =>
  post(page, '/v1/registration', {
    name,
    email,
    memberCode,
    dateOfBirth: '1990-03-14',
    country: 'GB',
    phone: `+447400${randomInt(100_000, 999_999)}`,
    password,
    acceptTermsVersion: '2.0',
    notifyNews: false,
  });

async function confirmAddress(page: Page, { email }: Friend): Promise<void> {
  const mail = await readMail(email, 'Confirm your email address');
  const [, id, code] = /register-confirm#id=([\w-]{36})&code=([\w-]+)/.exec(mail) ?? [];
  await post(page, `/v1/account/${id}/registerconfirm`, { id, code });
}

type Friend = Readonly<{ name: string; email: string }>;

/** The first payment asks for a PIN to be chosen. */
async function choosePin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await typePin(page, pin, 'Choose a PIN');
  await typePin(page, pin, 'Repeat the PIN');
  await typePin(page, pin);
}

async function exchange(page: Page, amount: string, confirm = (on: Page) => confirmWithPin(on, pin)): Promise<void> {
  await page.goto('/wallet/fx');
  await page.getByLabel('You send').fill(amount);
  await expect(page.getByText('Updating')).toHaveCount(0);
  await page.getByRole('button', { name: 'Check exchange' }).click();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
}

const friendRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your invitations' }).locator(':scope > li').filter({ hasText: name });

test('a friend joins by the link, and the reward reaches both sides once', async ({ page, house }) => {
  test.slow();
  house.allowConsole(errorStatus(400, 401));
  const referrer = await createTestCustomer({ kind: 'wallet', wallets: [] });
  const name = `Mina ${['Abel', 'Brook', 'Carr', 'Dell'][randomInt(4)]}stone`;
  const email = `mina.${randomUUID()}@larkmere.example`;
  const login = { username: email, password, pin };
  await signIn(page, referrer, '/wallet/introducer');
  await expect(page.getByRole('heading', { name: 'Get 50 Free', level: 1 })).toBeVisible();
  await expect(page.getByText('Nobody has joined with your link yet')).toBeVisible();
  await expectAccessible(page);

  const friend = await house.openBrowserPage();
  await register(friend, referrer.memberCode, { name, email });
  await page.reload();
  await expect(friendRow(page, name)).toContainText('not joined yet');
  await confirmAddress(friend, { name, email });
  await expect(friendRow(page, name)).toContainText('still has to prove who they are and exchange 100.00 GBP by');
  await expectAccessible(page);

  await submitCheck(login, name, { street: `${randomInt(1, 999)} Mill Road`, town: 'Cambridge', postcode: 'CB1 2AB' });
  await expect(friendRow(page, name)).toContainText('0.00 GBP so far');
  await signIn(friend, login, '/wallet/notification');
  await expect(friend.getByText('Because a friend invited you, 3 transfers are free of our fee.')).toBeVisible();

  const memberCode = /LM-\d+/.exec(await readMail(email, 'Welcome to Larkmere'))?.[0] ?? '';
  const shared = { sortCode: '040621', accountNumber: '41903362' };
  await callSandbox('POST', 'credits', { ...shared, amount: '150.00', payerName: name, reference: memberCode });
  await friend.goto('/wallet/account');
  await friend.getByRole('button', { name: 'Open a wallet' }).click();
  const opening = friend.getByRole('dialog', { name: 'Open a wallet' });
  await opening.getByLabel('Currency').selectOption('EUR');
  await opening.getByRole('button', { name: 'Open a wallet' }).click();
  await expect(friend.getByRole('link', { name: /^EUR wallet/ })).toBeVisible();

  await exchange(friend, '64', choosePin);
  await expect(friendRow(page, name)).toContainText('64.00 GBP so far');
  await expect(page.getByText('Earned').locator('..')).toContainText('0.00 GBP');
  await exchange(friend, '36');
  await expect(friendRow(page, name)).toContainText('plus 50.00 GBP');
  await expect(page.getByText('Earned').locator('..')).toContainText('50.00 GBP');
  expect(await readMail(`${referrer.username}@larkmere.example`, 'Your referral reward is here')).toContain(
    `Thank you for inviting ${name}. We’ve paid your reward of 50.00 GBP into your account`,
  );

  await exchange(friend, '20');
  await page.goto(`/wallet/account/GBP/${referrer.bankholderid}`);
  await expect(page.getByText('Available 50.00 GBP')).toBeVisible();
  // A wallet's movements are on the page of the history.
  await page.goto('/wallet/history');
  await expect(page.getByText(`Reward for inviting ${name}`).filter({ visible: true })).toHaveCount(1);
});

test('a customer shares the link, sees each friend’s steps, reminds one, and staff accept an appeal', async ({
  page,
  context,
  house,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'anong', '/introducer');
  await expect(page.getByRole('heading', { name: 'Invite Friends Get £50', level: 1 })).toBeVisible();
  await expect(page.getByText('Give 3 free transfers, get 50.00 GBP')).toBeVisible();
  await expectAccessible(page);
  await expect(friendRow(page, 'Mali Chaiyo').locator('[aria-current=step]')).toHaveText('Now: First exchange');
  await expect(friendRow(page, 'Mali Chaiyo')).toContainText('64.00 GBP so far');

  await page.getByRole('button', { name: 'Share link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\/ref\/LM-48213$/);
  await page.getByRole('button', { name: 'Terms of this offer' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of this offer' });
  await expect(terms).toContainText('You get 50.00 GBP for each friend');
  await expectAccessible(page);
  await terms.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Paid', exact: true }).click();
  await expect(friendRow(page, 'Greta Lindqvist')).toContainText('plus 50.00 GBP');
  await expect(friendRow(page, 'Mali Chaiyo')).toHaveCount(0);
  await page.getByRole('button', { name: 'All', exact: true }).click();

  await expect(page.getByRole('img', { name: 'QR code of your link' })).toBeVisible();
  await test.step('on a phone, the QR code is in a dialog', async () => {
    await expectAccessibleOnPhone(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Show QR code' }).click();
    const code = page.getByRole('dialog', { name: 'QR code of your link' });
    await expect(code.getByRole('img', { name: 'QR code of your link' })).toBeVisible();
    await expectAccessible(page);
    await code.getByRole('button', { name: 'Close' }).last().click();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await page.getByRole('button', { name: 'Remind Bill Penrose' }).click();
  await expect(page.getByText('We’ve sent Bill Penrose the link again.')).toBeVisible();
  expect(await readMail('bill.penrose@larkmere.example', 'Confirm your email address')).toContain('/register-confirm#');
  await expect(page.getByRole('button', { name: 'Remind Bill Penrose' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ask us to look again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask us to look again' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Write at least 10 characters')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Why should it count?').fill('Her bank was closed on the last day.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(friendRow(page, 'Ploy Srisai')).toContainText('We’ll answer you here.');

  const staff = await house.openBrowserPage();
  await signInNewStaff(staff, 'support', '/manage/dashboard');
  await staff.getByRole('link', { name: /Appeals about invited friends/ }).click();
  await expect(staff.getByText('Her bank was closed on the last day.')).toBeVisible();
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Accept' }).click();
  const accepting = staff.getByRole('dialog', { name: 'Accept the appeal' });
  await expectAccessible(staff);
  await accepting.getByRole('button', { name: 'Accept' }).click();
  await expect(staff.getByText('The appeal was accepted')).toBeVisible();
  await expect(friendRow(page, 'Ploy Srisai')).toContainText('still has to exchange 100.00 GBP');
});
