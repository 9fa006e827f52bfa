import type { Page } from '@playwright/test';
import { givenColleague, givenCustomer } from './given-customer.ts';
import { expect, type Login, signIn, toast } from './larkmere.ts';
import { confirmWithPin } from './pay.ts';

type Scope = 'Payments' | 'Payees' | 'Exchanges';

export async function makeRule(page: Page, { pin }: Login, of: Scope, from?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('radio', { name: of }).check({ force: true });
  if (from !== undefined) await page.getByLabel('From this amount on').fill(from);
  await confirmWithPin(page, pin);
  await expect(toast(page)).toContainText('The rule holds from now on.');
}

type Wants = NonNullable<Parameters<typeof givenCustomer>[0]>;

export async function givenFirm(page: Page, other: Page, of: Scope, from?: string, wants: Wants = {}) {
  const money: Wants = of === 'Payments' ? { balance: '200.00', payees: ['somchai'] } : {};
  const owner = await givenCustomer({ business: true, ...money, ...wants });
  const nadia = await givenColleague(owner, { name: 'Nadia Osei', role: 'approver' });
  await signIn(page, owner, '/team-approval?box=rules');
  await makeRule(page, owner, of, from);
  await signIn(other, nadia);
  return { owner, nadia };
}

export const part = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Approval by your team' }) });
