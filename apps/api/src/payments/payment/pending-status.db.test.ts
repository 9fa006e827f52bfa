import { PaymentView } from '@larkmere/contract/payments/payment';
import { type PaymentFilter, statesByFilter } from '@larkmere/contract/payments/payment-list';
import { type WaitingState, waitingStates } from '@larkmere/contract/payments/payment-waiting-states';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import {
  inSession,
  seedPaymentAuthorisation,
  seedPaymentRow,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { makeScheduledDue } from '../../../../../test/fixtures/scheduled-payment.ts';
import { requestInformation } from '../../back-office/review/request-information.ts';
import { listNotifications } from '../../notifications/notification/list-notifications.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { sendGbp } from '../domestic/send-domestic.ts';
import { applyStatusReport } from '../execution/apply-status-report.ts';
import type { PaymentTerms } from '../initiation/initiation.ts';
import { showDetail } from '../international/international.read.ts';
import { markOverdue } from './mark-overdue.ts';
import { findPayment, type Payment, updatePayment } from './payment.sql.ts';
import { toPaymentEvent } from './payment.view.ts';
import { paymentWaiting } from './payment-events.ts';
import { listPendingDomestic, listPendingSwift, showPayment } from './show-payments.ts';

const { db, url } = await createDatabase();
beforeAll(async () => {
  await startTestApi(url);
});

type Facts = Pick<PaymentView, 'owner' | 'reason' | 'nextStep' | 'nextUpdateAt' | 'deadlineAt'>;
const factsOf = ({ owner, reason, nextStep, nextUpdateAt, deadlineAt }: Facts): Facts => ({
  owner,
  reason,
  nextStep,
  nextUpdateAt,
  deadlineAt,
});

async function displayedTo(who: TestUser, uid: string, kind: string): Promise<PaymentView[]> {
  const me = asCustomer(db, who);
  const isSwift = kind !== 'domestic' && kind !== 'internal';
  const page = PaymentView.parse(await me.run(isSwift ? showDetail : showPayment, { id: uid }));
  const own = (Object.keys(statesByFilter) as PaymentFilter[]).filter((f) => statesByFilter[f].includes(page.state));
  const lists = await Promise.all(
    own.map((filterType) => me.run(isSwift ? listPendingSwift : listPendingDomestic, { filterType })),
  );
  const rows = lists.map(({ list }) => list.find((row) => row.uid === uid));
  expect(own, page.state).toHaveLength(page.state === 'awaiting_sca' ? 1 : 2);
  return [page, ...rows.map((row) => PaymentView.parse(row))];
}

/** One entry, which says what to do where the reader has to do something. */
async function expectNotified(who: TestUser, uid: string, { owner, nextStep }: Facts): Promise<void> {
  const entries = async () => {
    const { list } = await asCustomer(db, who).run(listNotifications, { filter: 'all', size: 50 });
    return list
      .filter(({ link }) => link?.endsWith(uid))
      .map(({ message }) => (owner === 'you' ? message.includes(nextStep ?? '?') : !message.includes(nextStep ?? '?')));
  };
  await expect.poll(entries, { timeout: 15_000 }).toEqual([true]);
}

async function expectEverywhere(who: TestUser, uid: string, kind = 'domestic', reader = who): Promise<Facts> {
  const [page, ...rows] = await displayedTo(who, uid, kind);
  const facts = factsOf(page as PaymentView);
  expect(facts).toEqual({
    owner: expect.stringMatching(/^(you|team|us|bank)$/),
    reason: expect.stringMatching(/\.$/),
    nextStep: expect.stringMatching(/\.$/),
    nextUpdateAt: expect.any(String),
    deadlineAt: expect.any(String),
  });
  for (const row of rows) expect(factsOf(row)).toEqual(facts);
  await expectNotified(reader, uid, facts);
  return facts;
}

const kinds = [
  'domestic',
  'internal',
  'swift',
  'global_same',
  'global_cross',
] as const satisfies readonly PaymentTerms['kind'][];

const details = {
  reason: 'This is why.',
  nextStep: 'Somebody does something.',
  nextUpdateAt: new Date('2031-01-07T09:11:00Z'),
  deadlineAt: new Date('2031-01-08T17:43:00Z'),
};

describe.each(kinds)('of the kind %s', (kind) => {
  let who: TestUser;
  let given: (state: WaitingState) => Promise<string>;
  beforeAll(async () => {
    who = await seedCustomer(db);
    const [account, payee] = [await seedAccount(db, who), await seedPayee(db, who)];
    given = (state) => seedPaymentRow(db, who, account, payee, { state, kind });
  });
  const change = (uid: string, over: object) =>
    asSystem(db, async (ctx) => {
      const changed = await updatePayment(ctx.tx, uid, { nextAttemptAt: null, ...over });
      await emit(ctx, paymentWaiting, toPaymentEvent(changed));
    });
  const later = (state: WaitingState) => ({
    arrivalLatest: new Date('2031-02-03T18:00:00Z'),
    ...(['scheduled', 'awaiting_funds'].includes(state) && { nextAttemptAt: new Date('2031-02-01T06:00:00Z') }),
  });

  const each = (work: (state: WaitingState) => Promise<unknown>) => Promise.all(waitingStates.map(work));

  it('every state has a complete pending status on its page, in lists and in the notification', () =>
    each(async (state) => {
      const uid = await given(state);
      await change(uid, later(state));
      await expectEverywhere(who, uid, kind);
    }));

  it('every state prefers the details of the payment', () =>
    each(async (state) => {
      const uid = await given(state);
      await change(uid, { ...details, ...later(state) });
      const { reason, nextStep, nextUpdateAt, deadlineAt } = await expectEverywhere(who, uid, kind);
      const promised = state === 'submitted' || state === 'sent' ? details.deadlineAt : details.nextUpdateAt;
      expect([state, reason, nextStep, nextUpdateAt, deadlineAt]).toEqual([
        state,
        details.reason,
        details.nextStep,
        promised.toISOString(),
        details.deadlineAt.toISOString(),
      ]);
    }));

  it.each([
    ['in_review', { reasonCode: 'documents_needed' }, 'you'],
    ['in_review', { reasonCode: 'vendor_delay' }, 'us'],
    ['submitted', { isHeldForChecks: true }, 'bank'],
  ] as const)('%s with %o is owned by %s', async (state, over, owner) => {
    const uid = await given(state);
    await change(uid, { ...later(state), ...over });
    expect((await expectEverywhere(who, uid, kind)).owner).toBe(owner);
  });
});

/** Passed through within one transaction, so nobody observes them. */
const transientStates = ['awaiting_sca', 'screening'] as const satisfies readonly WaitingState[];

describe('pending payment', () => {
  const seen = new Set<string>();
  const stateOf = async (uid: string) => (await row(uid)).state;
  const row = (uid: string) => inTransaction(db, (tx) => findPayment(tx, uid)) as Promise<Payment>;
  const comesTo = (uid: string, state: WaitingState) =>
    expect.poll(() => stateOf(uid), { timeout: 15_000 }).toBe(state);
  const waitsAs = async (who: TestUser, uid: string, state: WaitingState, reader = who) => {
    await comesTo(uid, state);
    const facts = await expectEverywhere(who, uid, 'domestic', reader);
    seen.add(state);
    return facts;
  };

  async function pay(who: TestUser, over: object = {}, balance = '90000.00', as = who) {
    const [account, payee] = [await seedAccount(db, who, { balance }), await seedPayee(db, who)];
    const session = await seedSession(db, as);
    const order = await seedPaymentAuthorisation(db, as, toPaymentOrder(account, payee, over), session);
    const actor = inSession(as, session);
    const { uid } = await inTransaction(db, (tx, now) => sendGbp({ tx, now, actor, requestId: 'test' }, order));
    return uid;
  }
  const tell = (uid: string, status: 'held' | 'accepted') =>
    asSystem(db, (ctx) => applyStatusReport(ctx, { id: uid, attempt: 1 }, { status, document: '<answer/>' }));

  it('waits for approval', async () => {
    const owner = await seedCustomer(db, { business: true });
    const maker = await seedColleague(db, owner, 'maker');
    await seedColleague(db, owner, 'approver');
    await seedApprovalRule(db, owner, { minAmount: '20.00', approvers: 1, appliesTo: { to: 'role', role: 'maker' } });
    const uid = await pay(owner, {}, '100.00', maker);
    expect((await waitsAs(owner, uid, 'awaiting_approval', maker)).owner).toBe('team');
  });

  it('waits for its day, then for funds', async () => {
    const who = await seedCustomer(db);
    const uid = await pay(who, { executionDate: dayAhead(5) }, '1.00');
    expect((await waitsAs(who, uid, 'scheduled')).owner).toBe('us');
    await makeScheduledDue(db, uid);
    expect((await waitsAs(who, uid, 'awaiting_funds')).owner).toBe('you');
  });

  it('waits for review, then for an answer', async () => {
    const who = await seedCustomer(db);
    const uid = await pay(who, { amount: '20000.01' });
    await waitsAs(who, uid, 'in_review');
    const compliance = await seedDealer(db, 'payment_operations');
    await compliance.act(requestInformation, {
      uid,
      reason: 'purpose_unclear',
      questions: [{ kind: 'text', text: 'What is this payment for?' }],
    });
    expect((await waitsAs(who, uid, 'info_required')).owner).toBe('you');
  });

  it('waits for the bank: no response, extra checks, acceptance, overdue', async () => {
    const who = await seedCustomer(db);
    const uid = await pay(who);
    const silent = await waitsAs(who, uid, 'submitted');
    await tell(uid, 'held');
    const checking = await waitsAs(who, uid, 'submitted');
    expect([checking.owner, checking.reason === silent.reason]).toEqual(['bank', false]);
    await tell(uid, 'accepted');
    await waitsAs(who, uid, 'sent');
    await inTransaction(db, (tx) => updatePayment(tx, uid, { arrivalLatest: new Date(Date.now() - 1000) }));
    await asSystem(db, (ctx) => markOverdue(ctx, uid));
    expect((await waitsAs(who, uid, 'sent')).owner).toBe('us');
  });

  it('waits for its rail to open', async () => {
    await writeSettings(
      db,
      sql`insert into payment.rail_rule (rail, currency, effective_from, min_minor, max_minor, calendar, time_zone, opens_minute,
        closes_minute, arrival_seconds) values ('faster-payments', 'GBP', now(), 1, 100000000, 'england', 'Europe/London', 0, 1440, 7200)`,
    );
    await writeSettings(
      db,
      sql`insert into payment.holiday (calendar, day, name, is_closed, effective_from)
        select 'england', (now() at time zone 'Europe/London')::date + n, 'Made up', true, now() from generate_series(0, 1) n`,
    );
    const who = await seedCustomer(db);
    expect((await waitsAs(who, await pay(who), 'ready')).owner).toBe('us');
  });

  it('covers every observable state', async () => {
    expect([...seen, ...transientStates].toSorted()).toEqual([...waitingStates].toSorted());
    const { rows } = await sql`
      select from payment.transition t where state = any(${[...transientStates]}::text[]) and not exists (select from payment.transition n where n.payment_id = t.payment_id and n.seq = t.seq + 1)`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });
});
