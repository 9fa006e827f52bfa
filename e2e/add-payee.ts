import { expect, type Page } from '@playwright/test';
import { typeName } from './type-name.ts';

export type Filled = Readonly<{ texts?: Record<string, string>; choices?: readonly (readonly [string, string])[] }>;

export const lagos: Filled = {
  texts: { 'Street and number': '12 Quay Street', Town: 'Lagos' },
  choices: [['Country', 'Nigeria']],
};

export async function openForm(page: Page, currency: string, type: string, name = 'Greta Lindqvist'): Promise<void> {
  await page.goto(`/payee/add/${currency}/${type}`);
  await typeName(page, name);
}

/** Choices first, because they decide which text fields exist. */
export async function fillForm(page: Page, { texts = {}, choices = [] }: Filled): Promise<void> {
  for (const [label, option] of choices) await page.getByLabel(label, { exact: true }).selectOption({ label: option });
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
}

export async function addPayee(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add payee' }).click();
  await page.waitForURL('/payee/view/**');
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay', exact: true })).toBeVisible();
}
