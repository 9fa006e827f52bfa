import { randomUUID } from 'node:crypto';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedAccount,
  seedCustomer,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { cardDesk, relayCards } from '../../../../../test/fixtures/card-desk.ts';
import { startCardIssuer } from '../../../../../test/fixtures/card-issuer.ts';
import { seedCard } from '../../../../../test/fixtures/issued-card.ts';
import { balancesOf } from '../../../../../test/fixtures/payment.ts';
import { recordsMatchPostings } from '../../../../../tools/cross-checks/records-match-postings.ts';
import { toBankAccountView } from '../../accounts/bank-account/bank-account.read.ts';
import { type BankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { setCardSwitch } from './change-card-rules.ts';
import { blockCard, freezeCard, unfreezeCard } from './change-card-state.ts';
import { listIssuedCards, showCardOptions, showIssuedCard } from './show-issued-cards.ts';

const { db } = await createDatabase();
const processor = await startCardIssuer(db);
const { issuer } = processor;

let who: TestUser;
let account: BankAccount;
let desk: ReturnType<typeof cardDesk>;

beforeEach(async () => {
  who = await seedCustomer(db, { business: true, featureCard: true, name: 'Anong Srisuk' });
  account = await seedAccount(db, who, { balance: '100.00' });
  desk = cardDesk(db, who, issuer);
});

/** The books are balanced whatever happened, and every record matches its postings. */
afterEach(async () => {
  expect(await findViolations(db)).toEqual([]);
  for (const [rule, query] of Object.entries(recordsMatchPostings))
    expect([rule, (await sql.raw(query).execute(db)).rows]).toEqual([rule, []]);
});

const relay = () => relayCards(db, issuer);
const view = (id: string, reader = who) => asCustomer(db, reader).run(showIssuedCard, { id });
const key = () => ({ idempotency: randomUUID() });
const freeze = (id: string, actor = who) => asCustomer(db, actor).run(freezeCard, { id, ...key() });
const unfreeze = (id: string, actor = who) => asCustomer(db, actor).run(unfreezeCard, { id, ...key() });
const block = (id: string, actor = who) => asCustomer(db, actor).run(blockCard, { id, reason: 'lost', ...key() });
const available = async () => (await balancesOf(db, account))[1];
const atProcessor = async (id: string) => (await issuer.getCard(id))?.state;
const letterCode = async (id: string) => {
  const reply = await fetch(new URL('/sandbox/issued-cards', processor.partner.baseUrl));
  const cards = (await reply.json()) as { cardId: string; letterCode: string }[];
  return cards.find(({ cardId }) => cardId === id)?.letterCode ?? '';
};
const address = { line1: '1 Long Lane', city: 'London', postcode: 'EC1A 9HF', country: 'GB' };
const physical = { format: 'physical', address, fee: '5.00' } as const;
const becomes = (id: string, state: string) =>
  vi.waitFor(async () => expect((await view(id)).order?.state).toBe(state), { timeout: 5000, interval: 20 });
const issued = async (wish: Parameters<typeof desk.order>[0] = {}) => {
  const { uid } = await desk.order(wish);
  await relay();
  return uid;
};

describe('a virtual card', () => {
  it('is ordered free of charge, issued by the processor and usable at once', async () => {
    const ordered = await desk.order();
    expect(ordered).toMatchObject({
      state: 'ordered',
      format: 'virtual',
      embossedName: 'ANONG SRISUK',
      last4: null,
      holder: { name: 'Anong Srisuk', isYou: true },
      limits: { perPayment: '1000.00', daily: '1500.00', monthly: '5000.00' },
      switches: { online: true, contactless: true, atm: true, abroad: true, magstripe: false },
      waiting: { owner: 'us' },
    });
    await relay();
    const card = await view(ordered.uid);
    expect(card).toMatchObject({ state: 'active', brand: 'visa', order: null, waiting: null });
    expect(card.last4).toMatch(/^\d{4}$/);
    expect(await available()).toBe('100.00');
    expect(await atProcessor(ordered.uid)).toBe('active');
    const shown = await asCustomer(db, who).inside((ctx) => requireOwnAccount(ctx, account.bankholderId));
    expect(toBankAccountView(shown)).toMatchObject({ hascard: true, cardlast4: card.last4 });
  });

  it('is issued once, however often its order is delivered', async () => {
    const id = await issued();
    const { last4 } = await view(id);
    await sql`update platform.delivery set done_at = null, run_after = now() where listener = 'place-card-order'`.execute(
      db,
    );
    await relay();
    expect(await view(id)).toMatchObject({ state: 'active', last4 });
  });
});

describe('a physical card', () => {
  it('costs its fee, arrives, and is activated with the code of its letter', async () => {
    const { uid } = await desk.order(physical);
    expect(await available()).toBe('95.00');
    const { rows } = await sql`select kind, description from accounting.narrative n
      join issued_card.card c on c.fee_id = n.operation_id where c.id = ${uid}`.execute(db);
    expect(rows).toEqual([{ kind: 'fee', description: 'New card' }]);
    await relay();
    expect(await view(uid)).toMatchObject({ state: 'inactive', order: { to: 'London EC1A 9HF' } });
    await becomes(uid, 'delivered');
    const code = await letterCode(uid);
    await expect(desk.activate(uid, code === '000000' ? '111111' : '000000')).rejects.toMatchObject({
      code: 'card_code_wrong',
    });
    expect(await desk.activate(uid, code)).toMatchObject({ state: 'active' });
    // A repeat answers the same.
    expect(await desk.activate(uid, code)).toMatchObject({ state: 'active' });
    expect(await atProcessor(uid)).toBe('active');
  });

  it('takes five tries of its code, also if many come at once', async () => {
    const uid = await issued(physical);
    await becomes(uid, 'delivered');
    const code = await letterCode(uid);
    const wrong = Array.from({ length: 8 }, () => (code === '000000' ? '111111' : '000000'));
    const codes = await Promise.all(
      wrong.map((each) => desk.activate(uid, each).catch(({ code: refused }: { code: string }) => refused)),
    );
    expect(codes.toSorted()).toEqual([
      ...Array<string>(3).fill('card_code_locked'),
      ...Array<string>(5).fill('card_code_wrong'),
    ]);
    await expect(desk.activate(uid, code)).rejects.toMatchObject({ code: 'card_code_locked' });
  });

  it('that the processor refuses is not issued, and its fee is given back', async () => {
    const { uid } = await desk.order(physical);
    await sql`update issued_card.card set document = '{}' where id = ${uid}`.execute(db);
    await relay();
    expect(await view(uid)).toMatchObject({ state: 'rejected', permissions: { block: false, replace: false } });
    expect(await available()).toBe('100.00');
  });

  it('that the checks refuse is closed, and its fee is given back', async () => {
    const uid = await issued({ ...physical, address: { ...address, line1: '1 Cancel Lane' } });
    await vi.waitFor(async () => expect((await view(uid)).state).toBe('closed'), { timeout: 5000, interval: 20 });
    expect(await view(uid)).toMatchObject({ stop: { by: 'us', reason: 'order_cancelled' } });
    const operations = db.selectFrom('issued_card.card').select(['feeId', 'feeRefundId']).where('id', '=', uid);
    const id = expect.any(String);
    expect(await operations.executeTakeFirst()).toEqual({ feeId: id, feeRefundId: id });
    expect(await available()).toBe('100.00');
  });

  it('that comes back is closed, and can be ordered again in its place', async () => {
    const uid = await issued({ ...physical, address: { ...address, line1: '1 Return Lane' } });
    await vi.waitFor(async () => expect((await view(uid)).state).toBe('closed'), { timeout: 5000, interval: 20 });
    expect(await view(uid)).toMatchObject({ stop: { by: 'us', reason: 'order_returned' } });
    const again = await desk.order({ ...physical, replaces: { card: uid, reason: 'lost' } });
    expect(again).toMatchObject({ replaces: uid });
    expect(await view(uid)).toMatchObject({ replacedBy: again.uid, permissions: { replace: false } });
  });
});

describe('an order is refused', () => {
  const expectRefused = (code: Parameters<typeof expectRefusal>[1], wish: object, confirms: object = {}) =>
    expectRefusalOfOrder(code, () => desk.order(wish, confirms));
  /** The confirmation before it is written whatever the answer. */
  async function expectRefusalOfOrder(code: string, attempt: () => Promise<unknown>) {
    const before = await db.selectFrom('issued_card.card').selectAll().execute();
    await expect(attempt()).rejects.toMatchObject({ code });
    expect(await db.selectFrom('issued_card.card').selectAll().execute()).toEqual(before);
    expect(await available()).toBe('100.00');
  }

  it.each([
    ['price_changed', { fee: '1.00' }],
    ['validation_failed', { format: 'physical', fee: '5.00' }],
    ['validation_failed', { limits: { perPayment: '200.00', daily: '100.00', monthly: '500.00' } }],
    ['amount_invalid', { limits: { perPayment: '0', daily: '100.00', monthly: '500.00' } }],
    ['card_limit_too_high', { limits: { perPayment: '5000.01', daily: '6000.00', monthly: '7000.00' } }],
    ['not_found', { holder: randomUUID() }],
  ] as const)('%s for %o', (code, wish) => expectRefused(code, wish));

  it('unless exactly this was confirmed', async () => {
    await expectRefused('authorisation_invalid', {}, { embossedName: 'SOMEBODY ELSE' });
    await expectRefused(
      'authorisation_invalid',
      {},
      { limits: { perPayment: '1.00', daily: '1500.00', monthly: '5000.00' } },
    );
  });

  it('without the money for its fee', async () => {
    const poor = await seedAccount(db, who, { currency: 'GBP', balance: '4.99' });
    const { people } = await asCustomer(db, who).run(showCardOptions, {});
    await expectRefused('insufficient_funds', {
      ...physical,
      bankholderid: poor.bankholderId,
      holder: people[0]?.uid,
    });
  });

  it('for an account that is frozen, and one in a currency without cards', async () => {
    const { people } = await asCustomer(db, who).run(showCardOptions, {});
    const holder = people[0]?.uid;
    const yen = await seedAccount(db, who, { currency: 'JPY' });
    await expectRefused('card_not_offered', { bankholderid: yen.bankholderId, holder });
    await sql`update bank_account.account set status = 'frozen' where id = ${account.id}`.execute(db);
    await expectRefused('account_not_usable', { bankholderid: account.bankholderId, holder });
  });

  it('for a customer without the feature, and to people who do not manage cards', async () => {
    const payer = await seedColleague(db, who, 'payer');
    await expect(cardDesk(db, payer, issuer).order(await ownOf(who))).rejects.toMatchObject({ code: 'access_denied' });
    await sql`update customer.customer set feature_card = false where id = ${who.customer.id}`.execute(db);
    await expectRefused('card_not_offered', await ownOf(who));
  });

  it('when the person has the most cards on this account, also if they are ordered at once', async () => {
    const wish = await ownOf(who);
    const orders = await Promise.allSettled(Array.from({ length: 7 }, () => desk.order(wish)));
    const faults = orders.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(faults).toEqual(['too_many_cards', 'too_many_cards']);
  });
});

const ownOf = async (person: TestUser) => {
  const { people, offers } = await asCustomer(db, person).run(showCardOptions, {});
  return {
    holder: people.find(({ isYou }) => isYou)?.uid ?? '',
    bankholderid: offers[0]?.bankholderid ?? '',
  };
};

describe('freezing', () => {
  it('is one step, undone by one step, and reaches the stand-in', async () => {
    const id = await issued();
    expect(await freeze(id)).toMatchObject({ state: 'frozen', stop: { by: 'you' }, permissions: { unfreeze: true } });
    await relay();
    expect(await atProcessor(id)).toBe('frozen');
    expect(await unfreeze(id)).toMatchObject({ state: 'active', stop: null });
    await relay();
    expect(await atProcessor(id)).toBe('active');
  });

  it('asked for twice, as by two windows, changes nothing the second time', async () => {
    const id = await issued();
    await freeze(id);
    expect(await freeze(id)).toMatchObject({ state: 'frozen', stop: { by: 'you' } });
    await unfreeze(id);
    expect(await unfreeze(id)).toMatchObject({ state: 'active', stop: null });
    const steps = await db.selectFrom('issued_card.transition').select('state').where('cardId', '=', id).execute();
    expect(steps.map(({ state }) => state)).toEqual(['ordered', 'active', 'frozen', 'active']);
  });

  it('ends with the last state at the processor, in whatever order it hears of them', async () => {
    const id = await issued();
    for (let turn = 0; turn < 3; turn += 1) {
      await freeze(id);
      await unfreeze(id);
    }
    await freeze(id);
    await Promise.all([relay(), relay(), relay()]);
    expect(await atProcessor(id)).toBe('frozen');
  });

  it('by an owner is lifted by an owner only', async () => {
    const holder = await seedColleague(db, who, 'cardholder', ['card']);
    const id = await seedCard(db, holder, account);
    expect(await freeze(id)).toMatchObject({ state: 'frozen' });
    expect(await view(id, holder)).toMatchObject({
      stop: { by: 'colleague', name: 'Anong Srisuk' },
      permissions: { unfreeze: false, block: true },
    });
    await expectRefusal(db, 'card_frozen_by_other', () => unfreeze(id, holder));
    await unfreeze(id);
    await freeze(id, holder);
    expect(await unfreeze(id, holder)).toMatchObject({ state: 'active' });
  });
});

it('a blocked card is blocked for good, here and at the processor', async () => {
  const id = await issued();
  expect(await block(id)).toMatchObject({ state: 'blocked', stop: { by: 'you', reason: 'lost' } });
  await relay();
  expect(await atProcessor(id)).toBe('blocked');
  for (const attempt of [() => freeze(id), () => unfreeze(id), () => block(id)])
    await expectRefusal(db, 'invalid_transition', attempt);
  await expect(sql`update issued_card.card set state = 'active' where id = ${id}`.execute(db)).rejects.toThrow('never');
});

describe('a replacement', () => {
  it('blocks the old card in the same step and takes over its switches', async () => {
    const old = await issued();
    await asCustomer(db, who).run(setCardSwitch, { id: old, switch: 'abroad', isOn: false, ...key() });
    const next = await desk.order({ replaces: { card: old, reason: 'stolen' } });
    expect(next).toMatchObject({ replaces: old, switches: { abroad: false } });
    expect(await view(old)).toMatchObject({ state: 'blocked', stop: { reason: 'stolen' } });
    await expect(desk.order({ replaces: { card: old, reason: 'stolen' } })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
  });

  it('by its holder is for the same person and account, with no higher limits', async () => {
    const holder = await seedColleague(db, who, 'cardholder', ['card']);
    const id = await seedCard(db, holder, account, { limits: [10_000n, 20_000n, 50_000n] });
    const own = cardDesk(db, holder, issuer);
    const limits = { perPayment: '100.00', daily: '200.00', monthly: '500.00' };
    const replaces = { card: id, reason: 'damaged' } as const;
    const raised = { ...limits, perPayment: '100.01' };
    await expect(own.order({ limits: raised, replaces })).rejects.toMatchObject({ code: 'card_limit_too_high' });
    const { holder: other } = await ownOf(who);
    await expect(
      own.order({ limits, replaces, holder: other, bankholderid: account.bankholderId }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await own.order({ limits, replaces })).toMatchObject({ limits, holder: { isYou: true } });
  });

  it('of a card that we stopped waits until the stop is lifted', async () => {
    const id = await seedCard(db, who, account, { state: 'stopped' });
    await expect(desk.order({ replaces: { card: id, reason: 'lost' } })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
  });
});

describe('who sees a card', () => {
  it('is its holder, and owner, admin and accountant on accounts that they may use', async () => {
    const holder = await seedColleague(db, who, 'cardholder', ['card']);
    const id = await seedCard(db, holder, account);
    const ids = async (reader: TestUser) =>
      (await asCustomer(db, reader).run(listIssuedCards, {})).list.map(({ uid }) => uid);
    for (const role of ['admin', 'accountant'] as const)
      expect([role, await ids(await seedColleague(db, who, role, ['card']))]).toEqual([role, [id]]);
    for (const role of ['payer', 'maker', 'approver', 'cardholder'] as const)
      expect([role, await ids(await seedColleague(db, who, role, ['card']))]).toEqual([role, []]);
    expect(await ids(holder)).toEqual([id]);
    const other = await seedColleague(db, who, 'cardholder', ['card']);
    await expectRefusal(db, 'not_found', () => freeze(id, other));
    const limited = { ...(await seedColleague(db, who, 'admin', ['card'])), scope: { accounts: new Set(['1']) } };
    expect(await ids(limited)).toEqual([]);
  });

  it('an accountant looks only', async () => {
    const accountant = await seedColleague(db, who, 'accountant', ['card']);
    const id = await seedCard(db, who, account);
    expect(Object.values((await view(id, accountant)).permissions)).not.toContain(true);
  });
});

it('is refused to an account whose status forbids cards', async () => {
  const id = await issued();
  await setAccountStatus(db, who, 'restricted');
  const restricted = { ...who, customer: { ...who.customer, status: 'restricted' as const } };
  expect((await view(id, restricted)).permissions).toMatchObject({ reveal: false, limits: false, freeze: true });
});
