import type { Page } from '@playwright/test';
import { checkName } from './check-name.ts';
import { givenColleague, givenCustomer } from './given-customer.ts';
import { answered, expect, expectAccessible, type Login, signIn, test, toast } from './larkmere.ts';
import { confirmWithPin, typePin } from './pay.ts';

/** Makes a rule that one colleague approves, through the screen of the rules. */
async function makeRule(page: Page, { pin }: Login, of: 'Payments' | 'Payees', from?: string): Promise<void> {
  await page.goto('/team-approval?box=rules');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('radio', { name: of }).check({ force: true });
  if (from !== undefined) await page.getByLabel('From this amount on').fill(from);
  await confirmWithPin(page, pin);
  await expect(toast(page)).toContainText('The rule holds from now on.');
}

/** A firm whose owner is signed in, and a colleague who approves, signed in elsewhere. */
async function givenFirm(page: Page, other: Page, of: 'Payments' | 'Payees', from?: string) {
  const owner = await givenCustomer(
    of === 'Payments' ? { business: true, balance: '200.00', payees: ['somchai'] } : { business: true },
  );
  const nadia = await givenColleague(owner, { name: 'Nadia Osei', role: 'approver' });
  await signIn(page, owner);
  await makeRule(page, owner, of, from);
  await signIn(other, nadia);
  return { owner, nadia };
}

const approvals = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Approvals' });
const part = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Approval by your team' }) });

test('a rule is made, refused when nobody could meet it, and ended', async ({ page, house }) => {
  house.allowConsole(answered(400));
  const owner = await givenCustomer({ business: true });
  await givenColleague(owner, { name: 'Nadia Osei', role: 'approver' });
  await signIn(page, owner);
  await approvals(page).click();
  await expect(page.getByText('Nothing waits for you')).toBeVisible();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect(page.getByText('No rules yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('button', { name: 'Confirm with PIN' }).click();
  await expect(page.getByText('Enter an amount, such as 1000.00')).toBeVisible();
  await page.getByLabel('From this amount on').fill('1000');
  await page.getByRole('radio', { name: '2' }).check({ force: true });
  await expectAccessible(page);
  await confirmWithPin(page, owner.pin);
  await expect(page.getByRole('alert')).toContainText('Nothing was saved.');
  await page.getByRole('radio', { name: '1' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Approver' }).check();
  await expect(page.getByText('These can approve: Nadia Osei.')).toBeVisible();
  await confirmWithPin(page, owner.pin);
  const rule = 'Payments from 1,000.00 GBP made by anybody need one approval by the role Approver';
  await expect(page.getByRole('heading', { name: rule })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: `End rule: ${rule}` }).click();
  await page.getByRole('alertdialog', { name: 'End this rule?' }).getByRole('button', { name: 'End rule' }).click();
  await typePin(page, owner.pin);
  await expect(page.getByText('No rules yet')).toBeVisible();
});

test('a payee waits for a colleague, who approves it by keyboard alone', { tag: '@phone' }, async ({ page, house }) => {
  const elsewhere = await house.elsewhere();
  const { nadia } = await givenFirm(page, elsewhere, 'Payees');
  await checkName(page, { name: 'Somchai Prasert', sortCode: '202959', accountNumber: '63748472' });
  await page.getByRole('button', { name: 'Add payee' }).click();
  await expect(toast(page)).toContainText('A colleague has to approve it before it can be paid.');
  await expect(part(page)).toContainText('Waits for approval by Nadia Osei');
  await expect(part(page)).toContainText('You asked for this, so somebody else has to approve it.');
  await expect(page.getByRole('button', { name: 'Approve with PIN' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0);
  await expectAccessible(page);

  await elsewhere.goto('/team-approval');
  const row = elsewhere.getByRole('link', { name: /^Payee Somchai Prasert/ });
  await expect(row).toContainText('Waits for you');
  await expectAccessible(elsewhere);
  await row.focus();
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByRole('definition').filter({ hasText: '20-29-59' })).toBeVisible();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Approve with PIN' }).focus();
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByLabel('4-digit PIN')).toBeFocused();
  await elsewhere.keyboard.type(nadia.pin);
  await expect(toast(elsewhere)).toContainText('Approved.');
  await expect(part(elsewhere)).toContainText('Approved by Nadia Osei');

  // Nobody reloads: the page of whoever asked hears of it.
  await expect(page.getByText('Ready to pay')).toBeVisible({ timeout: 20_000 });
  await expect(part(page)).toContainText('Approved by Nadia Osei');
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay', exact: true })).toBeVisible();
});
