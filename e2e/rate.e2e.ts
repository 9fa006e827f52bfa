import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Locator, Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const block = (page: Page | Frame): Locator =>
  page.getByRole('main').filter({ has: page.getByRole('button', { name: 'Refresh Rate' }) });
const chart = (page: Page | Frame): Locator => page.getByRole('slider', { name: /last 7 days, from/ });

function recordRateRequests(page: Page) {
  const asked: { body: Record<string, string>; authorization: string; cookie: string | undefined; frame: Frame }[] = [];
  page.on('request', async (request) => {
    if (!request.url().endsWith('/v1/rate/chart')) return;
    const { authorization = '', cookie } = await request.allHeaders();
    asked.push({ body: request.postDataJSON(), authorization, cookie, frame: request.frame() });
  });
  return asked;
}

const rateUnavailable = { result: false, data: null, message: 'no', code: 'rate_unavailable', requestId: 'x' };

/** Keeps requests for charts of this currency until the returned function is called. */
async function delayResponsesFor(page: Page, currency: string) {
  const [late, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/v1/rate/chart', async (route) => {
    const isLate = route.request().postDataJSON().to === currency;
    if (isLate) await late.promise;
    await route.continue().catch(() => {});
    if (isLate) sent.resolve();
  });
  return async () => {
    late.resolve();
    await sent.promise;
  };
}

test('Home shows the chart of pounds in baht, also by keyboard and as a table, and after a failure', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(503));
  await page.route('**/v1/rate/chart', (route) => route.fulfill({ status: 503, json: rateUnavailable }));
  await signIn(page, await createTestCustomer({ otherCurrencies: ['JPY'] }));
  await expect(page.getByText('Rates are not available right now.')).toBeVisible();
  await expect(page.getByText('Your balances are not affected.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/v1/rate/chart');
  const asked = recordRateRequests(page);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  const slider = chart(page);
  await expect(slider).toHaveAccessibleName(
    /^GBP to THB, last 7 days, from \d+\.\d{4} to \d+\.\d{4}, highest \d+\.\d{4}, lowest \d+\.\d{4}$/,
  );
  await expect(page.getByText(/^Plus Rate ≈ \d\d\.\d{4}$/)).toBeVisible();
  await expect(page.getByText(/^Rate ≈ \d\d\.\d{4}$/)).toBeVisible();
  await expect(page.getByText(/[+−]?\d\.\d{4} \([+−]?\d+\.\d\d%\)$/)).toBeVisible();
  await expect(page.getByRole('radio', { name: '1H' })).toBeChecked();
  await expect.poll(() => asked).toMatchObject([{ body: { from: 'GBP', to: 'THB', timeframe: '1H' } }]);
  // A rates-only token: neither session token nor session cookie is sent.
  expect(asked[0]?.authorization).toMatch(/^customer\.[\w-]+\.\d+\.[\w-]+$/);
  expect(asked[0]?.cookie).toBeUndefined();
  await expect(page.getByRole('link', { name: /Upgrade your account now/ })).toHaveCount(0);

  await test.step('it is usable by keyboard and available as a table', async () => {
    await slider.focus();
    const said = () => slider.getAttribute('aria-valuetext');
    const last = await said();
    expect(last).toMatch(/^\d+ \w{3}, \d\d:\d\d, Plus Rate \d+\.\d{4}, Rate \d+\.\d{4}$/);
    await page.keyboard.press('ArrowLeft');
    expect(await said()).not.toBe(last);
    await expect(slider.getByText(/^Rate \d/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    expect(await said()).toBe(last);
    await page.keyboard.press('Home');
    await expect(slider).toHaveAttribute('aria-valuenow', '0');
    await page.keyboard.press('End');
    expect(await said()).toBe(last);
    await page.keyboard.press('Escape');
    await expect(slider.getByText(/^Rate \d/)).toHaveCount(0);

    await page.getByRole('button', { name: 'View as table' }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'GBP to THB, newest first' });
    await expect(table.getByRole('columnheader')).toHaveText(['Time', 'Plus Rate', 'Rate']);
    const newest = table.getByRole('row').nth(1);
    const words = `${await newest.getByRole('rowheader').textContent()}, Plus Rate ${await newest.getByRole('cell').nth(0).textContent()}, Rate ${await newest.getByRole('cell').nth(1).textContent()}`;
    expect(words).toBe(last);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'View as chart' }).click();
    await expect(slider).toBeVisible();
  });
  await test.step('only days have points', async () => {
    for (const frame of ['1D', '1H']) {
      await page.getByText(frame, { exact: true }).click();
      await expect(page.getByRole('button', { name: 'Refresh Rate' })).toBeEnabled();
      await expect(slider.locator('circle[r="3"]').first()).toBeAttached({ attached: frame === '1D' });
    }
  });
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  await test.step('quick changes send one request, and a late response is dropped', async () => {
    const sendLate = await delayResponsesFor(page, 'EUR');
    const before = asked.length;
    for (const frame of ['5M', '30M', '4H']) await page.getByText(frame, { exact: true }).click();
    await expect.poll(() => asked.slice(before).map(({ body }) => body.timeframe)).toEqual(['4H']);
    await expect(slider).toBeVisible();
    await to.selectOption('EUR');
    await expect.poll(() => asked.length).toBe(before + 2);
    await to.selectOption('THB');
    await expect(slider).toHaveAccessibleName(/^GBP to THB/);
    await sendLate();
    await page.getByRole('button', { name: 'Refresh Rate' }).click();
    await expect.poll(() => asked.length).toBe(before + 3);
    await expect(slider).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh Rate' })).toBeEnabled();
    await expect(slider).toHaveAccessibleName(/^GBP to THB/);
  });
  await test.step('each side excludes the other’s currency, and the pair can be swapped', async () => {
    await expect(from.getByRole('option')).toHaveText(['GBP', 'EUR', 'JPY']);
    await expect(to.getByRole('option')).toHaveText(['THB', 'EUR', 'JPY']);
    await to.selectOption('EUR');
    await expect(from.getByRole('option')).toHaveText(['GBP', 'THB', 'JPY']);
    await expect(slider).toHaveAccessibleName(/^GBP to EUR/);
    await page.getByRole('button', { name: 'Swap currencies' }).click();
    await expect(slider).toHaveAccessibleName(/^EUR to GBP/);
    await expect(page.getByText(/^Rate ≈ 0\.8\d{3}$/)).toBeVisible();
    await from.selectOption('JPY');
    await expect(page.getByText(/^Rate ≈ 0\.00\d{5} 1 GBP = \d{3}\.\d{4} JPY$/)).toBeVisible();
  });
});

async function embedIn(page: Page, site: string): Promise<Frame | undefined> {
  const src = new URL(
    '/embedded/chart?from=GBP&to=EUR&timeframe=1D&currencies=GBP,CHF,EUR&theme=dark',
    test.info().project.use.baseURL,
  );
  const head = `<title>${site}</title><link rel="icon" href="data:,">`; // otherwise the browser would request it after the server has closed
  const html = `<!doctype html><html lang="en">${head}<iframe title="Rates" src="${src}" width="700" height="560"></iframe>`;
  const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://${site}.localhost:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return page.frames().find((frame) => frame.url().includes('/embedded/chart'));
}

test('only a partner may embed the chart, which has no session and fits a narrow frame', async ({
  page,
  house,
  request,
}) => {
  house.allowConsole(/frame-ancestors/);
  await signIn(page, await createTestCustomer());
  const asked = recordRateRequests(page);
  const frame = await embedIn(page, 'partner');
  if (!frame) throw new Error('the frame is empty');
  await expect(chart(frame)).toHaveAccessibleName(/^GBP to EUR/);
  await expect(block(frame)).toBeVisible();
  await expect(frame.getByRole('combobox', { name: 'From' }).getByRole('option')).toHaveText(['GBP', 'CHF']);
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(frame.getByRole('banner')).toHaveCount(0);
  await expect(frame.getByRole('contentinfo')).toHaveCount(0);
  expect(asked.find((each) => each.frame === frame)?.authorization).toMatch(/^public\./);

  await test.step('nobody else may embed it, and a partner may embed nothing else', async () => {
    const elsewhere = await embedIn(page, 'stranger');
    await expect.poll(() => house.faults().join()).toContain('frame-ancestors http://partner.localhost:*');
    expect(elsewhere).toBeUndefined();

    const html = { headers: { accept: 'text/html' } };
    const embedded = (await request.get('/embedded/chart', html)).headers();
    expect(embedded['content-security-policy']).toContain('frame-ancestors http://partner.localhost:*;');
    expect(embedded['x-frame-options']).toBeUndefined();
    for (const address of ['/login', '/dashboard', '/embedded/other', '/embedded/chart/x', '/api/services/v1/login']) {
      const headers = (await request.get(address, html)).headers();
      expect(headers['content-security-policy'], address).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options'], address).toBe('DENY');
    }
  });

  await test.step('the page is accessible and fits the narrowest frame', async () => {
    await page.goto('/embedded/chart');
    await expect(chart(page)).toBeVisible();
    await expect(page.getByLabel('To', { exact: true }).getByRole('option')).toHaveText(['THB', 'EUR']);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
