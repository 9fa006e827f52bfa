import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { approvalSection, createApprovalRule } from './fixtures/approval.ts';
import { createColleague, createTestCustomer, payInForeignCurrency } from './fixtures/customer.ts';
import { database } from './fixtures/database.ts';
import { deletePayee } from './fixtures/delete-payee.ts';
import { typePin } from './fixtures/pay.ts';
import { berlin } from './fixtures/payees.ts';
import { seedRates } from './fixtures/rates.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  expectFigures,
  expectToast,
  pence,
  signIn,
  test,
} from './fixtures/test.ts';
import { typeName } from './fixtures/type-name.ts';

function workingDay(daysAhead: number): string {
  const day = new Date(Date.now() + daysAhead * 86_400_000);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

async function makeDateDue(uid: string): Promise<void> {
  await sql`update standing_order.occurrence set next_attempt_at = now()
    where order_id = ${uid} and settled_at is null`.execute(database());
}

type StandingOrderInput = Readonly<{ amount: string; reference: string; often: string; start: string }>;

async function fillStandingOrder(page: Page, { amount, reference, often, start }: StandingOrderInput): Promise<void> {
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Reference', { exact: true }).fill(reference);
  await page.getByLabel('How often').selectOption({ label: often });
  await page.getByLabel('First payment date').fill(start);
  await page.getByRole('button', { name: 'Check standing order' }).click();
  await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible();
}

async function confirm(page: Page, pin: string): Promise<string> {
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await typePin(page, pin);
  await page.waitForURL(({ pathname, search }) => pathname === '/standing-order' && search.includes('order='));
  return new URL(page.url()).searchParams.get('order') ?? '';
}

const rent = { amount: '40', reference: 'rent', often: 'Every week', start: workingDay(4) };

test('a standing order is created, paid on its day and complete; the next one names a shortfall and keeps its payee', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ balance: '91.00', payees: ['somchai'] });
  await signIn(page, who, '/standing-order');
  await expect(page.getByText('No standing orders yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add standing order' }).click();
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByRole('button', { name: 'Check standing order' }).click();
  await expect(page.getByText('Enter an amount', { exact: true }).first()).toBeVisible();
  await page.getByLabel('After a number of payments').check({ force: true });
  await page.getByLabel('Number of payments', { exact: true }).fill('2');
  await expectAccessibleAtEverySize(page);
  await page.goto('/standing-order/add');
  await fillStandingOrder(page, rent);
  await expect(page.getByText('2 payments, including any skipped or failed')).toBeVisible();
  await expect(page.getByText('You have not paid Somchai Prasert before')).toBeVisible();
  await expectAccessible(page);
  const uid = await confirm(page, who.pin);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^rent$/ })).toHaveText('rent', { useInnerText: true });
  await expect(page.getByText('No payments yet.')).toBeVisible();
  await expectAccessibleAtEverySize(page);

  await makeDateDue(uid);
  await expect(page.getByText('1 payment, 40.00 GBP')).toBeVisible({ timeout: 30_000 });
  await makeDateDue(uid);
  await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page
    .getByRole('link', { name: /^See payment/ })
    .first()
    .click();
  await expect(page.getByText('to Somchai Prasert', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Warning you read · /)).toBeVisible();
  await page.goto('/dashboard');
  await expectFigures(page, who.bankholderid, { balance: pence('10.00'), available: pence('10.00') });

  await test.step('a shortfall is named before and on the day', async () => {
    await page.goto('/standing-order/add');
    await fillStandingOrder(page, rent);
    const second = await confirm(page, who.pin);
    await expect(page.getByText('You’re 30.50 GBP short of the 40.50 GBP needed, including the fee')).toBeVisible();
    await makeDateDue(second);
    await expect(page.getByText(/You had 10\.00 GBP available and this needed 40\.50 GBP/).first()).toBeVisible({
      timeout: 30_000,
    });
    await deletePayee(page, 'Somchai Prasert');
    await expect(page.getByText(/This payee is still used by standing order/)).toBeVisible();
  });
});

test('euros repeat by SEPA to a new payee; a date is skipped or changed alone, and the order paused, changed, cancelled', async ({
  page,
}) => {
  const who = await createTestCustomer({ otherCurrencies: ['EUR'] });
  await payInForeignCurrency(who, 'EUR', '100.00');
  await signIn(page, who, '/standing-order/add');

  await test.step('created for a new payee, on the day itself and on Brussels time', async () => {
    await page.getByRole('group', { name: 'Payee’s currency' }).getByText('EUR').click();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add payee' }).click();
    await typeName(page, 'Greta Lindqvist');
    await page.getByLabel('Country of the account', { exact: true }).selectOption({ label: 'Germany' });
    await page.getByLabel('IBAN', { exact: true }).fill('DE89370400440532013000');
    await page.getByRole('button', { name: 'Check name' }).click();
    await expect(page.getByText('The name matches')).toBeVisible();
    await page.getByRole('button', { name: 'Add payee' }).click();
    await expect(page.getByText('Greta Lindqvist', { exact: true })).toBeVisible();
    await page.getByLabel('Amount').fill('40');
    await page.getByLabel('Reference', { exact: true }).fill('Miete, Haus (2)');
    await page.getByLabel('How often').selectOption({ label: 'Every week' });
    await page.getByLabel('First payment date').fill(workingDay(4));
    await page.getByLabel('On a weekend or bank holiday').selectOption({ label: 'Pay on the day itself' });
    await expect(page.getByText(/Brussels time/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check standing order' }).click();
    await expect(page.getByText(/^0\.\d\d EUR a payment/)).toBeVisible();
  });
  const uid = await confirm(page, who.pin);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await makeDateDue(uid);
  await expect(page.getByText('The standing order was paused.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Skip next payment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip payment' }).click();
  await expect(page.getByText('You skipped this payment.')).toBeVisible();

  await page.getByRole('button', { name: 'Change next payment' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change the payment on/ });
  await dialog.getByLabel('Amount').fill('55');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm with PIN' }).click();
  await typePin(page, who.pin);
  await expectToast(page, 'Next payment changed.');
  await expect(page.getByText(/^55\.00 EUR · Miete, Haus \(2\)$/)).toBeVisible();

  await page.getByRole('link', { name: 'Change all payments' }).click();
  await page.getByLabel('Amount').fill('30');
  await page.getByRole('button', { name: 'Check standing order' }).click();
  await confirm(page, who.pin);
  await expect(page.getByText('30.00 EUR every week')).toBeVisible();
  await page.getByRole('link', { name: 'All standing orders' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '30.00 EUR every week' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Greta Lindqvist/ }).click();
  await page.getByRole('button', { name: 'Cancel standing order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel standing order' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  const untouched = pence('100.00');
  await expectFigures(page, who.otherAccounts[0] ?? '', { balance: untouched, available: untouched });
});

test('from pounds into euros it waits for a better rate, and is paid at the one that customer and colleague accept', async ({
  page,
  house,
}) => {
  await seedRates();
  const who = await createTestCustomer({
    business: true,
    balance: '400.00',
    payeesAbroad: ['berlin'],
    otherCurrencies: ['EUR'],
  });
  const nadia = await createColleague(who, { name: 'Nadia Osei', role: 'approver' });
  await signIn(page, who, '/standing-order/add');
  await page.getByRole('group', { name: 'Payee’s currency' }).getByText('EUR').click();
  await page.getByRole('button', { name: berlin.name }).click();
  await page.getByLabel('From', { exact: true }).selectOption(who.bankholderid);
  await page.getByText('EUR to the payee').click();
  await page.getByLabel('Amount').fill('100');
  await expect(page.getByText(/^Today 1 GBP = 1\.\d{4} EUR \(1 EUR = 0\.\d{4} GBP\)\./)).toBeVisible();
  await page.getByRole('button', { name: 'Check standing order' }).click();
  await expect(page.getByText('Enter the maximum to leave your account', { exact: true }).first()).toBeVisible();
  await page.getByLabel('Maximum to leave your account').fill('120');
  await page.getByLabel('Minimum rate').fill('9.5');
  await page.getByLabel('Reference', { exact: true }).fill('Werkstatt');
  await page.getByLabel('How often').selectOption({ label: 'Every week' });
  await page.getByLabel('First payment date').fill(workingDay(4));
  await page.getByLabel('If your balance is too low', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Minimum rate for that exchange').fill('0.8');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check standing order' }).click();
  await expect(page.getByText('1 GBP = 9.5000 EUR (1 EUR = 0.1053 GBP) or more')).toBeVisible();
  await expect(page.getByText('We exchange the shortfall from your EUR account')).toBeVisible();
  await expectAccessible(page);
  const uid = await confirm(page, who.pin);
  await makeDateDue(uid);
  await expect(page.getByText(/below your minimum of 1 GBP = 9\.5000 EUR/).first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const waits = page.getByRole('navigation').getByRole('link', { name: /^Standing orders/ });
  await expect(waits).toContainText('1 open');
  await page.goto('/team-approval?box=rules');
  await createApprovalRule(page, who, 'Payments', '50');
  await page.goto(`/standing-order?order=${uid}`);
  await page.route('**/v1/payment/fxrate', async (route) => {
    const response = await route.fetch();
    const { data, ...reply } = await response.json();
    const opensAt = new Date(Date.now() + 86_400_000).toISOString();
    const closed = { opensAt, markupBps: 20, message: 'It is a holiday.', allowHoldUntilOpen: true };
    await route.fulfill({ response, json: { ...reply, data: { ...data, closed } } });
  });
  await page.getByRole('button', { name: 'See current rate' }).click();
  const dialog = page.getByRole('dialog', { name: /needs your answer/ });
  await expect(dialog.getByText(/leaves your account: .* plus a 8\.00 GBP fee/)).toBeVisible();
  await expect(dialog.getByText('Payment fee')).toBeVisible();
  await expect(dialog.getByText('A colleague needs to approve this')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'When do you want to exchange?' })).toBeVisible();
  const atOpen = dialog.getByRole('link', { name: 'Exchange at market open' });
  await expect(atOpen).toHaveAttribute('href', /side=buy.*amount=100\.00/);
  await expect(dialog.getByRole('link', { name: 'Set target rate' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pay with PIN' }).click();
  await typePin(page, who.pin);
  await expect(
    page.getByText('Someone else in your team needs to approve this payment.', { exact: true }),
  ).toBeVisible();
  await expect(waits).not.toContainText('open');

  const elsewhere = await house.openBrowserPage();
  await signIn(elsewhere, nadia, '/team-approval');
  await elsewhere.getByRole('link', { name: /Pay .* 100.00 EUR, exchanged from GBP/ }).click();
  await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
  await typePin(elsewhere, nadia.pin);
  await expect(approvalSection(elsewhere)).toContainText('The payment went ahead');
  await page.reload();
  await expect(page.getByText('1 payment, 100.00 EUR')).toBeVisible();
});
