import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, expectState, loseNextResponse, reviewPayment, typePin } from './fixtures/pay.ts';
import {
  accountCard,
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  expectFigures,
  expectLive,
  expectToast,
  figuresOf,
  releasePayment,
  signIn,
  test,
  toast,
  unread,
} from './fixtures/test.ts';

test('a customer pays and tracks the payment to its end in all own windows and in no other customer’s', async ({
  page,
  context,
  house,
}) => {
  const who = await createTestCustomer({ balance: '90.00', payees: ['somchai'] });
  const somebody = await createTestCustomer({ balance: '90.00' });
  // The bank holds the payment until it is released, so that each state lasts long enough to check.
  const reference = `T${randomInt(10_000, 99_999)} SANDBOX 77`;
  const amount = '41.00';
  const before = { balance: 9000, available: 9000 };
  await signIn(page, who);
  const second = await context.newPage();
  await second.goto('/dashboard');
  const stranger = await house.openBrowserPage();
  await signIn(stranger, somebody);
  await expectFigures(second, who.bankholderid, before);
  await expectFigures(stranger, somebody.bankholderid, before);
  for (const window of [second, stranger]) await expect.poll(() => unread(window)).toBe(1);

  await page.getByRole('link', { name: 'Make a Payment' }).first().click();
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('gets').fill(amount);
  const price = page.getByRole('definition');
  const arrival = /^(In seconds|(Today|\d+ \w+) by \d\d:\d\d)$/;
  const figures = ['41.50 GBP', /^0\.50 GBP/, '41.00 GBP', arrival, '0.50 GBP', '48.50 GBP'];
  const named = ['You send', /^Our fee/, 'Somchai gets', 'Arrives', 'Total cost', 'Left in GBP'];
  await expect(price).toHaveText(figures);
  await expect(page.getByRole('term')).toHaveText(named);
  await expect(page.getByText('Nothing is exchanged, so there is no rate and no margin in it.')).toBeVisible();
  await page.getByLabel('Reference').fill(reference);
  await page.getByRole('button', { name: 'Review payment' }).click();
  await expect(page.getByText('We never change the price without asking you.')).toBeVisible();
  await expect(price.filter({ hasText: /^0\.50 GBP$/ })).toHaveCount(2);
  await confirmWithPin(page, who.pin);

  await page.waitForURL('/pending-payment-domestic/detail/*');
  const address = new URL(page.url()).pathname;
  await expect(accountCard(second, who.bankholderid)).toContainText('reserved');
  await expectFigures(second, who.bankholderid, { balance: 9000, available: 4850 });
  await expectState(page, 'On its way');
  for (const window of [page, second]) await expectLive(window);
  await releasePayment(reference);
  const arrived = `${amount} GBP to Somchai Prasert has arrived.`;
  for (const window of [page, second]) await expectToast(window, arrived);
  await expectState(page, 'Arrived');
  const cost = page
    .getByRole('term')
    .filter({ hasText: /^Total cost$/ })
    .locator('..');
  await expect(cost).toContainText('0.50 GBP');
  await expect(page.getByRole('listitem').filter({ hasText: 'Arrived at Somchai Prasert’s bank' })).toBeVisible();
  await expectFigures(second, who.bankholderid, { balance: 4850, available: 4850 });
  await expect.poll(() => unread(second)).toBe(2);

  await second
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /^Statement/ })
    .click();
  await second.getByLabel('Search this account').fill(reference);
  const line = second.getByRole('row').filter({ hasText: reference });
  await expect(line).toContainText('minus 41.50 GBP');
  await expect(line).toContainText('incl. fee 0.50 GBP');
  await line.getByRole('button', { name: 'Somchai Prasert' }).click();
  await second.getByRole('link', { name: 'See payment' }).click();
  await expect(second).toHaveURL(address);

  await expect(toast(stranger)).toHaveCount(0);
  expect(await unread(stranger)).toBe(1);
  expect(await figuresOf(stranger, somebody.bankholderid)).toEqual(before);
  house.allowConsole(errorStatus(404));
  await stranger.goto(address);
  await expect(stranger.getByText('We could not find this payment')).toBeVisible();

  const { stdout } = await promisify(execFile)(process.execPath, ['tools/trial-balance.ts'], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  });
  expect(stdout).toContain('The books balance');
});

test('a wrong PIN costs one attempt, a lost response is retried and paid once, and a duplicate needs a confirmation', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  house.allowConsole(/^Failed to load resource: net::ERR_CONNECTION_RESET .*payment\/GBP/);
  const who = await createTestCustomer({ balance: '120.00', payees: ['somchai'] });
  const payment = { payee: 'Somchai Prasert', amount: '22.00', reference: 'Dinner' };
  const unanswered = page.getByRole('heading', { name: 'We’re not sure this went through' });
  await signIn(page, who, '/payment/gbp');

  await test.step('a wrong PIN', async () => {
    await reviewPayment(page, payment);
    await confirmWithPin(page, '9306');
    await expect(page.getByRole('alert')).toContainText('4 tries left');
    await expect(page.getByLabel('4-digit PIN')).toBeEmpty();
  });
  await test.step('a lost response', async () => {
    await loseNextResponse(page, '*/v1/payment/GBP');
    for (const digit of who.pin) await page.getByRole('button', { name: digit, exact: true }).click();
    await expect(unanswered).toBeVisible();
    await page.reload();
    await expect(unanswered).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('/pending-payment-domestic/detail/*');
    await expectState(page, 'Arrived');
    await expectAccessible(page);
    await expectPaidOnce(page);
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: 9750, available: 9750 });
  });
  await test.step('a duplicate', async () => {
    await reviewPayment(page, payment);
    await confirmWithPin(page, who.pin);
    const question = page.getByRole('alertdialog', { name: 'Send this payment again?' });
    await question.getByRole('button', { name: 'Do not send' }).last().click();
    await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
    await confirmWithPin(page, who.pin);
    await question.getByRole('button', { name: 'Send again' }).click();
    await page.waitForURL('/pending-payment-domestic/detail/*');
    await expectState(page, 'Arrived');
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: 7500, available: 7500 });
  });
});

async function expectPaidOnce(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'All payments' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Somchai Prasert' })).toHaveCount(1);
}

test('an amount is sent exactly as the form reads it, up to the balance, and a reload restores all but the PIN', async ({
  page,
}) => {
  const who = await createTestCustomer({ balance: '40.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  const amount = page.getByLabel('gets');
  const checkPayment = page.getByRole('button', { name: 'Review payment' });
  const fault = (text: string) => page.getByRole('alert').getByRole('link', { name: text });
  await page.getByLabel('Reference').fill('As it is read');

  await test.step('an amount that is not one', async () => {
    const inFull = 'Leave out the letters and write the amount in full, such as 2000.00';
    await amount.fill('2k');
    await expect(amount).toHaveAccessibleDescription(inFull);
    await checkPayment.click();
    await expect(fault(inFull)).toBeVisible();
    await expect(amount).toHaveValue('2k');
    await expectAccessible(page);
  });
  await test.step('more than the balance', async () => {
    await amount.fill('40.00');
    const short =
      'You’re 0.50 GBP short, including the fee. Enter a smaller amount, or exchange from another currency.';
    await expect(page.getByText('You’re 0.50 GBP short', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send 39.50 GBP instead' })).toBeVisible();
    await checkPayment.click();
    await expect(fault(short)).toBeVisible();
    await page.getByRole('button', { name: 'Use all' }).click();
    await expect(amount).toHaveValue('39.50');
    await checkPayment.click();
    await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
    await page.goBack();
  });
  await test.step('an amount with two readings', async () => {
    await amount.fill('1,250');
    await expect(amount).toHaveAccessibleDescription('1,250.00 GBP');
    await amount.fill('1.250');
    const question = page.getByRole('group', { name: '“1.250” can be read in two ways. Which one do you mean?' });
    await question.getByRole('button', { name: '1,250.00 GBP' }).focus();
    await checkPayment.click();
    await expect(fault('Choose which amount you mean')).toBeVisible();
    await expectAccessibleAtEverySize(page);
    await question.getByRole('button', { name: '1.25 GBP' }).click();
    await expect(amount).toHaveValue('1.25');
    await expect(question).toHaveCount(0);
    await amount.fill('12,50');
    await expect(amount).toHaveAccessibleDescription('12.50 GBP');
    await checkPayment.click();
    await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
    const shown = page.getByRole('definition').filter({ hasText: /^12\.50 GBP$/ });
    await expect(shown.first()).toBeVisible();
  });
  await test.step('a reload', async () => {
    await page.getByRole('button', { name: 'Confirm with PIN' }).click();
    await typePin(page, '93');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
    await expect(page.getByText('As it is read').first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Confirm with PIN' }).click();
    await expect(page.getByLabel('4-digit PIN')).toBeEmpty();
    await typePin(page, who.pin);
    await page.waitForURL('/pending-payment-domestic/detail/*');
    await expectState(page, 'Arrived');
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: 2700, available: 2700 });
  });
  await test.step('a form that is left', async () => {
    await page.goto('/payment/gbp');
    await page.getByRole('button', { name: 'Somchai Prasert' }).click();
    await amount.fill('23.45');
    await page.reload();
    await expect(amount).toHaveValue('23.45');
    await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click();
    const question = page.getByRole('alertdialog', { name: 'Keep this payment as a draft?' });
    await question.getByRole('button', { name: 'Keep as draft' }).click();
    await expect(page).toHaveURL('/notification');
    await page.goto('/payment/gbp');
    await page.getByRole('button', { name: 'Somchai Prasert' }).click();
    await expect(amount).toHaveValue('23.45');
    await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click();
    await question.getByRole('button', { name: 'Discard it' }).click();
    await page.goto('/payment/gbp');
    await page.getByRole('button', { name: 'Somchai Prasert' }).click();
    await expect(amount).toBeEmpty();
  });
});
