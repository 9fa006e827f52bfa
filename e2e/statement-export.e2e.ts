import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readPdf } from '../test/fixtures/read-pdf.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { expect, expectAccessible, signIn, test, visit } from './fixtures/test.ts';

/** Without quotes and commas in a cell, which these statements do not contain. */
function readCsv(csv: Buffer): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .toString()
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export statement' });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog(page).getByText(/^\d+ rows?$|^No transactions/)).toBeVisible();
}

async function choosePeriodUntilToday(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'This quarter' }).click();
  await expect(dialog(page).getByText('1 row', { exact: true })).toBeVisible();
}

async function download(page: Page, button: string, before: () => Promise<void> = async () => {}): Promise<Buffer> {
  const begun = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: button }).click();
  await before();
  const file = await (await begun).path();
  await expect(dialog(page)).toBeHidden();
  return readFile(file);
}

test('a statement is exported as CSV after the PIN, and as PDF without it', { tag: '@phone' }, async ({ page }) => {
  const customer = await createTestCustomer({ balance: '250.00' });
  await signIn(page, customer, '/statement');
  await openDialog(page);
  await choosePeriodUntilToday(page);
  await expectAccessible(page);

  const csv = await download(page, 'Download CSV', () => typePin(page, customer.pin));
  const rows = readCsv(csv);
  expect(rows.map((row) => [row.Amount, row.Balance, row.Currency])).toEqual([
    ['', '0.00', 'GBP'],
    ['250.00', '250.00', 'GBP'],
    ['', '250.00', 'GBP'],
  ]);
  expect(rows[1]?.Counterparty).toBe('Harbour & Co');

  await openDialog(page);
  await expect(dialog(page).getByRole('region', { name: 'Recent exports' })).toContainText('CSV');
  await choosePeriodUntilToday(page);
  await dialog(page).getByText('PDF', { exact: true }).click();
  const { text } = readPdf(await download(page, 'Download PDF'));
  for (const part of [customer.name, '+250.00', '250.00 GBP', 'Page 1 of 1']) expect(text).toContain(part);
});

test('software sets format and rows, and several accounts come as one archive', async ({ page }) => {
  const customer = await createTestCustomer({ balance: '10.00', otherCurrencies: ['EUR'] });
  await signIn(page, customer, '/statement');
  await openDialog(page);
  await choosePeriodUntilToday(page);
  const format = (name: string) => dialog(page).getByRole('radio', { name });
  await dialog(page).getByText('FreeAgent').click();
  await expect(format('OFX')).toBeChecked();
  await expect(format('Fees on their own row')).toBeChecked();
  await dialog(page).getByText('QIF').click();
  await expect(format('FreeAgent')).not.toBeChecked();
  await dialog(page).getByRole('checkbox').nth(1).check();
  const archive = await download(page, 'Download 2 QIF files', () => typePin(page, customer.pin));
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  await visit(page, '/statement?export=latest');
  await expect(dialog(page).getByRole('region', { name: 'Recent exports' })).toContainText('QIF');
});
