import type { Page } from '@playwright/test';
import { approvalSection, createBusinessWithApprover } from './fixtures/approval.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, typePin } from './fixtures/pay.ts';
import { marketTest, seedRates, setQuoteSeconds } from './fixtures/rates.ts';
import { expect, expectAccessible, expectFigures, expectLive, expectToast, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

async function reviewExchange(page: Page, amount: string): Promise<void> {
  await page.goto('/transfer');
  await checkExchange(page, amount);
}

async function checkExchange(page: Page, amount: string): Promise<void> {
  await page.getByLabel('You send').fill(amount);
  await expect(page.getByText('Your rate')).toBeVisible();
  await page.getByRole('button', { name: 'Check exchange' }).click();
  await expect(page.getByRole('heading', { name: 'Check and exchange' })).toBeVisible();
}

const rateUnavailable = {
  result: false,
  code: 'rate_unavailable',
  message: 'Rates are not available right now.',
  requestId: 'test',
};

const balances = (page: Page) =>
  page.getByRole('region', { name: 'Your balances' }).or(page.locator('section', { hasText: 'Your balances' }));

test('pounds are exchanged to euros at the displayed price, then the whole rest, and every window is updated', async ({
  page,
  house,
}) => {
  house.allowConsole(/the server responded with a status of 503/);
  const who = await createTestCustomer({ balance: '200.00', otherCurrencies: ['EUR'] });
  const second = await house.openBrowserPage();
  await signIn(second, who);
  await signIn(page, who, '/transfer');
  await expect(page.getByText('Enter an amount to see the rate and what you get.')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('You get').fill('50');
  await expect(page.getByLabel('You send')).not.toHaveValue('');
  await page.getByLabel('You send').fill('100');
  await expect(page.getByText('Updating')).toHaveCount(0);
  await expect(page.getByLabel('You get')).toHaveValue(/^11\d\.\d\d$/);
  await expect(page.getByText(/^1 GBP = 1\.\d{4} EUR \(1 EUR = 0\.\d{4} GBP\)$/).first()).toBeVisible();
  await expect(page.getByRole('slider', { name: /^GBP to EUR, last 7 days/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check exchange' }).click();
  await expect(page.getByText('Rate held for')).toBeVisible();
  await expect(page.getByText('We never change the rate without asking you.')).toBeVisible();
  await expectAccessible(page);

  const bought = await page
    .getByLabel('Check and exchange')
    .or(page.locator('main'))
    .getByText(/^1\d\d\.\d\d EUR$/)
    .first()
    .textContent();
  await expectLive(second);
  await confirmWithPin(page, who.pin);
  await expectToast(second, `We exchanged 100.00 GBP for ${bought}`);
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
  await expect(page.getByText(`You exchanged 100.00 GBP into ${bought}`, { exact: true })).toBeVisible();
  const figures = /Available 100\.00 GBP\s*Balance 100\.00 GBP/;
  await expect(balances(page)).toContainText(figures);
  await expect(page.getByRole('list', { name: 'Balances' })).toContainText(figures);
  await expectAccessible(page);

  await expectFigures(second, who.bankholderid, { balance: 10_000, available: 10_000 });
  await page.getByRole('link', { name: 'See statement' }).click();
  await expect(page.getByText('Exchanged GBP to EUR').filter({ visible: true }).first()).toBeVisible();

  await test.step('without a rate there is no price', async () => {
    await page.route('**/v1/payment/fxrate', (route) => route.fulfill({ status: 503, json: rateUnavailable }));
    await page.goto('/transfer');
    await page.getByLabel('You send').fill('30');
    await expect(page.getByText('We could not get a rate')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/v1/payment/fxrate');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Total cost')).toBeVisible();
  });
  await test.step('more than the balance is refused before it is sent, and the whole balance is exchanged', async () => {
    await page.getByLabel('You send').fill('100.01');
    await expect(page.getByText(/^You.re 0\.01 GBP short/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Use all' }).click();
    await expect(page.getByText('Total cost')).toBeVisible();
    await page.getByRole('button', { name: 'Check exchange' }).click();
    await confirmWithPin(page, who.pin);
    await expect(balances(page)).toContainText(/Available 0\.00 GBP\s*Balance 0\.00 GBP/);
    await expectFigures(second, who.bankholderid, { balance: 0, available: 0 });
  });
});

marketTest(
  'a quote that ends on the last look is made anew, and one that expires during PIN entry exchanges nothing',
  async ({ page, weakenPound }) => {
    const who = await createTestCustomer({ balance: '200.00', otherCurrencies: ['THB'] });
    await setQuoteSeconds(60);
    await page.clock.install();
    await signIn(page, who);
    await reviewExchange(page, '100');
    await page.clock.fastForward(40_000);
    const dialog = page.getByRole('alertdialog', { name: 'Your rate is about to expire' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep this rate' }).click();
    await weakenPound();
    await page.clock.fastForward(25_000);
    await expect(
      page.getByText(/^The rate changed from 1 GBP = \d+\.\d{4} THB to 1 GBP = \d+\.\d{4} THB$/),
    ).toBeVisible();
    await expect(page.getByText(/^You now get [\d,]+\.\d\d THB for 100\.00 GBP/)).toBeVisible();
    await expectAccessible(page);
    await confirmWithPin(page, who.pin);
    await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
    await test.step('a quote that expires during PIN entry', async () => {
      await reviewExchange(page, '50');
      await page.getByRole('button', { name: 'Confirm with PIN' }).click();
      await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible();
      await page.clock.fastForward(65_000);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText(/The rate expired, so we got a new one|The rate changed from/)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Check and exchange' })).toBeVisible();
      await page.getByRole('button', { name: 'Confirm with PIN' }).click();
      await typePin(page, who.pin);
      await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
      await expect(balances(page)).toContainText('50.00 GBP');
    });
  },
);

test('an exchange whose response was lost is retried and executed once, and money moves between two accounts of one currency for free', async ({
  page,
  context,
  house,
}) => {
  house.allowConsole(/^Failed to load resource: net::ERR_CONNECTION_RESET .*fx\/convert/);
  const who = await createTestCustomer({ balance: '80.00', otherCurrencies: ['EUR', 'GBP'] });
  const [euros = '', pounds = ''] = who.otherAccounts;
  await signIn(page, who, '/transfer');
  const to = page.getByRole('main').locator('form').getByLabel('To', { exact: true });
  await to.selectOption(euros);
  await checkExchange(page, '30');
  // Drops the server's response in the browser, after the server has committed.
  const wire = await context.newCDPSession(page);
  await wire.send('Fetch.enable', { patterns: [{ urlPattern: '*/v1/fx/convert', requestStage: 'Response' }] });
  wire.once('Fetch.requestPaused', ({ requestId }) => {
    void wire
      .send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      .then(() => wire.send('Fetch.disable'));
  });
  await confirmWithPin(page, who.pin);
  await expect(page.getByRole('heading', { name: 'We’re not sure this went through' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'We’re not sure this went through' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
  await expect(balances(page)).toContainText('50.00 GBP');

  await test.step('money moves between two accounts of one currency', async () => {
    await page.goto('/transfer');
    await to.selectOption(pounds);
    await page.getByLabel('Amount').fill('20');
    await page.getByRole('button', { name: 'Check transfer' }).click();
    await expectAccessible(page);
    await confirmWithPin(page, who.pin);
    await expect(page.getByRole('heading', { name: 'Transferred' })).toBeVisible();
    await expect(balances(page)).toContainText('30.00 GBP');
    await expect(balances(page)).toContainText('20.00 GBP');
  });
});

test('an exchange under an approval rule waits for a colleague and executes when approved', async ({ page, house }) => {
  const elsewhere = await house.openBrowserPage();
  const { owner, nadia } = await createBusinessWithApprover(page, elsewhere, 'Exchanges', '50', {
    balance: '200.00',
    otherCurrencies: ['EUR'],
  });
  await expect(page.getByText('Exchanges from 50.00 GBP created by anyone need one approval')).toBeVisible();
  await reviewExchange(page, '100');
  await expect(page.getByText('A colleague needs to approve this')).toBeVisible();
  await expectAccessible(page);
  await confirmWithPin(page, owner.pin);
  await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expectFigures(page, owner.bankholderid, { balance: 20_000, available: 10_000 });

  await elsewhere.goto('/team-approval');
  await elsewhere.getByRole('link', { name: /^Exchange 100\.00 GBP into EUR/ }).click();
  await expect(elsewhere.getByRole('definition').filter({ hasText: /^At least 11\d\.\d\d EUR$/ })).toBeVisible();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
  await typePin(elsewhere, nadia.pin);
  await expect(approvalSection(elsewhere)).toContainText('We exchanged the money');
  await expectFigures(page, owner.bankholderid, { balance: 10_000, available: 10_000 });
});
