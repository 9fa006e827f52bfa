import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { seedRates } from './fixtures/rates.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import { expect, expectAccessible, expectToast, followToField, signIn, test } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

/** The faults of an empty request lead to its fields. */
async function checkEmptyRequest(page: Page): Promise<void> {
  await expect(page.getByText('No requests yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Request rate' }).click();
  await page.getByRole('button', { name: 'Send request' }).click();
  const fault = 'Enter an amount';
  const summary = page.getByRole('alert').filter({ hasText: fault });
  await expect(summary).toBeFocused();
  await followToField(summary.getByRole('link', { name: fault }), page.getByLabel('Amount', { exact: true }));
  await expect(page.getByLabel('Amount', { exact: true })).toHaveAccessibleDescription(fault);
}

async function requestRate(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('Settlement date').selectOption('spot');
  await page.getByLabel(/^Message to the dealer/).fill('For the deposit of a flat');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Sent to dealers', { exact: true }).first()).toBeVisible();
}

const stage = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const margin = (page: Page) => page.getByLabel('Margin in bps');
const chooseHold = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Holds' }).getByText(label, { exact: true }).click();

async function checkBothSizes(page: Page): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

test('a customer requests a rate, which a dealer quotes and books, and a second dealer approves above the limit', async ({
  page,
  house,
}) => {
  const who = await createTestCustomer({ balance: '300.00', otherCurrencies: ['THB'] });
  const customer = await house.openBrowserPage();
  await signIn(customer, who, '/request-fx');
  await checkEmptyRequest(customer);
  await requestRate(customer, '250');
  const facts = customer.getByRole('main').getByRole('definition');
  await expect(facts).toHaveText(['us', 'A dealer picks it up.', /by \d\d:\d\d$/, /by \d\d:\d\d$/]);
  const item = customer.getByRole('navigation').getByRole('link', { name: 'Request FX' });
  await expect(item).toHaveText('Request FX');

  const name = await signInNewStaff(page, 'dealer', '/manage/dashboard');
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Dealing desk \d+ waiting$/ })).toBeVisible();
  await page.getByRole('link', { name: /^FX requests open/ }).click();
  await expect(page).toHaveURL('/manage/dealing');
  await expect(stage(page, 'To quote').getByRole('button', { name: who.name })).toContainText('New');
  await stage(page, 'To quote').getByRole('button', { name: who.name }).click();
  await expect(page.getByText('For the deposit of a flat')).toBeVisible();
  const finance = await house.openBrowserPage();
  await test.step('finance reads the request and can do nothing about it', async () => {
    await signInNewStaff(finance, 'finance', '/manage/dealing');
    await expect(finance.getByRole('heading', { name: 'Positions' })).toBeVisible();
    await stage(finance, 'To quote').getByRole('button', { name: who.name }).click();
    await expect(finance.getByText('For the deposit of a flat')).toBeVisible();
    for (const button of ['Cover', 'Take request', 'Decline'])
      await expect(finance.getByRole('button', { name: button, exact: true })).toHaveCount(0);
  });
  await page.getByRole('button', { name: 'Take request' }).click();
  await expect(stage(page, 'To quote').getByRole('button', { name: who.name })).toContainText('Yours');

  await margin(page).fill('1,8');
  await expect(margin(page)).toHaveAccessibleDescription('Enter whole basis points from 1 to 300');
  await expect(page.getByRole('button', { name: 'Send to customer' })).toHaveAttribute('aria-disabled', 'true');
  await margin(page).fill('18');
  await margin(page).press('ArrowUp');
  await margin(page).press('Shift+ArrowUp');
  await expect(margin(page)).toHaveValue('24');
  await chooseHold(page, '5 min');
  await expect(page.getByText('Customer’s rate')).toBeVisible();
  await checkBothSizes(page);
  await margin(page).press('Control+Enter');
  await expectToast(page, 'Sent to the customer');
  await expect(stage(page, 'With the customer').getByRole('button', { name: who.name })).toBeVisible();
  await expect(page.getByText(/^Holds for /)).toBeVisible();
  await expectAccessible(page);

  await expect(customer.getByText('Rate ready', { exact: true })).toBeVisible();
  await expect(customer.getByText(new RegExp(`Our margin 0.24%, named by ${name}`))).toBeVisible();
  await expect(customer.getByText(/^1 GBP = \d\d\.\d{4} THB$/)).toBeVisible();
  await expect(customer.getByText(/Rate held for/)).toBeVisible();
  await expect(item).toHaveText('Request FX1 to answer');
  await expectAccessible(customer);
  await customer.getByRole('button', { name: 'Accept with PIN' }).click();
  await typePin(customer, who.pin);
  await expect(customer.getByText('Accepted', { exact: true })).toBeVisible();
  await expect(item).toHaveText('Request FX');
  await expectAccessible(customer);

  await expect(page.getByText('The customer accepted. 250.00 GBP is reserved.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Book deal' }).click();
  await expect(stage(page, 'To settle').getByRole('button', { name: who.name })).toBeVisible();
  const row = page.getByRole('table', { name: 'Blotter' }).getByRole('row').filter({ hasText: who.name });
  await expect(row).toContainText('250.00 GBP');
  await expect(row).toContainText('0.60 GBP');
  await expect(row).toContainText('Booked');
  await expect(customer.getByText('Booked', { exact: true })).toBeVisible();
  await checkBothSizes(page);

  await customer.getByRole('button', { name: 'Request rate' }).click();
  await requestRate(customer, '100000.01');
  await stage(page, 'To quote').getByRole('button', { name: who.name }).click();
  await page.getByRole('button', { name: 'Take request' }).click();
  await expect(page.getByText('Above your limit of 100,000.00 GBP.')).toBeVisible();
  await page.getByRole('button', { name: 'Last deal 24' }).click();
  await chooseHold(page, '5 min');
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText('Your quote is above your limit.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve rate' })).toHaveCount(0);
  await expect(customer.getByText('With a dealer', { exact: true })).toBeVisible();
  await expect(customer.getByText('Rate ready', { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  const second = await house.openBrowserPage();
  await signInNewStaff(second, 'dealer', '/manage/dealing');
  await stage(second, 'With a second dealer').getByRole('button', { name: who.name }).click();
  await expect(second.getByText(`${name} quoted this rate above their limit.`)).toBeVisible();
  await second.getByRole('button', { name: 'Approve rate' }).click();
  await expectToast(second, 'Approved. The customer sees the rate.');
  await expect(customer.getByText('Rate ready', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Decline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' });
  await dialog.getByLabel('Reason').selectOption('size');
  await expect(dialog.getByLabel('Customer reads')).toHaveValue(
    'We cannot exchange this amount for the day you chose.',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Decline request' }).click();
  await expect(page.getByText('This request is no longer open')).toBeVisible();
  // The notification repeats it within a sentence.
  const reason = customer.getByText('We cannot exchange this amount for the day you chose.', { exact: true });
  await expect(reason).toBeVisible();
});
