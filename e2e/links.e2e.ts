import { admits, staffScreens } from '@larkmere/contract/back-office/permissions';
import { StaffRole } from '@larkmere/contract/back-office/staff';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import type { Role } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import type { Page } from '@playwright/test';
import { findDeadLinks } from './fixtures/crawl.ts';
import {
  createColleague,
  createTestCustomer,
  payIntoWallet,
  signInClient,
  type TestCustomer,
} from './fixtures/customer.ts';
import { withDatabase } from './fixtures/database.ts';
import { sendPayment } from './fixtures/send-payment.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import { expect, type Login, signIn, test } from './fixtures/test.ts';

async function expectNoDeadLink(page: Page, who: Login, seeds: readonly string[]): Promise<void> {
  await signIn(page, who);
  expect(await findDeadLinks(page, { seeds })).toEqual([]);
}

type Call = Awaited<ReturnType<typeof signInClient>>;

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** One payment that is sent and one for a later day. Returns pages that open from rows without a link. */
async function payTwice(call: Call, { bankholderid, pin }: TestCustomer): Promise<string[]> {
  const payment = { bankholderid, payee: 'Somchai Prasert', amount: '12.00' };
  const sent = await sendPayment(call, pin, { ...payment, reference: 'Lunch' });
  await sendPayment(call, pin, { ...payment, reference: 'Later', executionDate: dayIn(20) });
  const findLine = async () => {
    const { list } = await call('GET', `/v1/bankaccount/${bankholderid}/statement`);
    return list.find(({ paymentUid }: { paymentUid: string | null }) => paymentUid === sent);
  };
  await expect.poll(findLine, { timeout: 30_000 }).toBeDefined();
  const { uid } = await findLine();
  return [`/statement?bankholderid=${bankholderid}&line=${uid}`];
}

test('no link of a Plus customer leads to a page they may not open, whatever their role', async ({ page, house }) => {
  const owner = await createTestCustomer({
    business: true,
    featureCard: true,
    balance: '90.00',
    payees: ['somchai'],
    otherCurrencies: ['EUR'],
  });
  const roles: readonly Role[] = ['approver', 'viewer', 'accountant', 'cardholder'];
  const colleagues = await Promise.all(
    roles.map((role) => createColleague(owner, { name: `The ${role}`, role, access: roleAccess[role] })),
  );
  const seeds = await payTwice(await signInClient(owner), owner);
  await expectNoDeadLink(page, owner, seeds);
  for (const [index, colleague] of colleagues.entries()) {
    const role = roles[index] ?? 'viewer';
    // A role without the statement has no row that would open its line.
    const own = roleAccess[role].includes('statement') ? seeds : [];
    await test.step(role, async () => expectNoDeadLink(await house.openBrowserPage(), colleague, own));
  }
});

test('no link of a wallet customer leads to a page they may not open, whatever their role', async ({ page, house }) => {
  const owner = await createTestCustomer({ kind: 'wallet', wallets: ['EUR'], payees: ['somchai'] });
  await payIntoWallet(owner, '90.00');
  const viewer = await createColleague(owner, { name: 'The viewer', role: 'viewer', access: roleAccess.viewer });
  const seeds = await payTwice(await signInClient(owner), owner);
  await expectNoDeadLink(page, owner, seeds);
  await test.step('viewer', async () => expectNoDeadLink(await house.openBrowserPage(), viewer, seeds));
});

/** The page of calls opens one from a row without a link, and lists the latest alone: so the customer makes a call first. */
async function openableCallOf({ customerId, bankholderid }: TestCustomer, call: Call): Promise<string> {
  const since = new Date();
  await call('GET', `/v1/bankaccount/balance/${bankholderid}`);
  const find = () =>
    withDatabase((tx) =>
      tx
        .selectFrom('api_log.call')
        .select('id')
        .where('customerId', '=', customerId)
        .where('at', '>=', since)
        .executeTakeFirst(),
    );
  await expect.poll(find).toBeDefined();
  return `/manage/api?call=${(await find())?.id}`;
}

test('no link or tab of the staff area leads to a page that the role may not open', async ({ house }) => {
  const owner = await createTestCustomer({ business: true, featureCard: true, balance: '90.00', payees: ['somchai'] });
  await createColleague(owner, { name: 'The viewer', role: 'viewer', access: roleAccess.viewer });
  const call = await signInClient(owner);
  await payTwice(call, owner);
  for (const role of StaffRole.options) {
    const mayOpen = (screen: '/manage/api' | '/manage/customer/{id}') =>
      admits(starterPermissions[role], staffScreens[screen]);
    await test.step(role, async () => {
      const seeds = [
        ...(mayOpen('/manage/api') ? [await openableCallOf(owner, call)] : []),
        ...(mayOpen('/manage/customer/{id}') ? [`/manage/customer/${owner.customerId}`] : []),
      ];
      const page = await house.openBrowserPage({ viewport: { width: 1440, height: 900 } });
      await signInNewStaff(page, role, '/manage/dashboard');
      expect(await findDeadLinks(page, { seeds, opensTabs: true })).toEqual([]);
      await page.close();
    });
  }
});
