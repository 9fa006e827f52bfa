import { partsOf } from '@larkmere/contract/person-name';
import type { Page } from '@playwright/test';

export async function typeName(page: Page, name: string): Promise<void> {
  const { firstName, lastName } = partsOf(name);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
}
