import { randomUUID } from 'node:crypto';
import { ApprovalRequestState } from '@larkmere/contract/approvals/approval';
import { cardPaymentDeclineCodes } from '@larkmere/contract/cards/card-issuer';
import { DisputeState } from '@larkmere/contract/cards/card-payment';
import { TopUpState } from '@larkmere/contract/cards/top-up';
import { contract } from '@larkmere/contract/contract';
import { ContactRecoveryState } from '@larkmere/contract/customers/contact-recovery';
import { pricedProducts } from '@larkmere/contract/customers/price-notice';
import { DealState } from '@larkmere/contract/fx/manual-fx';
import { PayeeStatus } from '@larkmere/contract/payees/payee';
import { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import { waitingStates } from '@larkmere/contract/payments/payment-waiting-states';
import { type AccessKey, accessKeys } from '@larkmere/contract/platform/access';
import type { LiveNotice } from '@larkmere/contract/platform/live';
import { type Message, message } from '@larkmere/messages/message';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  seedCustomer,
  seedUser,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { startRouteServer } from '../../../../../test/fixtures/route-server.ts';
import { ownTransferCompleted } from '../../accounts/own-transfer/own-transfer.ts';
import { statementExportFailed, statementExportReady } from '../../accounts/statement/statement.ts';
import { approvalCompleted, approvalRequested } from '../../approvals/approval/approval.ts';
import { compensationPaid, compensationReversed } from '../../back-office/compensation/compensation.ts';
import { consentRequested, visitEnded } from '../../back-office/ghost-connect/ghost-connect.ts';
import { answerOverdue, paymentDelayed } from '../../back-office/review/review.ts';
import { subUserChanged } from '../../back-office/sub-user/sub-user.ts';
import {
  cardDisputeChanged,
  cardPaymentChanged,
  cardReceiptMissing,
  cardShortfallRecovered,
} from '../../cards/card-payment/card-payment.ts';
import {
  issuedCardOrdered,
  issuedCardPinChanged,
  issuedCardRevealed,
  issuedCardShipped,
  issuedCardStateChanged,
} from '../../cards/issued-card/issued-card.ts';
import { topUpStateChanged } from '../../cards/top-up/top-up.ts';
import { documentAccepted, documentRefused } from '../../checks/document/document.ts';
import { accessRequestChanged } from '../../customers/access-request/access-request.ts';
import { contactRecoveryChanged } from '../../customers/contact-recovery/contact-recovery.ts';
import { accountStatusChanged } from '../../customers/customer/customer.ts';
import { emailChanged } from '../../customers/email-change/email-change.ts';
import { factorResetChanged } from '../../customers/factor-reset/factor-reset.ts';
import {
  type PartnerStatementEvent,
  partnerStatementChanged,
} from '../../customers/introducer-partner/introducer-partner.ts';
import { invitationAnswered } from '../../customers/invitation/invitation.ts';
import {
  kycItemsNeeded,
  kycRefreshDue,
  kycReviewDelayed,
  kycStateChanged,
  memberCheckPassed,
  memberCheckReturned,
  personProvided,
} from '../../customers/kyc/kyc.ts';
import { phoneChanged } from '../../customers/phone-change/phone-change.ts';
import { priceRiseAnnounced, priceRiseCancelled } from '../../customers/price-notice/price-notice.ts';
import {
  appealDeclined,
  freeTransfersGranted,
  type ReferralEvent,
  referralStateChanged,
} from '../../customers/referral/referral.ts';
import { upgradeStateChanged } from '../../customers/upgrade/upgrade.ts';
import { userRightsChanged, userStateChanged } from '../../customers/user/user.ts';
import { orderExpired, orderFailed, orderHeld, orderReminderDue, paymentFailed } from '../../fx/auto-fx/auto-fx.ts';
import { fxConverted } from '../../fx/conversion/conversion.ts';
import { dealStateChanged } from '../../fx/manual-fx/manual-fx.ts';
import { alertFired } from '../../fx/rate-alert/rate-alert.ts';
import { deviceDisowned, newDeviceUsed } from '../../identity/device/device.ts';
import { oneTimePasswordSet, passwordChanged } from '../../identity/password/password.ts';
import { pinLocked, pinResetByStaff } from '../../identity/pin/pin.ts';
import { passwordReset, recoveryStartedByStaff } from '../../identity/recovery/recovery.ts';
import {
  factorAdded,
  factorRemoved,
  recoveryCodesReplaced,
  recoveryCodeUsed,
} from '../../identity/second-factor/second-factor.ts';
import { signInLocked } from '../../identity/session/session.ts';
import { notificationListeners } from '../../notification-listeners.ts';
import { payeeDecided } from '../../payees/payee/payee.ts';
import { memberTransferReceived, memberTransferSent } from '../../payments/member-transfer/member-transfer.ts';
import { instantPaymentStateChanged } from '../../payments/open-banking/open-banking.ts';
import type { IncomingCredit, Payment, PaymentEvent } from '../../payments/payment/payment.ts';
import {
  creditReceived,
  paymentCancelled,
  paymentCompleted,
  paymentHeld,
  paymentRejected,
  paymentReturned,
  paymentSent,
  paymentSubmitted,
  paymentWaiting,
  recallAnswered,
} from '../../payments/payment/payment-events.ts';
import { pendingStatusOf } from '../../payments/payment/payment-lifecycle.ts';
import { standingOrderUpdated } from '../../payments/standing-order/standing-order.ts';
import { type EventType, emit } from '../../platform/events/outbox.ts';
import { deliverTransactional, fanOutEvents } from '../../platform/events/relay.ts';
import { openLog } from '../../platform/observability/log.ts';
import { countNotifications, listNotifications, markRead } from './list-notifications.ts';
import { notificationRoutes } from './notification.routes.ts';
import { handlerOf, type NewNotification, notify } from './notification.ts';

const { db, url } = await createDatabase();
const server = await startRouteServer(db, notificationRoutes);

const pushed: { userId: string; notice: LiveNotice }[] = [];
const pushedFor = ({ user }: TestUser): LiveNotice[] =>
  pushed.flatMap(({ userId, notice: told }) => (userId === user.id ? [told] : []));
const listener = new pg.Client(url);
listener.on('notification', ({ payload }) => pushed.push(JSON.parse(payload ?? '')));

let ann: TestUser;
beforeAll(async () => {
  ann = await seedCustomer(db);
  await listener.connect();
  await listener.query('listen live');
});
afterAll(() => listener.end());

async function relayAll(): Promise<void> {
  await fanOutEvents(db, notificationListeners);
  const log = openLog('silent');
  while (await deliverTransactional(db, notificationListeners, log));
}

const createEvent = ({ customer, user }: TestUser, over: Partial<PaymentEvent> = {}): PaymentEvent => ({
  paymentId: '0197a000-0000-7000-8000-000000000001',
  state: 'ready',
  customerId: customer.id,
  userId: user.id,
  amount: '1250.00',
  currency: 'GBP',
  payeeName: 'Somchai Prasert',
  kind: 'domestic',
  owner: 'us',
  reasonCode: null,
  nextStep: null,
  nextUpdateAt: null,
  deadlineAt: null,
  reference: 'ABCD2345EFGH',
  reason: null,
  ...over,
});

const notice = (eventId: bigint, over: Partial<NewNotification> = {}): NewNotification => ({
  eventId,
  type: 'payment.sent',
  severity: 'info',
  title: message('notice_payment_sent_title'),
  message: { code: `Notice ${eventId}`, params: {} } as Message,
  link: null,
  ...over,
});

const about = { kind: 'none' } as const;
const to = ({ customer, user }: TestUser) => ({ customerId: customer.id, people: [user.id], about });

const notifyOf = (who: TestUser, ...eventIds: bigint[]) =>
  Promise.all(eventIds.map((eventId) => asSystem(db, (ctx) => notify(ctx, to(who), notice(eventId)))));

const gbp = (amount: string) => ({ amount, currency: 'GBP' }) as const;

const listOf = (who: TestUser, over: object = {}) =>
  asCustomer(db, who).run(listNotifications, { filter: 'all', size: 50, ...over });

test('every call requires authentication', async () => {
  for (const endpoint of Object.values(contract.notification)) {
    expect(await server.call(endpoint, { all: true, idempotency: randomUUID() })).toMatchObject({ status: 401 });
    expect(server.bound).toContain(endpoint);
  }
});

test('nobody lists, counts or marks notifications of another person, including a colleague', async () => {
  const [bob, carol] = [await seedCustomer(db), await seedCustomer(db)];
  const colleague = { customer: bob.customer, user: await seedUser(db, bob.customer, { role: 'payer' }) };
  await notifyOf(bob, 1n, 2n);
  const [newest] = (await listOf(bob)).list;
  for (const other of [carol, colleague]) {
    const { run } = asCustomer(db, other);
    expect(await listOf(other)).toEqual({ list: [], next: null });
    expect(await listOf(other, { cursor: newest?.uid })).toEqual({ list: [], next: null });
    expect(await run(countNotifications, {})).toEqual({ totalCounts: 0 });
    await run(markRead, { uids: [newest?.uid ?? ''], idempotency: randomUUID() });
    await run(markRead, { all: true, idempotency: randomUUID() });
  }
  expect(await asCustomer(db, bob).run(countNotifications, {})).toEqual({ totalCounts: 2 });
});

test('the list is paged, newest first, with a filter for unread', async () => {
  const who = await seedCustomer(db);
  for (const eventId of [11n, 12n, 13n, 14n, 15n]) await notifyOf(who, eventId);
  const first = await listOf(who, { size: 2 });
  expect(first.list.map(({ message }) => message)).toEqual(['Notice 15', 'Notice 14']);
  const second = await listOf(who, { size: 2, cursor: first.next });
  expect(second.list.map(({ message }) => message)).toEqual(['Notice 13', 'Notice 12']);
  const third = await listOf(who, { size: 2, cursor: second.next });
  expect(third).toMatchObject({ list: [{ message: 'Notice 11' }], next: null });
  const isLast = async (size: number) => (await listOf(who, { size })).next === null;
  expect([await isLast(4), await isLast(5), await isLast(6)]).toEqual([false, true, true]);
  const uids = first.list.map(({ uid }) => uid);
  const marked = await server.call(contract.notification.markRead, { uids, idempotency: randomUUID() }, who);
  expect(marked).toMatchObject({ status: 200, body: { data: { totalCounts: 3 } } });
  const unread = await server.call(contract.notification.list, { filter: 'unread' }, who);
  expect((unread.body.data as typeof first).list.map(({ message }) => message)).toEqual([
    'Notice 13',
    'Notice 12',
    'Notice 11',
  ]);
  expect((await listOf(who)).list.map(({ readAt }) => readAt === null)).toEqual([false, false, true, true, true]);
});

test('refuses an unknown cursor', async () => {
  await expectRefusal(db, 'validation_failed', () => listOf(ann, { cursor: '2026-01-01' }));
});

test('marks all, or all up to a time, once', async () => {
  const who = await seedCustomer(db);
  const { run } = asCustomer(db, who);
  await notifyOf(who, 21n);
  const seenUntil = (await listOf(who)).list[0]?.createdAt ?? '';
  await notifyOf(who, 22n);
  const before = await run(markRead, { all: true, before: seenUntil, idempotency: randomUUID() });
  expect(before).toEqual({ totalCounts: 1 });
  const readAt = (await listOf(who)).list[1]?.readAt;
  expect(await run(markRead, { all: true, idempotency: randomUUID() })).toEqual({ totalCounts: 0 });
  expect((await listOf(who)).list[1]?.readAt).toBe(readAt);
});

test.each([{}, { all: true, uids: [randomUUID()] }] as const)(
  'refuses %o, which names neither or both',
  async (which) => {
    const { run } = asCustomer(db, ann);
    await expectRefusal(db, 'validation_failed', () =>
      run(markRead, { ...(which as { all?: true }), idempotency: randomUUID() }),
    );
  },
);

test('a shortfall warning states the total debit and the shortfall', async () => {
  const who = await seedCustomer(db);
  const date = { reference: 'Rent', amount: '40.00', currency: 'GBP', payDay: '2026-12-01' } as const;
  const short = { needed: gbp('40.50'), missing: gbp('0.50') };
  const ids = { orderId: randomUUID(), customerId: who.customer.id, userId: who.user.id };
  const payload = { ...date, ...ids, step: 'warning', ...short } as const;
  await asSystem(db, (ctx) => handlerOf(notificationListeners, standingOrderUpdated)(ctx, { eventId: 7001n, payload }));
  expect((await listOf(who)).list).toMatchObject([
    {
      message:
        'You’re 0.50 GBP short. 40.00 GBP for “Rent” is due on Tue 1 Dec 2026, and takes 40.50 GBP with the fee. Add money before that morning.',
    },
  ]);
});

test('notifies one person of an event once, however often it is delivered', async () => {
  const who = await seedCustomer(db);
  await notifyOf(who, 31n, 31n, 31n);
  await asSystem(db, (ctx) => notify(ctx, to(who), notice(31n, { type: 'payment.completed' })));
  expect((await listOf(who)).list).toHaveLength(2);
  await vi.waitFor(() => expect(pushedFor(who)).toHaveLength(2), { timeout: 15_000 });
});

test('a rollback stores and sends nothing', async () => {
  const who = await seedCustomer(db);
  const failing = asSystem(db, async (ctx) => {
    await notify(ctx, to(who), notice(41n));
    throw new Error('too late');
  });
  await expect(failing).rejects.toThrow('too late');
  await notifyOf(who, 42n);
  expect((await listOf(who)).list.map(({ message }) => message)).toEqual(['Notice 42']);
  await vi.waitFor(() => expect(pushedFor(who).map(({ message }) => message)).toEqual(['Notice 42']), {
    timeout: 15_000,
  });
});

const sum = '1,250.00 GBP to Somchai Prasert';

test.each([
  [paymentHeld, null, 'payment.sent', 'info', `${sum} is on its way. It should arrive by Wed 8 Jan 2031.`],
  [paymentSent, null, 'payment.sent', 'info', `${sum} is on its way. It should arrive by Wed 8 Jan 2031.`],
  [paymentCompleted, null, 'payment.completed', 'success', `${sum} has arrived.`],
  [
    paymentReturned,
    'The payee’s account is closed.',
    'payment.returned',
    'warning',
    `${sum} came back to your account. The payee’s account is closed.`,
  ],
  [
    paymentRejected,
    'The payee’s account is closed.',
    'payment.rejected',
    'error',
    `We couldn’t send ${sum}. You can use the money again. The payee’s account is closed.`,
  ],
  [paymentCancelled, null, 'payment.cancelled', 'info', `${sum} was cancelled.`],
] as const)('$topic notifies with a text and a link to the payment', async (event, reason, type, severity, message) => {
  const who = await seedCustomer(db);
  const news = createEvent(who, { reason, arrivesBy: '2031-01-08T17:43:00Z' });
  await asSystem(db, (ctx) => emit(ctx, event, news));
  await relayAll();
  await relayAll();
  const { list } = await listOf(who);
  const link = `/pending-payment-domestic/detail/${news.paymentId}`;
  expect(list).toMatchObject([{ type, severity, message, link, readAt: null }]);
  const { uid } = list[0] ?? {};
  await vi.waitFor(() => expect(pushedFor(who)).toEqual([{ uid, type: severity, message, link }]), { timeout: 15_000 });
});

test.each([
  ['2026-07-01T10:02:00Z', '2026-07-01T17:27:00Z', ' It should arrive by 18:27.'],
  ['2026-07-01T10:02:00Z', '2026-07-01T23:27:00Z', ' It should arrive by Thu 2 Jul 2026.'],
  ['2026-01-01T10:02:00Z', '2026-01-01T17:27:00Z', ' It should arrive by 17:27.'],
  ['2026-01-01T10:02:00Z', '2026-01-01T10:04:00Z', ''],
  ['2026-01-01T10:02:00Z', undefined, ''],
] as const)('made at %s, to arrive at %s', async (at, arrivesBy, until) => {
  const who = await seedCustomer(db);
  const payload = createEvent(who, arrivesBy && { arrivesBy });
  await asSystem(db, (ctx) =>
    handlerOf(notificationListeners, paymentHeld)({ ...ctx, now: new Date(at) }, { eventId: 100n, payload }),
  );
  expect((await listOf(who)).list).toMatchObject([{ message: `${sum} is on its way.${until}` }]);
});

test('a payment has one entry, which says the latest, goes up and is unread again', async () => {
  const who = await seedCustomer(db);
  const [one, other] = [randomUUID(), randomUUID()];
  const told = async (type: typeof paymentHeld, paymentId: string) => {
    await asSystem(db, (ctx) => emit(ctx, type, createEvent(who, { paymentId })));
    await relayAll();
    return (await listOf(who)).list.map((entry) => [entry.type, entry.readAt === null] as const);
  };
  const readAll = () => asCustomer(db, who).run(markRead, { all: true, idempotency: randomUUID() });
  expect(await told(paymentHeld, one)).toEqual([['payment.sent', true]]);
  expect(await told(paymentHeld, other)).toEqual([
    ['payment.sent', true],
    ['payment.sent', true],
  ]);
  const [, first] = (await listOf(who)).list;
  await readAll();
  // What the payer knows is not said again.
  for (const step of [paymentSubmitted, paymentSent])
    expect(await told(step, one)).toEqual([
      ['payment.sent', false],
      ['payment.sent', false],
    ]);
  expect(await told(paymentCompleted, one)).toEqual([
    ['payment.completed', true],
    ['payment.sent', false],
  ]);
  expect((await listOf(who)).list[0]?.uid).toBe(first?.uid);
  await readAll();
  expect(await told(paymentReturned, one)).toEqual([
    ['payment.returned', true],
    ['payment.sent', false],
  ]);
});

test('news that come late do not replace later ones', async () => {
  const who = await seedCustomer(db);
  const payload = createEvent(who);
  const tell = (type: typeof paymentHeld, eventId: bigint) =>
    asSystem(db, (ctx) => handlerOf(notificationListeners, type)(ctx, { eventId, payload }));
  await tell(paymentCompleted, 102n);
  await tell(paymentHeld, 101n);
  await tell(paymentCompleted, 102n);
  expect((await listOf(who)).list).toMatchObject([{ type: 'payment.completed' }]);
});

const waitingSentences: Readonly<Record<(typeof waitingStates)[number], string>> = {
  awaiting_approval: `A colleague needs to approve ${sum}.`,
  awaiting_sca: `${sum} needs your PIN. Confirm it with your PIN.`,
  scheduled: `We’ll send ${sum} on Tue 7 Jan 2031.`,
  awaiting_funds: `You don’t have enough money to send ${sum}. Add money to your account and we’ll send it.`,
  screening: `We’re checking your payment of ${sum}.`,
  in_review: `We’re checking your payment of ${sum}.`,
  info_required: `We can’t send ${sum} yet. Your money is reserved and safe. We need something from you before we can send this. Answer our question.`,
  ready: `We’ll send ${sum} as soon as the bank takes it.`,
  submitted: `${sum} is taking longer than usual. We’re asking the bank.`,
  sent: `${sum} is taking longer than usual. We’re asking the bank.`,
};

test.each(waitingStates)('%s notifies with one sentence, and a second one only for what to do', async (state) => {
  const row = { reason: null, reasonCode: null, nextStep: null, nextUpdateAt: null, deadlineAt: null };
  const said = pendingStatusOf({ ...row, state, arrivalLatest: new Date('2031-01-08T17:43:00Z') } as Payment);
  const nextUpdateAt = '2031-01-07T09:11:00.000Z';
  const who = await seedCustomer(db);
  await asSystem(db, (ctx) => emit(ctx, paymentWaiting, createEvent(who, { state, ...said, nextUpdateAt })));
  await relayAll();
  expect((await listOf(who)).list.map(({ message }) => message)).toEqual([waitingSentences[state]]);
});

test.each([
  ['approved', null, 'success', 'You can now pay Somchai Prasert.'],
  ['pending', null, 'info', 'We’ve finished our checks on Somchai Prasert. Your team still needs to approve them.'],
  ['reject', 'The account is closed.', 'warning', 'You cannot pay Somchai Prasert. The account is closed.'],
  ['disabled', null, 'warning', 'You cannot pay Somchai Prasert any more.'],
] as const)('a payee decided as %s notifies with a link to the payee', async (status, reason, severity, message) => {
  const who = await seedCustomer(db);
  const payeeId = randomUUID();
  const [customerId, userId] = [who.customer.id, who.user.id];
  const payee = { type: 'gbp', currency: 'GBP', name: 'Somchai Prasert', status, reason } as const;
  await asSystem(db, (ctx) => emit(ctx, payeeDecided, { payeeId, customerId, userId, ...payee }));
  await relayAll();
  const link = `/payee/view/gbp/gbp?uid=${payeeId}`;
  expect((await listOf(who)).list).toMatchObject([{ type: 'payee.decided', severity, message, link }]);
});

test.each([
  ['wallet', '/wallet/rate-alert'],
  ['plus', '/auto-fx?tab=alerts'],
] as const)('a rate that reached the target of a %s customer notifies with a link to %s', async (tier, link) => {
  const who = await seedCustomer(db, { kind: tier });
  const alert = { alertId: randomUUID(), customerId: who.customer.id, userId: who.user.id, tier };
  const [rate, target] = ['1 GBP = 43.6510 THB', '1 GBP = 43.7000 THB'];
  await asSystem(db, (ctx) => emit(ctx, alertFired, { ...alert, rate, target }));
  await relayAll();
  const { list } = await listOf(who);
  expect(list).toMatchObject([{ type: 'rate-alert.fired', severity: 'info', link }]);
  expect(list[0]?.message).toContain('Your target was 1 GBP = 43.7000 THB.');
});

test('incoming money notifies with its amount and payer', async () => {
  const owner = await seedCustomer(db);
  await asSystem(db, (ctx) => emit(ctx, creditReceived, createCredit(owner)));
  await relayAll();
  expect((await listOf(owner)).list).toMatchObject([
    {
      type: 'credit.received',
      severity: 'success',
      message: 'You received 75.50 GBP from Mekong Trading Ltd.',
      link: '/statement?bankholderid=1234567890',
    },
  ]);
});

const createCredit = ({ customer }: TestUser): IncomingCredit => ({
  incomingId: randomUUID(),
  customerId: customer.id,
  bankholderId: '1234567890',
  amount: '75.50',
  currency: 'GBP',
  payerName: 'Mekong Trading Ltd',
  reference: 'INV 7',
});

type Audience = readonly ('maker' | 'owner' | AccessKey)[];
type Sample = Readonly<{ topic: string; payload: object; audience: Audience }>;

const samplesOf = <P extends object>({ topic }: EventType<P>, audience: Audience, ...payloads: P[]): Sample[] =>
  payloads.map((payload) => ({ topic, payload, audience }));

function referralSamples(customerId: string): Sample[] {
  const referral: ReferralEvent = {
    referralId: randomUUID(),
    customerId,
    friendName: 'Jo',
    previous: null,
    state: 'registered',
    reason: null,
    reward: '50.00',
    exchange: '100.00',
    currency: 'GBP',
    completeBy: '2031-01-07',
    bankholderId: null,
  };
  return [
    ...samplesOf(
      referralStateChanged,
      ['introducer'],
      referral,
      { ...referral, previous: 'not_eligible' },
      { ...referral, state: 'kyc_approved' },
      { ...referral, state: 'reward_due', reason: 'no_account' },
      { ...referral, state: 'paid' },
      { ...referral, state: 'not_eligible', reason: 'shared_device' },
    ),
    ...samplesOf(referralStateChanged, [], { ...referral, state: 'first_trade' }, { ...referral, state: 'reward_due' }),
    ...samplesOf(appealDeclined, ['introducer'], { ...referral, answer: 'You share a device.' }),
    ...samplesOf(freeTransfersGranted, ['payment'], { customerId, count: 3 }),
    ...partnerSamples(customerId),
  ];
}

function partnerSamples(customerId: string): Sample[] {
  const statement: PartnerStatementEvent = {
    statementId: randomUUID(),
    customerId,
    month: '2030-12-01',
    state: 'paid',
    reason: null,
    total: '120.00',
    isPositive: true,
    currency: 'GBP',
    bankholderId: null,
  };
  return samplesOf(
    partnerStatementChanged,
    ['introducer'],
    statement,
    { ...statement, state: 'carried' },
    { ...statement, state: 'carried', total: '-5.00', isPositive: false },
    { ...statement, state: 'due', reason: 'no_account' },
    { ...statement, state: 'due', reason: 'account_restricted' },
  );
}

function priceSamples(customerId: string): Sample[] {
  const gbp = (amount: string) => ({ amount, currency: 'GBP' }) as const;
  const example = { amount: null, before: gbp('1.00'), after: gbp('2.00'), difference: gbp('1.00') };
  const rise = {
    tier: 'plus',
    currency: 'GBP',
    buy: null,
    label: null,
    before: '1.00',
    after: '2.00',
    example,
  } as const;
  const rises = pricedProducts.map((product) => ({ ...rise, product, unit: 'fixed' as const }));
  const ofCampaign = { ...rise, product: 'exchange', buy: 'EUR', label: 'Handling', unit: 'percent' } as const;
  const event = {
    noticeId: randomUUID(),
    customerId,
    tier: 'plus',
    takesEffectAt: '2031-03-01T00:00:00.000Z',
  } as const;
  return [priceRiseAnnounced, priceRiseCancelled].flatMap((topic) =>
    samplesOf(
      topic,
      accessKeys,
      { ...event, rises: [ofCampaign] },
      ...rises.map((each) => ({ ...event, rises: [each] })),
      { ...event, rises },
    ),
  );
}

/** Every event that notifies, in all its forms, with the rights of those who are notified besides its maker. */
function createSamples(maker: TestUser): Sample[] {
  const ids = { customerId: maker.customer.id, userId: maker.user.id, paymentId: randomUUID() };
  const [money, at] = [{ amount: '10.00', currency: 'GBP' } as const, '2031-01-07T09:11:00.000Z'];
  const payment = createEvent(maker);
  const membership = { ...ids, membershipId: maker.user.membershipId, byUserId: ids.userId, at };
  const order = { ...ids, orderId: randomUUID(), summary: 'Sell 10.00 GBP' };
  const dated = { ...ids, orderId: randomUUID(), reference: 'Rent', payDay: '2031-01-07', ...money };
  const document = {
    ...ids,
    documentId: randomUUID(),
    type: 'invoice' as const,
    name: 'a.pdf',
    payeeName: 'Jo',
    reason: null,
  };
  const exchange = {
    conversionId: randomUUID(),
    sold: '10.00',
    sell: 'GBP',
    bought: '11.00',
    buy: 'EUR',
    rate: '1.1',
  } as const;
  const request = { requestId: randomUUID(), title: 'Pay Jo', link: '/', kind: 'payment', note: null } as const;
  const readers = ['maker', 'payment', 'statement'] as const;
  const news = { letter: null, byName: null } as const;
  const topUp = {
    ...ids,
    ...money,
    topUpId: randomUUID(),
    bankholderId: '2',
    cardName: 'Visa ··4242',
    reason: null,
    missing: '0.00',
    at,
  };
  const card = {
    cardId: randomUUID(),
    customerId: maker.customer.id,
    holderId: maker.user.id,
    cardName: 'Visa ··4417',
    at,
    byUserId: null,
    reason: null,
    reasonBefore: null,
  };
  const cardPayment = {
    ...card,
    paymentId: randomUUID(),
    bankholderId: '1',
    merchant: 'Copper Kettle',
    amount: '12.50',
    currency: 'GBP' as const,
    wasHeld: false,
    declineCode: null,
    declineLimit: null,
    missing: '0.00',
  };
  const states = <S extends string>(all: readonly S[], notified: readonly S[]) =>
    [all.filter((state) => notified.includes(state)), all.filter((state) => !notified.includes(state))] as const;
  const [toldDeals, quietDeals] = states(DealState.options, ['quoted', 'expired', 'booked', 'unable']);
  const told = ['credited', 'rejected', 'expired', 'unknown'] as const;
  const [toldTopUps, quietTopUps] = states(TopUpState.options, ['captured', 'expired', 'refunded', 'charged_back']);
  const [toldInstant, quietInstant] = states(InstantPaymentState.options, told);
  const deal = { ...ids, dealId: randomUUID(), summary: 'Sell', detail: null };
  const instant = { ...ids, ...money, bankName: 'Nordbank', reason: null };
  const check = { customerId: maker.customer.id, applicationId: randomUUID(), dueBy: at };
  const upgrade = { ...ids, requestId: randomUUID(), reason: 'No' };
  const approved = ApprovalRequestState.options.filter((state) => state !== 'open');
  return [
    ...[paymentHeld, paymentWaiting, paymentSubmitted, paymentSent].flatMap((type) =>
      samplesOf(type, readers, payment),
    ),
    ...[paymentCompleted, paymentReturned, paymentRejected, paymentCancelled].flatMap((type) =>
      samplesOf(type, readers, payment),
    ),
    ...samplesOf(paymentWaiting, ['maker'], { ...payment, owner: 'team' }),
    ...samplesOf(recallAnswered, readers, { ...payment, outcome: 'accepted' }, { ...payment, outcome: 'refused' }),
    ...samplesOf(creditReceived, ['payment', 'statement'], createCredit(maker)),
    ...samplesOf(compensationPaid, readers, { ...ids, ...money, payeeName: 'Jo' }),
    ...samplesOf(compensationReversed, readers, { ...ids, ...money, payeeName: 'Jo' }),
    ...samplesOf(ownTransferCompleted, readers, {
      ...ids,
      ...money,
      transferId: randomUUID(),
      sourceBankholderId: '2',
      targetBankholderId: '1',
    }),
    ...samplesOf(memberTransferSent, readers, {
      ...ids,
      ...money,
      transferId: randomUUID(),
      sourceBankholderId: '2',
      recipientName: 'Anong S•••••',
    }),
    ...samplesOf(memberTransferReceived, ['payment', 'statement'], {
      ...ids,
      ...money,
      transferId: randomUUID(),
      targetBankholderId: '1',
      senderName: 'Boon Chaiyo',
    }),
    ...toldTopUps.flatMap((state) => samplesOf(topUpStateChanged, readers, { ...topUp, state })),
    ...quietTopUps.flatMap((state) => samplesOf(topUpStateChanged, [], { ...topUp, state })),
    ...samplesOf(topUpStateChanged, readers, { ...topUp, state: 'charged_back', missing: '4.00' }),
    ...[true, false].flatMap((isRenewal) => samplesOf(issuedCardOrdered, ['maker', 'owner'], { ...card, isRenewal })),
    ...samplesOf(
      issuedCardShipped,
      ['maker'],
      { ...card, tracking: null, expectedOn: null },
      { ...card, tracking: 'RM 1', expectedOn: '2031-01-07' },
    ),
    ...samplesOf(issuedCardPinChanged, ['maker'], card),
    ...samplesOf(issuedCardRevealed, ['maker'], { ...card, what: 'pin' }, { ...card, what: 'details' }),
    ...(['frozen', 'blocked', 'expired', 'closed'] as const).flatMap((to) =>
      samplesOf(issuedCardStateChanged, ['maker'], { ...card, from: 'active', to }),
    ),
    ...samplesOf(issuedCardStateChanged, [], { ...card, from: 'active', to: 'frozen', byUserId: maker.user.id }),
    ...samplesOf(issuedCardStateChanged, ['maker', 'owner'], { ...card, from: 'active', to: 'stopped' }),
    ...samplesOf(
      issuedCardStateChanged,
      [],
      { ...card, from: 'active', to: 'stopped', reason: 'payment_shortfall' },
      { ...card, from: 'stopped', to: 'active', reasonBefore: 'payment_shortfall' },
    ),
    ...[true, false].flatMap((isUsable) =>
      samplesOf(cardShortfallRecovered, ['maker', 'owner'], {
        ...cardPayment,
        holderIds: [maker.user.id],
        isUsable,
      }),
    ),
    ...samplesOf(issuedCardStateChanged, ['maker', 'owner'], { ...card, from: 'ordered', to: 'rejected' }),
    ...samplesOf(
      issuedCardStateChanged,
      ['maker'],
      { ...card, from: 'ordered', to: 'active' },
      { ...card, from: 'stopped', to: 'active' },
    ),
    ...samplesOf(
      issuedCardStateChanged,
      [],
      { ...card, from: 'ordered', to: 'inactive' },
      { ...card, from: 'inactive', to: 'active' },
      { ...card, from: 'stopped', to: 'frozen' },
    ),
    ...(['authorised', 'increased', 'refunded', 'cleared'] as const).flatMap((step) =>
      samplesOf(cardPaymentChanged, ['maker'], { ...cardPayment, step }),
    ),
    ...cardPaymentDeclineCodes.flatMap((declineCode) =>
      samplesOf(cardPaymentChanged, ['maker'], { ...cardPayment, step: 'declined', declineCode }),
    ),
    ...samplesOf(cardPaymentChanged, ['maker', 'owner'], { ...cardPayment, step: 'cleared', missing: '2.50' }),
    ...(['verified', 'partly_released', 'released'] as const).flatMap((step) =>
      samplesOf(cardPaymentChanged, [], { ...cardPayment, step }),
    ),
    ...samplesOf(cardPaymentChanged, [], { ...cardPayment, step: 'cleared', wasHeld: true }),
    ...DisputeState.options.flatMap((state) =>
      samplesOf(cardDisputeChanged, state === 'opened' ? [] : ['maker'], {
        ...cardPayment,
        disputeId: randomUUID(),
        userId: maker.user.id,
        state,
        answerBy: '2031-01-07',
      }),
    ),
    ...samplesOf(cardReceiptMissing, ['maker'], { ...cardPayment, day: '2031-01-07' }),
    ...samplesOf(fxConverted, readers, { ...ids, ...exchange, cause: 'instant', link: '/' }),
    ...samplesOf(fxConverted, ['payment', 'statement'], {
      ...ids,
      ...exchange,
      userId: null,
      cause: 'instant',
      link: '/',
    }),
    ...samplesOf(documentAccepted, ['maker', 'payment'], document),
    ...samplesOf(documentRefused, ['maker', 'payment'], document),
    ...samplesOf(answerOverdue, ['maker', 'payment'], { ...ids, payeeName: 'Jo', dueAt: at }),
    ...samplesOf(paymentDelayed, ['maker', 'payment'], { ...ids, payeeName: 'Jo', deadlineAt: at }),
    ...PayeeStatus.options.flatMap((status) =>
      samplesOf(payeeDecided, ['maker', 'payee'], {
        ...ids,
        payeeId: randomUUID(),
        currency: 'GBP',
        type: 'gbp',
        name: 'Jo',
        status,
        reason: null,
      }),
    ),
    ...toldDeals.flatMap((state) => samplesOf(dealStateChanged, ['maker', 'manualfx'], { ...deal, state })),
    ...quietDeals.flatMap((state) => samplesOf(dealStateChanged, [], { ...deal, state })),
    ...toldInstant.flatMap((state) =>
      samplesOf(instantPaymentStateChanged, ['maker', 'instant'], { ...instant, state }),
    ),
    ...quietInstant.flatMap((state) => samplesOf(instantPaymentStateChanged, [], { ...instant, state })),
    ...samplesOf(orderFailed, ['maker', 'autofx'], { ...order, message: 'No', isFinal: true, againAt: null }),
    ...samplesOf(orderHeld, ['maker', 'autofx'], { ...order, why: 'held_offhours', until: at }),
    ...samplesOf(paymentFailed, ['maker', 'autofx'], { ...order, message: 'No' }),
    ...[orderExpired, orderReminderDue].flatMap((type) => samplesOf(type, ['maker', 'autofx'], order)),
    ...samplesOf(
      standingOrderUpdated,
      ['maker', 'standingorder'],
      { ...dated, step: 'warning', needed: money, missing: money },
      { ...dated, step: 'retrying', message: 'No', retryTime: '15:00' },
      { ...dated, step: 'held', message: 'No', until: at },
      { ...dated, step: 'failed', message: 'No' },
      { ...dated, step: 'skipped', message: 'No' },
      { ...dated, step: 'completed' },
      { ...dated, step: 'blocked', message: 'No' },
    ),
    ...(['pending', 'action_required', 'rejected'] as const).flatMap((state) =>
      samplesOf(kycStateChanged, ['owner'], { ...check, state, previous: 'in_review' }),
    ),
    ...(['not_started', 'in_progress'] as const).flatMap((state) =>
      samplesOf(kycStateChanged, [], { ...check, state, previous: 'expired' }),
    ),
    ...(['approved', 'approved_conditional'] as const).flatMap((state) =>
      samplesOf(kycStateChanged, accessKeys, { ...check, state, previous: 'pending' }),
    ),
    ...(['in_review', 'expired'] as const).flatMap((state) =>
      samplesOf(kycStateChanged, accessKeys, { ...check, state, previous: 'approved' }),
    ),
    ...samplesOf(kycItemsNeeded, ['owner'], check),
    ...samplesOf(kycRefreshDue, ['owner'], { ...check, step: 'opened' }, { ...check, step: 'due' }),
    ...samplesOf(kycReviewDelayed, ['owner'], { ...check, nextUpdateAt: at }),
    ...samplesOf(personProvided, ['owner'], { ...check, personId: randomUUID() }),
    ...samplesOf(memberCheckPassed, ['maker'], { ...ids, membershipId: randomUUID() }),
    ...samplesOf(memberCheckReturned, ['maker'], {
      ...ids,
      membershipId: randomUUID(),
      personId: randomUUID(),
      linkId: randomUUID(),
      items: [{ key: 'selfie', reason: 'unreadable' }],
    }),
    ...(['kyc_gap', 'opening_accounts', 'refused'] as const).flatMap((state) =>
      samplesOf(upgradeStateChanged, ['maker'], { ...upgrade, state }),
    ),
    ...(['requested', 'reviewing'] as const).flatMap((state) =>
      samplesOf(upgradeStateChanged, [], { ...upgrade, state }),
    ),
    ...priceSamples(maker.customer.id),
    ...samplesOf(upgradeStateChanged, accessKeys, { ...upgrade, state: 'done' }),
    ...(['active', 'restricted', 'suspended', 'dormant', 'closing', 'closed'] as const).flatMap((to) =>
      samplesOf(accountStatusChanged, accessKeys, { ...ids, from: 'active', to, ...news, reason: 'inactivity' }),
    ),
    ...(['pending', 'locked'] as const).flatMap((to) =>
      samplesOf(accountStatusChanged, [], { ...ids, from: 'active', to, ...news, reason: 'opened' }),
    ),
    ...samplesOf(accountStatusChanged, [], {
      ...ids,
      from: 'active',
      to: 'suspended',
      ...news,
      reason: 'sanctions_match',
    }),
    ...(['frozen_by_customer', 'unfrozen_by_customer'] as const).flatMap((reason) =>
      samplesOf(accountStatusChanged, accessKeys, {
        ...ids,
        from: reason === 'frozen_by_customer' ? 'active' : 'restricted',
        to: reason === 'frozen_by_customer' ? 'restricted' : 'active',
        letter: null,
        reason,
        byName: 'Jo',
      }),
    ),
    ...[true, false].flatMap((isSilent) =>
      samplesOf(accountStatusChanged, isSilent ? [] : accessKeys, {
        ...ids,
        from: 'active',
        to: 'closing',
        reason: 'terms_breach',
        letter: { text: 'Please move your money.', noticeEndsAt: at, isSilent },
        byName: null,
      }),
    ),
    ...samplesOf(alertFired, ['maker'], { ...ids, alertId: randomUUID(), tier: 'plus', rate: '1.1', target: '1.1' }),
    ...samplesOf(approvalRequested, ['maker'], {
      ...request,
      ...ids,
      people: [ids.userId],
      makerName: 'Jo',
      expiresAt: at,
    }),
    ...approved.flatMap((state) =>
      samplesOf(approvalCompleted, state === 'recalled' ? [] : ['maker'], {
        ...request,
        ...ids,
        makerId: ids.userId,
        state,
      }),
    ),
    ...[statementExportReady, statementExportFailed].flatMap((type) =>
      samplesOf(type, ['maker'], {
        exportId: randomUUID(),
        customerId: ids.customerId,
        userId: ids.userId,
        accounts: [],
        from: '2024-01-01',
        to: '2026-10-31',
        kind: 'statement' as const,
      }),
    ),
    ...samplesOf(consentRequested, ['maker'], {
      ...membership,
      consentId: randomUUID(),
      staffName: 'Kwame Osei',
      expiresAt: '2999-01-01T00:00:00.000Z',
    }),
    ...samplesOf(visitEnded, ['maker'], {
      ...membership,
      visitId: randomUUID(),
      staffName: 'Kwame Osei',
      ticket: 'HD-1',
      openedAt: at,
    }),
    ...samplesOf(pinLocked, ['maker'], { userId: ids.userId, at }),
    ...samplesOf(userRightsChanged, ['maker'], { ...membership, role: null }),
    ...samplesOf(userStateChanged, ['maker'], { ...membership, state: 'active' }),
    ...samplesOf(userStateChanged, [], { ...membership, state: 'suspended' }, { ...membership, state: 'removed' }),
    ...(['accepted', 'declined'] as const).flatMap((answer) =>
      samplesOf(invitationAnswered, ['maker'], { ...membership, inviterId: ids.userId, answer }),
    ),
    ...samplesOf(emailChanged, ['maker'], {
      requestId: ids.userId,
      userId: ids.userId,
      email: 'new@larkmere.example',
      at,
      device: 'Firefox on Mac',
    }),
    ...samplesOf(
      newDeviceUsed,
      ['maker'],
      { userId: ids.userId, deviceId: randomUUID(), device: 'Firefox on Mac', country: 'TH', at },
      { userId: ids.userId, deviceId: randomUUID(), device: 'Firefox on Mac', country: null, at },
    ),
    ...[factorAdded, recoveryCodeUsed, recoveryCodesReplaced].flatMap((type) =>
      samplesOf(type, ['maker'], { userId: ids.userId, at, device: 'Firefox on Mac' }),
    ),
    ...samplesOf(factorRemoved, ['maker'], { userId: ids.userId, at, device: 'Firefox on Mac', isLast: false }),
    ...samplesOf(deviceDisowned, ['maker'], { userId: ids.userId, at }),
    ...samplesOf(passwordChanged, ['maker'], { userId: ids.userId, at, device: 'Firefox on Mac' }),
    ...samplesOf(passwordReset, ['maker'], { userId: ids.userId, at, device: 'Firefox on Mac' }),
    ...samplesOf(oneTimePasswordSet, ['maker'], { userId: ids.userId, request: 'a request', at, until: at }),
    ...samplesOf(pinResetByStaff, ['maker'], { userId: ids.userId, at }),
    ...ContactRecoveryState.options.flatMap((step) =>
      samplesOf(contactRecoveryChanged, ['maker', 'owner'], {
        userId: ids.userId,
        requestId: randomUUID(),
        step,
        at,
        deadlineAt: at,
      }),
    ),
    ...samplesOf(recoveryStartedByStaff, ['maker'], { userId: ids.userId, requestId: randomUUID(), at, expiresAt: at }),
    ...samplesOf(phoneChanged, ['maker'], { userId: ids.userId, requestId: randomUUID(), at }),
    ...(['rights_changed', 'removed', 'pin_reset', 'password_ended'] as const).flatMap((change) =>
      samplesOf(subUserChanged, ['owner'], { ...membership, name: 'Jo', change }),
    ),
    ...(['prepared', 'scheduled', 'approved', 'applied', 'refused', 'withdrawn', 'void'] as const).flatMap((step) =>
      samplesOf(accessRequestChanged, ['owner'], {
        customerId: membership.customerId,
        requestId: randomUUID(),
        name: 'Jo',
        step,
        takesEffectAt: step === 'scheduled' ? at : null,
      }),
    ),
    ...(['requested', 'submitted', 'approved', 'applied', 'refused', 'cancelled', 'expired'] as const).flatMap(
      (state) =>
        samplesOf(factorResetChanged, ['maker'], {
          requestId: randomUUID(),
          userId: ids.userId,
          linkId: randomUUID(),
          state,
          refusalReason: state === 'refused' ? 'not_proven' : null,
          expiresAt: at,
          appliesAt: state === 'approved' ? at : null,
        }),
    ),
    ...referralSamples(maker.customer.id),
    ...samplesOf(signInLocked, ['maker'], { realm: 'person', id: ids.userId, until: at }),
    ...samplesOf(
      signInLocked,
      [],
      { realm: 'staff', id: ids.userId, until: at },
      { realm: 'person', id: null, until: at },
    ),
  ];
}

test('each event notifies exactly the people with the right to it, and its maker whatever their rights', async () => {
  const { customer, user: owner } = await seedCustomer(db, { access: [] });
  const maker = { customer, user: await seedUser(db, customer, { access: [], role: 'viewer' }) };
  const colleagues = new Map<string, string>([
    [maker.user.id, 'maker'],
    [owner.id, 'owner'],
  ]);
  for (const key of accessKeys) {
    const { id } = await seedUser(db, customer, { access: [key], role: 'viewer' });
    colleagues.set(id, key);
  }
  for (const status of ['suspended', 'removed'] as const) {
    const { id } = await seedUser(db, customer);
    await db
      .updateTable('customer.membership')
      .set({ state: status, reason: 'Left' })
      .where('userId', '=', id)
      .execute();
  }
  await seedCustomer(db);
  const samples = createSamples(maker);
  let eventId = 9000n;
  for (const each of notificationListeners) {
    const samplesOfTopic = samples.filter(({ topic }) => topic === each.topic);
    expect(samplesOfTopic.length, each.listener).toBeGreaterThan(0);
    if (!('transactional' in each)) throw new Error(`${each.listener} is not transactional`);
    for (const { payload, audience } of samplesOfTopic) {
      eventId += 1n;
      // Each about a payment of its own, because news of the same one may say nothing new.
      const own = { ...payload, ...('paymentId' in payload && { paymentId: randomUUID() }) };
      await asSystem(db, (ctx) => each.transactional(ctx, { eventId, payload: own as never }));
      const rows = await db
        .selectFrom('notification.notification')
        .select('userId')
        .where('eventId', '=', eventId)
        .execute();
      const notified = rows.map(({ userId }) => colleagues.get(userId) ?? 'somebody else');
      expect(notified.toSorted(), `${each.listener} ${JSON.stringify(payload)}`).toEqual(audience.toSorted());
    }
  }
});
