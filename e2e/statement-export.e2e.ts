import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readPdf } from '../test/fixtures/read-pdf.ts';
import { createTestCustomer, passMonth } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { expect, expectAccessible, readMail, signIn, test, visit } from './fixtures/test.ts';

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

const codeIn = (text: string): string => /Code: (?<code>\S+)/.exec(text)?.groups?.code ?? '';

async function issueLetter(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Letters' }).click();
  const letters = page.getByRole('dialog', { name: 'Letters and confirmations' });
  await letters.getByLabel('Letter', { exact: true }).selectOption('Confirmation of balance');
  const begun = page.waitForEvent('download');
  await letters.getByRole('button', { name: 'Issue letter' }).click();
  const { text } = readPdf(await readFile(await (await begun).path()));
  expect(text).toContain('Confirmation of balance');
  const code = codeIn(text);
  await expect(letters.getByText(code)).toBeVisible();
  await expectAccessible(page);
  await letters.getByRole('button', { name: 'Close' }).first().click();
  return code;
}

async function checkCode(reader: Page, code: string): Promise<void> {
  await reader.getByLabel('Code').fill(code);
  await reader.getByRole('button', { name: 'Check' }).click();
}

test('a statement is exported as CSV, PDF and an archive, a letter is issued, and their readers check both', async ({
  page,
  house,
}) => {
  const customer = await createTestCustomer({ balance: '250.00', otherCurrencies: ['EUR'] });
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

  const reader = await house.openBrowserPage();
  await test.step('a PDF needs no PIN any more, and its reader sees the balance', async () => {
    await openDialog(page);
    await expect(dialog(page).getByRole('region', { name: 'Recent exports' })).toContainText('CSV');
    await choosePeriodUntilToday(page);
    await dialog(page).getByText('PDF', { exact: true }).click();
    const { text } = readPdf(await download(page, 'Download PDF'));
    for (const part of [customer.name, '+250.00', '250.00 GBP', 'Page 1 of 1']) expect(text).toContain(part);
    await reader.goto(`/verify?code=${codeIn(text)}`);
    await expect(reader.getByText('This is our document')).toBeVisible();
    await expect(reader.getByText('Closing balance')).toBeVisible();
    await expect(reader.getByText(customer.name)).toBeVisible();
    await expectAccessible(reader);
  });
  await test.step('software sets format and rows, and several accounts come as one archive', async () => {
    await openDialog(page);
    await choosePeriodUntilToday(page);
    const format = (name: string) => dialog(page).getByRole('radio', { name });
    await dialog(page).getByText('FreeAgent').click();
    await expect(format('OFX')).toBeChecked();
    await expect(format('Fees on their own row')).toBeChecked();
    await dialog(page).getByText('QIF').click();
    await expect(format('FreeAgent')).not.toBeChecked();
    await dialog(page).getByRole('checkbox').nth(1).check();
    const archive = await download(page, 'Download 2 QIF files');
    expect(archive.subarray(0, 2).toString()).toBe('PK');
  });
  await test.step('a letter is checked by the code that it contains', async () => {
    const code = await issueLetter(page);
    await reader.goto('/verify');
    await checkCode(reader, '0000 0000 0000 0000');
    await expect(reader.getByText('No document has this code')).toBeVisible();
    await checkCode(reader, code.toLowerCase());
    await expect(reader.getByText('This is our document')).toBeVisible();
    await expect(reader.getByText(customer.name)).toBeVisible();
    await expectAccessible(reader);
    await reader.reload();
    await expect(reader.getByText('This is our document')).toBeVisible();
  });
  await visit(page, '/statement?export=latest');
  await expect(dialog(page).getByRole('region', { name: 'Recent exports' })).toContainText('QIF');
});

test('monthly statements are turned on, announced by e-mail, downloaded after the PIN and turned off', async ({
  page,
}) => {
  const customer = await createTestCustomer({ balance: '75.00' });
  await signIn(page, customer, '/statement');
  await openDialog(page);
  const monthly = dialog(page).getByRole('region', { name: 'Monthly statements' });
  await dialog(page).getByText('PDF', { exact: true }).click();
  await monthly.getByRole('button', { name: 'Turn on' }).click();
  await expect(monthly).toContainText('PDF, all accounts');
  await expectAccessible(page);
  await dialog(page).getByText('OFX', { exact: true }).click();
  await monthly.getByRole('button', { name: 'Change to the above' }).click();
  await expect(monthly).toContainText('OFX, all accounts');
  await dialog(page).getByText('PDF', { exact: true }).click();
  await monthly.getByRole('button', { name: 'Change to the above' }).click();
  await expect(monthly).toContainText('PDF, all accounts');

  await passMonth(customer);
  const mail = await readMail(`${customer.username}@larkmere.example`, 'Your statement is ready');
  const link = /https?:\/\/\S+/.exec(mail)?.[0] ?? '';
  expect(new URL(link).pathname + new URL(link).search).toBe('/statement?export=latest');
  await visit(page, '/statement?export=latest');
  const recent = dialog(page).getByRole('region', { name: 'Recent exports' });
  await expect(recent).toContainText('Monthly, for');
  const begun = page.waitForEvent('download');
  await recent.getByRole('button', { name: 'Download' }).click();
  await typePin(page, customer.pin);
  const { text } = readPdf(await readFile(await (await begun).path()));
  expect(text).toContain('GBP statement');

  await openDialog(page);
  await monthly.getByRole('button', { name: 'Turn off' }).click();
  await expect(monthly).toContainText('On the 1st we make');
});
