import { expect, type Page } from '@playwright/test';
import { visit } from './larkmere.ts';

type Payment = Readonly<{
  payee: string;
  amount: string;
  reference: string;
  currency?: 'gbp' | 'eur' | 'thb';
  scheme?: string;
}>;

export async function reviewPayment(
  page: Page,
  { payee, amount, reference, currency = 'gbp', scheme }: Payment,
): Promise<void> {
  await visit(page, `/payment/${currency}`);
  await page.getByRole('button', { name: payee }).click();
  await page.getByLabel('You send').fill(amount);
  await page.getByLabel('Reference').fill(reference);
  if (currency === 'thb') await sayWhy(page, 'Rent');
  if (scheme) await page.getByLabel('How it travels').selectOption({ label: scheme });
  await page.getByRole('button', { name: 'Check the payment' }).click();
  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
}

export async function sayWhy(page: Page, purpose: string): Promise<void> {
  await page.getByLabel('What it is for').selectOption({ label: purpose });
  await page.getByLabel('Who the payee is to you').selectOption({ label: 'Other' });
  await page.getByLabel('Where the money comes from').selectOption({ label: 'Savings' });
}

export async function confirmWithPin(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await typePin(page, pin);
}

export const typePin = (page: Page, pin: string, title = 'Enter your PIN'): Promise<void> =>
  page.getByRole('dialog', { name: title }).getByLabel('4-digit PIN').fill(pin);

export async function pay(page: Page, payment: Payment, pin: string): Promise<string> {
  await reviewPayment(page, payment);
  await confirmWithPin(page, pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  return new URL(page.url()).pathname;
}

export const expectState = (page: Page, state: string): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: state })).toBeVisible({ timeout: 30_000 });
