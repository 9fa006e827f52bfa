import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { v7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import {
  approveAs,
  expectRefusalAfterSignIn,
  seedApprovalRule,
  seedColleague,
  signedIn,
} from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { requestQuoteAs } from '../../../../../test/fixtures/fx.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { balancesOf, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { seedRates } from '../../../../../test/fixtures/rates.ts';
import { makeScheduledDue, paymentInspector, runScheduledAt } from '../../../../../test/fixtures/scheduled-payment.ts';
import {
  berlinPayee,
  clockAt,
  createStandingOrderUser,
  standingOrderTerms,
  runStandingOrdersAt as turnStanding,
} from '../../../../../test/fixtures/standing-order.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { listUsableSwt, viewPayee } from '../../payees/payee/payee.read.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { addPayee, editPayee } from '../../payees/payee/save-payee.ts';
import { showRequirements } from '../../payees/payee/show-requirements.ts';
import { showPayment } from '../payment/show-payments.ts';
import { listCurrencies, priceInternational } from './international.read.ts';
import { sendCrossCurrency, sendPendingInternational, sendSameCurrency } from './send-international.ts';

const { db } = await createDatabase();
const { path, reasonOf } = paymentInspector(db);
let who: TestUser;
let euros: BankAccount;
let pounds: BankAccount;
let payee: Payee;

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
  who = await seedCustomer(db, { business: true });
  euros = await seedAccount(db, who, { currency: 'EUR', iban: 'GB17LARK04062141728856', balance: '5000.00' });
  pounds = await seedAccount(db, who, { balance: '5000.00' });
  payee = await seedPayeeOf(db, who, berlinPayee);
});

const switchTo = (swift: boolean) =>
  db.updateTable('customer.customer').set({ swift }).where('id', '=', who.customer.id).execute();
const me = () => asCustomer(db, who);

const terms = (source: BankAccount) => ({
  sourceBankholderId: source.bankholderId,
  payeeUid: payee.id,
  payeeVersion: payee.version,
  reference: 'Invoice 2091',
  chargeType: 'SHA' as const,
});

async function same(
  send: typeof sendSameCurrency,
  over: Readonly<{ executionDate?: string }> = {},
): Promise<PaymentView> {
  const { ctx, confirm } = await signedIn(db, who);
  const idempotency = v7();
  const figures = { ...terms(euros), amount: '1000.00', currency: 'EUR' as const, route: 'swift' as const, ...over };
  const order = { ...figures, fee: '9.00' };
  const purpose = { operation: 'payment.global.same' as const, ...order, paymentIdempotency: idempotency };
  return ctx(async (c) => send(c, { ...order, authorisation: await confirm(purpose), idempotency }));
}

async function cross(): Promise<PaymentView> {
  const quote = await requestQuoteAs(db, who, { sell: 'GBP', buy: 'EUR', side: 'buy', amount: '1000.00' });
  const { ctx, confirm } = await signedIn(db, who);
  const idempotency = v7();
  const order = { quoteId: quote.quoteId, ...terms(pounds), fee: '8.00' };
  const approval = await confirm({
    operation: 'payment.global.cross',
    ...order,
    ...quote.sellAmount,
    buyAmount: quote.buyAmount.amount,
    buyCurrency: quote.buyAmount.currency,
    paymentIdempotency: idempotency,
  });
  return ctx((c) => sendCrossCurrency(c, { ...order, authorisation: approval, idempotency }));
}

it('is enabled for a new customer', async () => {
  expect(await same(sendSameCurrency)).toMatchObject({ state: 'ready' });
});

it('refuses every SWIFT payment, and no money moves', async () => {
  await switchTo(false);
  await expectRefusalAfterSignIn(db, 'swift_not_enabled', () => same(sendSameCurrency));
  await expectRefusalAfterSignIn(db, 'swift_not_enabled', () => same(sendPendingInternational));
  await expectRefusalAfterSignIn(db, 'swift_not_enabled', () => same(sendSameCurrency, { executionDate: dayAhead(5) }));
  await expectRefusal(db, 'swift_not_enabled', () =>
    me().run(priceInternational, {
      sourceBankholderId: euros.bankholderId,
      amount: '1000.00',
      currency: 'EUR',
      chargeType: 'SHA',
    }),
  );
  await expect(cross()).rejects.toMatchObject({ code: 'swift_not_enabled', status: 400 });
  expect(await balancesOf(db, euros)).toEqual(['5000.00', '5000.00']);
  expect(await balancesOf(db, pounds)).toEqual(['5000.00', '5000.00']);
});

it('offers no payee, payee type or currency', async () => {
  const types = async () =>
    new Set((await me().run(showRequirements(), { currency: 'USD' })).map(({ type }: { type: PayeeType }) => type));
  expect(await types()).toEqual(new Set(['swt', 'usd', 'swiftatw']));
  expect(await me().run(listUsableSwt, { x: 'EUR' })).toHaveLength(1);
  await switchTo(false);
  expect(await types()).toEqual(new Set(['usd']));
  await expectRefusal(db, 'swift_not_enabled', () => me().run(showRequirements(), { type: 'swiftatw' }));
  expect(await me().run(listUsableSwt, { x: 'EUR' })).toEqual([]);
  const currencies = await me().run(listCurrencies, {});
  expect(currencies.length).toBeGreaterThan(0);
  for (const each of currencies)
    expect(each).toMatchObject({ enabled: false, message: expect.stringContaining('SWIFT is not switched on') });
});

it('refuses new payees and changes, but displays existing payees', async () => {
  await switchTo(false);
  const { type, currency, details } = berlinPayee;
  const typed = {
    name: 'Another GmbH',
    entityType: 'company' as const,
    details: { ...details, relationship: 'supplier' },
  };
  await expectRefusal(db, 'swift_not_enabled', () =>
    me().run(addPayee, { type, currency, ...typed, idempotency: v7() }),
  );
  await expectRefusal(db, 'swift_not_enabled', () =>
    me().run(editPayee, { uid: payee.id, version: payee.version, ...typed, idempotency: v7() }),
  );
  expect(await me().run(viewPayee, { uid: payee.id })).toMatchObject({ uid: payee.id, type });
});

it('rejects a scheduled payment on its day', async () => {
  const { uid } = await same(sendSameCurrency, { executionDate: dayAhead(5) });
  await switchTo(false);
  await makeScheduledDue(db, uid);
  await runScheduledAt(db);
  expect(await path(uid)).toEqual(['scheduled', 'screening', 'rejected']);
  expect(await reasonOf(uid)).toEqual([
    null,
    'SWIFT payments were switched off for your account before the payment date.',
  ]);
  expect(await balancesOf(db, euros)).toEqual(['5000.00', '5000.00']);
});

it('is not released by the approval of a colleague', async () => {
  const checker = await seedColleague(db, who, 'approver');
  await seedApprovalRule(db, who);
  const now = await same(sendSameCurrency);
  const later = await same(sendSameCurrency, { executionDate: dayAhead(5) });
  await switchTo(false);
  for (const { approvalRequest } of [now, later])
    await expectRefusalAfterSignIn(db, 'swift_not_enabled', () => approveAs(db, checker, approvalRequest?.uid ?? ''));
  await switchTo(true);
  await approveAs(db, checker, now.approvalRequest?.uid ?? '');
  expect(await me().run(showPayment, { id: now.uid })).toMatchObject({ state: 'ready' });
});

it('refuses to create or pay a standing order', async () => {
  const clock = clockAt('2026-11-21T10:00:00Z');
  const orders = await createStandingOrderUser(db, who, clock);
  const asked = standingOrderTerms(euros, payee, { startDate: '2027-01-11', currency: 'EUR', chargeType: 'SHA' });
  const { uid } = await orders.create(asked);
  await switchTo(false);
  await expectRefusalAfterSignIn(db, 'swift_not_enabled', () => orders.create({ ...asked, reference: 'Another' }));
  clock.now = new Date('2027-01-11T12:00:00Z');
  await turnStanding(db, clock);
  expect((await orders.only()).next).toMatchObject({ failure: { code: 'swift_not_enabled' } });
  expect(uid).toBe((await orders.only()).uid);
  expect(await balancesOf(db, euros)).toEqual(['5000.00', '5000.00']);
});
