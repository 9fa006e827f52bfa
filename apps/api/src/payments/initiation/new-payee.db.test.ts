import { randomUUID } from 'node:crypto';
import { NewPayee } from '@larkmere/contract/payees/new-payee';
import type { NameCheckResult, PayeeView } from '@larkmere/contract/payees/payee';
import { accessKeys } from '@larkmere/contract/platform/access';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import { termsFor } from '../../../../../test/fixtures/auto-fx.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toPayeeForm,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { requestQuoteAs } from '../../../../../test/fixtures/fx.ts';
import { mutateOneField } from '../../../../../test/fixtures/mutate-order.ts';
import { seedSession } from '../../../../../test/fixtures/payment.ts';
import { clockAt, createStandingOrderUser, standingOrderTerms } from '../../../../../test/fixtures/standing-order.ts';
import { authorisedCrossCurrencyOrder, openMarket, quoteFor } from '../../../../../test/simulation/cross-currency.ts';
import {
  authorisedOrder,
  createSimulatedCustomer,
  type PaymentPair,
  removeOpeningHours,
  type SameCurrencyPair,
} from '../../../../../test/simulation/customers.ts';
import { seeded } from '../../../../../test/simulation/random.ts';
import { requireValidPaymentOnFill } from '../../fx/auto-fx/validate-terms.ts';
import { checkName } from '../../payees/payee/name-check/name-check.ts';
import { listPayees, listUsableGbp, viewPayee } from '../../payees/payee/payee.read.ts';
import { selectPendingPayees } from '../../payees/payee/payee.sql.ts';
import { findOrCreatePayees, findPayeesByWords, listPayeesOf, type Payee } from '../../payees/payee/payee.ts';
import { payeeDraftPurge } from '../../payees/payee/payee-draft.ts';
import { removePayee } from '../../payees/payee/remove-payee.ts';
import { addPayee, editPayee } from '../../payees/payee/save-payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createFavourite } from '../favourite/change-favourites.ts';
import { priceInternational } from '../international/international.read.ts';
import { pricePayment } from '../pricing/price.ts';
import { validateTerms } from '../standing-order/validate-terms.ts';

const { db } = await createDatabase();
await removeOpeningHours(db);
await openMarket(db);
await writeSettings(db, sql`insert into payment.new_payee_limit values ('GBP', 10000, 24, now() - interval '1 hour')`);
const address = {
  addressLine1: '7 Elm Street',
  postCode: '43004',
  townName: 'Columbus',
  addressCountry: 'US',
  countrySubDivision: 'Ohio',
};

/** Payees as a form describes them, by the payee that the routes of the simulation pay. */
const forms = {
  somchai: toPayeeForm(ukDetails.somchai),
  klaus: {
    type: 'eur',
    currency: 'EUR',
    name: 'Klaus Berg',
    entityType: 'individual',
    details: { firstName: 'Klaus', lastName: 'Berg', country: 'DE', iban: 'DE89370400440532013000' },
  },
  malee: {
    type: 'thb',
    currency: 'THB',
    name: 'Malee Srisai',
    entityType: 'individual',
    details: { firstName: 'Malee', lastName: 'Srisai', payTo: 'account', bankCode: '014', accountNumber: '4123456789' },
  },
  columbus: {
    type: 'usd',
    currency: 'USD',
    name: 'Klaus Berg',
    entityType: 'individual',
    details: {
      firstName: 'Klaus',
      lastName: 'Berg',
      abaRouting: '021000021',
      accountNumber: '123456789',
      accountType: 'savings',
      ...address,
    },
  },
  berlin: {
    type: 'swt',
    currency: 'EUR',
    name: 'Klaus Berg',
    entityType: 'individual',
    details: {
      firstName: 'Klaus',
      lastName: 'Berg',
      country: 'DE',
      bic: 'COBADEFFXXX',
      iban: 'DE89370400440532013000',
      ...address,
    },
  },
  sydney: {
    type: 'localatw',
    currency: 'AUD',
    name: 'Klaus Berg',
    entityType: 'individual',
    details: { firstName: 'Klaus', lastName: 'Berg', bsb: '062000', accountNumber: '12345678', ...address },
  },
} as const;
type Form = keyof typeof forms;

async function saveDraft(
  who: TestUser,
  form: Form | object = 'somchai',
  { result = 'match', ...over }: Readonly<{ result?: NameCheckResult; [field: string]: unknown }> = {},
): Promise<PayeeView> {
  const customer = asCustomer(db, who);
  const entered = typeof form === 'string' ? forms[form] : form;
  const check = checkName(async () => ({ scheme: 'cop', code: 'MATC', result }));
  const { checkId: nameCheckId } = await customer.proceed(check, entered as never);
  const input = { ...entered, nameCheckId, confirmWithPayment: true, idempotency: randomUUID(), ...over };
  return customer.run(addPayee, input as never);
}

const named = ({ name, summary, saved }: Pick<PayeeView, 'name' | 'summary' | 'saved'>) => ({
  name,
  account: summary,
  ...(saved ? {} : { saved }),
});
const asPayee = (view: PayeeView) => ({ ...view, id: view.uid }) as unknown as Payee;

const plain = await createSimulatedCustomer(db);
const pairOf = (payee: string): SameCurrencyPair =>
  plain.pairs.find((pair) => pair.payee === payee && pair.rateMode === undefined) as SameCurrencyPair;

let who: TestUser;
let session: string;
beforeEach(async () => {
  who = await seedCustomer(db);
  session = await seedSession(db, who);
});

/** A payment of a new customer to a draft, as the routes of the simulation make it. */
type Wanted = Readonly<{ over?: object; by?: TestUser; pair?: PaymentPair; amount?: string; balance?: string }>;

async function orderTo(
  draft: PayeeView,
  { over = {}, by = who, pair = pairOf('somchai'), amount = '30.00', balance = '40000.00' }: Wanted = {},
) {
  const { currency } = pair.account;
  const iban =
    currency === 'GBP' ? {} : { iban: `GB94LARK04${String(Math.floor(Math.random() * 1e12)).padStart(12, '0')}` };
  const { vendorType } = pair.account;
  const account = await seedAccount(db, by, {
    currency,
    balance,
    ...iban,
    ...(vendorType === 'ifx' && { vendorType }),
  });
  const people = { who: by, session: by === who ? session : await seedSession(db, by) };
  const to = asPayee(draft);
  const terms = { newPayee: NewPayee.parse(named(draft)), ...over };
  if (pair.rateMode === undefined) return authorisedOrder(db, people, { ...pair, account, to }, amount, terms);
  const quote = await quoteFor(db, people, { ...pair, account }, amount, 'buy');
  return authorisedCrossCurrencyOrder(
    db,
    people,
    { ...pair, account, to, over: { ...pair.over, ...terms } },
    quote,
    'buy',
  );
}

const storedPayee = (uid: string) => db.selectFrom('payee.payee').selectAll().where('id', '=', uid).executeTakeFirst();
const draftsOf = async ({ user }: TestUser): Promise<string[]> =>
  (await db.selectFrom('payee.draft').select('id').where('userId', '=', user.id).execute()).map(({ id }) => id);
const actionsOf = async (uid: string): Promise<string[]> =>
  (
    await sql<{
      action: string;
    }>`select action from platform.audit where entity = ${`payee:${uid}`} order by id`.execute(db)
  ).rows.map(({ action }) => action);
const eventsOf = async (uid: string): Promise<string[]> =>
  (
    await sql<{
      topic: string;
    }>`select topic from platform.event where payload ->> 'payeeId' = ${uid} and topic like 'payee.%'`.execute(db)
  ).rows.map(({ topic }) => topic);

describe('a payment confirms a new payee', () => {
  it.each(
    plain.pairs.map(
      (pair) => [`${pair.rateMode ?? pair.operation} ${pair.account.currency} to ${pair.payee}`, pair] as const,
    ),
  )('%s', async (_, pair) => {
    const draft = await saveDraft(who, pair.payee as Form);
    expect(draft).toMatchObject({ status: 'pending', reasonCode: 'unconfirmed', version: 1, approvedBy: null });
    expect(await storedPayee(draft.uid)).toBeUndefined();
    expect(await eventsOf(draft.uid)).toEqual([]);
    const { order, send } = await orderTo(draft, { pair });
    const { uid } = await send(order);
    expect(await storedPayee(draft.uid)).toMatchObject({ status: 'approved', version: 1, createdBy: who.user.id });
    expect(
      await db
        .selectFrom('payment.payment')
        .select(['payeeId', 'payeeVersion'])
        .where('id', '=', uid)
        .executeTakeFirst(),
    ).toEqual({
      payeeId: draft.uid,
      payeeVersion: 1,
    });
    expect(await actionsOf(draft.uid)).toEqual(['payee.added']);
    expect(await eventsOf(draft.uid)).toEqual(['payee.added']);
    expect(await db.selectFrom('payee.draft').select('id').where('id', '=', draft.uid).execute()).toEqual([]);
    expect(await asCustomer(db, who).run(viewPayee, { uid: draft.uid })).toMatchObject({
      status: 'approved',
      reasonCode: null,
    });
    expect((await asCustomer(db, who).run(listPayees, {})).map(({ uid: listed }) => listed)).toEqual([draft.uid]);
  });

  it('at the version that was shown, after the details were entered again', async () => {
    const first = await saveDraft(who);
    const again = await saveDraft(who, { ...forms.somchai, nickname: 'Rent' });
    expect(again).toMatchObject({ uid: first.uid, version: 2, nickname: 'Rent' });
    const outdated = await orderTo(first);
    await expectRefusal(db, 'payee_changed', () => outdated.send(outdated.order));
    const { order, send } = await orderTo(again);
    await send(order);
    expect(await storedPayee(first.uid)).toMatchObject({ status: 'approved', version: 2, nickname: 'Rent' });
    await expect(saveDraft(who)).rejects.toMatchObject({ code: 'payee_exists' });
  });

  it('whose first day is limited from then on, as the price says before', async () => {
    const draft = await saveDraft(who);
    const account = await seedAccount(db, who, { balance: '1000.00' });
    const price = await asCustomer(db, who).run(pricePayment, {
      sourceBankholderId: account.bankholderId,
      amount: '30.00',
      currency: 'GBP',
      payeeUid: draft.uid,
    });
    expect(price.limit.newPayeeLimit).toMatchObject({ max: '100.00', remaining: '100.00' });
    const tooMuch = await orderTo(draft, { amount: '100.01' });
    await expectRefusal(db, 'limit_exceeded', () => tooMuch.send(tooMuch.order));
    expect(await draftsOf(who)).toEqual([draft.uid]);
    const first = await orderTo(draft, { amount: '60.00' });
    await first.send(first.order);
    const second = await orderTo(draft, { amount: '60.00' });
    await expectRefusal(db, 'limit_exceeded', () => second.send(second.order));
  });

  it('or leaves it as it was when the payment is refused', async () => {
    const draft = await saveDraft(who);
    const poor = await orderTo(draft, { amount: '90.00', balance: '10.00' });
    await expectRefusal(db, 'insufficient_funds', () => poor.send(poor.order));
    const { order, send } = await orderTo(draft);
    await expectRefusal(db, 'authorisation_invalid', () => send({ ...order, reference: 'Another' }));
    expect(await asCustomer(db, who).run(viewPayee, { uid: draft.uid })).toMatchObject({ reasonCode: 'unconfirmed' });
    await send(order);
  });

  it('also when colleagues still have to approve the payment', async () => {
    await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { scope: 'payment' });
    const draft = await saveDraft(who);
    const { order, send } = await orderTo(draft);
    const { uid } = await send(order);
    expect(await storedPayee(draft.uid)).toMatchObject({ status: 'approved' });
    expect(await db.selectFrom('payment.payment').select('state').where('id', '=', uid).executeTakeFirst()).toEqual({
      state: 'awaiting_approval',
    });
  });

  it('once: of two payments at the same time the other is one to a known payee', async () => {
    const draft = await saveDraft(who);
    const orders = [await orderTo(draft), await orderTo(draft)];
    const sent = await Promise.all(orders.map(({ order, send }) => send(order)));
    expect(new Set(sent.map(({ uid }) => uid)).size).toBe(2);
    expect(await actionsOf(draft.uid)).toEqual(['payee.added']);
  });
});

describe('a payment of a new payee is refused', () => {
  it('if it does not name it exactly', async () => {
    const draft = await saveDraft(who);
    const silent = await orderTo(draft, { over: { newPayee: undefined } });
    await expectRefusal(db, 'payee_not_approved', () => silent.send(silent.order));
    for (const newPayee of [
      { ...named(draft), name: 'Somchai P' },
      { ...named(draft), account: '20-29-59 · 63748473' },
      { ...named(draft), saved: false },
    ]) {
      const wrong = await orderTo(draft, { over: { newPayee } });
      await expectRefusal(db, 'payee_not_approved', () => wrong.send(wrong.order));
    }
    const version = await orderTo({ ...draft, version: 2 });
    await expectRefusal(db, 'payee_changed', () => version.send(version.order));
    const known = await seedPayee(db, who, ukDetails.northgate);
    const lie = await orderTo({ ...draft, uid: known.id });
    await expectRefusal(db, 'payee_not_approved', () => lie.send(lie.order));
  });

  it.each(['somchai', 'columbus', 'berlin'])('if anything changed after the PIN (%s)', async (payee) => {
    const random = seeded(7);
    const pairs = plain.pairs.filter((pair) => pair.payee === payee);
    for (const pair of pairs) {
      const draft = await saveDraft(who, { ...forms[payee as Form], nickname: randomUUID() });
      const { order, send } = await orderTo(draft, { pair });
      for (let i = 0; i < 15; i += 1) {
        const changed = mutateOneField(order, random, new Map());
        if (JSON.stringify(changed.order) === JSON.stringify(order)) continue;
        const code = await send(changed.order).then(
          () => `paid with another ${changed.where}`,
          ({ code: refused }) => refused,
        );
        expect(code).not.toContain('paid');
      }
      const { newPayee: _, ...unnamed } = order as { newPayee: object };
      await expectRefusal(db, 'payee_not_approved', () => send(unnamed));
      expect(await draftsOf(who)).toEqual([draft.uid]);
      await db.deleteFrom('payee.draft').execute();
    }
  });

  it('if a known payee is paid with a PIN that named it, and the name was taken off or put on', async () => {
    const known = await seedPayee(db, who, ukDetails.northgate);
    const view = { ...known, uid: known.id, saved: true } as unknown as PayeeView;
    const { order, send } = await orderTo(view);
    const { newPayee, ...unnamed } = order as { newPayee: object };
    await expectRefusal(db, 'authorisation_invalid', () => send(unnamed));
    const plainly = await orderTo(view, { over: { newPayee: undefined } });
    await expectRefusal(db, 'authorisation_invalid', () => plainly.send({ ...plainly.order, newPayee }));
  });

  it('if a colleague entered it', async () => {
    const draft = await saveDraft(who);
    const colleague = await seedColleague(db, who, 'admin', accessKeys);
    await expectRefusal(db, 'not_found', () => asCustomer(db, colleague).run(viewPayee, { uid: draft.uid }));
    const { order, send } = await orderTo(draft, { by: colleague });
    await expectRefusal(db, 'payee_not_approved', () => send(order));
    const own = await saveDraft(colleague);
    const theirs = await orderTo(own, { by: colleague });
    await theirs.send(theirs.order);
    const mine = await orderTo(draft);
    await expectRefusal(db, 'payee_exists', () => mine.send(mine.order));
  });

  it('if who pays may not add payees any more', async () => {
    const draft = await saveDraft(who);
    for (const user of [
      { ...who.user, access: accessKeys.filter((key) => key !== 'payee') },
      { ...who.user, role: 'approver' as const },
    ]) {
      const { order, send } = await orderTo(draft, { by: { ...who, user } });
      await expectRefusal(db, 'access_denied', () => send(order));
    }
  });

  it('if colleagues have to approve new payees meanwhile, staff stopped adding them, or names must match', async () => {
    const draft = await saveDraft(who, forms.somchai, {
      result: 'close_match',
      acceptNameCheck: true,
    });
    const { order, send } = await orderTo(draft);
    await sql`update payment.service_availability set is_on = false where key = 'payee'`.execute(db);
    await expectRefusal(db, 'service_off', () => send(order));
    await sql`update payment.service_availability set is_on = true where key = 'payee'`.execute(db);
    await seedColleague(db, who, 'approver');
    await seedApprovalRule(db, who, { scope: 'payee', minAmount: '0' });
    await expectRefusal(db, 'approval_required', () => send(order));
    await expect(saveDraft(who, 'klaus')).rejects.toMatchObject({ code: 'approval_required' });
  });

  it('after a day, and the job deletes it', async () => {
    const draft = await saveDraft(who);
    const { order, send } = await orderTo(draft);
    await sql`update payee.draft set saved_at = now() - interval '24 hours 1 second'`.execute(db);
    await expectRefusal(db, 'not_found', () => send(order));
    await expectRefusal(db, 'not_found', () => asCustomer(db, who).run(viewPayee, { uid: draft.uid }));
    const fresh = await saveDraft(who, 'klaus');
    await runJob(db, payeeDraftPurge);
    expect(await draftsOf(who)).toEqual([fresh.uid]);
  });
});

describe('a new payee that is not confirmed', () => {
  it('is nowhere listed', async () => {
    const { uid } = await saveDraft(who);
    const customer = asCustomer(db, who);
    expect(await customer.run(listPayees, {})).toEqual([]);
    expect(await customer.run(listUsableGbp, {})).toEqual([]);
    expect(await inTransaction(db, (tx) => findPayeesByWords(tx, who.customer.id, ['somchai']))).toEqual([]);
    expect(await inTransaction(db, (tx) => listPayeesOf(tx, who.customer.id))).toEqual([]);
    expect(await inTransaction(db, selectPendingPayees)).toEqual([]);
    expect(await storedPayee(uid)).toBeUndefined();
  });

  it('is priced and quoted to its author alone', async () => {
    const draft = await saveDraft(who, 'berlin');
    const colleague = await seedColleague(db, who, 'admin', accessKeys);
    const pounds = await seedAccount(db, who, { balance: '1000.00' });
    const euros = await seedAccount(db, who, { currency: 'EUR', balance: '1000.00', iban: 'GB94LARK04062341990001' });
    const priceAs = (by: TestUser) =>
      asCustomer(db, by).run(priceInternational, {
        sourceBankholderId: euros.bankholderId,
        amount: '30.00',
        currency: 'EUR',
        chargeType: 'SHA',
        payeeUid: draft.uid,
      });
    expect(await priceAs(who)).toMatchObject({ rail: 'swift', fee: { amount: '9.00' } });
    await expectRefusal(db, 'not_found', () => priceAs(colleague));
    const wanted = { sell: pounds.currency, buy: 'EUR', amount: '30.00', payeeUid: draft.uid } as const;
    expect(await requestQuoteAs(db, who, wanted)).toMatchObject({ buy: 'EUR' });
    await expectRefusal(db, 'payee_not_approved', () => requestQuoteAs(db, who, { ...wanted, buy: 'THB' }));
    await expectRefusal(db, 'not_found', () => requestQuoteAs(db, colleague, wanted));
  });

  it('is paid, kept or changed by nothing but the payment that names it', async () => {
    const draft = await saveDraft(who);
    const to = asPayee(draft);
    const account = await seedAccount(db, who, { balance: '1000.00' });
    const standing = await createStandingOrderUser(db, who, clockAt('2026-11-21T10:00:00Z'));
    await expectRefusal(db, 'payee_not_approved', () =>
      standing.inside((ctx) => validateTerms(ctx, standingOrderTerms(account, to))),
    );
    const afterFill = { payeeUid: to.id, payeeVersion: 1, maxAmount: '500.00', reference: 'Rent' };
    const fill = termsFor({ source: account, target: account }, { buy: 'GBP', sell: 'EUR', afterFill });
    await expectRefusal(db, 'payee_not_approved', () => standing.inside((ctx) => requireValidPaymentOnFill(ctx, fill)));
    const customer = asCustomer(db, who);
    await expectRefusal(db, 'not_found', () =>
      customer.run(createFavourite, {
        payee: { uid: to.id, version: 1 },
        currency: 'GBP',
        label: 'Rent',
        idempotency: v7(),
      } as never),
    );
    const { idempotency: _, ...form } = { ...forms.somchai, uid: to.id, version: 1, idempotency: v7() };
    await expectRefusal(db, 'not_found', () => customer.run(editPayee, { ...form, idempotency: v7() }));
    await expectRefusal(db, 'not_found', () => customer.run(removePayee, { uid: to.id, idempotency: v7() }));
  });

  it('does not count as known to a file, which adds its own payee', async () => {
    const draft = await saveDraft(who);
    const row = { ...draft, nameCheckId: null, account: '202959 63748472', details: forms.somchai.details };
    const [found] = await asSystem(db, (ctx) =>
      findOrCreatePayees(ctx, { customerId: who.customer.id, userId: who.user.id }, [row as never]),
    );
    expect(found).toMatchObject({ status: 'approved' });
    expect((found as Payee).id).not.toBe(draft.uid);
    const { order, send } = await orderTo(draft);
    await expectRefusal(db, 'payee_exists', () => send(order));
  });

  it('is checked like any payee', async () => {
    const input = { ...forms.somchai, confirmWithPayment: true as const, idempotency: v7() };
    await expectRefusal(db, 'name_check_required', () => asCustomer(db, who).run(addPayee, input));
    await expectRefusal(db, 'payee_details_invalid', () =>
      asCustomer(db, who).run(addPayee, { ...input, details: { sortCode: '202959' } }),
    );
  });

  it('is refused where staff blocked the account before', async () => {
    const payee = await seedPayee(db, who);
    await sql`update payee.payee set status = 'disabled', reason_code = 'compliance', reason = 'no', deleted_at = now() where id = ${payee.id}`.execute(
      db,
    );
    const customer = asCustomer(db, who);
    const check = checkName(async () => ({ scheme: 'cop', code: 'MATC', result: 'match' }));
    const { checkId: nameCheckId } = await customer.proceed(check, forms.somchai);
    await expectRefusal(db, 'payee_not_approved', () =>
      customer.run(addPayee, { ...forms.somchai, nameCheckId, confirmWithPayment: true, idempotency: v7() }),
    );
  });
});
