import { roleAccess } from '@larkmere/contract/platform/role-access';
import { createTestCustomer, joinCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { errorStatus, expect, expectAccessible, signIn, test, visit } from './fixtures/test.ts';

test('an accountant switches to the firm, which an open tab follows, reads and exports, and can do nothing else', async ({
  page,
  context,
  house,
}) => {
  house.allowConsole(errorStatus(401, 403));
  const who = await createTestCustomer({ balance: '31.00' });
  const firm = await createTestCustomer({ business: true, balance: '470.00', payees: ['ruth'] });
  await joinCustomer(who, firm, 'accountant', roleAccess.accountant);
  await signIn(page, who);
  await expect(page.getByRole('main')).toContainText('31.00 GBP');
  const other = await context.newPage();
  await other.goto('/statement');
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

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const absent = ['Make a Payment', 'Payments', 'Exchange', 'Standing orders', 'Instant Bank Payment', 'Approvals'];
  await expect(menu.getByRole('link', { name: 'Statement' })).toBeVisible();
  for (const name of [...absent, 'User management'])
    await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);

  await visit(page, '/statement');
  await expect(page.getByRole('main')).toContainText('Harbour & Co');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export statement' });
  await exporting.getByRole('button', { name: 'This quarter' }).click();
  await expect(exporting.getByText('1 row', { exact: true })).toBeVisible();
  const begun = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Download CSV' }).click();
  await typePin(page, who.pin);
  expect((await begun).suggestedFilename()).toMatch(/^statement_GBP_.*\.csv$/);
  await expect(exporting).toBeHidden();
  await page.getByRole('button', { name: 'Letters' }).click();
  const letters = page.getByRole('dialog', { name: 'Letters and confirmations' });
  const letter = page.waitForEvent('download');
  await letters.getByRole('button', { name: 'Issue letter' }).click();
  expect((await letter).suggestedFilename()).toContain('account_ownership');

  await visit(page, '/payee');
  await expect(page.getByRole('main')).toContainText('Ruth');
  await expect(page.getByRole('link', { name: /add/i })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/payment');
  await expect(page).toHaveURL(/\/403/);
});
