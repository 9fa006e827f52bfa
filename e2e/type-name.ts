import { partsOf } from '@larkmere/contract/person-name';
import type { Page } from '@playwright/test';

/** Types the name of a person into the form of a payee, in its two parts. */
export async function typeName(page: Page, name: string): Promise<void> {
  const { firstName, lastName } = partsOf(name);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
}
