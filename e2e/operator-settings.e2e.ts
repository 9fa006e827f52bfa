import { sql } from 'kysely';
import { formatDate } from '../apps/web/src/ui/date-text.ts';
import { writeSettings } from '../db/seed/write-settings.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { database } from './fixtures/database.ts';
import { fillRegulatoryInformation } from './fixtures/pay.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

// These rows apply to every customer, so this file runs after all others.

const seedRegulatoryRule = (...asks: string[]): Promise<void> =>
  writeSettings(
    database(),
    sql`insert into payment.regulatory_requirement (partner, rail, currency, effective_from, required_fields)
      values ('another', 'faster-payments', 'GBP', clock_timestamp(), ${asks}::text[])`,
  );

test('a row about a partner changes the questions of standing orders and files', async ({ page }) => {
  const who = await createTestCustomer({ balance: '90.00', payees: ['somchai'] });
  const relationship = page.getByLabel('Your relationship to the payee');
  await signIn(page, who, '/standing-order/add');
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await expect(page.getByText(/^We pay at/)).toBeVisible();
  await expect(relationship).toHaveCount(0);
  await page.goto('/payment/bulk');
  await page.getByLabel('Choose file').setInputFiles({
    name: 'wages.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,sort code,account number,amount,reference\nSomchai Prasert,202959,63748472,25.00,Wages'),
  });
  await page.getByRole('button', { name: 'Fix row 1' }).click();
  await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible();
  await expect(relationship).toHaveCount(0);

  await seedRegulatoryRule('relationship');
  await page.reload();
  await page.getByRole('button', { name: 'Fix row 1' }).click();
  await relationship.selectOption({ label: 'Employee' });
  await expect(page.getByLabel('Purpose')).toHaveCount(0);
  await page.getByRole('button', { name: 'Check row' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/standing-order/add?step=plan');
  await expect(relationship).toBeVisible();
  await page.getByRole('button', { name: 'Check standing order' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose your relationship to the payee');
  await expectAccessible(page);
  await seedRegulatoryRule();
});

const daysAhead = (days: number): Date => new Date(Date.now() + days * 86_400_000);
const isoIn = (days: number): string => daysAhead(days).toLocaleDateString('sv', { timeZone: 'Asia/Bangkok' });
const dayIn = (days: number): string => formatDate(new Date(`${isoIn(days)}T12:00:00`), 'en-GB');

const setHolidayHorizon = (days: number): Promise<void> =>
  writeSettings(
    database(),
    sql`insert into payment.calendar (calendar, known_until, source, effective_from)
      values ('thailand', ${isoIn(days)}::date, 'nobody', clock_timestamp())`,
  );

test('where bank holidays are not known yet, the arrival is an estimate and later dates are refused', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ otherCurrencies: ['THB'], payeesAbroad: ['bangkok'] });
  const soon = isoIn(3);
  await writeSettings(
    database(),
    sql`insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, time_zone, arrival_seconds, calendar)
      select rail, currency, clock_timestamp(), min_minor, max_minor, time_zone, 3600, 'thailand' from payment.rail_rule
      where rail = 'bahtnet' limit 1`,
  );
  await setHolidayHorizon(40);
  await signIn(page, who, '/payment/thb');
  await page.getByRole('button', { name: 'Baan Rim Nam Co' }).click();
  // The selectable days depend on the rail, and the rail depends on the amount.
  const days = page.getByText(/^From .* to /);
  await page.getByText('On a date you choose').click();
  await page.getByLabel('gets').fill('2000000.00');
  await expect(days).toContainText(` to ${dayIn(365)}`);
  await page.getByLabel('gets').fill('2000000.01');
  await expect(days).toContainText(` to ${dayIn(40)}`);
  await expect(page.getByLabel('Payment date')).toHaveAttribute('max', isoIn(40));
  await page.getByRole('radio').first().check();
  await setHolidayHorizon(-1);
  await page.reload();
  await expect(page.getByText('Estimated. Bank holidays not announced yet could each add a day.')).toBeVisible();
  await page.getByLabel('Reference').fill('Deposit');
  await fillRegulatoryInformation(page, 'Rent');
  await page.getByText('On a date you choose').click();
  await page.getByLabel('Payment date').fill(soon);
  const refused = page.getByText(/^You cannot schedule this yet: bank holidays that far ahead are not published\./);
  await expect(refused).toBeVisible();
  await page.getByRole('button', { name: 'Review payment' }).click();
  await expect(page.getByRole('alert').filter({ has: refused })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio').first().check();
  await page.getByLabel('gets').fill('20.00');
  await expect(page.getByText(/^Estimated\. Bank holidays/)).toHaveCount(0);
});
