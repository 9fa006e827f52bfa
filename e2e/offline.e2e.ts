import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { withDatabase } from './fixtures/database.ts';
import { confirmWithPin, reviewPayment, typePin } from './fixtures/pay.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import { expect, expectAccessible, expectLive, expectToast, signIn, test } from './fixtures/test.ts';

const everySize = { tag: '@phone' };
const line = (page: Page) =>
  page.getByText('You’re offline. What you typed stays here. Nothing is sent until you’re back and confirm again.');

const countPayments = (bankholderid: string): Promise<number> =>
  withDatabase(async (tx) => {
    const payments = await tx
      .selectFrom('payment.payment')
      .innerJoin('bank_account.account', 'bank_account.account.id', 'payment.payment.accountId')
      .where('bank_account.account.bankholderId', '=', bankholderid)
      .select('payment.payment.id')
      .execute();
    return payments.length;
  });

/** The connection goes away while the server's answer to the PIN is on its way, before the payment is sent. */
async function goOfflineAfterPin(page: Page): Promise<void> {
  await page.route(
    '**/v1/pin/verify',
    async (route) => {
      const response = await route.fetch();
      await page.context().setOffline(true);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
}

test(
  'a payment confirmed without a connection is sent only when it is confirmed again',
  everySize,
  async ({ page, context, house }) => {
    house.allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
    const who = await createTestCustomer({ balance: '90.00', payees: ['somchai'] });
    await signIn(page, who, '/dashboard');
    await expectLive(page);
    await reviewPayment(page, { payee: 'Somchai Prasert', amount: '12.00', reference: 'Lunch' });
    await expect(line(page)).toHaveCount(0);
    await goOfflineAfterPin(page);
    await confirmWithPin(page, who.pin);
    await expect(line(page)).toBeVisible();
    await expect(page.getByText(/^We could not reach the server\. Nothing was sent/).first()).toBeVisible();
    await expectAccessible(page);

    await test.step('nothing is sent when the connection returns', async () => {
      await context.setOffline(false);
      await expectToast(page, 'You’re back online. Nothing was sent while you were offline.');
      await expect(line(page)).toHaveCount(0);
      await expectLive(page);
      await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
      expect(await countPayments(who.bankholderid)).toBe(0);
    });
    await test.step('a PIN typed without a connection confirms nothing', async () => {
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Confirm with PIN' }).click();
      const code = page.getByRole('dialog').getByLabel('4-digit PIN');
      await code.fill(who.pin);
      await expect(code).toHaveValue(who.pin);
      await context.setOffline(false);
      await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible();
      await expect(code).toHaveValue('');
      await expectLive(page);
      await expect(code).toHaveValue('');
      expect(await countPayments(who.bankholderid)).toBe(0);
      await typePin(page, who.pin);
      await page.waitForURL('/pending-payment-domestic/detail/*');
      expect(await countPayments(who.bankholderid)).toBe(1);
    });
  },
);

test('a form keeps what is typed without a connection', everySize, async ({ page, context, house }) => {
  house.allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  const who = await createTestCustomer({ balance: '90.00', payees: ['somchai'], otherCurrencies: ['EUR'] });
  await signIn(page, who, '/transfer');
  await expect(page.getByLabel('You send')).toBeVisible();
  await context.setOffline(true);
  await expect(line(page)).toBeVisible();
  await page.getByLabel('You send').fill('12.34');
  await expect(page.getByLabel('You send')).toHaveValue('12.34');
  await context.setOffline(false);
  await expect(line(page)).toHaveCount(0);
  await expect(page.getByText('Total cost')).toBeVisible();
  await expect(page.getByLabel('You send')).toHaveValue('12.34');
  await page.reload();
  await expect(page.getByLabel('You send')).toHaveValue('12.34');
  await page.getByRole('button', { name: 'Check exchange' }).click();
  await expect(page.getByRole('heading', { name: 'Check and exchange' })).toBeVisible();
});

test('public pages and the staff area say that there is no connection', everySize, async ({ page, context, house }) => {
  house.allowConsole(/ERR_INTERNET_DISCONNECTED|status of 404/);
  const expectLineOffline = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await expect(line(page)).toBeInViewport();
    await expectAccessible(page);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect(line(page)).toBeInViewport();
    await context.setOffline(false);
    await expect(line(page)).toHaveCount(0);
  };
  for (const address of ['/login', '/register', '/404', '/manage-login'])
    await test.step(address, async () => {
      await page.goto(address);
      await expectLineOffline();
    });
  await test.step('staff', async () => {
    await signInNewStaff(page, 'support', '/manage/dashboard');
    await expectLineOffline();
    // The header stays in sight below the line.
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  });
});
