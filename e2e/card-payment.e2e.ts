import type { Page } from '@playwright/test';
import { pdf } from '../test/fixtures/sample-files.ts';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const merchant = { name: 'Copper Kettle', city: 'York', country: 'GB', category: '5812' };
const cafe = { name: 'Café Lumière', city: 'Paris', country: 'FR', category: '5814' };

/** What a merchant or the card network does, in the sandbox. */
async function atProcessor(path: string, body: object = {}): Promise<{ paymentId: string }> {
  const reply = await fetch(`${process.env.E2E_BANK_URL}/sandbox/issued-cards/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  return JSON.parse(text) as { paymentId: string };
}

async function orderVirtualCard(page: Page, { pin }: TestCustomer): Promise<string> {
  await page.getByRole('link', { name: 'Order a card' }).click();
  await page.getByRole('radio', { name: /Virtual/ }).check({ force: true });
  await page.getByLabel('Name on the card').fill('anong srisuk');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('20 7946 0018');
  await page.getByRole('button', { name: /^Order card/ }).click();
  await typePin(page, pin);
  await expect(page.getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 });
  return new URL(page.url()).searchParams.get('card') ?? '';
}

const rowOf = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) });

async function disputePayment(page: Page): Promise<void> {
  await rowOf(page, 'Copper Kettle, York').getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'Copper Kettle' });
  await expect(drawer.getByText('25.00 GBP paid')).toBeVisible();
  await expectAccessible(page);
  const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: pdf() };
  await drawer.getByLabel('Add receipt').setInputFiles(receipt);
  await expect(drawer.getByText('Added', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Dispute this payment' }).click();
  await drawer.getByRole('button', { name: 'Send dispute' }).click();
  await expect(drawer.getByText('Describe what happened in at least 10 characters')).toBeVisible();
  await drawer.getByLabel('What happened').fill('I paid in cash as well. SANDBOX 64');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Send dispute' }).click();
  // The days of the sandbox are short, so the merchant may have been asked already.
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Received' })).toBeVisible({ timeout: 20_000 });
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, 'Copper Kettle, York').getByText('Disputed')).toBeVisible();
}

test('payments by card appear at once, are declined with a remedy, refunded and disputed', async ({ page }) => {
  const who = await createTestCustomer({ featureCard: true, balance: '500.00', business: true });
  await signIn(page, who, '/card');
  const cardId = await orderVirtualCard(page, who);
  await expect(page.getByText('No payments yet')).toBeVisible();

  await test.step('a payment is on hold and announced without a reload', async () => {
    const { paymentId } = await atProcessor(`${cardId}/payments`, {
      amount: '25.00',
      currency: 'GBP',
      merchant,
      clearAfterDays: null,
    });
    const row = rowOf(page, 'Copper Kettle, York');
    await expect(row.getByText('Pending')).toBeVisible();
    await expect(page.getByText('25.00 GBP at Copper Kettle.').first()).toBeVisible();
    // At once: the days of the sandbox are short, and the authorisation ends with them.
    await atProcessor(`payments/${paymentId}/clear`);
    // Nobody is told of a booking that was on hold before, so the page shows it when it is opened again.
    await expect(async () => {
      await page.reload();
      await expect(row.getByText('Receipt missing')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(row.getByText('Pending')).toHaveCount(0);
    await expectAccessible(page);
  });
  await test.step('it is disputed with a receipt and a reason', () => disputePayment(page));

  await test.step('one in another currency shows its rate and fee', async () => {
    await atProcessor(`${cardId}/payments`, { amount: '12.50', currency: 'EUR', merchant: cafe });
    await expect(page.getByText(/12\.50 EUR at 1\.\d{4}, fee 0\.0\d/)).toBeVisible();
  });

  await test.step('one over the limit is declined, and leads to the limits', async () => {
    const { paymentId } = await atProcessor(`${cardId}/payments`, { amount: '5000.01', currency: 'GBP', merchant });
    expect(paymentId).toBeTruthy();
    const declined = page.getByRole('listitem').filter({ hasText: 'Declined' });
    await expect(declined.getByText(/over your limit of/)).toBeVisible();
    await declined.getByRole('link', { name: 'Raise limit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Card limits' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a refund comes back at once', async () => {
    const { paymentId } = await atProcessor(`${cardId}/offline`, {
      amount: '4.00',
      currency: 'GBP',
      side: 'refunded',
      merchant: { ...merchant, name: 'Fenwick Books' },
    });
    expect(paymentId).toBeTruthy();
    const row = rowOf(page, 'Fenwick Books, York');
    await expect(row.getByText('Refunded')).toBeVisible();
  });

  await page.getByRole('button', { name: 'All card payments' }).click();
  await expect(page).toHaveURL(/payments=all/);
  await expect(rowOf(page, 'Copper Kettle, York').filter({ hasNotText: 'Declined' })).toHaveCount(1);
  await page.goto(`/statement?bankholderid=${who.bankholderid}`);
  await expect(page.getByText('Copper Kettle').filter({ visible: true }).first()).toBeVisible();
});
