import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { balanceAt } from './balance.ts';
import { createTestAccount, gbp, gbpPosting, nextId, openExternalAccount, openTestLedger } from './ledger.fixture.ts';
import { postOperations } from './operations.ts';
import { type Cursor, listEntries } from './statement.ts';
import { hold, post, postHold, voidHold } from './transfer.ts';
import type { AccountId, Tx } from './types.ts';
import { balanceByValueDate, entriesByValueDate } from './value-date.ts';

const { inTransaction } = await openTestLedger();

const day = (n: number, time = '12:00') => new Date(`2025-03-${String(n).padStart(2, '0')}T${time}:00Z`);

async function createHistory(tx: Tx): Promise<AccountId> {
  const [account, other] = [
    await createTestAccount(tx),
    await createTestAccount(tx, { class: 'asset', mayOverdraw: true }),
  ];
  const movements = [1000, -300, 400, -100];
  for (const [i, minor] of movements.entries()) {
    const posting = minor > 0 ? gbpPosting(other, account, minor) : gbpPosting(account, other, -minor);
    await post(tx, { id: nextId(day(i + 1)), code: `movement.${i + 1}`, postings: [posting], bookedAt: day(i + 1) });
  }
  return account;
}

const amounts = (entries: { amount: { minor: bigint } }[]) => entries.map(({ amount }) => Number(amount.minor));

test('lists each entry, newest first, with the balance after it', () =>
  inTransaction(async (tx) => {
    const accountId = await createHistory(tx);
    const entries = await listEntries(tx, { accountId, limit: 10 });
    expect(entries[0]).toEqual({
      operationId: expect.any(String),
      leg: 1,
      code: 'movement.4',
      bookedAt: day(4),
      valueDate: '2025-03-04',
      amount: gbp(-100),
      balance: gbp(1000),
      cursor: day(4).getTime() * 1000,
    });
    expect(entries.map(({ balance }) => balance.minor)).toEqual([1000n, 1100n, 700n, 1000n]);
  }));

test('a range includes its first instant and excludes its last', () =>
  inTransaction(async (tx) => {
    const accountId = await createHistory(tx);
    const range = { accountId, from: day(2), to: day(4) };
    expect(amounts(await listEntries(tx, { ...range, limit: 10 }))).toEqual([400, -300]);
  }));

test('filters by direction', () =>
  inTransaction(async (tx) => {
    const accountId = await createHistory(tx);
    expect(amounts(await listEntries(tx, { accountId, limit: 10, direction: 'in' }))).toEqual([400, 1000]);
    expect(amounts(await listEntries(tx, { accountId, limit: 10, direction: 'out' }))).toEqual([-100, -300]);
  }));

test('pages have no gaps and no repeats, even microseconds apart', () =>
  inTransaction(async (tx) => {
    const [accountId, world] = [await createTestAccount(tx), await openExternalAccount(tx)];
    for (let minor = 1; minor <= 23; minor += 1)
      await post(tx, {
        id: nextId(day(5)),
        code: 'credit',
        postings: [gbpPosting(world, accountId, minor)],
        bookedAt: day(5),
      });
    const seen: number[] = [];
    let before: Cursor | undefined;
    for (;;) {
      const page = await listEntries(tx, { accountId, limit: 4, before });
      if (page.length === 0) break;
      seen.push(...amounts(page));
      before = page.at(-1)?.cursor;
    }
    expect(seen).toEqual(Array.from({ length: 23 }, (_, i) => 23 - i));
  }));

test('a page ends before its cursor, or at the end of the range when that is earlier', () =>
  inTransaction(async (tx) => {
    const accountId = await createHistory(tx);
    const all = await listEntries(tx, { accountId, limit: 10 });
    for (const end of all)
      for (const { cursor } of all) {
        const page = await listEntries(tx, { accountId, limit: 10, to: end.bookedAt, before: cursor });
        expect(page).toEqual(all.filter((entry) => entry.cursor < cursor && entry.bookedAt < end.bookedAt));
      }
  }));

test('a page spans months and returns any code and amount', () =>
  inTransaction(async (tx) => {
    const accountId = await createTestAccount(tx);
    const world = await createTestAccount(tx, { class: 'asset', mayOverdraw: true });
    const movements = [
      { at: new Date('2025-01-31T23:59:59Z'), code: 'null', minor: 999_999_999_999_999n },
      { at: new Date('2025-02-01T00:00:00Z'), code: 'a, "b"\\', minor: 1n },
      { at: new Date('2025-04-02T00:00:00Z'), code: '{ü}', minor: 2n },
    ];
    for (const { at, code, minor } of movements)
      await post(tx, { id: nextId(at), code, postings: [gbpPosting(world, accountId, Number(minor))], bookedAt: at });
    const seen = await listEntries(tx, { accountId, limit: 3 });
    expect(
      seen.map(({ bookedAt, code, amount }) => ({ at: bookedAt, code, minor: amount.minor })).toReversed(),
    ).toEqual(movements);
    const [, second] = seen;
    expect((await listEntries(tx, { accountId, limit: 3, before: second?.cursor })).map(({ code }) => code)).toEqual([
      'null',
    ]);
  }));

test('holds are not on the statement', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    for (const resolve of [postHold, voidHold]) {
      const id = nextId();
      await hold(tx, { id, code: 'payment.held', postings: [gbpPosting(payer, payee, 300)] });
      await resolve(tx, { id: nextId(), code: 'payment.settled', holdId: id });
    }
    const entries = await listEntries(tx, { accountId: payer, limit: 10 });
    expect(entries.map(({ code, amount }) => [code, amount.minor])).toEqual([
      ['payment.settled', -300n],
      ['funding', 1000n],
    ]);
  }));

test('returns the balance at any instant', () =>
  inTransaction(async (tx) => {
    const account = await createHistory(tx);
    expect(await balanceAt(tx, account, day(1, '11:59'))).toEqual(gbp(0));
    expect(await balanceAt(tx, account, day(1))).toEqual(gbp(1000));
    expect(await balanceAt(tx, account, day(2, '23:00'))).toEqual(gbp(700));
    expect(await balanceAt(tx, account, day(31))).toEqual(gbp(1000));
  }));

test('a value date may differ from the booking date', () =>
  inTransaction(async (tx) => {
    const [accountId, world] = [await createTestAccount(tx), await openExternalAccount(tx)];
    const credit = { code: 'credit', postings: [gbpPosting(world, accountId, 5)] };
    await post(tx, { ...credit, id: nextId(), valueDate: '2024-02-29' });
    const [entry] = await listEntries(tx, { accountId, limit: 1 });
    expect(entry?.valueDate).toBe('2024-02-29');
    expect(Date.now() - (entry?.bookedAt.getTime() ?? 0)).toBeLessThan(60_000);
    const both = ['2024-02-28', '2024-03-01'].map((valueDate) => ({
      ...credit,
      kind: 'post' as const,
      id: nextId(),
      valueDate,
    }));
    await postOperations(tx, both);
    const dates = (await listEntries(tx, { accountId, limit: 2 })).map(({ valueDate }) => valueDate);
    expect(dates).toEqual(['2024-03-01', '2024-02-28']);
  }));

test('throws for a value date more than 92 days ahead', async () => {
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const credit = (tx: Tx, valueDate: string) =>
    createAccountPair(tx).then(([world, payee]) =>
      post(tx, { id: nextId(), code: 'credit', postings: [gbpPosting(world, payee, 5)], valueDate }),
    );
  await expect(inTransaction((tx) => credit(tx, ahead(94)))).rejects.toThrow('transfer_value_date_near');
  expect((await inTransaction((tx) => credit(tx, ahead(91)))).outcome).toBe('done');
});

const createAccountPair = async (tx: Tx) => [await openExternalAccount(tx), await createTestAccount(tx)] as const;

test('booking times of an account only rise: history that is late or in the future is moved', () =>
  inTransaction(async (tx) => {
    const [accountId, other] = [
      await createTestAccount(tx),
      await createTestAccount(tx, { class: 'asset', mayOverdraw: true }),
    ];
    const credit = (bookedAt: Date, id = nextId(bookedAt)) =>
      post(tx, { id, code: 'credit', postings: [gbpPosting(other, accountId, 1)], bookedAt });
    await credit(day(7));
    await credit(day(3));
    await credit(new Date('2999-01-01'), nextId());
    const { rows } = await sql<{ at: string }>`
      select to_char(booked_at, 'YYYY-MM-DD HH24:MI:SS.US') as at from ledger.entry
      where account_id = ${accountId} order by version`.execute(tx);
    expect(rows[0]?.at).toBe('2025-03-07 12:00:00.000000');
    expect(rows[1]?.at).toBe('2025-03-07 12:00:00.000001');
    expect(new Date(`${rows[2]?.at}Z`).getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  }));

test.each(['alone', 'in a batch', 'beside a hold'])(
  'booking times of either account rise even if the clock was set back, %s',
  (way) =>
    inTransaction(async (tx) => {
      for (const place of [0, 1]) {
        const pair = [await createTestAccount(tx, { mayOverdraw: true }), await createTestAccount(tx)] as const;
        await sql`update ledger.account set last_at = now() + interval '1 hour' where id = ${pair[place]}`.execute(tx);
        const gift = { kind: 'post' as const, id: nextId(), code: 'gift', postings: [gbpPosting(...pair, 1)] };
        const beside = { ...gift, id: nextId(), kind: way === 'in a batch' ? ('post' as const) : ('hold' as const) };
        await (way === 'alone' ? post(tx, gift) : postOperations(tx, [gift, beside]));
        const { rows } = await sql<{ later: boolean }>`
          select booked_at > now() + interval '1 hour' as later from ledger.entry where op_id = ${gift.id}`.execute(tx);
        expect(rows).toEqual([{ later: true }, { later: true }]);
      }
    }),
);

test('holds of imported history expire by the stated time', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [
      await createTestAccount(tx),
      await createTestAccount(tx, { class: 'asset', mayOverdraw: true }),
    ];
    await post(tx, { id: nextId(day(1)), code: 'credit', postings: [gbpPosting(payee, payer, 500)], bookedAt: day(1) });
    const id = nextId(day(2));
    await hold(tx, {
      id,
      code: 'payment',
      postings: [gbpPosting(payer, payee, 100)],
      bookedAt: day(2),
      expiresAt: day(3),
    });
    await postHold(tx, { id: nextId(day(2)), code: 'payment.settled', holdId: id, bookedAt: day(2, '13:00') });
    expect(await balanceAt(tx, payer, day(2, '14:00'))).toEqual(gbp(400));
  }));

test('orders entries by value date, each with the balance by value date', () =>
  inTransaction(async (tx) => {
    const [accountId, other] = [
      await createTestAccount(tx),
      await createTestAccount(tx, { class: 'asset', mayOverdraw: true }),
    ];
    const movements = [
      [1000, '2025-03-01'],
      [-300, '2025-03-20'],
      [400, '2025-02-10'],
      [-50, '2025-03-04'],
    ] as const;
    for (const [i, [minor, valueDate]] of movements.entries()) {
      const posting = minor > 0 ? gbpPosting(other, accountId, minor) : gbpPosting(accountId, other, -minor);
      const bookedAt = day(i + 1);
      await post(tx, { id: nextId(bookedAt), code: 'movement', postings: [posting], valueDate, bookedAt });
    }
    const by = async (from: string, to: string) =>
      (await entriesByValueDate(tx, { accountId, from, to })).map((e) => [
        e.valueDate,
        Number(e.amount.minor),
        Number(e.balance.minor),
      ]);
    expect(await by('2025-01-01', '2026-01-01')).toEqual([
      ['2025-03-20', -300, 1050],
      ['2025-03-04', -50, 1350],
      ['2025-03-01', 1000, 1400],
      ['2025-02-10', 400, 400],
    ]);
    expect(await by('2025-03-01', '2025-03-20')).toEqual([
      ['2025-03-04', -50, 1350],
      ['2025-03-01', 1000, 1400],
    ]);
    const standing = async (on: string) => Number((await balanceByValueDate(tx, accountId, on)).minor);
    expect([await standing('2025-02-09'), await standing('2025-02-10'), await standing('2025-03-04')]).toEqual([
      0, 400, 1350,
    ]);
    expect([await standing('2025-03-19'), await standing('2025-03-20'), await standing('2027-01-01')]).toEqual([
      1350, 1050, 1050,
    ]);
  }));
