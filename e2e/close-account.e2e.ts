import { closeAccount, createTestCustomer, payIn } from './fixtures/customer.ts';
import { confirmWithPin, expectState, payeeGets, typePin } from './fixtures/pay.ts';
import { errorStatus, expect, expectAccessible, readMail, signIn, test, visit } from './fixtures/test.ts';

test('a customer asks to close the account, sees what is left and keeps it, and reads the statements of a closed one', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(403));
  const who = await createTestCustomer();
  await payIn(who, '12.50', 'Opening deposit');
  await signIn(page, who, '/profile');
  await page.getByRole('link', { name: 'Close my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Close your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Close my account' }).click();
  await expect(page.getByText('Type your member code')).toBeVisible();
  await page.getByLabel(/^Type LM-/).fill(`lm-${who.accountNumber}`);
  await page.getByLabel('Your password').fill(who.password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close my account' }).click();
  await typePin(page, who.pin);
  await expect(page.getByText('Your account closes on')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send 12.50 GBP' })).toBeVisible();
  await expectAccessible(page);
  expect(await readMail(`${who.username}@larkmere.example`, 'We’re closing your account')).toContain('Keep my account');
  await test.step('what is left is sent to a payee who is new', async () => {
    await page.getByRole('link', { name: 'Send 12.50 GBP' }).click();
    await page.getByLabel('Who are you paying?').fill("Ruth O'Donnell 77-27-98 99345694");
    await page.getByRole('button', { name: 'Pay this UK account' }).click();
    await page.getByText('More details').click();
    await page.getByLabel('This is my own account').check();
    await page.getByRole('button', { name: 'Enter the amount' }).click();
    await page.getByRole('button', { name: 'Use all' }).click();
    await expect(payeeGets(page)).toHaveValue('12.00');
    await page.getByLabel('Reference').fill('Last of it');
    await page.getByRole('button', { name: 'Review payment' }).click();
    await confirmWithPin(page, who.pin);
    await expectState(page, 'Arrived');
    await page.goto('/request/delete/account');
  });
  await page.getByRole('button', { name: 'Prepare my records' }).click();
  await typePin(page, who.pin);
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my records' }).click({ timeout: 60_000 });
  expect((await begun).suggestedFilename()).toMatch(/^records_.*\.zip$/);
  await expectAccessible(page);
  await visit(page, '/dashboard');
  await expect(page.getByText('Your account is closing')).toBeVisible();
  await page.getByRole('link', { name: 'See the details' }).click();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByText('Your account stays open')).toBeVisible();
  await test.step('once closed it can be signed in to for its statements, and for nothing else', async () => {
    await closeAccount(who);
    await signIn(page, who, '/statement');
    await expect(page.getByText('Your account is closed')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Opening deposit');
    await expectAccessible(page);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'Statement' })).toBeVisible();
    for (const name of ['Make a Payment', 'Payees', 'Exchange', 'Auto FX'])
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);
    await page.goto('/payment');
    await expect(page).toHaveURL(/\/403/);
  });
});
