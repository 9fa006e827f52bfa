import { createTestCustomer, memberCodeOf, payIntoWallet } from './fixtures/customer.ts';
import { confirmWithPin, typePin } from './fixtures/pay.ts';
import { seedRates } from './fixtures/rates.ts';
import { callSandbox, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

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
  await expect(page.getByText(memberCodeOf(boon)).last()).toBeVisible();
  await expectAccessible(page);
  const account = { sortCode: '040621', accountNumber: '41903362' };
  await callSandbox('POST', 'credits', {
    ...account,
    amount: '100.00',
    payerName: 'Harbour & Co',
    reference: memberCodeOf(boon),
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
  await page.getByLabel('Member code, email or mobile').fill(memberCodeOf(anong));
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

test('a wallet exchanges pounds, sees what Plus would save, and pays a bank account', { tag: '@phone' }, async ({
  page,
}) => {
  const boon = await createTestCustomer({ kind: 'wallet', wallets: ['EUR'], payees: ['somchai'] });
  await payIntoWallet(boon, '200.00');
  await signIn(page, boon, '/wallet/fx');
  await page.getByLabel('You send').fill('100');
  await expect(page.getByLabel('You get')).toHaveValue(/^11\d\.\d\d$/);
  await expect(page.getByText('Updating')).toHaveCount(0);
  const saving = page.getByText('Better off with Plus by').locator('..');
  await expect(saving).toHaveText(/^Better off with Plus by\d\.\d\d EUR$/);
  const offer = page.getByRole('link', { name: /^You want to get 1\.\d{4}\? Upgrade your account now!$/ });
  await expect(offer.first()).toHaveAttribute('href', /^\/wallet\/upgrade\?t=\d{13}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check exchange' }).click();
  await confirmWithPin(page, boon.pin);
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible();
  await expect(page.getByText(/^You exchanged 100\.00 GBP into 11\d\.\d\d EUR$/)).toBeVisible();

  await page.goto('/wallet/send?to=bank');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Somchai Prasert/ })
    .first()
    .click();
  await page.getByLabel('You send').fill('25');
  await page.getByLabel('Reference').fill('Rent');
  await page.getByRole('button', { name: 'Check payment' }).click();
  await confirmWithPin(page, boon.pin);
  await expect(page).toHaveURL(/\/wallet\/send\?paid=/);
  await expect(page.getByRole('main').getByText('Somchai Prasert').first()).toBeVisible();
  await page.goto(`/wallet/account/GBP/${boon.bankholderid}`);
  await expect(page.getByText(/^Available 7\d\.\d\d GBP$/)).toBeVisible();
});
