import { readFile } from 'node:fs/promises';
import { readPdf } from '../test/fixtures/read-pdf.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('a letter is issued, downloaded and checked by its reader @phone', async ({ page, browser }) => {
  await signIn(page, 'anong', '/statement');
  await page.getByRole('button', { name: 'Letters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Letters and confirmations' });
  await dialog.getByLabel('Letter', { exact: true }).selectOption('Confirmation of balance');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Issue letter' }).click(),
  ]);
  const { text } = readPdf(await readFile(await download.path()));
  expect(text).toContain('Confirmation of balance');
  const code = /Code: (?<code>\S+)/.exec(text)?.groups?.code ?? '';
  await expect(dialog.getByText(code)).toBeVisible();
  await expectAccessible(page);

  const reader = await browser.newPage();
  await reader.goto('/verify');
  await reader.getByLabel('Code').fill('0000 0000 0000 0000');
  await reader.getByRole('button', { name: 'Check' }).click();
  await expect(reader.getByText('No document has this code')).toBeVisible();
  await reader.getByLabel('Code').fill(code.toLowerCase());
  await reader.getByRole('button', { name: 'Check' }).click();
  await expect(reader.getByText('This is our document')).toBeVisible();
  await expect(reader.getByText('Anong', { exact: false }).first()).toBeVisible();
  await expectAccessible(reader);
  await reader.reload();
  await expect(reader.getByText('This is our document')).toBeVisible();
  await reader.close();
});
