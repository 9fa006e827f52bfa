import { createTestCustomer } from './fixtures/customer.ts';
import { reviewPayment, typePin } from './fixtures/pay.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectLive,
  expectToast,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

test('staff restrict an account: the customer’s open page changes, sending is refused, and compliance lifts it', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(403));
  const who = await createTestCustomer({ balance: '90.00', payees: ['somchai'] });
  await signIn(page, who);
  await reviewPayment(page, { payee: 'Somchai Prasert', amount: '5.00', reference: 'Rent' });

  const support = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
  const words = 'We’re checking a few payments. Please call us.';
  await test.step('support restricts', async () => {
    await signInNewStaff(support, 'support', '/manage/customer');
    await support.getByLabel('Search customers').first().fill(who.name.replace('Customer ', 'LM-'));
    await support.getByRole('link', { name: who.name }).first().click();
    await support.getByRole('button', { name: 'Change status' }).click();
    const dialog = support.getByRole('dialog', { name: 'Change account status' });
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Restrict now' }).click();
    await expect(dialog.getByText('Write at least 10 characters')).toHaveCount(2);
    await dialog.getByLabel(/in words Customer reads/).fill(words);
    await dialog.getByLabel('Note for staff').fill('Three payments to new payees within an hour.');
    await expect(dialog.getByRole('region', { name: 'What Customer sees' })).toContainText(words);
    await expect(dialog.getByRole('row', { name: 'Send money Yes No' })).toBeVisible();
    await expectAccessible(support);
    if (process.env.SHOTS) await support.screenshot({ path: `${process.env.SHOTS}/status-dialog.png` });
    await dialog.getByRole('button', { name: 'Restrict now' }).click();
    await expectToast(support, 'The status is changed');
  });

  await test.step('the open page of the customer changes, and sending is refused', async () => {
    await expect(page.getByText('Sending is paused', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(words).first()).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/restricted.png` });
    await page.getByRole('button', { name: 'Confirm with PIN' }).click();
    await typePin(page, who.pin);
    await expect(page.getByText('You can’t send or exchange money for now.').first()).toBeVisible();
    await readMail(`${who.username}@larkmere.example`, 'Your account has changed');
  });

  await test.step('the restriction stands on the customer’s page; support cannot lift it', async () => {
    await support.getByRole('tab', { name: 'Restrictions' }).click();
    await expect(support.getByRole('row', { name: /Restricted Blocked by us Unusual activity/ })).toBeVisible();
    await expect(support.getByRole('button', { name: 'Change status' })).toHaveCount(0);
    await expectAccessible(support);
    if (process.env.SHOTS) await support.screenshot({ path: `${process.env.SHOTS}/restrictions.png` });
  });

  await test.step('compliance lifts it', async () => {
    await page.goto('/dashboard');
    await expect(page.getByText(words).first()).toBeVisible();
    const compliance = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
    await signInNewStaff(compliance, 'compliance', new URL(support.url()).pathname);
    await compliance.getByRole('button', { name: 'Change status' }).click();
    const dialog = compliance.getByRole('dialog', { name: 'Change account status' });
    await dialog.getByLabel('Reason').selectOption({ label: 'Checks completed' });
    await dialog.getByLabel(/in words Customer reads/).fill('Our checks are done. Thank you for waiting.');
    await dialog.getByLabel('Note for staff').fill('The customer confirmed all three payments.');
    if (process.env.SHOTS) await compliance.screenshot({ path: `${process.env.SHOTS}/lift.png` });
    await expectLive(page);
    await dialog.getByRole('button', { name: 'Lift now' }).click();
    await expectToast(compliance, 'The status is changed');
    await expectToast(page, 'You can send, receive and exchange money.');
    await page.goto('/payment');
    await expect(page.getByText('Sending is paused', { exact: true })).toHaveCount(0);
  });
});
