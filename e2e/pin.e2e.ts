import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, reviewPayment, typePin } from './fixtures/pay.ts';
import { chooseInMenu, errorStatus, expect, readMail, signIn, test } from './fixtures/test.ts';

const payment = { payee: 'Somchai Prasert', amount: '24.00', reference: 'Lunch' };

async function delayPinStatus(page: Page): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route('**/v1/pin', async (route) => {
    await held;
    await route.continue();
  });
  return resolve;
}

test('a customer without a PIN chooses one on the way to the first payment', async ({ page, house }) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ withoutPin: true, balance: '60.00', payees: ['somchai'] });
  await signIn(page, who);

  await test.step('the server’s message is shown on the PIN pad', async () => {
    await page.route('**/v1/pin', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), message: 'Choose a PIN by Friday.' } });
    });
    await page.getByRole('button', { name: 'Choose a PIN' }).click();
    await expect(page.getByRole('alert')).toHaveText('Choose a PIN by Friday.');
    await page.unroute('**/v1/pin');
    await page.reload();
  });
  await test.step('an obvious PIN is refused with its own message', async () => {
    await page.getByRole('button', { name: 'Choose a PIN' }).click();
    await typePin(page, '1234', 'Choose a PIN');
    await typePin(page, '1234', 'Repeat the PIN');
    const message = page.getByRole('alertdialog', { name: 'Message' });
    await expect(message).toContainText('That PIN is too easy to guess.');
    await message.getByRole('button', { name: 'OK' }).click();
    await expect(message).toBeHidden();
    await expect(page.getByRole('button', { name: 'Choose a PIN' })).toBeVisible();
    await expect(page.getByText('You need a PIN to send money.')).toBeVisible();
  });
  await test.step('digits typed ahead are not taken as the new PIN', async () => {
    await reviewPayment(page, payment);
    const answer = await delayPinStatus(page);
    await page.getByRole('button', { name: 'Confirm with PIN' }).click();
    await page.getByLabel('4-digit PIN').fill('7392');
    answer();
    await expect(page.getByRole('dialog', { name: 'Choose a PIN' })).toBeVisible();
    await expect(page.getByLabel('4-digit PIN')).toBeEmpty();
  });

  await typePin(page, '7392', 'Choose a PIN');
  await typePin(page, '7395', 'Repeat the PIN');
  await expect(page.getByRole('dialog', { name: 'Choose a PIN' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
  await typePin(page, '7392', 'Choose a PIN');
  await typePin(page, '7392', 'Repeat the PIN');
  await expect(page.getByText('PIN saved')).toBeVisible();
  await typePin(page, '7392', 'Enter your PIN');
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await page.goto('/dashboard');
  await expect(page.getByText('24.50 GBP').first()).toBeVisible();
  await expect(page.getByText('You need a PIN to send money.')).toHaveCount(0);
});

test('a customer pays with a PIN typed ahead, changes it, forgets it and resets it by password', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400, 401));
  const who = await createTestCustomer({ balance: '90.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');

  await test.step('a PIN typed before the server answers is accepted', async () => {
    await reviewPayment(page, payment);
    const answer = await delayPinStatus(page);
    await page.getByRole('button', { name: 'Confirm with PIN' }).click();
    await expect(page.getByRole('dialog', { name: 'Your PIN' })).toBeVisible();
    await page.keyboard.type(who.pin.slice(0, 2));
    for (const digit of who.pin.slice(2)) await page.getByRole('button', { name: digit, exact: true }).click();
    await expect(page.getByText('4 of 4')).toBeAttached();
    answer();
    await page.waitForURL('/pending-payment-domestic/detail/*');
  });

  await test.step('a change needs the old one and ends other windows', async () => {
    const elsewhere = await house.openBrowserPage();
    await signIn(elsewhere, who);
    await chooseInMenu(page, 'Change PIN');
    await typePin(page, '9306', 'Enter your current PIN');
    await expect(page.getByRole('alert')).toContainText('4 tries left');
    await expect(page.getByLabel('4-digit PIN')).toBeEmpty();
    await typePin(page, who.pin, 'Enter your current PIN');
    await typePin(page, '7392', 'Choose a new PIN');
    await typePin(page, '7392', 'Repeat the PIN');
    await expect(page.getByText('PIN saved')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(elsewhere.getByRole('alertdialog', { name: 'Confirm logout?' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('five wrong attempts lock it', async () => {
    await reviewPayment(page, { ...payment, amount: '25.00' });
    await confirmWithPin(page, '9301');
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await expect(page.getByRole('alert')).toContainText(`${left} left`);
      await expect(page.getByLabel('4-digit PIN')).toBeEmpty();
      await typePin(page, '9301');
    }
    const locked = page.getByRole('dialog', { name: 'Your PIN is locked' });
    await expect(locked).toContainText('Nothing was sent, and your money is safe.');
    await locked.getByRole('button', { name: 'Forgot your PIN?' }).click();
  });

  await typePin(page, '5803', 'Choose a new PIN');
  await typePin(page, '5803', 'Repeat the PIN');
  const reset = page.getByRole('dialog', { name: 'Reset your PIN' });
  await expect(reset).toContainText(
    'For 24 hours after a reset, your limit is 250.00 GBP a payment, or the same in another currency.',
  );
  const password = reset.getByLabel('Your password', { exact: true });
  await password.fill('not the password');
  await reset.getByRole('button', { name: 'Save PIN' }).click();
  await expect(reset).toContainText('That password is not right.');
  await password.fill(who.password);
  await reset.getByRole('button', { name: 'Save PIN' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByRole('button', { name: 'Send me a code' }).click();
  const letter = await readMail(`${who.username}@larkmere.example`, 'Your code for a new PIN');
  await proof.getByLabel('Code').fill(/\b(\d{6})\b/.exec(letter)?.[1] ?? '');
  await proof.getByRole('button', { name: 'Save PIN' }).click();
  await typePin(page, '5803', 'Enter your PIN');
  await page.waitForURL('/pending-payment-domestic/detail/*');
});
