import type { Page } from '@playwright/test';
import { createTestCustomer, memberCodeOf, payInForeignCurrency, payIntoWallet } from './fixtures/customer.ts';
import { confirmWithPin, expectState, payeeGets, typePin } from './fixtures/pay.ts';
import { seedRates, setQuoteSeconds } from './fixtures/rates.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  logIn,
  signIn,
  test,
} from './fixtures/test.ts';
import { bottomOf, startWalk } from './fixtures/walk.ts';

test.beforeAll(() => seedRates());

const phone = { width: 390, height: 844 };
const iban = 'DE89 3704 0044 0532 0130 00';
const review = (page: Page) => page.getByRole('button', { name: 'Review payment' });
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm with PIN' });
const sendLink = (page: Page) => page.getByRole('link', { name: 'Send', exact: true }).first();
const whom = (page: Page) => page.getByLabel('Who are you paying?');

/** The page of a payment, for a customer of either kind. */
const arrived = async (page: Page) => {
  await page.waitForURL(/\/detail\/|paid=|\/wallet\/payment/);
  await expectState(page, 'Arrived');
};

test('out of pounds, a new account in Germany is paid from a pasted IBAN with one PIN that also saves the payee', async ({
  page,
}) => {
  const who = await createTestCustomer({ balance: '900.00', payees: ['somchai'] });
  await page.setViewportSize(phone);
  await signIn(page, who, '/dashboard');
  const walk = startWalk(page);
  await walk.tap(sendLink(page));
  await expect(whom(page)).toBeFocused();
  await walk.paste(whom(page), `IBAN: ${iban}`);
  await walk.tap(page.getByRole('button', { name: 'Pay this IBAN' }));
  await walk.type(page.getByLabel('First name'), 'Greta');
  const checks: string[] = [];
  page.on('request', (request) => request.url().endsWith('/namecheck') && checks.push(request.url()));
  await walk.typeNext(page.getByLabel('Last name'), 'Lindqvist');
  await page.getByLabel('Last name').blur();
  await expect(page.getByText('Name matches')).toBeVisible();
  await expectAccessible(page);
  await walk.tap(page.getByRole('button', { name: 'Enter the amount' }));
  await expect(payeeGets(page)).toBeFocused();
  expect(checks).toHaveLength(1);
  await walk.type(payeeGets(page), '120');
  await walk.tap(page.getByLabel('Reference'));
  await walk.type(page.getByLabel('Reference'), 'Cabin');
  await expect(page.getByText(/^1 GBP = 1\.\d{4} EUR, held for/)).toBeVisible();
  expect(await bottomOf(review(page))).toBeLessThanOrEqual(phone.height);
  await expectAccessibleAtEverySize(page);
  await walk.tap(review(page));
  await expect(page.getByText('You have not paid Greta Lindqvist before')).toBeVisible();
  await expectAccessible(page);
  await walk.tap(confirm(page));
  await expect(page.getByRole('dialog')).toContainText('To save Greta Lindqvist');
  await walk.enterPin(who.pin);
  await arrived(page);
  walk.end('GBP → new IBAN', { taps: 6, screens: 4 });
  await page.goto('/payee');
  await expect(page.getByRole('main')).toContainText('Greta Lindqvist');
});

test('out of pounds, a friend with PromptPay is paid by amount sent or amount received', async ({ page }) => {
  const who = await createTestCustomer({ balance: '500.00', payeesAbroad: ['malee'] });
  const sends = page.getByLabel('You send');
  await test.step('the first payment says what every payment in baht has to say', async () => {
    await signIn(page, who, '/payment');
    await page.getByRole('button', { name: 'Malee Boonsong' }).click();
    await payeeGets(page).fill('100');
    await page.getByLabel('Reference').fill('Taxi');
    await page.getByLabel('Purpose').selectOption({ label: 'Gift or family support' });
    await page.getByLabel('Your relationship to the payee').selectOption({ label: 'Friend' });
    await page.getByLabel('Source of funds').selectOption({ label: 'Savings' });
    await review(page).click();
    await confirmWithPin(page, who.pin);
    await arrived(page);
  });
  await page.setViewportSize(phone);
  await page.goto('/dashboard');
  const walk = startWalk(page);
  await walk.tap(sendLink(page));
  await walk.tap(page.getByRole('button', { name: 'Malee Boonsong' }).first());
  await walk.type(payeeGets(page), '5000');
  await expect(sends).toHaveValue(/^1\d\d\.\d\d$/);
  await walk.typeNext(page.getByLabel('Reference'), 'Dinner');
  await expect(page.getByText('Gift or family support · Friend · from savings')).toBeVisible();
  await expectAccessibleAtEverySize(page);
  await walk.tap(review(page));
  await expect(page.getByRole('definition').filter({ hasText: 'Gift or family support' })).toBeVisible();
  await walk.tap(confirm(page));
  await walk.enterPin(who.pin);
  await arrived(page);
  walk.end('GBP → saved PromptPay friend', { taps: 4, screens: 3 });

  await test.step('the amount that leaves can be typed as well', async () => {
    await page.goto('/payment');
    await page.getByRole('button', { name: 'Malee Boonsong' }).first().click();
    await sends.fill('50.00');
    await expect(payeeGets(page)).toHaveValue(/^[12],\d{3}\.\d\d$/);
    await expect(page.getByText('Updating')).toHaveCount(0);
    await page.getByRole('button', { name: /^Fee 0\.35 GBP/ }).click();
    const total = page.getByRole('term').filter({ hasText: 'You send' }).locator('..');
    await expect(total).toContainText('50.00 GBP');
  });

  await test.step('and the repeated answers can be changed', async () => {
    await page.getByRole('button', { name: 'Change purpose and source of funds' }).click();
    await page.getByLabel('Purpose').selectOption({ label: 'Rent' });
    await expect(page.getByLabel('Source of funds')).toHaveValue('savings');
  });
});

test('a saved payee is paid by keyboard alone', async ({ page }) => {
  const who = await createTestCustomer({ balance: '300.00', payees: ['somchai', 'greta'] });
  await signIn(page, who, '/dashboard');
  const walk = startWalk(page);
  await walk.tabTo(page.getByRole('link', { name: 'Make a Payment' }).first());
  await walk.press('Enter');
  await expect(whom(page)).toBeFocused();
  await walk.key('som');
  await expect(page.getByRole('button', { name: /Somchai Prasert/ })).toBeVisible();
  await walk.press('Enter');
  await expect(payeeGets(page)).toBeFocused();
  await walk.key('25');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await walk.press('Tab', 'Tab');
  await expect(page.getByLabel('Reference')).toBeFocused();
  await walk.key('Rent');
  await walk.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Check and send' })).toBeFocused();
  await walk.tabTo(confirm(page));
  await walk.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Enter your PIN' }).getByLabel('4-digit PIN')).toBeFocused();
  await walk.keyPin(who.pin);
  await arrived(page);
  walk.end('Saved payee, by keyboard', { taps: 0, screens: 3, keys: 36 });
});

test('a short balance is paid from another one, or with what there is', async ({ page }) => {
  const who = await createTestCustomer({ balance: '900.00', otherCurrencies: ['EUR'], payees: ['greta'] });
  await payInForeignCurrency(who, 'EUR', '100.00');
  await signIn(page, who, '/payment');
  await page.getByRole('button', { name: 'Greta Lindqvist' }).click();
  await payeeGets(page).fill('250.00');
  await page.getByLabel('Reference').fill('Factura 2206');
  await expect(page.getByText(/^You’re 150\.\d\d EUR short$/)).toBeVisible();
  await expectAccessibleAtEverySize(page);
  await page.getByRole('button', { name: /^Send \d\d\.\d\d EUR instead/ }).click();
  await expect(page.getByLabel('You send')).toHaveValue('100.00');
  await expect(page.getByText(/EUR short$/)).toHaveCount(0);
  await expect(payeeGets(page)).toHaveValue(/^99\.\d\d$/);
  await payeeGets(page).fill('250.00');
  const rest = page.getByRole('button', { name: /^Pay the rest from GBP ./ });
  await rest.click();
  await expect(rest).toHaveText(/100\.00 EUR and 1\d\d\.\d\d GBP$/);
  await expect(payeeGets(page)).toHaveValue('250.00');
  await expectAccessibleAtEverySize(page);
  await page.getByRole('button', { name: 'Pay the rest from GBP', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByText(/^GBP account \d+ · 1\d\d\.\d\d GBP$/)).toBeVisible();
  await confirmWithPin(page, who.pin);
  await arrived(page);
  await expect(main.getByText('From GBP').locator('..')).toContainText(/1\d\d\.\d\d GBP/);
  await expect(main.getByText('From EUR').locator('..')).toContainText('100.00 EUR');
});

test('a quote renews by itself while the form is open', async ({ page }) => {
  const who = await createTestCustomer({ otherCurrencies: ['EUR'], payeesAbroad: ['malee'] });
  await payInForeignCurrency(who, 'EUR', '500.00');
  await setQuoteSeconds(60, 'EUR', 'THB');
  await page.clock.install();
  await signIn(page, who, '/payment');
  await page.getByRole('button', { name: 'Malee Boonsong' }).click();
  await page.getByLabel('From', { exact: true }).selectOption(who.otherAccounts[0] ?? '');
  await payeeGets(page).fill('1500');
  await page.clock.fastForward(1000);
  await expect(page.getByText(/held for/)).toBeVisible();
  const renewed = page.waitForResponse((response) => response.url().endsWith('/v1/payment/fxrate'));
  await page.clock.fastForward(61_000);
  expect((await renewed).ok()).toBe(true);
  await expect(page.getByText(/held for/)).toBeVisible();
  await expect(payeeGets(page)).toHaveValue('1500');
});

test('what was typed survives Back, reload, another tab and the end of the session', async ({
  page,
  context,
  house,
}) => {
  house.allowConsole(errorStatus(401));
  const who = await createTestCustomer({ balance: '500.00', payeesAbroad: ['malee'] });
  await signIn(page, who, '/payment');
  await page.getByRole('button', { name: 'Malee Boonsong' }).click();
  await payeeGets(page).fill('1500');
  await page.getByLabel('Reference').fill('Rent');
  const form = page.url();
  await test.step('Back and reload on every step', async () => {
    await page.reload();
    await expect(payeeGets(page)).toHaveValue('1,500.00');
    await page.getByRole('button', { name: 'Change who you pay' }).click();
    await expect(whom(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Reference')).toHaveValue('Rent');
    await page.goBack();
    await expect(whom(page)).toBeVisible();
    await page.goForward();
    await expect(payeeGets(page)).toHaveValue('1,500.00');
  });
  await test.step('another tab has a form of its own', async () => {
    const other = await context.newPage();
    await other.goto(form);
    await expect(payeeGets(other)).toHaveValue('');
    await payeeGets(other).fill('7');
    await other.close();
    await expect(payeeGets(page)).toHaveValue('1,500.00');
  });
  await test.step('a session that ended', async () => {
    await context.clearCookies();
    await page.reload();
    await page.waitForURL(/\/login/);
    await logIn(page, who);
    await page.goto(form);
    await expect(payeeGets(page)).toHaveValue('1,500.00');
  });
});

test('a wallet pays the same way: a new account abroad out of pounds, and a friend in Thailand', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(404));
  const who = await createTestCustomer({ kind: 'wallet', wallets: [] });
  await payIntoWallet(who, '300.00');
  await page.setViewportSize(phone);
  await signIn(page, who, '/wallet/send');
  const walk = startWalk(page);
  await walk.paste(whom(page), `Greta Lindqvist ${iban}`);
  await walk.tap(page.getByRole('button', { name: 'Pay this IBAN' }));
  await walk.tap(page.getByRole('button', { name: 'Enter the amount' }));
  await walk.type(payeeGets(page), '40');
  await walk.typeNext(page.getByLabel('Reference'), 'Cabin');
  await walk.tap(review(page));
  await walk.tap(confirm(page));
  await walk.enterPin(who.pin);
  await arrived(page);
  walk.end('Wallet: GBP → new IBAN', { taps: 6, screens: 4 });
});

test('a member is found by their code in the same field', async ({ page }) => {
  const anong = await createTestCustomer({ kind: 'wallet', wallets: [] });
  const who = await createTestCustomer({ balance: '90.00', payees: [] });
  await signIn(page, who, '/payment');
  await whom(page).fill(memberCodeOf(anong));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay this member' }).click();
  await page.getByRole('button', { name: 'Find member' }).click();
  await expect(page.getByText(/^Customer \d•••••/)).toBeVisible();
  await page.getByLabel('You send').fill('15');
  await page.getByRole('button', { name: 'Review payment' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await typePin(page, who.pin);
  await expect(page.getByText(/^15\.00 GBP arrived at Customer \d•••••$/)).toBeVisible();
  await expectAccessible(page);
});

test('somebody new in the USA: the country first, then only what it needs, paid once without being saved', async ({
  page,
}) => {
  const who = await createTestCustomer({ balance: '900.00', payees: [] });
  await page.setViewportSize(phone);
  await signIn(page, who, '/dashboard');
  const walk = startWalk(page);
  await walk.tap(sendLink(page));
  await walk.tap(page.getByRole('button', { name: 'New payee' }));
  await walk.choose(page.getByLabel('Country of the account'), 'United States');
  await expectAccessibleAtEverySize(page);
  await walk.typeNext(page.getByLabel('First name'), 'Jonah');
  await walk.typeNext(page.getByLabel('Last name'), 'Adler');
  await walk.typeNext(page.getByLabel('ABA routing number'), '021000021');
  await walk.typeNext(page.getByLabel('Account number'), '4402118700');
  await walk.choose(page.getByLabel('Account type'), 'Checking');
  await walk.typeNext(page.getByLabel('Street and number'), '418 Wythe Avenue');
  await walk.typeNext(page.getByLabel('Town or city'), 'Brooklyn');
  await walk.typeNext(page.getByLabel('Postcode'), '11249');
  await walk.typeNext(page.getByLabel('State or province'), 'New York');
  await walk.tap(page.getByLabel('Save as payee'));
  await walk.tap(page.getByRole('button', { name: 'Enter the amount' }));
  await walk.type(payeeGets(page), '250');
  await walk.typeNext(page.getByLabel('Reference'), 'Rent May');
  await walk.tap(review(page));
  await walk.tap(confirm(page));
  await expect(page.getByRole('dialog')).toContainText(/^(?!.*To save).*Jonah Adler/);
  await walk.enterPin(who.pin);
  await page.waitForURL(/\/detail\//);
  walk.end('GBP → new person in the USA', { taps: 10, screens: 4 });
  const again = page.getByRole('link', { name: 'Send again' });
  await page.goto('/payee');
  await expect(page.getByText('No payees yet')).toBeVisible();
  await page.goBack();
  await again.click();
  await expect(payeeGets(page)).toHaveValue('250.00');
});
