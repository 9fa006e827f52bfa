import type { Page } from '@playwright/test';
import { givenCustomer, payInAbroad } from './given-customer.ts';
import { givenRates } from './given-rates.ts';
import { answered, expect, expectAccessible, signIn, test } from './larkmere.ts';
import { sayWhy } from './pay.ts';
import { berlin, known } from './payees.ts';

const checkPayment = 'Check the payment';
const askingPrice = 'Looking up the price…';

async function keptBack(page: Page, path: RegExp) {
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

async function pressEarly(page: Page, button: string, asking: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('button', { name: asking })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).not.toHaveURL(/step=review/);
}

async function goesOnWhenAnswered(page: Page, answers: Awaited<ReturnType<typeof keptBack>>): Promise<void> {
  answers.keep();
  await page.getByLabel('Amount to send').fill('120.00');
  await page.getByRole('button', { name: checkPayment }).click();
  await expect(page.getByRole('button', { name: askingPrice })).toBeVisible();
  answers.letGo();
  await expect(lastLook(page)).toBeVisible();
}

const lastLook = (page: Page, name = 'Check and send') => page.getByRole('heading', { name });
const price = /\/v1\/payment\/price/;

test('pounds: a shortfall is shown at the amount, however late the price arrives', {
  tag: '@phone',
}, async ({ page }) => {
  const who = await givenCustomer({ balance: '30.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  const answers = await keptBack(page, price);
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('You send').fill('41.00');
  await page.getByLabel('Reference').fill('Deposit');
  await pressEarly(page, checkPayment, askingPrice);
  await expectAccessible(page);
  answers.letGo();
  const short = page.getByText(/^You have 30\.00 GBP available, and this needs 41\.50 GBP/);
  await expect(page.getByRole('alert').filter({ has: short })).toBeVisible();
  await expect(short).toHaveCount(2);
  await expect(lastLook(page)).toHaveCount(0);

  // If the amount changes meanwhile, the user must press again.
  answers.keep();
  await page.getByLabel('You send').fill('12.00');
  await page.getByRole('button', { name: checkPayment }).click();
  await expect(page.getByRole('button', { name: askingPrice })).toBeVisible();
  await page.getByLabel('You send').fill('13.00');
  await expect(page.getByRole('button', { name: checkPayment })).toBeVisible();
  await page.getByRole('button', { name: checkPayment }).click();
  answers.letGo();
  await expect(lastLook(page)).toBeVisible();
  await expect(page.getByText('13.50 GBP')).toBeVisible();
});

test('pounds: a failed price is shown at the amount and stops the payment', async ({ page, house }) => {
  house.allowConsole(answered(503));
  const who = await givenCustomer({ balance: '30.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  const message = 'The bank is being looked after. Nothing was sent.';
  const refused = { result: false, data: null, message, code: 'internal', requestId: 'x' };
  await page.route(price, (route) => route.fulfill({ status: 503, json: refused }));
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('You send').fill('12.00');
  await page.getByLabel('Reference').fill('Deposit');
  await page.getByRole('button', { name: checkPayment }).click();
  await expect(page.getByRole('alert').getByRole('link', { name: message })).toBeVisible();
  await expect(lastLook(page)).toHaveCount(0);
  await page.unroute(price);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: checkPayment }).click();
  await expect(lastLook(page)).toBeVisible();
});

test('euros: the limit of the rail is shown at the amount', async ({ page }) => {
  const who = await givenCustomer({ others: ['EUR'], payees: ['greta'] });
  await payInAbroad(who, 'EUR', '80.00');
  await signIn(page, who, '/payment/eur');
  const answers = await keptBack(page, price);
  await page.getByRole('button', { name: known.greta.name }).click();
  await page.getByLabel('You send').fill('9999999.00');
  await page.getByLabel('Reference').fill('Rechnung 18');
  await pressEarly(page, checkPayment, askingPrice);
  answers.letGo();
  await expect(page.getByRole('alert').getByText(/^You can send up to .* EUR at a time/)).toBeVisible();
  await expect(lastLook(page)).toHaveCount(0);
});

test('baht: regulatory questions come before the last step, and the date fits the rail', async ({ page }) => {
  const who = await givenCustomer({ others: ['THB'], payeesAbroad: ['bangkok'] });
  await payInAbroad(who, 'THB', '9000.00');
  await signIn(page, who, '/payment/thb');
  const answers = await keptBack(page, price);
  await page.getByRole('button', { name: 'Baan Rim Nam Co' }).click();
  await page.getByLabel('You send').fill('500.00');
  await page.getByLabel('Reference').fill('Rent 11');
  await page.getByText('On a later day', { exact: true }).click();
  const soon = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Leaves on').fill(soon);
  await pressEarly(page, checkPayment, askingPrice);
  answers.letGo();
  await expect(page.getByRole('alert').getByText('Choose what it is for')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Choose a day within these two')).toHaveCount(0);
  answers.keep();
  await sayWhy(page, 'Rent');
  await page.getByLabel('You send').fill('600.00');
  await page.getByRole('button', { name: checkPayment }).click();
  answers.letGo();
  await expect(lastLook(page)).toBeVisible();
  await expect(page.getByText('Should the fee be higher on that day')).toBeVisible();
});

test('international: the form waits for the price or its refusal', async ({ page }) => {
  const who = await givenCustomer({ others: ['EUR'], payeesAbroad: ['berlin'] });
  await payInAbroad(who, 'EUR', '500.00');
  await signIn(page, who, '/payment/swt');
  const answers = await keptBack(page, /\/v1\/payment\/global\/price/);
  await page.getByRole('button', { name: berlin.name }).click();
  await page.getByLabel('Amount to send').fill('600.00');
  await page.getByLabel('Reference').fill('Invoice 77');
  await pressEarly(page, checkPayment, askingPrice);
  answers.letGo();
  await expect(page.getByRole('alert').getByText(/^You have 500\.00 EUR available/)).toBeVisible();
  await goesOnWhenAnswered(page, answers);
});

test('cross-currency: the form waits for the quote and shows its refusal at the amount', async ({ page, house }) => {
  house.allowConsole(answered(400));
  await givenRates();
  const who = await givenCustomer({ balance: '300.00', others: ['EUR'], payeesAbroad: ['berlin'] });
  await signIn(page, who, '/payment/swt');
  const answers = await keptBack(page, /\/v1\/payment\/fxrate/);
  await page.getByRole('button', { name: berlin.name }).click();
  await page.getByLabel('From', { exact: true }).selectOption(who.bankholderid);
  await page.getByLabel('Amount to send').fill('99999999.00');
  await page.getByLabel('Reference').fill('Invoice 78');
  await pressEarly(page, checkPayment, askingPrice);
  answers.letGo();
  await expect(page.getByRole('alert').getByText(/^You can exchange up to .* GBP at a time/)).toBeVisible();
  await goesOnWhenAnswered(page, answers);
});

test('a standing order waits for its dates and names the first possible day', async ({ page }) => {
  const who = await givenCustomer({ balance: '90.00', payees: ['somchai'] });
  const answers = await keptBack(page, /\/v1\/standing-order\/preview/);
  await signIn(page, who, '/standing-order/add');
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('Each time').fill('40');
  await page.getByLabel('Reference', { exact: true }).fill('Rent');
  await page.getByLabel('First date').fill('2020-01-06');
  await pressEarly(page, 'Check the standing order', 'Looking up the dates…');
  answers.letGo();
  await expect(page.getByRole('alert').getByText(/^Choose .* or a later day$/)).toBeVisible();
  await expect(lastLook(page, 'Check and confirm')).toHaveCount(0);
});
