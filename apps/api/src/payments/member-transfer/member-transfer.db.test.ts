import { randomBytes } from 'node:crypto';
import { findViolations } from '@larkmere/ledger/invariants';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  createDatabase,
  expectRefusal,
  restrict,
  seedCustomer,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { balancesOf, seedSession } from '../../../../../test/fixtures/payment.ts';
import { lookUp, seedWallet, sendAs } from '../../../../../test/fixtures/wallet.ts';
import type { Wallet } from '../../accounts/wallet/wallet.ts';

const { db } = await createDatabase();
let boon: TestUser;
let session: string;
let purse: Wallet;
let anong: TestUser;
let hers: Wallet;

beforeEach(async () => {
  boon = await seedCustomer(db, { kind: 'wallet', name: 'Boon Chaiyo' });
  session = await seedSession(db, boon);
  purse = await seedWallet(db, boon, { balance: '100.00' });
  anong = await seedCustomer(db, { kind: 'wallet', name: 'Anong Suwan' });
  hers = await seedWallet(db, anong);
});

async function lookupOf(who: TestUser, found: TestUser): Promise<string> {
  const { recipient } = await lookUp(db, who, found.customer.memberCode);
  return recipient?.lookupId ?? expect.fail('nobody was found');
}

describe('looking up a member', () => {
  it('finds by member code, e-mail and phone, with the name masked', async () => {
    await sql`update customer.user set phone = '+66812345678' where id = ${anong.user.id}`.execute(db);
    for (const typed of [anong.customer.memberCode, anong.user.email.toUpperCase(), '+66 81 234 5678'])
      expect(await lookUp(db, boon, typed)).toMatchObject({
        recipient: { name: 'Anong S•••••', currencies: ['GBP'] },
        isSelf: false,
      });
    await sql`update customer.user set phone = null where id = ${anong.user.id}`.execute(db);
  });

  it('answers alike for unknown members and for those who cannot receive, with the same statements', async () => {
    const hidden = await seedCustomer(db, { kind: 'wallet', status: 'pending' });
    const unknown = await lookUp(db, boon, 'LM-99999999');
    expect(unknown).toEqual({ recipient: null, isSelf: false });
    expect(await lookUp(db, boon, hidden.customer.memberCode)).toEqual(unknown);
    const { rows } = await sql<{ n: number; known: number }>`
      select count(*)::int as n, count(recipient_id)::int as known from member_transfer.lookup
      where user_id = ${boon.user.id}`.execute(db);
    expect(rows).toEqual([{ n: 2, known: 0 }]);
  });

  it('says when the code is one’s own', async () => {
    expect(await lookUp(db, boon, boon.customer.memberCode)).toEqual({ recipient: null, isSelf: true });
  });

  it('stops guessing after 20 in an hour, also of a burst, and goes on an hour later', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 25 }, (_, i) => lookUp(db, boon, `LM-${88_000_000 + i}`)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expectRefusal(db, 'rate_limited', () => lookUp(db, boon, anong.customer.memberCode));
    const age = (seconds: number) =>
      sql`update member_transfer.lookup set at = now() - ${seconds} * interval '1 second'
        where user_id = ${boon.user.id}`.execute(db);
    await age(3590);
    await expectRefusal(db, 'rate_limited', () => lookUp(db, boon, anong.customer.memberCode));
    await age(3601);
    expect((await lookUp(db, boon, anong.customer.memberCode)).recipient).not.toBeNull();
  });
});

describe('sending to a member', () => {
  it('arrives at once and free, and shows the full name from then on', async () => {
    const done = await sendAs(db, boon, session, {
      lookupId: await lookupOf(boon, anong),
      source: purse,
      amount: '40.00',
      message: 'Lunch',
    });
    expect(done).toMatchObject({ recipient: 'Anong S•••••', available: { amount: '60.00', currency: 'GBP' } });
    expect([await balancesOf(db, purse), await balancesOf(db, hers)]).toEqual([
      ['60.00', '60.00'],
      ['40.00', '40.00'],
    ]);
    const { rows } = await sql`select kind, description, payee_reference from accounting.narrative
      where operation_id = ${done.uid}`.execute(db);
    expect(rows).toEqual([{ kind: 'transfer', description: 'Boon Chaiyo to Anong S•••••', payeeReference: 'Lunch' }]);
    expect((await lookUp(db, boon, anong.customer.memberCode)).recipient?.name).toBe('Anong Suwan');
    expect(await findViolations(db)).toEqual([]);
  });

  it('is refused without a look-up of one’s own, of this person, and of the last 15 minutes', async () => {
    const lookupId = await lookupOf(boon, anong);
    const eve = await seedCustomer(db, { kind: 'wallet' });
    const evePurse = await seedWallet(db, eve, { balance: '10.00' });
    const eveSession = await seedSession(db, eve);
    await expectSendRefused('recipient_not_payable', () =>
      sendAs(db, eve, eveSession, { lookupId, source: evePurse, amount: '1.00' }),
    );
    const age = (seconds: number) =>
      sql`update member_transfer.lookup set at = now() - ${seconds} * interval '1 second' where id = ${lookupId}`.execute(
        db,
      );
    await age(901);
    await expectSendRefused('recipient_not_payable', () =>
      sendAs(db, boon, session, { lookupId, source: purse, amount: '1.00' }),
    );
    await age(890);
    expect(await sendAs(db, boon, session, { lookupId, source: purse, amount: '1.00' })).toBeDefined();
  });

  it('is refused for missing money, foreign wallets, another amount than the PIN, and a missing currency', async () => {
    const lookupId = await lookupOf(boon, anong);
    const euros = await seedWallet(db, boon, { currency: 'EUR', balance: '10.00' });
    const refused = (code: Parameters<typeof expectRefusal>[1], sending: Partial<Parameters<typeof sendAs>[3]>) =>
      expectSendRefused(code, () => sendAs(db, boon, session, { lookupId, source: purse, amount: '1.00', ...sending }));
    await refused('insufficient_funds', { amount: '100.01' });
    await refused('amount_invalid', { amount: '0.00' });
    await refused('not_found', { source: hers });
    await refused('account_not_usable', { source: euros });
    await refused('recipient_not_payable', { source: euros, currency: 'EUR' });
    await refused('authorisation_invalid', { authorisedAmount: '2.00' });
    expect(await balancesOf(db, hers)).toEqual(['0.00', '0.00']);
  });

  it('keeps to the limits of the member, together with what they sent today', async () => {
    const lookupId = await lookupOf(boon, anong);
    const limited = await restrict(db, boon, { perPayment: '30.00', daily: '40.00' });
    const send = (amount: string) => sendAs(db, limited, session, { lookupId, source: purse, amount });
    await expectSendRefused('limit_exceeded', () => send('30.01'));
    await send('30.00');
    await expectSendRefused('limit_exceeded', () => send('10.01'));
    await send('10.00');
  });

  it.each(['pending', 'restricted', 'suspended', 'closing'] as const)('is refused in status %s', async (status) => {
    const lookupId = await lookupOf(boon, anong);
    const halted = { ...boon, customer: { ...boon.customer, status } };
    await expectSendRefused('account_restricted', () =>
      sendAs(db, halted, session, { lookupId, source: purse, amount: '1.00' }),
    );
  });

  it('is refused once the recipient closed the wallet or may no longer receive', async () => {
    const lookupId = await lookupOf(boon, anong);
    await sql`update bank_account.account set status = 'closed' where bankholder_id = ${hers.bankholderId}`.execute(db);
    await expectSendRefused('recipient_not_payable', () =>
      sendAs(db, boon, session, { lookupId, source: purse, amount: '1.00' }),
    );
  });

  it('cannot overdraw from two windows', async () => {
    const lookupId = await lookupOf(boon, anong);
    const sent = await Promise.allSettled(
      Array.from({ length: 4 }, () => sendAs(db, boon, session, { lookupId, source: purse, amount: '30.00' })),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await balancesOf(db, purse)).toEqual(['10.00', '10.00']);
  });

  it('to somebody new is limited on the first day, and lower in the day after a new password', async () => {
    const lookupId = await lookupOf(boon, anong);
    const send = (amount: string) => sendAs(db, boon, session, { lookupId, source: purse, amount });
    await writeSettings(
      db,
      sql`insert into payment.new_payee_limit values ('GBP', 5000, 24, now() - interval '1 hour')`,
    );
    await writeSettings(db, sql`insert into pin.cooling_limit values ('GBP', 2000, now() - interval '1 hour')`);
    await expectSendRefused('limit_exceeded', () => send('50.01'));
    const reset = (ago: string) =>
      sql`insert into recovery.request (id, user_id, token_hash, expires_at, used_at, requested_at)
        values (gen_random_uuid(), ${boon.user.id}, ${randomBytes(32)}, now(), now() - ${ago}::interval, now() - interval '1 day')`;
    await reset('23 hours').execute(db);
    await expectSendRefused('limit_exceeded', () => send('20.01'));
    await send('20.00');
    await expectSendRefused('limit_exceeded', () => send('0.01'));
    await sql`delete from recovery.request where user_id = ${boon.user.id}`.execute(db);
    await send('30.00');
    await expectSendRefused('limit_exceeded', () => send('0.01'));
  });

  it('keeps to the limits of an approval with conditions', async () => {
    const ruth = await seedCustomer(db, { kind: 'wallet', kycStatus: 'approved_conditional' });
    const source = await seedWallet(db, ruth, { balance: '100.00' });
    const own = await seedSession(db, ruth);
    await writeSettings(
      db,
      sql`insert into kyc.conditional_limit values ('GBP', 3000, 4000, now() - interval '1 hour')`,
    );
    const lookupId = await lookupOf(ruth, anong);
    const send = (amount: string) => sendAs(db, ruth, own, { lookupId, source, amount });
    await expectSendRefused('limit_exceeded', () => send('30.01'));
    await send('30.00');
    await expectSendRefused('limit_exceeded', () => send('10.01'));
    await send('10.00');
  });
});

/** A PIN that was entered for nothing is the only row that stays. */
const expectSendRefused = async (code: Parameters<typeof expectRefusal>[1], attempt: () => Promise<unknown>) =>
  expect(attempt()).rejects.toMatchObject({ code });
