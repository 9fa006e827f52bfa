import type { Page } from '@playwright/test';

export async function deletePayee(page: Page, name: string): Promise<void> {
  await page.goto('/payee');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
}
