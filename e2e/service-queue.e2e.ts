import { createTestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, expectState } from './fixtures/pay.ts';
import { signInStaff } from './fixtures/staff.ts';
import { expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('an event appears in the customer’s window, payments wait for its end, and then leave', async ({
  page,
  house,
}) => {
  const who = await createTestCustomer({ balance: '250.00', payees: ['somchai'] });
  // Of this customer alone, so that another try finds only its own event.
  const text = `The bank moves its systems this afternoon, ${who.memberCode}.`;
  await signIn(page, who, '/payment/gbp');
  await expect(page.getByRole('button', { name: 'Somchai Prasert' })).toBeVisible();
  const banner = page.getByRole('region', { name: 'Service messages' });
  await expect(banner).toHaveCount(0);

  const desk = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  await signInStaff(desk, 'rafi');
  await desk.goto('/manage/setting/scs');
  await desk.getByRole('button', { name: 'Add event' }).click();
  const form = desk.getByRole('dialog', { name: 'Add event' });
  await form.getByRole('checkbox', { name: 'GBP payments', exact: true }).check();
  await form.getByLabel('Effect').selectOption({ label: 'Payments wait' });
  await form.getByLabel('For', { exact: true }).selectOption({ label: 'Single customers' });
  await form.getByLabel('Member codes').fill(who.memberCode);
  await form.getByLabel('Customers read').fill(text);
  await form.getByLabel('Reason').fill('Planned by the partner bank');
  await form.getByRole('checkbox', { name: 'Log in', exact: true }).check();
  await form.getByLabel('Type payment.gbp to confirm').fill('payment.gbp');
  await form.getByRole('button', { name: 'Let payments wait now' }).click();
  await expect(form.getByText(/Only payments to a bank can wait/)).toBeVisible();
  await form.getByRole('checkbox', { name: 'Log in', exact: true }).uncheck();
  await form.getByRole('button', { name: 'Let payments wait now' }).click();
  await expect(form).toBeHidden();

  // No reload: the socket brings it.
  await expect(banner).toContainText('Payments wait at the moment');
  await expect(banner).toContainText(text);
  await page.getByRole('button', { name: 'Somchai Prasert' }).click();
  await page.getByLabel('gets').fill('25.00');
  await expect(page.getByText('This payment will wait').first()).toBeVisible();
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  await page.getByLabel('Reference').fill('Invoice 7');
  await page.getByRole('button', { name: 'Review payment' }).click();
  await confirmWithPin(page, who.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expect(page.getByText(`Your money is reserved and safe. ${text}`).first()).toBeVisible();
  await expectAccessible(page);

  await desk.getByRole('button', { name: `Incident: ${text}` }).click();
  await desk.getByRole('button', { name: 'Ask to turn on again' }).click();
  const second = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  await signInStaff(second, 'sunniva');
  await second.goto('/manage/setting/scs');
  await second.getByRole('button', { name: 'Agree' }).click();
  await expect(banner).toHaveCount(0);
  await expectState(page, 'Arrived');
});
