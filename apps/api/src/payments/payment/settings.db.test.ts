import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  createDatabase,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  type UkPayee,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import {
  fasterPaymentsRoute,
  inSession,
  payees,
  seedPayeeOf,
  seedPaymentRow,
  seedPinAuthorisation,
  seedSession,
} from '../../../../../test/fixtures/payment.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { buildInReviewDecision } from '../../back-office/review/decide-reviewed-payment.ts';
import { findCustomerDeadlines } from '../../back-office/review/process-review-timeouts.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { addPayee } from '../../payees/payee/save-payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { listCountries } from '../../reference/country/country.routes.ts';
import { dispatchPayment } from '../execution/dispatch-payment.ts';
import { claimDuePayments } from '../execution/due-payment.sql.ts';
import { composeInstruction } from '../execution/rails/compose-instruction.ts';
import { initiatePayment, viewInitiatedPayment } from '../initiation/initiation.ts';
import type { FormOrder, PaymentOrder, StandingOrderPayment } from '../initiation/payment-order.ts';
import { findExecutionSchedule } from '../pricing/execution-date.ts';
import { calculatePrice, expectedCharges, type Price, pricePayment } from '../pricing/price.ts';
import { findRequiredFieldsByCurrency } from '../pricing/regulatory-requirement.sql.ts';
import { domesticRoute, type RouteQuery, swiftRoute } from '../pricing/route.ts';
import { markOverdue } from './mark-overdue.ts';
import { enterState, findPayment, updatePayment } from './payment.sql.ts';
import type { PaymentEvent } from './payment-events.ts';
import type { PaymentBank } from './rail.ts';
import { findResponseTimeouts } from './schedule.sql.ts';

const { db } = await createDatabase();
let who: TestUser;
let session: string;
let accounts: Record<'GBP' | 'EUR' | 'THB', BankAccount>;
let paid: Record<'GBP' | 'EUR' | 'THB' | 'swt', Payee>;

const iban = 'GB17LARK04062141728856';
const berlin = { addressLine1: 'Torstrasse 7', postCode: '10119', townName: 'Berlin', addressCountry: 'DE' };

beforeAll(async () => {
  who = await seedCustomer(db);
  session = await seedSession(db, who);
  accounts = {
    GBP: await seedAccount(db, who, { balance: '90000.00' }),
    EUR: await seedAccount(db, who, { currency: 'EUR', iban, balance: '90000.00' }),
    THB: await seedAccount(db, who, { currency: 'THB', iban: 'GB76LARK04062141728861', balance: '9000000.00' }),
  };
  paid = {
    GBP: await seedPayee(db, who),
    EUR: await seedPayeeOf(db, who, payees.klaus),
    THB: await seedPayeeOf(db, who, payees.malee),
    swt: await seedPayeeOf(db, who, {
      type: 'swt',
      currency: 'EUR',
      details: { country: 'DE', bic: 'COBADEFFXXX', iban: 'DE89370400440532013000', ...berlin },
      account: 'COBADEFFXXX DE89370400440532013000',
    }),
  };
});

class Over extends Error {}

async function trial(work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const trying = inTransaction(db, async (tx, now) => {
    await work({ tx, now, actor: inSession(who, ''), requestId: 'test' });
    throw new Over();
  });
  await trying.catch((error: unknown) => {
    if (!(error instanceof Over)) throw error;
  });
}

const from = (tx: Tx, table: string, columns: string, rest: string, after = '0') =>
  writeSettings(
    tx,
    sql`insert into ${sql.raw(table)} (effective_from, ${sql.raw(columns)})
    select now() + ${after}::interval, ${sql.raw(rest)}`,
  );

const payer = () => inSession(who, '');
const price = (ctx: Ctx, currency: Currency, way = fasterPaymentsRoute, over: object = {}): Promise<Price> =>
  calculatePrice(ctx, payer(), way, money(currency, 100_00n), over);
const termsTo = (payee: Payee) =>
  ({
    kind: 'domestic',
    route: 'direct',
    ...fasterPaymentsRoute,
    sourceBankholderId: accounts[payee.currency as 'GBP'].bankholderId,
    payeeUid: payee.id,
    payeeVersion: payee.version,
    amount: money(payee.currency, 100_00n),
    reference: 'Invoice',
    regulatoryInformation: {},
  }) as const;
const send = async (ctx: Ctx, order: PaymentOrder) =>
  viewInitiatedPayment({ ...ctx, actor: payer() }, await initiatePayment(ctx, payer(), order));
const pay = (ctx: Ctx, over: Partial<StandingOrderPayment>, payee: Payee = paid.GBP) =>
  send(ctx, {
    source: 'standing_order',
    occurrenceId: v7(),
    ...termsTo(payee),
    isPreApproved: false,
    exchange: undefined,
    ...over,
  });
async function payByForm(ctx: Ctx, over: Partial<FormOrder>, payee: Payee = paid.GBP) {
  const terms = { ...termsTo(payee), ...over };
  return send(ctx, {
    source: 'form',
    ...terms,
    fee: (await calculatePrice(ctx, payer(), terms, terms.amount)).fee,
    scheme: undefined,
    attachments: {},
    executionDate: undefined,
    draftUid: undefined,
    newPayee: undefined,
    isDuplicateConfirmed: over.isDuplicateConfirmed ?? true,
    authorisation: await seedPinAuthorisation(ctx.tx, who, session),
  });
}
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'sent',
    (error: { code?: string }) => error.code,
  );

const railColumns =
  'rail, currency, min_minor, max_minor, calendar, time_zone, opens_minute, closes_minute, arrival_seconds, arrival_days';

describe('amount limits of a rail', () => {
  it('follow the row in force, and the next row from its effective time', () =>
    trial(async (ctx) => {
      const rule = `'faster-payments', 'GBP', 5000, 6000, null, 'Europe/London', 0, 1440, 7200, null`;
      await from(ctx.tx, 'payment.rail_rule', railColumns, rule, '1 microsecond');
      expect(await code(pay(ctx, {}))).toBe('sent');
      await from(ctx.tx, 'payment.rail_rule', railColumns, rule);
      expect(await code(pay(ctx, {}))).toBe('limit_exceeded');
      expect(await code(pay(ctx, { amount: money('GBP', 4999n) }))).toBe('amount_invalid');
      expect(await code(pay(ctx, { amount: money('GBP', 6000n) }))).toBe('sent');
      expect(await price(ctx, 'GBP')).toMatchObject({ min: { minor: 5000n }, perPayment: { minor: 6000n } });
    }));

  it('decide which rail is used', () =>
    trial(async (ctx) => {
      const rail = async (currency: RouteQuery['amount']['currency']) =>
        (await domesticRoute(ctx.tx, { amount: money(currency, 200_00n), tier: 'plus', route: 'direct' })).rail;
      expect([await rail('EUR'), await rail('THB')]).toEqual(['sepa-instant', 'promptpay']);
      for (const [name, currency] of [
        ['sepa-instant', 'EUR'],
        ['promptpay', 'THB'],
      ])
        await from(
          ctx.tx,
          'payment.rail_rule',
          railColumns,
          `'${name}', '${currency}', 1, 19999, null, 'UTC', 0, 1440, 60, null`,
        );
      expect([await rail('EUR'), await rail('THB')]).toEqual(['sepa-credit-transfer', 'bahtnet']);
    }));
});

describe('opening hours of a rail', () => {
  const way = { rail: 'sepa-credit-transfer', serviceKey: 'payment.eur' } as const;
  const at = (day: string) => ({ executesAt: new Date(`${day}T14:30:00Z`) });

  it('end at the cut-off of the row in force', () =>
    trial(async (ctx) => {
      const opens = async (day: string) => (await price(ctx, 'EUR', way, at(day))).opensAt.toISOString();
      expect(await opens('2027-03-03')).toBe('2027-03-03T14:30:00.000Z');
      await writeSettings(
        ctx.tx,
        sql`insert into payment.rail_rule (effective_from, ${sql.raw(railColumns)}) values
        ('2027-03-01T00:00:00Z', 'sepa-credit-transfer', 'EUR', 1, 99999999999, 'target', 'Europe/Brussels', 420, 900, null, 3)`,
      );
      expect(await opens('2027-02-24')).toBe('2027-02-24T14:30:00.000Z');
      expect(await opens('2027-03-03')).toBe('2027-03-04T06:00:00.000Z');
      const { arrival } = await price(ctx, 'EUR', way, at('2027-03-03'));
      expect(arrival.latest.toISOString()).toBe('2027-03-09T17:00:00.000Z');
    }));

  it('exclude holidays of its calendar', () =>
    trial(async (ctx) => {
      const { arrival } = await price(ctx, 'EUR', way, at('2027-03-03'));
      expect(arrival.latest.toISOString()).toBe('2027-03-04T17:00:00.000Z');
      await writeSettings(
        ctx.tx,
        sql`insert into payment.holiday (calendar, day, name, is_closed, effective_from)
          values ('target', '2027-03-03', 'Made up', true, now())`,
      );
      const later = await price(ctx, 'EUR', way, at('2027-03-03'));
      expect(later.opensAt.toISOString()).toBe('2027-03-04T06:00:00.000Z');
      expect(later.arrival.latest.toISOString()).toBe('2027-03-05T17:00:00.000Z');
    }));
});

describe('customer limits', () => {
  it('per payment and per day follow their row', () =>
    trial(async (ctx) => {
      await from(
        ctx.tx,
        'payment.limit_rule',
        'rail, currency, tier, per_payment_minor, per_day_minor',
        `'faster-payments', 'GBP', 'plus', 10000, 15000`,
      );
      expect(await code(pay(ctx, { amount: money('GBP', 10001n) }))).toBe('limit_exceeded');
      expect(await code(pay(ctx, {}))).toBe('sent');
      expect(await code(pay(ctx, { amount: money('GBP', 5001n) }))).toBe('limit_exceeded');
      expect(await code(pay(ctx, { amount: money('GBP', 5000n) }))).toBe('sent');
    }));
});

describe('payee bank limit', () => {
  const byPromptPay = { rail: 'promptpay', serviceKey: 'payment.thb' } as const;

  it('follows the row in force, lower or higher', () =>
    trial(async (ctx) => {
      const cap = (minor: number) =>
        from(ctx.tx, 'payment.payee_bank_limit', 'rail, bank_code, max_minor', `'promptpay', '014', ${minor}`);
      expect(await code(pay(ctx, byPromptPay, paid.THB))).toBe('sent');
      await cap(9999);
      expect(await code(pay(ctx, byPromptPay, paid.THB))).toBe('limit_exceeded');
      await writeSettings(
        ctx.tx,
        sql`update payment.payee_bank_limit set effective_from = now() - interval '1 day' where bank_code = '014'`,
      );
      await cap(10000);
      expect(await code(pay(ctx, byPromptPay, paid.THB))).toBe('sent');
    }));
});

describe('review threshold', () => {
  it('follows the row in force, with its documents', () =>
    trial(async (ctx) => {
      expect(await pay(ctx, {})).toMatchObject({ state: 'ready' });
      await from(
        ctx.tx,
        'payment.review_rule',
        'rail, currency, above_minor, documents',
        `'faster-payments', 'GBP', 9999, '{invoice,contract}'::text[]`,
      );
      expect(await pay(ctx, {})).toMatchObject({
        state: 'in_review',
        documents: { required: ['invoice', 'contract'] },
      });
      expect(await pay(ctx, { amount: money('GBP', 9999n) })).toMatchObject({ state: 'ready' });
    }));
});

describe('promised times', () => {
  const columns = 'duplicate_minutes, update_interval_hours, decision_sla_hours, hold_days, reminder_days';
  const hoursFrom = ({ now }: Ctx, at: string | null) => (Date.parse(at ?? '') - now.getTime()) / 3_600_000;

  it('for a payment under review follow the row: update, decision and answer', () =>
    trial(async (ctx) => {
      const promised = async () => {
        const { uid, nextUpdateAt, deadlineAt } = await pay(ctx, { amount: money('GBP', 20_000_01n) });
        const asked = await findCustomerDeadlines(ctx, uid);
        const back = await buildInReviewDecision(ctx, uid);
        return [nextUpdateAt, deadlineAt, asked.nextUpdateAt, asked.deadlineAt, back.nextUpdateAt, back.deadlineAt].map(
          (at) => hoursFrom(ctx, at instanceof Date ? at.toISOString() : at),
        );
      };
      expect(await promised()).toEqual([24, 96, 5 * 24, 10 * 24, 24, 96]);
      await from(ctx.tx, 'payment.setting', columns, `10, 12, 48, 6, '{2,4}'::int[]`);
      expect(await promised()).toEqual([12, 48, 2 * 24, 6 * 24, 12, 48]);
    }));

  it('for a duplicate follow the row', () =>
    trial(async (ctx) => {
      const again = () => code(payByForm(ctx, { isDuplicateConfirmed: false }));
      const before = (minutes: number) =>
        sql`update payment.payment set created_at = now() - ${minutes} * interval '1 minute' where customer_id = ${who.customer.id}`.execute(
          ctx.tx,
        );
      // One that has ended: a waiting one is a duplicate however old it is.
      await seedPaymentRow(ctx.tx, who, accounts.GBP, paid.GBP as UkPayee, { amount: '100.00' });
      await before(9);
      expect(await again()).toBe('duplicate_suspected');
      await before(11);
      await from(ctx.tx, 'payment.setting', columns, `30, 24, 96, 10, '{5,8}'::int[]`);
      expect(await again()).toBe('duplicate_suspected');
      await before(31);
      expect(await again()).toBe('sent');
    }));

  it('for an overdue payment follow the row', () =>
    trial(async (ctx) => {
      const { uid } = await pay(ctx, {});
      await enterState(ctx.tx, uid, { state: 'submitted' });
      const promised = async () => {
        await updatePayment(ctx.tx, uid, { arrivalLatest: ctx.now, deadlineAt: null });
        await markOverdue(ctx, uid);
        return hoursFrom(ctx, (await findPayment(ctx.tx, uid))?.deadlineAt?.toISOString() ?? null);
      };
      expect(await promised()).toBe(24);
      await from(ctx.tx, 'payment.setting', `${columns}, overdue_update_hours`, `10, 24, 96, 10, '{5,8}'::int[], 6`);
      expect(await promised()).toBe(6);
    }));
});

describe('no response of the bank', () => {
  const insertTimeouts = (
    tx: Tx,
    seconds: Record<'response_timeout' | 'enquiry_interval' | 'resubmit_window' | 'abandon_after', number>,
  ) =>
    from(
      tx,
      'payment.rail_rule',
      `${railColumns}, ${Object.keys(seconds).map((name) => `${name}_seconds`)}`,
      `'faster-payments', 'GBP', 1, 100000000, null, 'Europe/London', 0, 1440, 7200, null::smallint, ${Object.values(seconds)}`,
      '-1 second',
    );

  async function triedAfter(ctx: Ctx, seconds: number, start = ctx.now): Promise<[number, string | undefined]> {
    const { uid } = await pay(ctx, {});
    let sent = 0;
    const bank: PaymentBank = {
      compose: composeInstruction,
      admit: () => ({ service: 'payment.gbp', settle: () => {}, release: () => {} }),
      submit: async () => {
        sent += 1;
        return 'no_response';
      },
      enquire: async () => 'unknown_to_bank',
      composeRecall: () => '',
      submitRecall: async () => 'no_response',
    };
    const deliver = (now: Date) => {
      const withOthers = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => work({ ...ctx, now } as Ctx<SystemActor>);
      const delivery = { eventId: 1n, payload: { paymentId: uid } as PaymentEvent };
      return dispatchPayment(bank)(
        { requestId: 'test', transaction: withOthers, batchedTransaction: withOthers },
        delivery,
      );
    };
    await expect(deliver(start)).rejects.toThrow('no answer');
    await deliver(new Date(start.getTime() + seconds * 1000)).catch(() => undefined);
    return [sent - 1, (await findPayment(ctx.tx, uid))?.state];
  }

  it('resubmits an unknown instruction, and abandons it after the time of its rail', () =>
    trial(async (ctx) => {
      expect(await triedAfter(ctx, 600)).toEqual([1, 'submitted']);
      expect(await triedAfter(ctx, 601)).toEqual([0, 'submitted']);
      expect(await triedAfter(ctx, 1200)).toEqual([0, 'submitted']);
      expect(await triedAfter(ctx, 1201)).toEqual([0, 'failed']);
      await insertTimeouts(ctx.tx, {
        response_timeout: 15,
        enquiry_interval: 30,
        resubmit_window: 60,
        abandon_after: 120,
      });
      expect(await triedAfter(ctx, 60)).toEqual([1, 'submitted']);
      expect(await triedAfter(ctx, 61)).toEqual([0, 'submitted']);
      expect(await triedAfter(ctx, 121)).toEqual([0, 'failed']);
      const tooSoon = insertTimeouts(ctx.tx, {
        response_timeout: 15,
        enquiry_interval: 30,
        resubmit_window: 60,
        abandon_after: 119,
      });
      await expect(tooSoon).rejects.toThrow('rail_rule_abandons_last');
    }));

  it('uses the rule in force at submission, so that nothing in transit is abandoned', () =>
    trial(async (ctx) => {
      await insertTimeouts(ctx.tx, {
        response_timeout: 15,
        enquiry_interval: 30,
        resubmit_window: 60,
        abandon_after: 120,
      });
      const before = new Date(ctx.now.getTime() - 60_000);
      expect(await triedAfter(ctx, 121, before)).toEqual([1, 'submitted']);
      expect(await triedAfter(ctx, 121)).toEqual([0, 'failed']);
    }));

  it('enquires after the timeout of its rail, and again after its interval', () =>
    trial(async (ctx) => {
      const asked = async () => {
        const { uid } = await pay(ctx, {});
        await sql`update payment.payment set state = 'submitted', next_update_at = now() where id = ${uid}`.execute(
          ctx.tx,
        );
        const taken = (await claimDuePayments(ctx.tx, 100)).find(({ id }) => id === uid);
        const again = ((taken?.nextUpdateAt?.getTime() ?? 0) - ctx.now.getTime()) / 1000;
        return [
          (await findResponseTimeouts(ctx.tx, { rail: 'faster-payments', currency: 'GBP', at: ctx.now })).answerSeconds,
          again,
        ];
      };
      expect(
        (await findResponseTimeouts(ctx.tx, { rail: 'sepa-instant', currency: 'EUR', at: ctx.now })).answerSeconds,
      ).toBe(10);
      expect(await asked()).toEqual([15, 30]);
      await insertTimeouts(ctx.tx, {
        response_timeout: 7,
        enquiry_interval: 12,
        resubmit_window: 60,
        abandon_after: 120,
      });
      expect(await asked()).toEqual([7, 12]);
    }));
});

describe('bank holidays', () => {
  const daysOf = async (tx: Tx, calendar: string, year: number, by: 'rule' | 'list') => {
    const list = sql`select day, name from payment.holiday where calendar = ${calendar} and extract(year from day) = ${year}`;
    const rule = sql`select day, name from payment.holidays_by_rule(${calendar}, ${year})`;
    const { rows } = await sql<{ day: string; name: string }>`
      select day::text, name from (${by === 'rule' ? rule : list}) as d order by day`.execute(tx);
    return rows.map(({ day, name }) => `${day} ${name}`);
  };

  it.each(['england', 'target', 'us'])('of %s follow the rule and match the announced ones', (calendar) =>
    trial(async ({ tx }) => {
      for (const year of [2026, 2027])
        expect(await daysOf(tx, calendar, year, 'rule')).toEqual(await daysOf(tx, calendar, year, 'list'));
      for (let year = 2028; year <= 2040; year += 1)
        expect((await daysOf(tx, calendar, year, 'list')).length).toBe(
          calendar === 'target' ? 6 : calendar === 'england' ? 8 : (await daysOf(tx, calendar, year, 'rule')).length,
        );
    }),
  );

  it('include Easter', () =>
    trial(async ({ tx }) => {
      const { rows } = await sql<{ day: string }>`select payment.easter(year)::text as day
        from unnest(array[2000, 2025, 2026, 2027, 2028, 2030, 2035, 2038]) with ordinality as y (year, place) order by place`.execute(
        tx,
      );
      expect(rows.map(({ day }) => day)).toEqual([
        '2000-04-23',
        '2025-04-20',
        '2026-04-05',
        '2027-03-28',
        '2028-04-16',
        '2030-04-21',
        '2035-03-25',
        '2038-04-25',
      ]);
    }));

  it('that are not announced make the arrival an estimate', () =>
    trial(async (ctx) => {
      const bahtnet = { rail: 'bahtnet', serviceKey: 'payment.thb' } as const;
      const daysOff = async (way: Parameters<typeof price>[2], day: string) =>
        (await price(ctx, 'THB', way, { executesAt: new Date(`${day}T03:00:00Z`) })).arrival.daysOff;
      expect(await daysOff(bahtnet, '2027-12-30')).toBe('counted');
      expect(await daysOff(bahtnet, '2027-12-31')).toBe('unannounced');
      expect(await daysOff(bahtnet, '2028-05-02')).toBe('unannounced');
      expect(await daysOff({ rail: 'promptpay', serviceKey: 'payment.thb' }, '2028-05-02')).toBe('counted');
      expect(await daysOff({ ...swiftRoute, chargeBearer: 'SHA' }, '2026-12-01')).toBe('elsewhere');
      await from(ctx.tx, 'payment.calendar', 'calendar, known_until, source', `'thailand', '2028-12-31', 'made up'`);
      expect(await daysOff(bahtnet, '2028-05-02')).toBe('counted');
      await from(
        ctx.tx,
        'payment.calendar',
        'calendar, known_until, source',
        `'thailand', '2020-01-01', 'made up'`,
        '-1 second',
      );
      await writeSettings(ctx.tx, sql`delete from payment.calendar where known_until = '2028-12-31'`);
      const said = { purposeCode: 'GIFT', relationship: 'family', sourceOfFunds: 'salary' } as const;
      const { arrival, timeline } = await pay(ctx, { ...bahtnet, regulatoryInformation: said }, paid.THB);
      expect(arrival.holidayCoverage).toBe('unannounced');
      expect(timeline.at(-1)).toMatchObject({
        step: 'arrived',
        note: 'Estimated. Bank holidays not announced yet could each add a day.',
      });
      const { timeline: known } = await pay(ctx, {});
      expect(known.at(-1)).toMatchObject({ step: 'arrived', note: null });
    }));

  it('that are not announced cannot be scheduled for', () =>
    trial(async (ctx) => {
      const bahtnet = { rail: 'bahtnet', currency: 'THB' } as const;
      const promptpay = { rail: 'promptpay', currency: 'THB' } as const;
      const { latest } = await findExecutionSchedule(ctx, promptpay);
      const soon = dayAhead(20);
      await from(ctx.tx, 'payment.calendar', 'calendar, known_until, source', `'thailand', '${soon}', 'nobody'`);
      expect((await findExecutionSchedule(ctx, bahtnet)).latest).toBe(soon);
      expect(await code(findExecutionSchedule(ctx, { ...bahtnet, day: latest }))).toBe('execution_date_invalid');
      expect((await findExecutionSchedule(ctx, promptpay)).latest).toBe(latest);
    }));
});

describe('required regulatory information', () => {
  const promptpay = { rail: 'promptpay', serviceKey: 'payment.thb' } as const;
  const asked = (ctx: Ctx, over: Partial<FormOrder>, payee = paid.THB) =>
    payByForm(ctx, over, payee).then(
      () => [],
      ({ code: refused, errors }) => [refused, ...errors.map(({ field }: { field: string }) => field)],
    );
  const shown = async (ctx: Ctx, amount: string) => {
    const terms = { sourceBankholderId: accounts.THB.bankholderId, amount, currency: 'THB' } as const;
    return (await pricePayment(ctx as never, terms)).requiredFields;
  };
  const rule = (tx: Tx, partner: string, rail: string, currency: string, asks: string) =>
    from(
      tx,
      'payment.regulatory_requirement',
      'partner, rail, currency, required_fields',
      `'${partner}', '${rail}', '${currency}', '${asks}'::text[]`,
    );

  it('follows the row of the rail in price and payment, and partners add up', () =>
    trial(async (ctx) => {
      const all = ['purposeCode', 'relationship', 'sourceOfFunds'];
      expect(await shown(ctx, '100.00')).toEqual(all);
      expect(await asked(ctx, promptpay)).toEqual(['regulatory_information_missing', ...all]);
      await rule(ctx.tx, 'partner-bank', 'promptpay', 'THB', '{sourceOfFunds}');
      expect(await shown(ctx, '100.00')).toEqual(['sourceOfFunds']);
      expect(await shown(ctx, '2000000.01')).toEqual(all);
      expect(await asked(ctx, promptpay)).toEqual(['regulatory_information_missing', 'sourceOfFunds']);
      await rule(ctx.tx, 'another', 'promptpay', 'THB', '{purposeCode}');
      expect(await asked(ctx, promptpay)).toEqual(['regulatory_information_missing', 'purposeCode', 'sourceOfFunds']);
      expect(
        await asked(ctx, { ...promptpay, regulatoryInformation: { purposeCode: 'GIFT', sourceOfFunds: 'salary' } }),
      ).toEqual([]);
    }));

  it('combines all domestic rails for standing orders and bulk files', () =>
    trial(async (ctx) => {
      const all = ['purposeCode', 'relationship', 'sourceOfFunds'];
      const byCurrency = async () =>
        Object.fromEntries(await findRequiredFieldsByCurrency(ctx.tx, ['THB', 'EUR', 'THB']));
      expect(await byCurrency()).toEqual({ THB: all, EUR: [] });
      await rule(ctx.tx, 'partner-bank', 'promptpay', 'THB', '{sourceOfFunds}');
      await rule(ctx.tx, 'another', 'swift', 'EUR', '{relationship}');
      expect(await byCurrency()).toEqual({ THB: all, EUR: [] });
      await rule(ctx.tx, 'partner-bank', 'bahtnet', 'THB', '{}');
      await rule(ctx.tx, 'another', 'sepa-instant', 'EUR', '{purposeCode}');
      expect(await byCurrency()).toEqual({ THB: ['sourceOfFunds'], EUR: ['purposeCode'] });
    }));

  it('applies to cross-border payments', () =>
    trial(async (ctx) => {
      const abroad = { ...swiftRoute, kind: 'global_same', chargeBearer: 'SHA' } as const;
      expect(await asked(ctx, abroad, paid.swt)).toEqual([]);
      await rule(ctx.tx, 'another', 'swift', 'EUR', '{relationship}');
      expect(await asked(ctx, abroad, paid.swt)).toEqual(['regulatory_information_missing', 'relationship']);
      expect(await asked(ctx, { ...abroad, regulatoryInformation: { relationship: 'family' } }, paid.swt)).toEqual([]);
    }));
});

describe('intermediary charges', () => {
  it('follow the row in force for either charge bearer', () =>
    trial(async (ctx) => {
      const figures = async () => [
        (await price(ctx, 'EUR', { ...swiftRoute, chargeBearer: 'OUR' })).fee.minor,
        (await expectedCharges(ctx.tx, { amount: money('EUR', 100_00n) })).minor,
      ];
      expect(await figures()).toEqual([2400n, 1500n]);
      await from(ctx.tx, 'payment.charge_rule', 'currency, our_fee_minor, expected_minor', `'EUR', 2000, 1700`);
      expect(await figures()).toEqual([2900n, 1700n]);
    }));
});

describe('scheduling window', () => {
  it('ends as the row says', () =>
    trial(async (ctx) => {
      const span = async () => {
        const { earliest, latest } = await findExecutionSchedule(ctx, {
          rail: 'faster-payments',
          currency: 'GBP',
          day: undefined,
        });
        return (Date.parse(latest) - Date.parse(earliest)) / 86_400_000;
      };
      expect(await span()).toBe(364);
      await from(
        ctx.tx,
        'payment.scheduling_rule',
        'max_days_ahead, first_attempt_time, retry_minutes, funding_working_days',
        `30, '07:00', 10, 2`,
      );
      expect(await span()).toBe(29);
    }));
});

describe('country rules', () => {
  const abroad = { ...swiftRoute, kind: 'global_same', chargeBearer: 'SHA' } as const;
  const judge = (ctx: Ctx, risk: string, at: string) =>
    from(ctx.tx, 'country.rule', 'country, risk', `'DE', '${risk}'`, at);

  it('refuse a prohibited country, and hold payments to one of enhanced risk', () =>
    trial(async (ctx) => {
      const riskOfGermany = async () => (await listCountries(ctx as never, {})).find(({ iso2 }) => iso2 === 'DE')?.risk;
      expect([await code(pay(ctx, abroad, paid.swt)), await riskOfGermany()]).toEqual(['sent', 'standard']);
      await judge(ctx, 'prohibited', '-2 seconds');
      expect([await code(pay(ctx, abroad, paid.swt)), await riskOfGermany()]).toEqual([
        'unsupported_destination',
        'prohibited',
      ]);
      expect(await code(pay(ctx, { rail: 'sepa-instant', serviceKey: 'payment.eur' }, paid.EUR))).toBe(
        'unsupported_destination',
      );
      await judge(ctx, 'enhanced', '-1 second');
      expect(await pay(ctx, abroad, paid.swt)).toMatchObject({
        state: 'in_review',
        reasonCode: 'extra_checks',
        reason: expect.stringContaining('to this country'),
      });
      await judge(ctx, 'standard', '0');
      expect(await pay(ctx, abroad, paid.swt)).toMatchObject({ state: 'ready' });
    }));

  it('refuse new payees in a prohibited country', () =>
    trial(async (ctx) => {
      const typed = {
        type: 'swt' as const,
        currency: 'EUR' as const,
        name: 'Kim Il',
        entityType: 'individual' as const,
        details: { country: 'KP', bic: 'ABNGKPPY', accountNumber: '0123456789', ...berlin, addressCountry: 'KP' },
        idempotency: v7(),
      };
      await expect(addPayee(ctx as never, typed)).rejects.toMatchObject({
        code: 'payee_details_invalid',
        errors: [
          { field: 'addressCountry', reason: { code: 'country_not_supported', params: { country: 'North Korea' } } },
          { field: 'country', reason: { code: 'country_not_supported', params: { country: 'North Korea' } } },
        ],
      });
    }));
});
