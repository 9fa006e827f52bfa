import { randomUUID } from 'node:crypto';
import { findViolations } from '@larkmere/ledger/invariants';
import { trialBalance } from '@larkmere/ledger/trial-balance';
import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem, expectRefusal, givenAccount, givenCustomer, givenDatabase } from '../../../../test/given.ts';
import { givenMarket } from '../../../../test/given-fx.ts';
import { givenRates, quietDay } from '../../../../test/given-rate.ts';
import { printBooks } from '../../../../tools/books.ts';
import { convert, priceNow } from '../fx/fx.ts';
import { PartnerSilence } from '../kernel/partner.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { StaffActor } from '../kernel/verb.ts';
import { coverPosition } from './cover-position.ts';
import { dealCover } from './deal-cover.ts';
import type { CoverAnswer, CoverBank } from './rails/cover-bank.ts';
import { revaluePosition, revalueWhenDue } from './revalue-position.ts';
import { showPosition } from './show-position.ts';

const { db, url } = await givenDatabase();
const ids = { staffId: randomUUID(), sessionId: randomUUID() };
const staff = { kind: 'staff', name: 'Dealer', role: 'dealer', ...ids, ip: '127.0.0.1' } as const;
const asStaff = <T>(work: (ctx: Parameters<typeof showPosition>[0]) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => work({ tx, now, actor: staff, requestId: 'test' }));
const show = () => asStaff((ctx) => showPosition(ctx, {}));
const lineOf = async (currency: Currency) => (await show()).lines.find((line) => line.currency === currency);
const cover = (sell: Currency, buy: Currency, amount: string) =>
  asStaff((ctx) => coverPosition(ctx, { sell, buy, amount, idempotency: randomUUID() }));

async function givenExchange(): Promise<void> {
  const who = await givenCustomer(db);
  const source = await givenAccount(db, who, { balance: '100.00' });
  const target = await givenAccount(db, who, { currency: 'THB' });
  await asSystem(db, async (ctx) => {
    const amount = money('GBP', 10_000n);
    const { price } = await priceNow(ctx, { tier: 'plus', side: 'sell', sell: 'GBP', buy: 'THB', amount });
    const [from, to] = [source.ledgerAccountId, target.ledgerAccountId];
    const deal = { customerId: who.customer.id, personId: null, cause: 'instant', quoteId: null } as const;
    await convert(ctx, { ...deal, price, from, to });
  });
}

function givenBank(answers: (CoverAnswer | 'silence')[]): CoverBank & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    deal: async ({ dealId }) => {
      asked.push(dealId);
      const answer = answers.shift() ?? 'silence';
      if (answer === 'silence') throw new PartnerSilence('no answer');
      return answer;
    },
  };
}
const deliver = (bank: CoverBank, coverId: string) =>
  dealCover(bank)(
    { requestId: 'test', transaction: (work) => asSystem(db, work), withOthers: (work) => asSystem(db, work) },
    { eventId: 1n, payload: { coverId } },
  );
const dealt: CoverAnswer = { bought: money('THB', 433_313n), rate: '43.3312970365', reference: 'FXDEAL' };

beforeEach(async () => {
  await givenMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await givenRates(db);
});

describe('position', () => {
  it('grows in what customers sell, falls in what they buy, and is worth nothing at mid', async () => {
    await givenExchange();
    expect(await lineOf('GBP')).toMatchObject({ position: { amount: '100.00' }, value: { amount: '100.00' } });
    expect(await lineOf('THB')).toMatchObject({ position: { amount: '-4333.56' }, value: { amount: '-100.00' } });
    expect((await show()).total).toEqual({ amount: '0.00', currency: 'GBP' });
  });

  it('has no value while a rate is missing', async () => {
    await db.deleteFrom('rate.latest').execute();
    const { total, lines } = await show();
    const held = lines.filter(({ position }) => Number(position.amount) !== 0);
    expect([total, held.length > 1, held.every(({ value }) => value === null)]).toEqual([null, true, true]);
  });
});

describe('access', () => {
  const as = <T>(role: StaffActor['role'], work: (ctx: Parameters<typeof showPosition>[0]) => Promise<T>) =>
    inTransaction(db, (tx, now) => work({ tx, now, actor: { ...staff, role }, requestId: 'test' }));

  it('dealers, finance and auditors see the position', async () => {
    for (const role of ['dealer', 'finance', 'auditor'] as const)
      expect((await as(role, (ctx) => showPosition(ctx, {}))).lines.length).toBeGreaterThan(2);
    for (const role of ['support', 'payment_operations', 'compliance', 'settings', 'super'] as const)
      await expectRefusal(db, 'access_denied', () => as(role, (ctx) => showPosition(ctx, {})));
  });

  it('only dealers request cover', async () => {
    await givenExchange();
    const wanted = { sell: 'GBP', buy: 'THB', amount: '1.00' } as const;
    for (const role of ['finance', 'auditor', 'support', 'super'] as const)
      await expectRefusal(db, 'access_denied', () =>
        as(role, (ctx) => coverPosition(ctx, { ...wanted, idempotency: randomUUID() })),
      );
    expect((await cover('GBP', 'THB', '1.00')).state).toBe('asked');
  });
});

describe('cover deal', () => {
  it('is booked once, however often its event is delivered', async () => {
    const before = await lineOf('GBP');
    await givenExchange();
    const { uid } = await cover('GBP', 'THB', '100.00');
    expect((await lineOf('GBP'))?.free).toEqual(before?.free);
    const bank = givenBank(['silence', dealt, dealt]);
    await expect(deliver(bank, uid)).rejects.toThrow(PartnerSilence);
    expect((await show()).covers[0]).toMatchObject({ uid, state: 'asked', bought: null });
    await deliver(bank, uid);
    await deliver(bank, uid);
    expect(bank.asked).toEqual([uid, uid]);
    expect((await show()).covers[0]).toMatchObject({
      state: 'dealt',
      bought: { amount: '4333.13' },
      reference: 'FXDEAL',
    });
    expect((await lineOf('GBP'))?.position).toEqual(before?.position);
    expect(await findViolations(db)).toEqual([]);
  });

  it('never sells more than the position, even with two requests at the same time', async () => {
    await givenExchange();
    const free = (await lineOf('GBP'))?.free.amount ?? '';
    const tries = await Promise.allSettled([cover('GBP', 'THB', free), cover('GBP', 'EUR', free)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectRefusal(db, 'limit_exceeded', () => cover('GBP', 'THB', '0.01'));
    await expectRefusal(db, 'limit_exceeded', () => cover('THB', 'GBP', '0.01'));
    await expectRefusal(db, 'pair_unavailable', () => cover('GBP', 'GBP', '1.00'));
    await expectRefusal(db, 'amount_invalid', () => cover('GBP', 'THB', '0.00'));
    const open = (await show()).covers.find(({ state }) => state === 'asked');
    await deliver(givenBank(['refused']), open?.uid ?? '');
    expect((await lineOf('GBP'))?.free.amount).toBe(free);
  });
});

describe('revaluation', () => {
  const account = async (code: string) => {
    const line = (await trialBalance(db)).find((each) => each.code === code);
    return line ? line.debit.minor - line.credit.minor : 0n;
  };

  it('waits while a rate is missing', async () => {
    await db.deleteFrom('rate.latest').execute();
    await expectRefusal(db, 'rate_unavailable', () => asSystem(db, revaluePosition));
    await revalueWhenDue(db);
    expect((await show()).revaluation).toBeNull();
  });

  it('books the change in value once a day, and the books match the positions', async () => {
    await givenExchange();
    await givenRates(db, { ...quietDay, THB: '37.000' });
    const { total } = await show();
    await asSystem(db, revaluePosition);
    await asSystem(db, revaluePosition);
    expect((await show()).revaluation).toMatchObject({ total: { amount: total?.amount } });
    const worth = BigInt((total?.amount ?? '').replace('.', ''));
    expect(worth).toBeLessThan(0n);
    expect(await account('position-valuation:GBP')).toBe(worth);
    expect(await account('fx-revaluation:GBP')).toBe(-worth);
    const { rows } = await sql<{ days: number; lines: number }>`
      select (select count(*)::int from position.revaluation) as days,
        (select count(*)::int from position.revaluation_line) as lines`.execute(db);
    expect(rows).toEqual([{ days: 1, lines: 2 }]);
    const printed: string[] = [];
    await printBooks(url, (line) => printed.push(line));
    expect(printed.filter((line) => line.startsWith('position '))).toEqual([
      expect.stringMatching(/^position +-?[\d.]+ GBP {2}-?[\d.]+ GBP at the end of \d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^position +-?[\d.]+ THB {2}-?[\d.]+ GBP at the end of \d{4}-\d\d-\d\d$/),
    ]);
    expect(await findViolations(db)).toEqual([]);
  });
});
