import { createTestCustomer } from './fixtures/customer.ts';
import { signInStaff } from './fixtures/staff.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('one person turns a service off, the customer’s form says so, and two turn it on again', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(503));
  const customer = await createTestCustomer({ balance: '250.00', payees: ['somchai'] });
  await signIn(page, customer, '/payment/gbp');
  const desk = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  await signInStaff(desk, 'rafi');
  await desk.getByRole('link', { name: 'Services control setting' }).click();
  await desk.getByRole('button', { name: 'Add event' }).click();
  const form = desk.getByRole('dialog', { name: 'Add event' });
  await form.getByRole('checkbox', { name: 'GBP payments', exact: true }).check();
  await form.getByLabel('For', { exact: true }).selectOption({ label: 'Single customers' });
  await form.getByLabel('Member codes').fill(` ${customer.memberCode.toLowerCase()},`);
  await form.getByLabel('Customers read').fill('GBP payments are back this afternoon.');
  await form.getByLabel('Reason').fill('The bank is silent');
  await form.getByRole('button', { name: 'Turn off now' }).click();
  await expect(form.getByText('Type the name exactly')).toBeVisible();
  await expectAccessible(desk);
  await form.getByLabel('Type payment.gbp to confirm').fill('payment.gbp');
  await form.getByRole('button', { name: 'Turn off now' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await expect(page.getByText('GBP payments are back this afternoon.').first()).toBeVisible();
  await expect(page.getByLabel('gets')).toHaveValue('');

  const bar = desk.getByRole('button', { name: /^Incident: GBP payments are back/ });
  await bar.click();
  await desk.getByRole('button', { name: 'Ask to turn on again' }).click();
  await expect(desk.getByText('Rafi Haddad asks to turn this on again.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Agree' })).toHaveCount(0);
  await expectAccessible(desk);

  const second = await house.openBrowserPage({ viewport: { width: 390, height: 844 } });
  await signInStaff(second, 'sunniva');
  await second.goto('/manage/setting/scs');
  await second.getByRole('button', { name: 'Agree' }).click();
  await expect(second.getByRole('button', { name: 'Agree' })).toHaveCount(0);
  await expectAccessible(second);
  await page.goto('/payment/gbp');
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('gets').fill('5');
  await expect(page.getByText('Total cost').first()).toBeVisible();
  await expect(page.getByText('GBP payments are back this afternoon.')).toHaveCount(0);
});
