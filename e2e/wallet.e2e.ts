import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { callSandbox, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

const codeOf = ({ name }: TestCustomer): string => name.replace('Customer ', 'LM-');

test('a wallet is opened, takes a bank transfer by its reference, and pays a member who sees it arrive', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const boon = await createTestCustomer({ kind: 'wallet', wallets: ['THB'] });
  const anong = await createTestCustomer({ kind: 'wallet', wallets: [] });
  await signIn(page, boon, '/wallet/account');
  await page.getByRole('button', { name: 'Open a wallet' }).click();
  const opening = page.getByRole('dialog', { name: 'Open a wallet' });
  await opening.getByLabel('Currency').selectOption('EUR');
  await opening.getByLabel('Nickname').fill('Trips');
  await opening.getByRole('button', { name: 'Open a wallet' }).click();
  await expect(page.getByRole('link', { name: /^EUR wallet Trips/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: /^GBP wallet/ }).click();
  await expect(page.getByRole('heading', { name: 'Receive GBP' })).toBeVisible();
  await expect(page.getByText(codeOf(boon)).last()).toBeVisible();
  await expectAccessible(page);
  const account = { sortCode: '040621', accountNumber: '41903362' };
  await callSandbox('POST', 'credits', {
    ...account,
    amount: '100.00',
    payerName: 'Harbour & Co',
    reference: codeOf(boon),
  });
  await expect(page.getByText('Available 100.00 GBP')).toBeVisible({ timeout: 30_000 });

  const other = await browser.newContext();
  const hers = await other.newPage();
  await signIn(hers, anong, `/wallet/account/GBP/${anong.bankholderid}`);
  await expect(hers.getByText('Available 0.00 GBP')).toBeVisible();

  await page.getByRole('link', { name: 'Send', exact: true }).first().click();
  await page.getByLabel('Member code, email or mobile').fill('LM-99999999');
  await page.getByRole('button', { name: 'Find member' }).click();
  await expect(page.getByText('We found no member who can receive money.').first()).toBeVisible();
  await page.getByLabel('Member code, email or mobile').fill(codeOf(anong));
  await page.getByRole('button', { name: 'Find member' }).click();
  await expect(page.getByText(/^Customer \d•••••/)).toBeVisible();
  await page.getByLabel('You send').fill('40');
  await page.getByRole('textbox', { name: 'Message' }).fill('Lunch');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review payment' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await typePin(page, boon.pin);
  await expect(page.getByText(/^40\.00 GBP arrived at Customer \d•••••$/)).toBeVisible();
  await expect(hers.getByText('Available 40.00 GBP')).toBeVisible();
  await other.close();
});
