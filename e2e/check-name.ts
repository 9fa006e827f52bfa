import type { Page } from '@playwright/test';
import { typeName } from './type-name.ts';

type Details = Readonly<{ name: string; sortCode: string; accountNumber: string; who?: 'Person' | 'Company' }>;

export async function checkName(page: Page, { name, sortCode, accountNumber, who = 'Person' }: Details): Promise<void> {
  await page.goto('/payee/add/gbp');
  await page.getByRole('radio', { name: who }).check({ force: true });
  if (who === 'Company') await page.getByLabel('Name on the account').fill(name);
  else await typeName(page, name);
  await page.getByLabel('Sort code').fill(sortCode);
  await page.getByLabel('Account number').fill(accountNumber);
  await page.getByRole('button', { name: 'Check the name' }).click();
}
