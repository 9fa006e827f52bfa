import { randomUUID } from 'node:crypto';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { type WaitingState, waitingStates } from '@larkmere/contract/payments/payment-waiting-states';
import type { Locator, Page } from '@playwright/test';
import { releasePayee } from '../apps/api/src/payees/payee/decide-payee.ts';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { expectState, pay } from './fixtures/pay.ts';
import { asStaff } from './fixtures/staff.ts';
import { expect, expectAccessible, expectLive, expectToast, signIn, test } from './fixtures/test.ts';

const owners = ['you', 'team', 'us', 'bank'] as const;
const ownerTexts = { you: 'you', team: 'your team', us: 'us', bank: 'the bank' } as const;
const ownerOf = (state: WaitingState) => owners[waitingStates.indexOf(state) % owners.length] ?? 'us';

const toPendingView = (payment: PaymentView, state: WaitingState): PaymentView => ({
  ...payment,
  uid: payment.uid.slice(0, -2) + String(10 + waitingStates.indexOf(state)),
  payee: { ...payment.payee, name: `Payee ${state}` },
  state,
  owner: ownerOf(state),
  reason: `This is why it is ${state}.`,
  nextStep: `Somebody ends ${state}.`,
  nextUpdateAt: '2031-01-07T09:11:00.000Z',
  deadlineAt: '2031-01-08T17:43:00.000Z',
});

async function mockAllPendingStates(page: Page, uid: string): Promise<void> {
  await page.route(/\/v1\/payment\/(pending-domestic|list)/, async (route) => {
    const url = route.request().url();
    const one = /pending-domestic\/([0-9a-f-]{36})$/.exec(url)?.[1];
    if (!one && !/(pending-domestic|payment\/list)(\?|$)/.test(url))
      return route.continue({ url: url.replace(/[0-9a-f-]{36}/, uid) });
    const response = await route.fetch({ url: url.replace(/(pending-domestic|list).*/, `pending-domestic/${uid}`) });
    const { data, ...rest } = (await response.json()) as { data: PaymentView };
    const list = waitingStates.map((state) => toPendingView(data, state));
    return route.fulfill({
      json: { ...rest, data: one ? list.find((payment) => payment.uid === one) : { list, next: null } },
    });
  });
}

async function expectPendingStatus(place: Locator, state: WaitingState): Promise<void> {
  for (const text of [
    ownerTexts[ownerOf(state)],
    `This is why it is ${state}.`,
    `Somebody ends ${state}.`,
    'by 09:11',
    'by 17:43',
  ])
    await expect(place, `${state}: ${text}`).toContainText(text);
}

test('what is pending is counted in the menu and states owner, reason, next step and the two times', async ({
  page,
}) => {
  const who = await createTestCustomer({ balance: '20.00', payees: ['somchai', 'ruth'] });
  const held = await holdPayee(who, "Ruth O'Donnell");
  await signIn(page, who);

  await test.step('the count beside the menu entry is updated live', async () => {
    const item = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Payees' });
    await expect(item).toHaveText('Payees1 pending');
    await expectAccessible(page);
    const decision = { uid: held, version: 1, note: 'Looked at it' };
    await expectLive(page);
    await asStaff('compliance', (ctx) => releasePayee(ctx, { ...decision, idempotency: randomUUID() }));
    await expectToast(page, "You can now pay Ruth O'Donnell.");
    await expect(item).toHaveText('Payees');
  });

  const payment = { payee: 'Somchai Prasert', amount: '1.00', reference: randomUUID().slice(0, 8) };
  const address = await pay(page, payment, who.pin);
  await expectState(page, 'Arrived');
  await page.goto('/notification');
  const told = page.getByRole('listitem').filter({ hasText: '1.00 GBP to Somchai Prasert' });
  await expect(told).toHaveCount(1);
  await expect(told).toContainText('1.00 GBP to Somchai Prasert has arrived.');
  await page.goto('/pending-payment-domestic?startdate=2026-12-01&enddate=2026-11-01');
  await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(
    'The end date is before the start date',
  );
  await expect(page.getByText('Try other words, dates or another status.')).toBeVisible();

  await test.step('every state in the list, and one of each owner on its page', async () => {
    await mockAllPendingStates(page, address.split('/').at(-1) ?? '');
    await page.goto('/pending-payment-domestic');
    const rowOf = (state: WaitingState) => page.getByRole('main').getByRole('link', { name: `Payee ${state}` });
    for (const state of waitingStates) await expectPendingStatus(rowOf(state), state);
    await expectAccessible(page);
    for (const owner of owners) {
      const state = waitingStates.find((each) => ownerOf(each) === owner) ?? 'scheduled';
      await rowOf(state).click();
      await expect(page.getByText(`to Payee ${state}`, { exact: true })).toBeVisible();
      const part = page.getByRole('heading', { name: 'What happens next' }).locator('..');
      await expectPendingStatus(part, state);
      await page.goBack();
    }
  });
});

const holdPayee = ({ customerId }: TestCustomer, name: string): Promise<string> =>
  asStaff('compliance', async ({ tx }) => {
    const payee = tx
      .updateTable('payee.payee')
      .set({ status: 'pending', reasonCode: 'compliance' })
      .where('customerId', '=', customerId)
      .where('name', '=', name)
      .returning('id');
    return (await payee.executeTakeFirstOrThrow()).id;
  });
