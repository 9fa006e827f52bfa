import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { expireLink, signInNewStaffWithCodes } from './fixtures/staff.ts';
import { chooseInMenu, errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const staffPage = ({ customerId }: TestCustomer): string => `/manage/ghostconnect/${customerId}`;
const refused = errorStatus(400, 401, 403);

const glassGround = 'Without a code and unknown to the customer (break glass)';

type FreshCode = () => Promise<string>;

async function fillForm(page: Page, freshCode: FreshCode, consentCode?: string): Promise<void> {
  await page.getByLabel('Ticket').fill('HD-20418');
  await page.getByLabel('Reason', { exact: true }).fill('Cannot find where to add a payee');
  if (consentCode) await page.getByLabel(/^Consent code of/).fill(consentCode);
  await page.getByLabel('Your one-time code').fill(await freshCode());
}

const submit = (page: Page) => page.getByRole('button', { name: 'Log in as customer' }).click();

/** The address of the link that is shown, without opening it. */
async function linkOf(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'Open the account in a new tab' });
  return (await link.getAttribute('href')) ?? '';
}

/** Without consent, as only the MLRO may. */
async function breakGlass(page: Page, who: TestCustomer, freshCode: FreshCode): Promise<void> {
  await page.goto(staffPage(who));
  await page.getByLabel('On what ground').selectOption({ label: glassGround });
  await page.getByLabel('Why the customer must not be asked or told').fill('A report to the agency is being written');
  await fillForm(page, freshCode);
  await page.getByRole('button', { name: 'Break glass and log in' }).click();
  await expect(page.getByRole('link', { name: 'Open the account in a new tab' })).toBeVisible();
}

async function openLink(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the account in a new tab' }).click();
  const tab = await opening;
  await expect(tab.getByRole('heading', { name: 'Open the account as staff' })).toBeVisible();
  await expect(tab).toHaveURL('/loginasstaff');
  return tab;
}

const frameOf = (tab: Page) => tab.getByRole('region', { name: 'Staff visit' });

test('staff look at an account with the customer’s code alone; the customer sees that they did', async ({
  page,
  house,
}) => {
  house.allowConsole(refused);
  const customer = await createTestCustomer({ balance: '250.00' });
  await signIn(page, customer, '/profile');
  const desk = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  const { name, freshCode } = await signInNewStaffWithCodes(desk, 'support', `/manage/customer/${customer.customerId}`);
  await desk.getByRole('link', { name: 'Log in as customer' }).click();
  await expectAccessible(desk);
  await test.step('without the right code, support does not connect', async () => {
    await expect(desk.getByText('No code from the customer? Ask an MLRO.')).toBeVisible();
    await expect(desk.getByLabel('On what ground')).toHaveCount(0);
    await fillForm(desk, freshCode);
    await submit(desk);
    await expect(desk.getByText('Enter the 6 digits that the customer reads out')).toBeVisible();
    await desk.getByLabel(/^Consent code of/).fill('000000');
    await submit(desk);
    await expect(desk.getByText('The customer’s code is wrong, used or too old.')).toBeVisible();
    await expectAccessible(desk);
  });
  await desk.getByRole('button', { name: 'Send a code' }).click();
  await expect(desk.getByText(/^Valid until/)).toBeVisible();

  const shown = page.getByText(/^\d{6}$/);
  await expect(shown).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await fillForm(desk, freshCode, (await shown.textContent()) ?? '');
  await submit(desk);
  await expect(desk.getByRole('link', { name: 'Open the account in a new tab' })).toBeVisible();
  await expectAccessible(desk);
  const tab = await openLink(desk);
  await expectAccessible(tab);
  await tab.getByRole('button', { name: 'Open the account' }).click();

  await expect(frameOf(tab)).toContainText(`You are viewing as ${customer.name}`);
  await expect(frameOf(tab)).toContainText('HD-20418');
  await expect(tab.getByText(/250/).first()).toBeVisible();
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await tab.setViewportSize(size);
    await expect(frameOf(tab)).toBeInViewport();
    await expectAccessible(tab);
  }
  await tab.setViewportSize({ width: 1440, height: 900 });

  await expect(tab.getByRole('link', { name: 'Make a Payment Not available to staff' })).toBeVisible();
  await tab.goto('/payment/gbp');
  await expect(tab.getByRole('heading', { name: 'Not available to staff', level: 1 })).toBeVisible();
  await expectAccessible(tab);
  await tab.goto('/profile');
  await tab.getByRole('checkbox').click();
  await expect(tab.getByText('Staff cannot do this for a customer.')).toBeVisible();
  expect(await payAsVisitor(tab)).toEqual([403, 'visit_forbidden']);

  await frameOf(tab).getByRole('button', { name: 'Leave' }).click();
  await expect(tab).toHaveURL(staffPage(customer));
  await expect(tab.getByRole('row').filter({ hasText: 'HD-20418' })).toContainText('Consent · View');
  await tab.goto('/manage/dashboard');
  await expect(tab).toHaveURL('/manage/dashboard');

  await expect(page.getByText(`${name}, about HD-20418`)).toBeVisible({ timeout: 20_000 });
  await page.goto('/notification');
  await expect(page.getByText('Larkmere staff looked at your account')).toBeVisible({ timeout: 20_000 });
  await chooseInMenu(page, 'Log out');
});

/** As a script in the tab of the visit could try it. */
async function payAsVisitor(tab: Page): Promise<[status: number, code: string]> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const login = await tab.request.get('/api/services/v1/login', { headers });
  const { data } = (await login.json()) as { data: { token: string } };
  const answer = await tab.request.post('/api/services/v1/payment/GBP', {
    headers: { ...headers, authorization: data.token },
    data: { amount: '1.00', idempotency: randomUUID() },
  });
  return [answer.status(), ((await answer.json()) as { code: string }).code];
}

test('a link opens once, in its browser, until it expires, and the frame is above wallets in every width', async ({
  page,
  house,
}) => {
  house.allowConsole(refused);
  const customer = await createTestCustomer({ kind: 'wallet' });
  const { freshCode } = await signInNewStaffWithCodes(page, 'mlro', staffPage(customer));
  await breakGlass(page, customer, freshCode);
  const link = await linkOf(page);
  const elsewhere = await house.openBrowserPage();
  const tryIn = async (tab: Page, path: string) => {
    await tab.goto(path);
    await tab.getByRole('button', { name: 'Open the account' }).click();
    await expect(tab.getByText('This link no longer works.')).toBeVisible();
  };
  await tryIn(elsewhere, link);
  await expectAccessible(elsewhere);
  const tab = await openLink(page);
  await tab.getByRole('button', { name: 'Open the account' }).click();
  await expect(frameOf(tab)).toBeVisible();
  await expect(tab).toHaveURL('/wallet/dashboard');
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await tab.setViewportSize(size);
    await expect(frameOf(tab)).toBeInViewport();
    await expectAccessible(tab);
  }
  await tab.goto('/wallet/send');
  await expect(tab.getByRole('heading', { name: 'Not available to staff', level: 1 })).toBeVisible();
  await tryIn(await page.context().newPage(), link);

  await breakGlass(page, customer, freshCode);
  const late = await linkOf(page);
  await expireLink(customer.customerId);
  await tryIn(await page.context().newPage(), late);

  await page.goto(staffPage(customer));
  await page.getByRole('button', { name: 'End now' }).click();
  await expect(page.getByRole('button', { name: 'End now' })).toHaveCount(0);
  // The live connection says that the visit has ended.
  await expect(tab).toHaveURL(/\/login$|\/manage/);
});
