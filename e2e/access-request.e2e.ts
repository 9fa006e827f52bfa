import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { createColleague, createTestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  expectToast,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

async function prepareAdmin(support: Page, email: string): Promise<void> {
  await support.getByRole('button', { name: 'Invite a person' }).click();
  const drawer = support.getByRole('dialog', { name: 'Invite a person' });
  await drawer.getByLabel('Full name').fill('Petra Planted');
  await drawer.getByLabel('Email').fill(email);
  await drawer.getByRole('button', { name: /^Show \d more roles$/ }).click();
  await drawer.getByRole('radio', { name: /^Admin/ }).check();
  await drawer.getByLabel('Why? Only staff read it.').fill('The owner called and requested it.');
  await expectAccessible(support);
  await drawer.getByRole('button', { name: 'Prepare invitation' }).click();
  await expectToast(support, 'Nothing has changed yet. An owner has to approve it.');
}

async function closeDrawer(drawer: Locator): Promise<void> {
  await expect(drawer).toBeVisible();
  await drawer.page().keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
}

test('what support prepares for a team is nothing until an owner approves it with the PIN', async ({ page, house }) => {
  const owner = await createTestCustomer({ business: true, balance: '950.00' });
  await createColleague(owner, { name: 'Nok Fielding', role: 'payer' });
  const email = `petra.${randomUUID()}@larkmere.example`;
  await signIn(page, owner, '/user-management');

  const support = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  await signInNewStaff(support, 'support', `/manage/customer/${owner.customerId}?tab=people`);
  await support
    .getByRole('row', { name: /Nok Fielding/ })
    .getByRole('link', { name: 'Open' })
    .click();
  const drawer = support.getByRole('dialog', { name: 'Nok Fielding' });
  await closeDrawer(drawer);
  await prepareAdmin(support, email);
  await expect(support.getByText('Prepared, not in force')).toBeVisible();
  await expect(support.getByText('Waits for an owner.')).toBeVisible();
  await expectAccessible(support);

  const prepared = page.getByRole('list', { name: 'Prepared by our staff' });
  const people = page.getByRole('button', { name: /Petra Planted/ });
  await test.step('the owner hears of it, and refuses what nobody of the firm asked for', async () => {
    await readMail(`${owner.username}@larkmere.example`, 'Our staff prepared a change to your team');
    await page.goto('/user-management');
    await expect(prepared).toContainText('Petra Planted');
    await expect(prepared).toContainText('Admin');
    await expect(people).toHaveCount(0);
    await expectAccessibleAtEverySize(page);
    await prepared.getByRole('button', { name: 'Refuse' }).click();
    await expect(prepared).toHaveCount(0);
    await support.reload();
    await closeDrawer(drawer); // the address names the person
    await expect(support.getByText('Prepared, not in force')).toHaveCount(0);
  });

  await test.step('another one is approved with the PIN, and only then invited', async () => {
    await prepareAdmin(support, email);
    await page.reload();
    await prepared.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Approve this access for Petra Planted')).toBeVisible();
    await typePin(page, owner.pin);
    await expect(people).toContainText('Invited');
    await readMail(email, 'You’re invited to a Larkmere account');
  });
});
