import { randomUUID } from 'node:crypto';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import { findViolations } from '@larkmere/ledger/invariants';
import { trialBalance } from '@larkmere/ledger/trial-balance';
import { type Currency, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
} from '../../../../../test/fixtures/base.ts';
import { setMarket } from '../../../../../test/fixtures/market.ts';
import { permitted } from '../../../../../test/fixtures/permitted.ts';
import { quietDay, seedRates } from '../../../../../test/fixtures/rates.ts';
import { printTrialBalance } from '../../../../../tools/trial-balance.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { PartnerTimeout } from '../../platform/http/partner-client.ts';
import type { StaffActor } from '../../platform/requests/verb.ts';
import { bookConversion, spotPrice } from '../conversion/conversion.ts';
import { coverPosition, executeCover } from './cover-position.ts';
import type { CoverBank, CoverResult } from './rails/cover-bank.ts';
import { revaluation, revaluePosition } from './revalue-position.ts';
import { showPosition } from './show-position.ts';

const { db, url } = await createDatabase();
const ids = { staffId: randomUUID(), sessionId: randomUUID() };
const staff = { kind: 'staff', name: 'Dealer', role: 'dealer', permissions: {}, ...ids, ip: '127.0.0.1' } as const;
const asStaff = <T>(work: (ctx: Parameters<typeof showPosition>[0]) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) => work({ tx, now, actor: staff, requestId: 'test' }));
const show = () => asStaff((ctx) => showPosition(ctx, {}));
const lineOf = async (currency: Currency) => (await show()).lines.find((line) => line.currency === currency);
const cover = (sell: Currency, buy: Currency, amount: string) =>
  asStaff((ctx) => coverPosition(ctx, { sell, buy, amount, idempotency: randomUUID() }));

async function createCustomerConversion(): Promise<void> {
  const who = await seedCustomer(db);
  const source = await seedAccount(db, who, { balance: '100.00' });
  const target = await seedAccount(db, who, { currency: 'THB' });
  await asSystem(db, async (ctx) => {
    const amount = money('GBP', 10_000n);
    const { price } = await spotPrice(ctx, { tier: 'plus', side: 'sell', sell: 'GBP', buy: 'THB', amount });
    const [from, to] = [source.ledgerAccountId, target.ledgerAccountId];
    const deal = { customerId: who.customer.id, userId: null, cause: 'instant', quoteId: null } as const;
    await bookConversion(ctx, { ...deal, price, from, to });
  });
}

function createFakeBank(answers: (CoverResult | 'no_response')[]): CoverBank & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    deal: async ({ dealId }) => {
      asked.push(dealId);
      const answer = answers.shift() ?? 'no_response';
      if (answer === 'no_response') throw new PartnerTimeout('no answer');
      return answer;
    },
  };
}
const deliver = (bank: CoverBank, coverId: string) =>
  executeCover(bank)(
    { requestId: 'test', transaction: (work) => asSystem(db, work), batchedTransaction: (work) => asSystem(db, work) },
    { eventId: 1n, payload: { coverId } },
  );
const dealtResult: CoverResult = { bought: money('THB', 433_313n), rate: '43.3312970365', reference: 'FXDEAL' };

beforeEach(async () => {
  await setMarket(db, 'open');
  await db.deleteFrom('rate.latest').execute();
  await seedRates(db);
});

describe('position', () => {
  it('grows in what customers sell, falls in what they buy, and is worth nothing at mid', async () => {
    await createCustomerConversion();
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
    inTransaction(db, (tx, now) =>
      work({ tx, now, actor: { ...staff, role, permissions: starterPermissions[role] }, requestId: 'test' }),
    );

  it('dealers, finance and auditors see the position', async () => {
    for (const role of ['dealer', 'finance', 'auditor'] as const)
      expect((await as(role, (ctx) => permitted(showPosition)(ctx, {}))).lines.length).toBeGreaterThan(2);
    for (const role of ['support', 'payment_operations', 'compliance', 'settings', 'super'] as const)
      await expectRefusal(db, 'access_denied', () => as(role, (ctx) => permitted(showPosition)(ctx, {})));
  });

  it('only dealers request cover', async () => {
    await createCustomerConversion();
    const wanted = { sell: 'GBP', buy: 'THB', amount: '1.00' } as const;
    for (const role of ['finance', 'auditor', 'support', 'super'] as const)
      await expectRefusal(db, 'access_denied', () =>
        as(role, (ctx) => permitted(coverPosition)(ctx, { ...wanted, idempotency: randomUUID() })),
      );
    expect((await cover('GBP', 'THB', '1.00')).state).toBe('asked');
  });
});

describe('cover deal', () => {
  it('is booked once, however often its event is delivered', async () => {
    const before = await lineOf('GBP');
    await createCustomerConversion();
    const { uid } = await cover('GBP', 'THB', '100.00');
    expect((await lineOf('GBP'))?.free).toEqual(before?.free);
    const bank = createFakeBank(['no_response', dealtResult, dealtResult]);
    await expect(deliver(bank, uid)).rejects.toThrow(PartnerTimeout);
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
    await createCustomerConversion();
    const free = (await lineOf('GBP'))?.free.amount ?? '';
    const tries = await Promise.allSettled([cover('GBP', 'THB', free), cover('GBP', 'EUR', free)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectRefusal(db, 'limit_exceeded', () => cover('GBP', 'THB', '0.01'));
    await expectRefusal(db, 'limit_exceeded', () => cover('THB', 'GBP', '0.01'));
    await expectRefusal(db, 'pair_unavailable', () => cover('GBP', 'GBP', '1.00'));
    await expectRefusal(db, 'amount_invalid', () => cover('GBP', 'THB', '0.00'));
    const open = (await show()).covers.find(({ state }) => state === 'asked');
    await deliver(createFakeBank(['refused']), open?.uid ?? '');
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
    await runJob(db, revaluation);
    expect((await show()).revaluation).toBeNull();
  });

  it('books the change in value once a day, and the books match the positions', async () => {
    await createCustomerConversion();
    await seedRates(db, { ...quietDay, THB: '37.000' });
    const { total } = await show();
    await asSystem(db, revaluePosition);
    await asSystem(db, revaluePosition);
    expect((await show()).revaluation).toMatchObject({ total: { amount: total?.amount } });
    const worth = BigInt((total?.amount ?? '').replace('.', ''));
    expect(worth).toBeLessThan(0n);
    expect(await account('position-valuation:GBP')).toBe(worth);
    expect(await account('fx-revaluation:GBP')).toBe(-worth);
    const { rows } = await sql<{ days: number; lines: number }>`
      select (select count(*)::int from treasury.revaluation) as days,
        (select count(*)::int from treasury.revaluation_line) as lines`.execute(db);
    expect(rows).toEqual([{ days: 1, lines: 2 }]);
    const printed: string[] = [];
    await printTrialBalance(url, (line) => printed.push(line));
    expect(printed.filter((line) => line.startsWith('position '))).toEqual([
      expect.stringMatching(/^position +-?[\d.]+ GBP {2}-?[\d.]+ GBP at the end of \d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^position +-?[\d.]+ THB {2}-?[\d.]+ GBP at the end of \d{4}-\d\d-\d\d$/),
    ]);
    expect(await findViolations(db)).toEqual([]);
  });
});
