import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freezeAccount, unfreezeAccount } from './account-status.ts';
import { balanceOf } from './balance.ts';
import {
  AccountFrozen,
  CurrencyMismatch,
  HoldAlreadyResolved,
  HoldExpired,
  HoldUnknown,
  InsufficientFunds,
  InvalidTransfer,
  OperationMismatch,
} from './errors.ts';
import { expiredHoldVoidings } from './holds.ts';
import { createTestAccount, eur, findOpenHolds, gbp, gbpPosting, nextId, openTestLedger } from './ledger.fixture.ts';
import { postOperations } from './operations.ts';
import { hold, post, postHold, voidHold } from './transfer.ts';
import type { AccountId, Tx } from './types.ts';

const { inTransaction } = await openTestLedger();

async function createHold(tx: Tx, expiresAt?: Date) {
  const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
  const id = nextId();
  await hold(tx, { id, code: 'payment', postings: [gbpPosting(payer, payee, 300)], expiresAt });
  return { id, payer, payee };
}

async function createExpiredHold(tx: Tx, expiresAt: Date, legs = 1) {
  const [payer, payee] = [await createTestAccount(tx, { mayOverdraw: true }), await createTestAccount(tx)];
  const bookedAt = new Date(expiresAt.getTime() - 1000);
  const id = nextId(bookedAt);
  const postings = Array.from({ length: legs }, () => gbpPosting(payer, payee, 300));
  await hold(tx, { id, code: 'payment', postings, expiresAt, bookedAt });
  return { id, payer };
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

const figures = async (tx: Tx, account: AccountId) => {
  const { balance, available, held } = await balanceOf(tx, account);
  return [balance.minor, available.minor, held.minor];
};
const settlement = { code: 'payment.settled' };

test('a hold lowers the available amount and not the balance', () =>
  inTransaction(async (tx) => {
    const { payer, payee } = await createHold(tx);
    expect(await figures(tx, payer)).toEqual([1000n, 700n, 300n]);
    expect(await figures(tx, payee)).toEqual([0n, 0n, 0n]);
  }));

test('held money can neither be spent nor held again', () =>
  inTransaction(async (tx) => {
    const { payer, payee } = await createHold(tx);
    const more = { code: 'gift', postings: [gbpPosting(payer, payee, 701)] };
    await expect(post(tx, { id: nextId(), ...more })).rejects.toThrow(InsufficientFunds);
    await expect(hold(tx, { id: nextId(), ...more })).rejects.toThrow(InsufficientFunds);
  }));

test.each(['alone', 'in a batch', 'beside a hold'])('held money of an asset cannot leave it twice, %s', (way) =>
  inTransaction(async (tx) => {
    const [cash, vault] = [
      await createTestAccount(tx, { class: 'asset' }),
      await createTestAccount(tx, { class: 'asset' }),
    ];
    const payee = await createTestAccount(tx);
    await post(tx, { id: nextId(), code: 'credit', postings: [gbpPosting(cash, payee, 500)] });
    await hold(tx, { id: nextId(), code: 'payment', postings: [gbpPosting(vault, cash, 300)] });
    const attempt = (minor: number) => ({ id: nextId(), code: 'gift', postings: [gbpPosting(vault, cash, minor)] });
    const beside = { ...attempt(1), kind: 'hold' as const };
    const sent = async (minor: number): Promise<string | undefined> => {
      const gift = { ...attempt(minor), kind: 'post' as const };
      if (way === 'alone') return (await post(tx, gift).catch(({ code }) => ({ outcome: code }))).outcome;
      const others = way === 'in a batch' ? [{ ...attempt(1), kind: 'post' as const }] : [beside];
      return (await postOperations(tx, [gift, ...others]))[0]?.outcome;
    };
    expect([await sent(201), await sent(190)]).toEqual(['insufficient_funds', 'done']);
  }),
);

test('a posted hold moves the money', () =>
  inTransaction(async (tx) => {
    const { id, payer, payee } = await createHold(tx);
    const receipt = await postHold(tx, { id: nextId(), ...settlement, holdId: id });
    expect(receipt.accounts).toEqual([
      { id: payer, balance: gbp(700), available: gbp(700), version: 3n },
      { id: payee, balance: gbp(300), available: gbp(300), version: 2n },
    ]);
    expect(await findOpenHolds(tx, payer)).toEqual([]);
  }));

test('posts a part and releases the rest', () =>
  inTransaction(async (tx) => {
    const { id, payer, payee } = await createHold(tx);
    await postHold(tx, { id: nextId(), ...settlement, holdId: id, amount: gbp(120) });
    expect(await figures(tx, payer)).toEqual([880n, 880n, 0n]);
    expect(await figures(tx, payee)).toEqual([120n, 120n, 0n]);
  }));

test('a voided hold is available again', () =>
  inTransaction(async (tx) => {
    const { id, payer } = await createHold(tx);
    await voidHold(tx, { id: nextId(), code: 'payment.failed', holdId: id });
    expect(await figures(tx, payer)).toEqual([1000n, 1000n, 0n]);
  }));

test('a hold is resolved once, by whichever operation is first', () =>
  inTransaction(async (tx) => {
    for (const first of [postHold, voidHold]) {
      const { id, payer } = await createHold(tx);
      await first(tx, { id: nextId(), ...settlement, holdId: id });
      const after = await figures(tx, payer);
      for (const second of [postHold, voidHold])
        await expect(second(tx, { id: nextId(), ...settlement, holdId: id })).rejects.toThrow(HoldAlreadyResolved);
      expect(await figures(tx, payer)).toEqual(after);
    }
  }));

test('a repeated resolution returns the first answer', () =>
  inTransaction(async (tx) => {
    const { id } = await createHold(tx);
    const resolution = { id: nextId(), ...settlement, holdId: id };
    const { accounts } = await postHold(tx, resolution);
    expect(await postHold(tx, resolution)).toEqual({ outcome: 'exists', accounts });
    await expect(voidHold(tx, resolution)).rejects.toThrow(OperationMismatch);
    await expect(postHold(tx, { ...resolution, amount: gbp(300) })).rejects.toThrow(OperationMismatch);
    const other = await createHold(tx);
    await expect(postHold(tx, { ...resolution, holdId: other.id })).rejects.toThrow(OperationMismatch);
  }));

test('refuses the id of a hold for the same hold with another expiry', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    const first = { id: nextId(), code: 'payment', postings: [gbpPosting(payer, payee, 300)] };
    await hold(tx, first);
    const until = new Date(Date.now() + 3_600_000);
    await expect(hold(tx, { ...first, expiresAt: until })).rejects.toThrow(OperationMismatch);
    await expect(post(tx, first)).rejects.toThrow(OperationMismatch);
  }));

test('refuses to resolve an operation that is not a hold', () =>
  inTransaction(async (tx) => {
    const id = nextId();
    await post(tx, {
      id,
      code: 'gift',
      postings: [gbpPosting(await createTestAccount(tx, { balance: 1 }), await createTestAccount(tx), 1)],
    });
    for (const holdId of [id, nextId()]) {
      await expect(postHold(tx, { id: nextId(), ...settlement, holdId })).rejects.toThrow(HoldUnknown);
      await expect(voidHold(tx, { id: nextId(), ...settlement, holdId })).rejects.toThrow(HoldUnknown);
    }
  }));

test('refuses to post more than the hold, nothing, or another currency, and keeps the hold', () =>
  inTransaction(async (tx) => {
    const { id, payer } = await createHold(tx);
    for (const amount of [gbp(301), gbp(0), gbp(-1)])
      await expect(postHold(tx, { id: nextId(), ...settlement, holdId: id, amount })).rejects.toThrow(InvalidTransfer);
    await expect(postHold(tx, { id: nextId(), ...settlement, holdId: id, amount: eur(1) })).rejects.toThrow(
      CurrencyMismatch,
    );
    expect(await figures(tx, payer)).toEqual([1000n, 700n, 300n]);
  }));

test('resolves all postings of a hold together', () =>
  inTransaction(async (tx) => {
    const [payer, payee, fees] = [
      await createTestAccount(tx, { balance: 1000 }),
      await createTestAccount(tx),
      await createTestAccount(tx),
    ];
    const id = nextId();
    await hold(tx, { id, code: 'payment', postings: [gbpPosting(payer, payee, 300), gbpPosting(payer, fees, 5)] });
    expect(await findOpenHolds(tx, payer)).toMatchObject([{ id, code: 'payment', amount: gbp(305) }]);
    await expect(postHold(tx, { id: nextId(), ...settlement, holdId: id, amount: gbp(5) })).rejects.toThrow(
      InvalidTransfer,
    );
    await postHold(tx, { id: nextId(), ...settlement, holdId: id });
    expect(await figures(tx, payer)).toEqual([695n, 695n, 0n]);
    expect(await figures(tx, fees)).toEqual([5n, 5n, 0n]);
  }));

test('an expired hold can be voided but not posted', () =>
  inTransaction(async (tx) => {
    const { id, payer } = await createExpiredHold(tx, ago(1));
    await expect(postHold(tx, { id: nextId(), ...settlement, holdId: id })).rejects.toThrow(HoldExpired);
    expect(await figures(tx, payer)).toEqual([0n, -300n, 300n]);
    await voidHold(tx, { id: nextId(), ...settlement, holdId: id });
    expect(await figures(tx, payer)).toEqual([0n, 0n, 0n]);
  }));

test('refuses a hold that expires before it is made', () =>
  inTransaction(async (tx) => {
    await expect(createHold(tx, ago(0.001))).rejects.toThrow(HoldExpired);
  }));

test('voids expired holds only, the longest expired first', () =>
  inTransaction(async (tx) => {
    const later = await createExpiredHold(tx, ago(60), 2);
    const sooner = await createExpiredHold(tx, ago(120));
    const open = await createHold(tx, new Date(Date.now() + 3_600_000));
    await createHold(tx);
    const sweep = async (limit: number) => {
      const voidings = await expiredHoldVoidings(tx, limit);
      const outcomes = await postOperations(tx, voidings);
      expect(outcomes.every(({ outcome }) => outcome === 'done')).toBe(true);
      return voidings.map((voiding) => 'holdId' in voiding && voiding.holdId);
    };
    expect(await sweep(1)).toEqual([sooner.id]);
    expect(await sweep(10)).toEqual([later.id]);
    expect(await sweep(10)).toEqual([]);
    expect(await figures(tx, later.payer)).toEqual([0n, 0n, 0n]);
    expect(await figures(tx, open.payer)).toEqual([1000n, 700n, 300n]);
  }));

test('a hold on a frozen account can be voided, and posted only after unfreezing', () =>
  inTransaction(async (tx) => {
    const [one, other] = [await createHold(tx), await createHold(tx)];
    await freezeAccount(tx, one.payer);
    await freezeAccount(tx, other.payee);
    for (const { id } of [one, other])
      await expect(postHold(tx, { id: nextId(), ...settlement, holdId: id })).rejects.toThrow(AccountFrozen);
    await voidHold(tx, { id: nextId(), ...settlement, holdId: one.id });
    await unfreezeAccount(tx, other.payee);
    await postHold(tx, { id: nextId(), ...settlement, holdId: other.id });
    expect(await figures(tx, one.payer)).toEqual([1000n, 1000n, 0n]);
    expect(await figures(tx, other.payer)).toEqual([700n, 700n, 0n]);
  }));

test('open holds list amount, time and expiry', () =>
  inTransaction(async (tx) => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { id, payer, payee } = await createHold(tx, expiresAt);
    const second = nextId();
    await hold(tx, { id: second, code: 'card', postings: [gbpPosting(payer, payee, 50)] });
    expect(await findOpenHolds(tx, payer)).toEqual([
      { id, code: 'payment', amount: gbp(300), heldAt: expect.any(Date), expiresAt },
      { id: second, code: 'card', amount: gbp(50), heldAt: expect.any(Date) },
    ]);
    expect(await findOpenHolds(tx, payee)).toEqual([]);
  }));

test('an authorised posting works on a frozen account and stores the authorisation', () =>
  inTransaction(async (tx) => {
    const [one, other] = [await createHold(tx), await createHold(tx)];
    await freezeAccount(tx, one.payer);
    await freezeAccount(tx, other.payee);
    for (const { id, payer } of [one, other]) {
      const allowed = { id: nextId(), ...settlement, holdId: id, authorisedBy: 'court order 4711' };
      const receipt = await postHold(tx, allowed);
      expect(await postHold(tx, allowed)).toEqual({ ...receipt, outcome: 'exists' });
      await expect(postHold(tx, { ...allowed, authorisedBy: 'somebody else' })).rejects.toThrow(OperationMismatch);
      expect(await figures(tx, payer)).toEqual([700n, 700n, 0n]);
      const { rows } = await sql`select reason from ledger.authorisation where op_id = ${allowed.id}`.execute(tx);
      expect(rows).toEqual([{ reason: 'court order 4711' }]);
    }
  }));

test('an authorisation applies to existing holds only: not to new, expired or resolved ones', () =>
  inTransaction(async (tx) => {
    const allowed = { ...settlement, authorisedBy: 'court order 4711' };
    const { payer, payee } = await createHold(tx);
    await freezeAccount(tx, payer);
    const gift = {
      id: nextId(),
      code: 'gift',
      postings: [gbpPosting(payer, payee, 1)],
      authorisedBy: 'court order 4711',
    };
    await expect(post(tx, gift)).rejects.toThrow(AccountFrozen);
    const both = { ...gift, id: nextId(), postings: [...gift.postings, ...gift.postings] };
    await expect(hold(tx, both)).rejects.toThrow(AccountFrozen);
    const expired = await createExpiredHold(tx, ago(1));
    await expect(postHold(tx, { id: nextId(), ...allowed, holdId: expired.id })).rejects.toThrow(HoldExpired);
    const done = await createHold(tx);
    await voidHold(tx, { id: nextId(), ...settlement, holdId: done.id });
    await expect(postHold(tx, { id: nextId(), ...allowed, holdId: done.id })).rejects.toThrow(HoldAlreadyResolved);
  }));
