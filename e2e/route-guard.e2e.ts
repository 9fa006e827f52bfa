import type { Page } from '@playwright/test';
import { createColleague, createTestCustomer } from './fixtures/customer.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

async function expectRedirect(page: Page, address: string, expected: string): Promise<void> {
  await page.goto(address);
  await expect(page, address).toHaveURL(expected);
}

const notFound = 'Page not found';
const forbidden = 'You do not have access to this page';

test('every visitor is redirected to what they may open, and public pages stay open', async ({ page, house }) => {
  house.allowConsole(errorStatus(404));
  for (const address of ['/', '/dashboard', '/payment/gbp', '/statement', '/wallet/dashboard', '/device'])
    await expectRedirect(page, address, '/login');
  for (const address of ['/manage', '/manage/dashboard', '/manage/setting/roles', '/manage/nothing/here'])
    await expectRedirect(page, address, '/manage-login');
  for (const address of ['/403', '/know-your-customer', '/109in', '/manage-login'])
    await expectRedirect(page, address, address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await test.step('the page for a refusal shows only our own texts', async () => {
    await page.goto('/403?message=Call+0900+123+to+unlock+your+money');
    await expect(page.getByRole('heading', { name: forbidden })).toBeVisible();
    await expect(
      page.getByText('Your role does not include this page. Ask the person who manages access.'),
    ).toBeVisible();
    await expect(page.getByText('0900')).toHaveCount(0);
    await page.goto('/403?message=account_restricted');
    await expect(page.getByText('Payments from your account are paused.')).toBeVisible();
    await page.goto('/403?message=suspended');
    await expect(page.getByText('Your account is suspended')).toBeVisible();
  });
  await test.step('an unknown address shows a page that says so', async () => {
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { name: notFound })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL('/login');
  });

  await test.step('a wallet customer stays in the wallet area', async () => {
    const wallet = await house.openBrowserPage();
    await signIn(wallet, await createTestCustomer({ kind: 'wallet' }));
    await expect(wallet).toHaveURL('/wallet/dashboard');
    await expectRedirect(wallet, '/statement', '/wallet/statement');
    await expectRedirect(wallet, '/payment/gbp', '/403');
  });
  await test.step('on a phone, a customer comes back from another bank to the app', async () => {
    const phone = await house.openBrowserPage({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile',
    });
    await signIn(phone, await createTestCustomer());
    await expectRedirect(phone, '/login', '/dashboard');
    await expectRedirect(phone, '/pis-service/response?state=a1&code=b2', '/app/pis/response?state=a1&code=b2');
  });
});

test('a person can open what flags, role and SWIFT allow, and reads what is missing', async ({ page, house }) => {
  house.allowConsole(errorStatus(400, 403));
  const who = await createTestCustomer({ access: ['dashboard', 'statement'] });
  await signIn(page, who);
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText([
    'Home',
    'Statement',
    'Notifications',
    'Help',
  ]);
  await expect(page.getByRole('link', { name: 'Make a Payment' })).toHaveCount(0);
  for (const address of ['/payment', '/payment/gbp', '/payee', '/wallet/dashboard', '/price-tariff'])
    await expectRedirect(page, address, '/403');
  for (const address of ['/statement', '/notification']) await expectRedirect(page, address, address);
  for (const address of ['/manage/dashboard', '/manage', '/manage-login', '/app/pis/response', '/lost-password'])
    await expectRedirect(page, address, '/403');
  for (const address of ['/no-such-page', '/manage/nothing/here']) await expectRedirect(page, address, '/404');

  await test.step('the server refuses what the client guard should have refused', async () => {
    await page.goto('/dashboard');
    // Simulates a broken client-side guard: the page requests what this customer may not see.
    await page.route('**/v1/notification?*', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/notification.*$/, 'payee'),
      }),
    );
    await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click();
    await expect(page).toHaveURL('/403?message=access_denied');
    await expect(page.getByText('You do not have permission to do this.')).toBeVisible();
  });

  await test.step('an approver can open what the flag allows and reads what approvers may do', async () => {
    const owner = await createTestCustomer({ business: true, balance: '10.00', payees: ['somchai'] });
    const approver = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
    await signIn(approver, await createColleague(owner, { name: 'Nadia Osei', role: 'approver' }));
    const main = approver.getByRole('main');
    for (const address of ['/payment', '/payment/gbp', '/payment/swt', '/transfer']) {
      await expectRedirect(approver, address, address);
      await expect(main.getByText('You can approve payments but not make them')).toBeVisible();
      await expect(main.getByRole('textbox')).toHaveCount(0);
    }
    await expectAccessible(approver);
    await expectRedirect(approver, '/payment/bulk', '/payment/bulk');
    await expect(main.getByText('You can approve payments but not make them')).toBeVisible();
    await expectRedirect(approver, '/payee', '/payee');
    await expect(main.getByText('You can approve payees but not add or change them')).toBeVisible();
    await expect(main.getByText('Somchai Prasert')).toBeVisible();
    await expectRedirect(approver, '/payee/add/gbp', '/payee/add/gbp');
    await expect(main.getByRole('textbox')).toHaveCount(0);
    await main.getByRole('link', { name: 'Go to Approvals' }).click();
    await expect(approver).toHaveURL('/team-approval');
  });
  await test.step('a customer without SWIFT is not offered it and reads why', async () => {
    const domestic = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
    await signIn(domestic, await createTestCustomer({ swift: false, payeesAbroad: [] }), '/payment');
    const main = domestic.getByRole('main');
    await main.getByLabel('Who are you paying?').fill('AE07 0331 2345 6789 0123 456');
    await expect(main.getByText('You need SWIFT to pay this account.', { exact: false })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Pay this IBAN' })).toHaveCount(0);
    await domestic.goto('/payment/swt');
    await expect(main.getByText('You can pay abroad by Fedwire and by local rails.', { exact: false })).toBeVisible();
    await domestic.goto('/payee/add/usd/usd');
    await expect(main.getByLabel('Payment type').getByRole('option', { name: /SWIFT/ })).toHaveCount(0);
    await domestic.goto('/payee/add/usd/swt');
    await expect(main.getByText('SWIFT is not switched on for your account', { exact: false })).toBeVisible();
  });
});
