import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { expectState, pay, payeeGets, reviewPayment } from './fixtures/pay.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  accountCard,
  chooseInMenu,
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  signIn,
  test,
  toast,
} from './fixtures/test.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Without a violation, and no wider than the narrowest screen of WCAG 2.2 (1.4.10). */
async function expectAccessiblePage(page: Page, address: string, look = expectAccessible): Promise<void> {
  await test.step(address, async () => {
    await page.goto(address);
    await look(page);
    const size = page.viewportSize();
    if (!size) return;
    await page.setViewportSize({ width: 320, height: 640 });
    const width = () => page.locator('html').evaluate((html) => html.scrollWidth);
    await expect.poll(width, `${address} at 320 px`).toBeLessThanOrEqual(320);
    await page.setViewportSize(size);
  });
}

test('public pages, and pages of a customer with a year of history, on a desktop and a phone', async ({ page }) => {
  for (const address of ['/login', '/109in', '/403', '/404', '/know-your-customer', '/manage-login'])
    await expectAccessiblePage(page, address, expectAccessibleAtEverySize);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectAccessibleAtEverySize(page);

  await signIn(page, 'owen');
  for (const address of ['/dashboard', '/statement', '/notification', '/payment', '/payee', '/logout'])
    await expectAccessiblePage(page, address, expectAccessibleAtEverySize);
  await page.goto('/payee');
  const links = page.getByRole('main').getByRole('link', { name: /Northgate|Fenwick/ });
  await expect(links).toHaveCount(2);
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const address of addresses) await expectAccessiblePage(page, address, expectAccessibleAtEverySize);
});

async function lookAtLayout(page: Page, isPhone: boolean): Promise<void> {
  await page.setViewportSize(isPhone ? phone : desktop);
  await accountCard(page, '118341').getByRole('button', { name: /^EUR/ }).click();
  await expect(page.getByRole('dialog', { name: 'Bank Account Detail' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog', { name: 'Bank Account Detail' }).getByRole('button', { name: 'Close' }).click();

  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: 'Transaction' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog', { name: 'Transaction' }).getByRole('button', { name: 'Close' }).click();

  if (isPhone) {
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Close' }).click();
  }
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Log out?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByText('Stay logged in').click();
  await page.setViewportSize(desktop);
}

test('dialogs and menus of the layout, cards and approvals, on a desktop and a phone', async ({ page }) => {
  await signIn(page, 'owen');
  await test.step('layout', () => lookAtLayout(page, false));
  await test.step('layout of a phone', () => lookAtLayout(page, true));

  await expectAccessiblePage(page, '/card', expectAccessibleAtEverySize);
  await expect(page.getByText('Where it works')).toBeVisible();
  await expectAccessibleAtEverySize(page);
  await page.getByRole('button', { name: 'Limits', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Card limits' })).toBeVisible();
  await expectAccessibleAtEverySize(page);
  await expectAccessiblePage(page, '/card/issue', expectAccessibleAtEverySize);
  await page.getByLabel('Name on the card').fill('อนงค์');
  await page.getByRole('button', { name: /^Order card/ }).click();
  await expect(page.getByText(/Use 1 to 20 letters/)).toBeVisible();
  await expectAccessibleAtEverySize(page);

  for (const address of ['/team-approval', '/team-approval?box=decided', '/team-approval?box=rules'])
    await expectAccessiblePage(page, address, expectAccessibleAtEverySize);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expectAccessibleAtEverySize(page);
});

async function walkByKeyboard(page: Page): Promise<void> {
  for (const [link, title] of [
    ['Payees', 'Payees'],
    ['Statement', 'Statement'],
    ['Payments', 'Payments'],
    ['Pending payments', 'Pending payments'],
    ['Home', 'Home'],
  ] as const) {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${link}`) })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(page).toHaveTitle(`${title} · Larkmere`);
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#content$/);

  const card = accountCard(page, '118340').getByRole('button', { name: /^GBP/ });
  await card.click();
  const dialog = page.getByRole('dialog', { name: 'Bank Account Detail' });
  await expect(dialog.getByRole('heading', { name: 'Bank Account Detail' })).toBeFocused();
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(card).toBeFocused();
  await expect(toast(page)).toHaveCount(0);
  await chooseInMenu(page, 'Change PIN');
  await expect(page.getByLabel('4-digit PIN')).toBeFocused();
}

test('the keyboard, payee pages and an unfinished payment', async ({ page }) => {
  await signIn(page, 'owen');
  await test.step('headings take the focus, the menu can be skipped, and a dialog returns the focus', () =>
    walkByKeyboard(page));
  await expectAccessiblePage(page, '/payee/add/gbp');
  await page.getByRole('button', { name: 'Check name' }).click();
  await expectAccessible(page);
  await page.goto('/payee');
  await page.getByRole('main').getByRole('link', { name: 'Mekong Trading Ltd' }).click();
  await page.getByRole('link', { name: 'Edit payee' }).click();
  await page.waitForURL('**/payee/edit/**');
  await expectAccessiblePage(page, page.url());

  await expectAccessiblePage(page, '/payment/gbp');
  await reviewPayment(page, { payee: 'Mekong Trading Ltd', amount: '51.00', reference: 'Timber' });
  await expectAccessiblePage(page, page.url());
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog', { name: 'Enter your PIN' }).getByRole('button', { name: 'Close' }).click();
  await page.goBack();
  await payeeGets(page).fill('9999999');
  await expect(page.getByText('Enter 25,000.00 GBP or less')).toBeVisible();
  await expectAccessiblePage(page, page.url());
});

test('pages of a new customer, of wallets and of an open identity check', async ({ page, house }) => {
  house.allowConsole(errorStatus(404));
  await signIn(page, await createTestCustomer({ withoutPin: true }));
  for (const address of [
    '/dashboard',
    '/statement',
    '/notification',
    '/payee',
    '/payment',
    '/payment/gbp',
    '/pending-payment-domestic',
    '/pending-payment-domestic/detail/01890000-0000-7000-8000-000000000000',
  ])
    await expectAccessiblePage(page, address);

  const open = () => house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  const wallet = await open();
  await signIn(wallet, 'boon');
  for (const address of [
    '/wallet/dashboard',
    '/wallet/notification',
    '/wallet/introducer',
    '/wallet/rate-alert',
    '/wallet/favorite',
    '/wallet/deposit',
    '/wallet/payment-topup',
    '/wallet/price-tariff',
  ])
    await expectAccessiblePage(wallet, address);
  const unverified = await open();
  await signIn(unverified, 'cleo');
  await expectAccessiblePage(unverified, '/know-your-customer');
});

test('pages that track a payment, and the dealing desk', async ({ page, house }) => {
  const who = await createTestCustomer({ balance: '95.00', payees: ['somchai', 'ruth'] });
  await signIn(page, who);
  const payment = { payee: 'Somchai Prasert', amount: '41.00', reference: 'Trip SANDBOX 77' };
  const onItsWay = await pay(page, payment, who.pin);
  await expect(page.getByText('What happens next')).toBeVisible();
  await expectState(page, 'On its way');
  for (const address of ['/dashboard', onItsWay, '/pending-payment-domestic', '/notification', '/statement'])
    await expectAccessiblePage(page, address);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: '41.50 GBP reserved for 1 payment' }).click();
  await expect(page.getByRole('dialog', { name: 'Reserved money' })).toBeVisible();
  await expectAccessible(page);

  const desk = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  await signInNewStaff(desk, 'dealer', '/manage/dealing');
  await expect(desk.getByRole('heading', { name: 'Positions' })).toBeVisible();
  await expectAccessiblePage(desk, '/manage/dealing');
  await desk.getByRole('button', { name: 'Cover' }).click();
  await expect(desk.getByRole('dialog', { name: 'Cover a position' })).toBeVisible();
  await expectAccessible(desk);
});
