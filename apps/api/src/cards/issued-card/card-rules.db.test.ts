import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedAccount,
  seedCustomer,
  setAccountStatus,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { cardDesk, relayCards } from '../../../../../test/fixtures/card-desk.ts';
import { startCardIssuer } from '../../../../../test/fixtures/card-issuer.ts';
import { seedCard } from '../../../../../test/fixtures/issued-card.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { changeAccountStatus } from '../../customers/customer/customer.ts';
import { userStateChanged } from '../../customers/user/user.ts';
import { emit } from '../../platform/events/outbox.ts';
import { setCardSwitch } from './change-card-rules.ts';
import { freezeCard } from './change-card-state.ts';
import { cardExpiry } from './expire-cards.ts';
import { cardDeclineFor, findIssuedCard, liftStop, stopCard } from './issued-card.ts';
import { showPinKey } from './reveal-card.ts';
import { listIssuedCards, showIssuedCard } from './show-issued-cards.ts';

const { db } = await createDatabase();
const { issuer } = await startCardIssuer(db);

let who: TestUser;
let account: BankAccount;
let desk: ReturnType<typeof cardDesk>;

beforeEach(async () => {
  who = await seedCustomer(db, { business: true, featureCard: true });
  account = await seedAccount(db, who, { balance: '100.00' });
  desk = cardDesk(db, who, issuer);
});

const key = () => ({ idempotency: randomUUID() });
const view = (id: string, reader = who) => asCustomer(db, reader).run(showIssuedCard, { id });
const stateOf = async (id: string) =>
  (await db.selectFrom('issued_card.card').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).state;
const relay = () => relayCards(db, issuer);
const limits = { perPayment: '1000.00', daily: '1500.00', monthly: '5000.00' };

describe('limits', () => {
  it('fall without a PIN and rise with one for exactly these figures', async () => {
    const id = await seedCard(db, who, account);
    const low = { perPayment: '10.00', daily: '20.00', monthly: '30.00' };
    expect(await desk.lowerLimits(id, low)).toMatchObject({ limits: low });
    await expectRefusal(db, 'authorisation_required', () => desk.lowerLimits(id, { ...low, monthly: '30.01' }));
    await expect(desk.raiseLimits(id, limits, { daily: '1400.00' })).rejects.toMatchObject({
      code: 'authorisation_invalid',
    });
    expect(await desk.raiseLimits(id, limits)).toMatchObject({ limits });
    await expect(desk.raiseLimits(id, { ...limits, monthly: '25000.01' })).rejects.toMatchObject({
      code: 'card_limit_too_high',
    });
  });

  it('stay as they are on a card that has ended or was stopped', async () => {
    for (const state of ['stopped', 'blocked'] as const) {
      const id = await seedCard(db, who, account, { state });
      await expectRefusal(db, 'invalid_transition', () => desk.lowerLimits(id, { ...limits, perPayment: '1.00' }));
    }
  });
});

describe('the highest limits of a person', () => {
  const most = { perPayment: '50.00', daily: '100.00', monthly: '200.00' };
  const person = async () => {
    const holder = await seedColleague(db, who, 'cardholder', ['card']);
    return { holder, id: await seedCard(db, holder, account), uid: holder.user.membershipId };
  };

  it('lower the cards above them, and cap every later change', async () => {
    const { holder, id, uid } = await person();
    expect(await desk.limitPerson(uid, most)).toMatchObject({ highest: [{ currency: 'GBP', ...most, version: 1 }] });
    expect(await view(id)).toMatchObject({ limits: most, highest: most });
    const raised = { ...most, monthly: '200.01' };
    await expect(cardDesk(db, holder, issuer).raiseLimits(id, raised)).rejects.toMatchObject({
      code: 'card_limit_too_high',
    });
    await expect(desk.order({ holder: uid, bankholderid: account.bankholderId })).rejects.toMatchObject({
      code: 'card_limit_too_high',
    });
  });

  it('are kept by the database, whoever writes', async () => {
    const { id, uid, holder } = await person();
    await desk.limitPerson(uid, most);
    await expect(
      sql`update issued_card.card set monthly_minor = 20001 where id = ${id}`.execute(db),
    ).rejects.toMatchObject({ constraint: 'card_within_person_limit' });
    await expect(
      sql`update issued_card.person_limit set per_payment_minor = 1 where user_id = ${holder.user.id}`.execute(db),
    ).rejects.toMatchObject({ constraint: 'cards_within_person_limit' });
    await expect(seedCard(db, holder, account)).rejects.toMatchObject({ constraint: 'card_within_person_limit' });
  });

  it('are set by owners and admins, once per version, and never against an owner by an admin', async () => {
    const { holder, uid } = await person();
    await desk.limitPerson(uid, most);
    await expect(desk.limitPerson(uid, most)).rejects.toMatchObject({ code: 'user_changed' });
    await expect(cardDesk(db, holder, issuer).limitPerson(uid, limits, 1)).rejects.toMatchObject({
      code: 'access_denied',
    });
    const admin = await seedColleague(db, who, 'admin');
    await expect(cardDesk(db, admin, issuer).limitPerson(who.user.membershipId, most)).rejects.toMatchObject({
      code: 'owner_protected',
    });
  });

  it('are set once when two owners set them at once, also beside an order', async () => {
    const { holder, uid } = await person();
    const tries = await Promise.allSettled([
      desk.limitPerson(uid, most),
      desk.limitPerson(uid, limits),
      desk.order({ holder: uid, bankholderid: account.bankholderId }),
      desk.order({ holder: uid, bankholderid: account.bankholderId }),
    ]);
    const codes = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(codes.filter((code) => code !== 'card_limit_too_high')).toEqual(['user_changed']);
    const { rows } = await sql`select c.id from issued_card.card c join issued_card.person_limit p
      on p.user_id = c.holder_id and c.currency = p.currency
      where c.holder_id = ${holder.user.id} and c.monthly_minor > p.monthly_minor`.execute(db);
    expect(rows).toEqual([]);
  });
});

it('the magnetic stripe is turned on with a PIN, and everything else with a tap', async () => {
  const id = await seedCard(db, who, account);
  const turn = (name: 'online' | 'magstripe', isOn: boolean) =>
    asCustomer(db, who).run(setCardSwitch, { id, switch: name, isOn, ...key() });
  expect(await turn('online', false)).toMatchObject({ switches: { online: false } });
  expect(await turn('online', true)).toMatchObject({ switches: { online: true } });
  await expectRefusal(db, 'authorisation_required', () => turn('magstripe', true));
  expect(await desk.turnOnStripe(id)).toMatchObject({ switches: { magstripe: true } });
  expect(await turn('magstripe', false)).toMatchObject({ switches: { magstripe: false } });
});

describe('number and PIN', () => {
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const open = async (encrypted: string, pair: Awaited<ReturnType<typeof makeKey>>) =>
    JSON.parse(
      new TextDecoder().decode(await crypto.subtle.decrypt(rsa, pair.privateKey, Buffer.from(encrypted, 'base64'))),
    );
  const makeKey = () => crypto.subtle.generateKey(rsa, false, ['encrypt', 'decrypt']);
  const issued = async () => {
    const { uid } = await desk.order();
    await relay();
    return uid;
  };

  it('are read by the browser of the holder and by nobody else', async () => {
    const [id, pair] = [await issued(), await makeKey()];
    const { last4 } = await view(id);
    const { encrypted } = await desk.reveal(id, 'details', pair.publicKey);
    const details = await open(encrypted, pair);
    expect(details).toMatchObject({ number: expect.stringMatching(new RegExp(`^\\d{12}${last4}$`)) });
    expect(await open((await desk.reveal(id, 'pin', pair.publicKey)).encrypted, pair)).toEqual({
      pin: expect.stringMatching(/^\d{4}$/),
    });
    const { rows } = await sql`select detail from platform.audit where action = 'issued_card.revealed'
      and entity = ${`issued-card:${id}`} order by detail`.execute(db);
    expect(rows).toEqual([{ detail: { what: 'details' } }, { detail: { what: 'pin' } }]);
  });

  it('need a confirmation for this key, which counts once', async () => {
    const [id, pair] = [await issued(), await makeKey()];
    const n = createHash('sha256').update('another key').digest('base64url').repeat(8);
    await expect(
      desk.reveal(id, 'details', pair.publicKey, { publicKey: { kty: 'RSA', n, e: 'AQAB' } }),
    ).rejects.toMatchObject({ code: 'authorisation_invalid' });
    await expect(desk.reveal(id, 'pin', pair.publicKey, { what: 'details' })).rejects.toMatchObject({
      code: 'authorisation_invalid',
    });
  });

  it('are not for an owner who does not carry the card, nor of a card that we stopped', async () => {
    const pair = await makeKey();
    const holder = await seedColleague(db, who, 'cardholder', ['card']);
    const id = await seedCard(db, holder, account);
    await expect(desk.reveal(id, 'details', pair.publicKey)).rejects.toMatchObject({ code: 'not_found' });
    const stopped = await seedCard(db, who, account, { state: 'stopped' });
    await expect(desk.reveal(stopped, 'pin', pair.publicKey)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  it('a new PIN is encrypted to the processor, who takes four digits only', async () => {
    const [id, pair] = [await issued(), await makeKey()];
    const { keyId, publicKey } = await asCustomer(db, who).proceed(showPinKey(issuer), {});
    const processorKey = await crypto.subtle.importKey('jwk', { ...publicKey }, rsa, false, ['encrypt']);
    const seal = async (pin: string) =>
      Buffer.from(await crypto.subtle.encrypt(rsa, processorKey, Buffer.from(pin))).toString('base64');
    await expect(desk.changePin(id, keyId, await seal('48210'))).rejects.toMatchObject({ code: 'card_pin_refused' });
    await desk.changePin(id, keyId, await seal('4821'));
    expect(await open((await desk.reveal(id, 'pin', pair.publicKey)).encrypted, pair)).toEqual({ pin: '4821' });
  });

  it('are not shown while the processor is away', async () => {
    const id = await seedCard(db, who, account);
    const pair = await makeKey();
    await expect(desk.reveal(id, 'pin', pair.publicKey)).rejects.toMatchObject({ code: 'card_issuer_unavailable' });
  });
});

describe('a stop by us', () => {
  const stop = (id: string, reason: 'staff' | 'payment_shortfall' | 'suspected_fraud') =>
    asSystem(db, (ctx) => stopCard(ctx, id, reason));
  const lift = (id: string, reason: 'staff' | 'payment_shortfall' | 'suspected_fraud') =>
    asSystem(db, (ctx) => liftStop(ctx, id, reason));

  it('gives way to a stronger one, and is lifted for its own reason only', async () => {
    const id = await seedCard(db, who, account);
    await stop(id, 'payment_shortfall');
    await stop(id, 'suspected_fraud');
    await stop(id, 'payment_shortfall');
    await lift(id, 'payment_shortfall');
    expect(await view(id)).toMatchObject({ state: 'stopped', stop: { by: 'us', reason: 'suspected_fraud' } });
    await lift(id, 'suspected_fraud');
    expect(await stateOf(id)).toBe('active');
  });

  it('leaves a card frozen that its holder had frozen', async () => {
    const id = await seedCard(db, who, account);
    await asCustomer(db, who).run(freezeCard, { id, ...key() });
    await stop(id, 'staff');
    await lift(id, 'staff');
    expect(await view(id)).toMatchObject({ state: 'frozen', stop: { by: 'you' }, permissions: { unfreeze: true } });
  });

  it('declines, as every state but active does', async () => {
    const codes = ['active', 'frozen', 'stopped', 'inactive', 'blocked', 'expired', 'closed'] as const;
    const found = [];
    for (const state of codes) {
      const card = await asSystem(db, async ({ tx }) =>
        findIssuedCard(tx, await seedCard(db, who, account, { state })),
      );
      found.push(card && cardDeclineFor(card, new Date()));
    }
    expect(found).toEqual([
      null,
      'card_frozen',
      'card_stopped',
      'card_inactive',
      'card_blocked',
      'card_expired',
      'card_blocked',
    ]);
    const old = await seedCard(db, who, account, { expiryYear: 2024 });
    const card = await asSystem(db, ({ tx }) => findIssuedCard(tx, old));
    expect(card && cardDeclineFor(card, new Date())).toBe('card_expired');
  });
});

describe('cards follow the account and the person', () => {
  const become = async (status: 'restricted' | 'active' | 'suspended' | 'closing' | 'closed') => {
    await asSystem(db, (ctx) => changeAccountStatus(ctx, who.customer.id, { status, reasonCode: 'staff' as never }));
    await relay();
  };

  it('a restricted account stops them and an active one lifts that', async () => {
    const [id, frozen] = [await seedCard(db, who, account), await seedCard(db, who, account, { state: 'frozen' })];
    await become('restricted');
    expect([await stateOf(id), await stateOf(frozen)]).toEqual(['stopped', 'stopped']);
    await asSystem(db, (ctx) => stopCard(ctx, id, 'staff'));
    await become('active');
    expect([await stateOf(id), await stateOf(frozen)]).toEqual(['stopped', 'frozen']);
    await become('restricted');
    await asSystem(db, (ctx) => liftStop(ctx, id, 'staff'));
    expect((await view(id)).stop).toMatchObject({ reason: 'account_status' });
  });

  it('a closed account closes them, also one that is on its way', async () => {
    const [id, onWay] = [await seedCard(db, who, account), await seedCard(db, who, account, { state: 'inactive' })];
    await become('closing');
    expect(await stateOf(id)).toBe('active');
    await become('closed');
    expect([await stateOf(id), await stateOf(onWay)]).toEqual(['closed', 'closed']);
  });

  it('a person who is suspended has their cards stopped, and one who leaves has them blocked', async () => {
    const holder = await seedColleague(db, who, 'cardholder', ['card']);
    const id = await seedCard(db, holder, account);
    const own = await seedCard(db, who, account);
    const move = async (state: 'suspended' | 'active' | 'removed') => {
      await sql`update customer.membership set state = ${state}, reason = 'left' where id = ${holder.user.membershipId}`.execute(
        db,
      );
      const { customerId, id: userId, membershipId } = holder.user;
      const event = { customerId, userId, membershipId, byUserId: who.user.id, at: new Date().toISOString(), state };
      await asSystem(db, (ctx) => emit(ctx, userStateChanged, event));
      await relay();
      return stateOf(id);
    };
    expect(await move('suspended')).toBe('stopped');
    expect(await move('active')).toBe('active');
    expect(await move('removed')).toBe('blocked');
    expect(await stateOf(own)).toBe('active');
  });

  it('a card whose person left before it was issued is blocked as soon as it is', async () => {
    const holder = await seedColleague(db, who, 'cardholder', ['card']);
    const { uid } = await desk.order({ holder: holder.user.membershipId, bankholderid: account.bankholderId });
    await sql`update customer.membership set state = 'removed' where id = ${holder.user.membershipId}`.execute(db);
    await relay();
    expect(await stateOf(uid)).toBe('blocked');
    expect((await issuer.getCard(uid))?.state).toBe('blocked');
  });
});

describe('at the end of its month', () => {
  const now = new Date();
  const inMonths = (months: number) => {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
    return { expiryYear: day.getUTCFullYear(), expiryMonth: day.getUTCMonth() + 1 };
  };
  const run = async () => {
    await runJob(db, cardExpiry);
    await relay();
  };

  it('a card expires, and not before', async () => {
    const [past, current] = [
      await seedCard(db, who, account, inMonths(-1)),
      await seedCard(db, who, account, inMonths(0)),
    ];
    await run();
    expect([await stateOf(past), await stateOf(current)]).toEqual(['expired', 'active']);
  });

  it('a new one with the same limits and switches has been made once, free of charge', async () => {
    const limited = { perPayment: '1.00', daily: '2.00', monthly: '3.00' };
    const { uid: id } = await desk.order({ limits: limited });
    await relay();
    const { expiryYear, expiryMonth } = inMonths(0);
    await sql`update issued_card.card set expiry_year = ${expiryYear}, expiry_month = ${expiryMonth} where id = ${id}`.execute(
      db,
    );
    await asCustomer(db, who).run(setCardSwitch, { id, switch: 'atm', isOn: false, ...key() });
    await run();
    await run();
    const { list } = await asCustomer(db, who).run(listIssuedCards, {});
    expect(list.map(({ replaces, state }) => [replaces, state]).toSorted()).toEqual(
      [
        [id, 'active'],
        [null, 'active'],
      ].toSorted(),
    );
    expect(list.find(({ replaces }) => replaces === id)).toMatchObject({
      limits: limited,
      switches: { atm: false },
    });
  });

  it.each(['stopped', 'inactive'] as const)('a card that is %s gets no new one', async (state) => {
    await seedCard(db, who, account, { ...inMonths(0), state });
    await run();
    expect((await asCustomer(db, who).run(listIssuedCards, {})).list).toHaveLength(1);
  });

  it('a card of an account that is closing gets no new one', async () => {
    await seedCard(db, who, account, inMonths(0));
    await setAccountStatus(db, who, 'closing');
    await run();
    expect((await asCustomer(db, who).run(listIssuedCards, {})).list).toHaveLength(1);
  });
});
