import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { fillRegulatoryInformation } from './fixtures/pay.ts';
import { berlin } from './fixtures/payees.ts';
import { seedBalance, seedRates } from './fixtures/rates.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const checkPayment = 'Review payment';
const loadingPrice = 'Getting the price…';

async function delayResponses(page: Page, path: RegExp) {
  let gate = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return {
    letGo: () => gate.resolve(),
    keep: () => {
      gate = Promise.withResolvers<void>();
    },
  };
}

async function pressWhileLoading(page: Page, button: string, asking: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('button', { name: asking })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).not.toHaveURL(/step=review/);
}

const reviewHeading = (page: Page, name = 'Check and send') => page.getByRole('heading', { name });
const price = /\/v1\/payment\/price/;

test('a shortfall or a failed price is shown at the amount, however late it arrives', async ({ page, house }) => {
  house.allowConsole(errorStatus(503));
  const who = await createTestCustomer({ balance: '30.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  const answers = await delayResponses(page, price);
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('gets').fill('41.00');
  await page.getByLabel('Reference').fill('Deposit');
  await pressWhileLoading(page, checkPayment, loadingPrice);
  await expectAccessible(page);
  answers.letGo();
  const short = page.getByText(/^You’re 11\.50 GBP short, including the fee\./);
  await expect(page.getByRole('alert').filter({ has: short })).toBeVisible();
  await expect(page.getByText('You’re 11.50 GBP short', { exact: true })).toBeVisible();
  await expect(reviewHeading(page)).toHaveCount(0);

  // If the amount changes meanwhile, the user must press again.
  answers.keep();
  await page.getByLabel('gets').fill('12.00');
  await page.getByRole('button', { name: checkPayment }).click();
  await expect(page.getByRole('button', { name: loadingPrice })).toBeVisible();
  await page.getByLabel('gets').fill('13.00');
  await expect(page.getByRole('button', { name: checkPayment })).toBeVisible();
  await page.getByRole('button', { name: checkPayment }).click();
  answers.letGo();
  await expect(reviewHeading(page)).toBeVisible();
  await expect(page.getByText('13.50 GBP')).toBeVisible();

  await test.step('a failed price stops the payment', async () => {
    await page.unroute(price);
    const message = 'The bank is being looked after. Nothing was sent.';
    const refused = { result: false, data: null, message, code: 'internal', requestId: 'x' };
    await page.route(price, (route) => route.fulfill({ status: 503, json: refused }));
    await page.goto('/payment/gbp');
    await page.getByRole('button', { name: 'Somchai Prasert' }).click();
    await page.getByLabel('gets').fill('12.00');
    await page.getByLabel('Reference').fill('Deposit');
    await page.getByRole('button', { name: checkPayment }).click();
    await expect(page.getByRole('alert').getByRole('link', { name: message })).toBeVisible();
    await expect(reviewHeading(page)).toHaveCount(0);
    await page.unroute(price);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: checkPayment }).click();
    await expect(reviewHeading(page)).toBeVisible();
  });
});

test('in baht, abroad and for a standing order the form waits for what decides its next step', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  await seedRates();
  const who = await createTestCustomer({
    balance: '300.00',
    otherCurrencies: ['THB'],
    payees: ['somchai'],
    payeesAbroad: ['bangkok', 'berlin'],
  });
  await seedBalance(who.otherAccounts[0] ?? '', 'THB', '2101051.00');

  await test.step('baht: the date fits the rail, and the rail decides fee and questions', async () => {
    await signIn(page, who, '/payment/thb');
    const answers = await delayResponses(page, price);
    await page.getByRole('button', { name: 'Baan Rim Nam Co' }).click();
    await page.getByLabel('gets').fill('500.00');
    await page.getByLabel('Reference').fill('Rent 11');
    await page.getByText('On a date you choose').click();
    const soon = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Payment date').fill(soon);
    await pressWhileLoading(page, checkPayment, loadingPrice);
    answers.letGo();
    await expect(page.getByRole('alert').getByText('Choose the purpose')).toBeVisible();
    await expect(page.getByRole('alert').getByText('Choose a date in the range shown')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use all' }).click();
    // BAHTNET takes 150.00 THB, and PromptPay a tenth of it.
    await expect(page.getByLabel('gets')).toHaveValue('2,100,901.00');
    answers.keep();
    await fillRegulatoryInformation(page, 'Rent');
    await page.getByLabel('gets').fill('600.00');
    await page.getByRole('button', { name: checkPayment }).click();
    answers.letGo();
    await expect(reviewHeading(page)).toBeVisible();
    await expect(page.getByText('If the fee rises, we tell you instead of sending.')).toBeVisible();
    await page.unroute(price);
  });
  await test.step('abroad: the form waits for the quote, and shows its refusal at the amount', async () => {
    await page.goto('/payment/swt');
    const answers = await delayResponses(page, /\/v1\/payment\/fxrate/);
    await page.getByRole('button', { name: berlin.name }).click();
    await page.getByLabel('From', { exact: true }).selectOption(who.bankholderid);
    await page.getByLabel('gets').fill('99999999.00');
    await page.getByLabel('Reference').fill('Invoice 78');
    await pressWhileLoading(page, checkPayment, loadingPrice);
    answers.letGo();
    await expect(page.getByRole('alert').getByText(/You can exchange up to .* GBP at a time/)).toBeVisible();
    answers.keep();
    await page.getByLabel('gets').fill('120.00');
    await page.getByRole('button', { name: checkPayment }).click();
    await expect(page.getByRole('button', { name: loadingPrice })).toBeVisible();
    answers.letGo();
    await expect(reviewHeading(page)).toBeVisible();
  });
  await test.step('a standing order waits for its dates and names the first possible day', async () => {
    const answers = await delayResponses(page, /\/v1\/standing-order\/preview/);
    await page.goto('/standing-order/add?currency=GBP');
    await page.getByRole('button', { name: 'Somchai Prasert' }).click();
    await page.getByLabel('Amount').fill('40');
    await page.getByLabel('Reference', { exact: true }).fill('Rent');
    await page.getByLabel('First payment date').fill('2020-01-06');
    await pressWhileLoading(page, 'Check standing order', 'Getting the dates…');
    answers.letGo();
    await expect(page.getByRole('alert').getByText(/^Choose .* or a later day$/)).toBeVisible();
    await expect(reviewHeading(page, 'Check and confirm')).toHaveCount(0);
  });
});
