import { sql } from 'kysely';
import { createTestCustomer, payIn } from './fixtures/customer.ts';
import { database } from './fixtures/database.ts';
import { confirmWithPin, expectState } from './fixtures/pay.ts';
import { expect, expectAccessible, expectFigures, pence, signIn, test } from './fixtures/test.ts';

const dayMs = 86_400_000;
const later = new Date(Date.now() + 6 * dayMs).toISOString().slice(0, 10);

async function makePaymentDue(address: string): Promise<void> {
  const uid = address.split('/').at(-1) ?? '';
  await sql`update payment.payment set execute_at = now(), next_attempt_at = now(), execution_date = now()::date
    where id = ${uid} and next_attempt_at is not null`.execute(database());
}

test('a scheduled payment holds no money, asks for a shortfall, is sent when the money is there, or is cancelled', async ({
  page,
}) => {
  const who = await createTestCustomer({ balance: '30.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('gets').fill('41.00');
  await page.getByLabel('Reference').fill('Deposit');
  await expect(page.getByText('You’re 11.50 GBP short', { exact: true })).toBeVisible();
  await page.getByText('On a date you choose').click();
  await page.getByRole('button', { name: 'Review payment' }).click();
  await expect(page.getByText('Choose a payment date').first()).toBeVisible();
  await page.getByLabel('Payment date').fill('2020-01-01');
  await expect(page.getByText('Choose a date in the range shown').first()).toBeVisible();
  await page.getByLabel('Payment date').fill(later);
  await expect(page.getByText(/^Have 41.50 GBP in your account by the morning of/)).toBeVisible();
  await expect(page.getByText(/^You’re 11\.50 GBP short, including the fee\./)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review payment' }).click();
  await expect(page.getByText('If the fee rises, we tell you instead of sending.')).toBeVisible();
  await expectAccessible(page);
  await confirmWithPin(page, who.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  const address = new URL(page.url()).pathname;
  await expectState(page, 'Scheduled');
  await expect(page.getByRole('main')).toContainText(
    'You can still use the money. This payment is scheduled for a later date.',
  );
  await expect(page.getByText('Will leave your account')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/dashboard');
  await expectFigures(page, who.bankholderid, { balance: pence('30.00'), available: pence('30.00') });
  await expect(page.getByText(/^1 payment is scheduled for/)).toBeVisible();
  await page.getByRole('link', { name: 'See scheduled payments' }).click();
  await expect(page.getByRole('tab', { name: 'Scheduled' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.getByRole('link', { name: /Somchai Prasert/ }).click();
  await expectState(page, 'Scheduled');

  await makePaymentDue(address);
  await expectState(page, 'Waiting for money');
  await expect(page.getByRole('main')).toContainText('You’re 11.50 GBP short.');
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Your payment of 41.00 GBP to Somchai Prasert needs your attention.')).toBeVisible();
  await payIn(who, '11.50', 'Harbour & Co');
  await page.goto(address);
  await expectState(page, 'Arrived');
  await page.goto('/dashboard');
  await expectFigures(page, who.bankholderid, { balance: 0, available: 0 });

  await test.step('a scheduled payment is cancelled and nothing was taken', async () => {
    await page.goto('/payment/gbp');
    await page.getByRole('button', { name: 'Somchai Prasert' }).click();
    await page.getByLabel('gets').fill('12.00');
    await page.getByLabel('Reference').fill('Gift');
    await page.getByText('On a date you choose').click();
    await page.getByLabel('Payment date').fill(later);
    await page.getByRole('button', { name: 'Review payment' }).click();
    await confirmWithPin(page, who.pin);
    await page.waitForURL('/pending-payment-domestic/detail/*');
    const gift = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await expect(page.getByText('Nothing has left your account.')).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel payment' }).click();
    await expect(page.getByText('Your money did not leave your account')).toBeVisible();
    await makePaymentDue(gift);
    await payIn(who, '80.00', 'Harbour & Co');
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: pence('80.00'), available: pence('80.00') });
  });
});
