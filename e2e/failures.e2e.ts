import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { errorStatus, expect, expectAccessible, expectToast, signIn, test, toast } from './fixtures/test.ts';

const unavailableReply = {
  result: false,
  code: 'service_unavailable',
  message: 'Free transfers are being counted. Try again soon.',
};

async function failCall(page: Page, path: string): Promise<{ count: () => number; mend: () => Promise<void> }> {
  let asked = 0;
  const address = (url: URL) => url.pathname.endsWith(path);
  await page.route(address, (route) => {
    asked += 1;
    return route.fulfill({ status: 503, json: unavailableReply });
  });
  return { count: () => asked, mend: () => page.unroute(address) };
}

test('an app that does not load says so, a failing read is reported once, and a missing script offers a reload', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(404, 503));
  house.allowConsole(/dynamically imported module|Error|LateChunk|WebSocket is closed before/);
  await test.step('a missing stylesheet, and an app that never loads', () => expectAppReportsItself(page));
  const orders = await failCall(page, '/v1/standing-order');
  await signIn(page, await createTestCustomer(), '/standing-order');
  await test.step('a failing read is reported once until it succeeds', async () => {
    await expect(page.getByText('We could not load your standing orders')).toBeVisible();
    await expectToast(page, new RegExp(`Problem.*${unavailableReply.message}`));
    await page.clock.runFor(6000);
    await expect(toast(page).getByText(unavailableReply.message)).toHaveCount(0);
    const before = orders.count();
    await page.clock.runFor(31_000);
    await expect.poll(orders.count).toBeGreaterThan(before);
    await expect(toast(page).getByText(unavailableReply.message)).toHaveCount(0);
    await orders.mend();
  });

  const script = /assets\/StatementPage-[^/]+\.js$/;
  const openStatement = () =>
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Statement' }).click();
  const reload = async () => {
    await page.unroute(script);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible();
  };

  await test.step('a script that was removed by a release: at once', async () => {
    await page.route(script, (route) => route.fulfill({ status: 404, body: '' }));
    await openStatement();
    await expect(page.getByText('We have updated the app. Reload to continue.')).toBeVisible();
    await reload();
  });
  await test.step('a script that never arrives: after 120 seconds', async () => {
    await page.goto('/dashboard');
    await page.waitForLoadState('networkidle'); // other scripts would fail with it
    await page.route(script, () => {});
    await openStatement();
    const failed = page.getByText('This page did not load');
    await page.clock.runFor(100_000);
    await expect(failed).toHaveCount(0);
    await page.clock.runFor(20_000);
    await expect(failed).toBeVisible();
    await expectAccessible(page);
    await reload();
  });
});

async function expectAppReportsItself(page: Page): Promise<void> {
  const failed = page.getByRole('alert').filter({ hasText: 'This page did not load.' });
  await page.route(/assets\/[^/]+\.css$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/login');
  await expect(failed).toBeVisible();
  await page.unrouteAll();

  await page.clock.install();
  await page.route(/assets\/framework-[^/]+\.js$/, () => {});
  await page.goto('/login', { waitUntil: 'commit' });
  await page.clock.runFor(100_000);
  await expect(failed).toHaveCount(0);
  await page.clock.runFor(20_000);
  await expect(failed).toBeVisible();
  await page.unrouteAll();
  await failed.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Member code or email')).toBeVisible();
}
