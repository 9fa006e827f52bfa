import type { Page } from '@playwright/test';
import { approvalSection, createApprovalRule, createBusinessWithApprover } from './fixtures/approval.ts';
import { checkName } from './fixtures/check-name.ts';
import { createColleague, createTestCustomer } from './fixtures/customer.ts';
import { confirmWithPin, expectState, pay, typePin } from './fixtures/pay.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  expectFigures,
  expectToast,
  signIn,
  test,
} from './fixtures/test.ts';

const item = (page: Page, name: string | RegExp) => page.getByRole('navigation').getByRole('link', { name });
const approvals = (page: Page) => item(page, 'Approvals');

test('a rule is created and ended, and a payee waits for a colleague, who approves it by keyboard', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const owner = await createTestCustomer({ business: true });
  const nadia = await createColleague(owner, { name: 'Nadia Osei', role: 'approver' });
  await signIn(page, owner);
  await approvals(page).click();
  await expect(page.getByText('Nothing to approve')).toBeVisible();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect(page.getByText('No rules yet')).toBeVisible();

  await test.step('a rule is refused if nobody could satisfy it, created and ended', async () => {
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('button', { name: 'Confirm with PIN' }).click();
    await expect(page.getByText('Enter an amount', { exact: true })).toBeVisible();
    await page.getByLabel('Minimum amount').fill('1000');
    await page.getByRole('radio', { name: '2' }).check({ force: true });
    await expectAccessible(page);
    await confirmWithPin(page, owner.pin);
    await expect(page.getByRole('alert')).toContainText('Nothing was saved.');
    await page.getByRole('radio', { name: '1' }).check({ force: true });
    await page.getByRole('checkbox', { name: 'Approver' }).check();
    await expect(page.getByText('Nadia Osei can approve.')).toBeVisible();
    await confirmWithPin(page, owner.pin);
    const rule = 'Payments from 1,000.00 GBP created by anyone need one approval from any Approver';
    await expect(page.getByRole('heading', { name: rule })).toBeVisible();
    await expectToast(page, 'Rule added.');
    await expectAccessible(page);
    await page.getByRole('button', { name: `End rule: ${rule}` }).click();
    await page.getByRole('alertdialog', { name: 'End this rule?' }).getByRole('button', { name: 'End rule' }).click();
    await typePin(page, owner.pin);
    await expect(page.getByText('No rules yet')).toBeVisible();
  });

  await createApprovalRule(page, owner, 'Payees');
  await checkName(page, { name: 'Somchai Prasert', sortCode: '202959', accountNumber: '63748472' });
  await page.getByRole('button', { name: 'Add payee' }).click();
  await expectToast(page, 'You can pay them once a colleague approves.');
  await expect(approvalSection(page)).toContainText('Waiting for approval by Nadia Osei');
  await expect(approvalSection(page)).toContainText('Someone else must approve your request.');
  await expect(page.getByRole('button', { name: 'Approve with PIN' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0);
  await expectAccessible(page);

  await test.step('the colleague approves by keyboard', async () => {
    const elsewhere = await house.openBrowserPage();
    await signIn(elsewhere, nadia, '/team-approval');
    const row = elsewhere.getByRole('link', { name: /^Add payee Somchai Prasert/ });
    await expect(row).toContainText('Needs your approval');
    await expectAccessible(elsewhere);
    await row.focus();
    await elsewhere.keyboard.press('Enter');
    await expect(elsewhere.getByRole('definition').filter({ hasText: '20-29-59' })).toBeVisible();
    await expectAccessibleAtEverySize(elsewhere);
    await elsewhere.getByRole('button', { name: 'Approve with PIN' }).focus();
    await elsewhere.keyboard.press('Enter');
    await expect(elsewhere.getByLabel('4-digit PIN')).toBeFocused();
    await elsewhere.keyboard.type(nadia.pin);
    await expectToast(elsewhere, 'Approved.');
    await expect(approvalSection(elsewhere)).toContainText('Approved by Nadia Osei');
  });
  await expect(page.getByText('Ready to pay', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(approvalSection(page)).toContainText('Approved by Nadia Osei');
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay', exact: true })).toBeVisible();
});

test('a payment waits with its money on hold and is sent when a colleague approves it on its page', async ({
  page,
  house,
}) => {
  const elsewhere = await house.openBrowserPage();
  const { owner, nadia } = await createBusinessWithApprover(page, elsewhere, 'Payments', '20');
  const timber = { payee: 'Somchai Prasert', amount: '31.00', reference: 'Timber' };
  const address = await pay(page, timber, owner.pin);
  await expect(approvalSection(page)).toContainText('Waiting for approval by Nadia Osei');
  await expectState(page, 'Waiting for approval');
  await expect(approvalSection(page)).toContainText('Nothing has left your account.');
  await expect(approvalSection(page)).toContainText('Someone else must approve your request.');
  await expect(page.getByRole('button', { name: 'Approve with PIN' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expectFigures(page, owner.bankholderid, { balance: 20_000, available: 16_850 });
  await page.goto('/pending-payment-domestic');
  const row = page.getByRole('main').getByRole('link', { name: /Somchai Prasert/ });
  await expect(row).toContainText('0 of 1 approvals');
  await expect(row).toContainText('Waiting for approval');
  await expect(item(page, 'Pending payments')).toContainText('1');
  await expect(item(page, /^Payments/)).toContainText('1');
  await row.click();
  await expect(page.getByText('Will leave your account')).toBeVisible();

  await elsewhere.goto('/dashboard');
  await expect(approvals(elsewhere)).toContainText('1 to approve');
  await item(elsewhere, 'Make a Payment').click();
  await expect(elsewhere.getByText('You can approve payments but not make them')).toBeVisible();
  await elsewhere.goto(address);
  await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
  await expect(elsewhere.getByText('To approve: Pay 31.00 GBP to Somchai Prasert')).toBeVisible();
  await typePin(elsewhere, nadia.pin);
  await expect(approvalSection(elsewhere)).toContainText('The payment went ahead');
  await expectState(page, 'Arrived');
  await expect(item(page, /^Payments/)).toHaveText('Payments');
  await expect(approvalSection(page)).toContainText('Approved by Nadia Osei');
});
