import { createTestCustomer, joinCustomer } from './fixtures/customer.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('a person with two customers switches between them, and an open tab follows', { tag: '@phone' }, async ({
  page,
  context,
  house,
}) => {
  house.allowConsole(errorStatus(401));
  const who = await createTestCustomer({ balance: '31.00' });
  const firm = await createTestCustomer({ business: true, balance: '470.00' });
  await joinCustomer(who, firm, 'accountant');
  await signIn(page, who);
  await expect(page.getByRole('main')).toContainText('31.00 GBP');
  const other = await context.newPage();
  await other.goto('/payment');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.getByRole('button', { name: `Switch account, now ${who.name}` }).click();
  const list = page.getByRole('dialog', { name: 'Switch account' });
  await expect(list.getByRole('button', { name: new RegExp(who.name) })).toContainText('Open now');
  await expectAccessible(page);
  await list.getByRole('button', { name: new RegExp(firm.name) }).click();
  await expect(page.getByRole('button', { name: `Switch account, now ${firm.name}` })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('470.00 GBP');
  await expect(page.getByRole('main')).not.toContainText('31.00 GBP');
  await expectAccessible(page);
  await expect(other.getByRole('button', { name: `Switch account, now ${firm.name}` })).toBeVisible();
  await other.close();
});
