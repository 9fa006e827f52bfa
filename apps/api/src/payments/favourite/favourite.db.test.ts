import type { FavouriteView } from '@larkmere/contract/payments/favourite';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  expectRefusal,
  restrict,
  seedCustomer,
  seedPayee,
  setAccountStatus,
  type TestUser,
  type UkPayee,
} from '../../../../../test/fixtures/base.ts';
import { seedSession } from '../../../../../test/fixtures/payment.ts';
import { lookUp, seedWallet, sendAs } from '../../../../../test/fixtures/wallet.ts';
import type { Wallet } from '../../accounts/wallet/wallet.ts';
import { insertVersion, toPayeeDetails, updatePayee } from '../../payees/payee/payee.sql.ts';
import { requireOwnPayee, setPayeeStatus } from '../../payees/payee/payee.ts';
import type { Payee } from '../../payees/payee/payee-record.ts';
import { removePayee } from '../../payees/payee/remove-payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import {
  createFavourite,
  prepareFavourite,
  removeFavourite,
  reorderFavourites,
  updateFavourite,
} from './change-favourites.ts';
import { listFavourites, listMembers } from './favourite.read.ts';
import { eraseFavourites } from './favourite.sql.ts';

const { db } = await createDatabase();
let boon: TestUser;
let session: string;
let purse: Wallet;
let anong: TestUser;
let transferUid: string;
let payee: UkPayee;

beforeEach(async () => {
  boon = await seedCustomer(db, { kind: 'wallet', name: 'Boon Chaiyo' });
  session = await seedSession(db, boon);
  purse = await seedWallet(db, boon, { balance: '100.00' });
  anong = await seedCustomer(db, { kind: 'wallet', name: 'Anong Suwan' });
  await seedWallet(db, anong);
  transferUid = (await payMember()).uid;
  payee = await seedPayee(db, boon);
});

async function payMember() {
  const { recipient } = await lookUp(db, boon, anong.customer.memberCode);
  return sendAs(db, boon, session, { lookupId: recipient?.lookupId ?? '', source: purse, amount: '1.00' });
}

const shown = { label: 'Lunch', icon: 'food', amount: '18.50', reference: null, currency: 'GBP' } as const;
const create = (over: object = { transferUid }, who = boon) =>
  asCustomer(db, who).run(createFavourite, { ...shown, ...over, idempotency: v7() });
const createForPayee = (over: object = {}) => create({ payee: { uid: payee.id, version: payee.version }, ...over });
const list = async (who = boon) => (await asCustomer(db, who).run(listFavourites, {})).list;
const prepare = (uid: string, who = boon) => asCustomer(db, who).run(prepareFavourite, { uid, idempotency: v7() });
const update = ({ uid, version, label, icon, amount, reference }: FavouriteView, over: object = {}, who = boon) =>
  asCustomer(db, who).run(updateFavourite, {
    uid,
    version,
    label,
    icon,
    amount,
    reference,
    ...over,
    idempotency: v7(),
  });
const rename = (who: TestUser, name: string) =>
  sql`update customer.customer set name = ${name} where id = ${who.customer.id}`.execute(db);
const today = () =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(londonDay(new Date())),
  );

async function changePayee(change: Partial<Pick<Payee, 'name' | 'nickname' | 'account' | 'details'>>): Promise<void> {
  await inTransaction(db, async (tx, at) => {
    const before = await requireOwnPayee({ tx, actor: { customerId: boon.customer.id } }, payee.id);
    const written = { id: payee.id, version: before.version + 1, userId: boon.user.id, at };
    const { status, reasonCode, reason } = before;
    const details = { ...toPayeeDetails(before), status, reasonCode, reason, ...change };
    await updatePayee(tx, written, details);
    await insertVersion(tx, written, details);
  });
}

describe('a favourite of a member', () => {
  it('is saved after a transfer and sent again with the full name, however often', async () => {
    const saved = await create({ transferUid, reference: 'Lunch at Nok’s' });
    expect(saved).toMatchObject({
      amount: '18.50',
      target: { kind: 'member', name: 'Anong Suwan', payee: null },
      problem: null,
    });
    expect(saved.lastUsedAt).not.toBeNull();
    for (let n = 0; n < 22; n += 1) await prepare(saved.uid);
    const { recipient } = await prepare(saved.uid);
    expect(recipient).toMatchObject({ name: 'Anong Suwan', currencies: ['GBP'] });
    const sent = await sendAs(db, boon, session, {
      lookupId: recipient?.lookupId ?? '',
      source: purse,
      amount: '18.50',
    });
    expect(sent).toMatchObject({ recipient: 'Anong Suwan', available: { amount: '80.50' } });
    const [after] = await list();
    expect(after?.lastUsedAt).toBe(sent.executedAt);
  });

  it('is of members only who were paid, and whom this person may see', async () => {
    const eve = await seedCustomer(db, { kind: 'wallet' });
    await expectRefusal(db, 'not_found', () => create({ transferUid }, eve));
    expect((await asCustomer(db, eve).run(listMembers, {})).list).toEqual([]);
    const euros = await seedWallet(db, boon, { currency: 'EUR' });
    const colleague = await restrict(db, await seedColleague(db, boon, 'payer'), { accounts: [euros] });
    await expectRefusal(db, 'not_found', () => create({ transferUid }, colleague));
    expect((await asCustomer(db, colleague).run(listMembers, {})).list).toEqual([]);
    expect((await asCustomer(db, boon).run(listMembers, {})).list).toMatchObject([
      { transferUid, name: 'Anong Suwan', currencies: ['GBP'] },
    ]);
  });

  it('is not sent to another name until a user has checked it', async () => {
    const saved = await create();
    await rename(anong, 'Eve Mallory');
    const [changed] = await list();
    expect(changed?.problem).toMatchObject({
      kind: 'changed',
      text: expect.stringMatching(/was Anong Suwan when .* is Eve Mallory now/),
    });
    await expectRefusal(db, 'favourite_not_payable', () => prepare(saved.uid));
    // A new label alone confirms nothing.
    const renamed = await update(saved, { label: 'Dinner' });
    expect(renamed.problem).toMatchObject({ kind: 'changed' });
    await expectRefusal(db, 'favourite_changed', () => update(renamed, { targetVersion: saved.target.version }));
    const confirmed = await update(renamed, { targetVersion: renamed.target.version });
    expect(confirmed.problem).toBeNull();
    expect((await prepare(saved.uid)).recipient).toMatchObject({ name: 'Eve Mallory' });
  });

  it('is not sent when the name changes between the review and the PIN', async () => {
    const { recipient } = await prepare((await create()).uid);
    await rename(anong, 'Eve Mallory');
    const refused = await sendAs(db, boon, session, {
      lookupId: recipient?.lookupId ?? '',
      source: purse,
      amount: '1.00',
    }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'recipient_not_payable', reason: { code: 'recipient_name_changed' } });
  });

  it('says when the member has closed the account, or has no wallet in the currency', async () => {
    const inBaht = await create({ transferUid, currency: 'THB' });
    expect(inBaht.problem).toMatchObject({ kind: 'stopped', text: 'Anong Suwan has no THB wallet at the moment.' });
    const { uid } = await create();
    await setAccountStatus(db, anong, 'closed');
    expect((await list()).map(({ problem }) => problem?.kind)).toEqual(['stopped', 'stopped']);
    const { reason } = await expectRefusal(db, 'favourite_not_payable', () => prepare(uid));
    expect(reason.code).toBe('favourite_member_stopped');
    await expectRefusal(db, 'recipient_not_payable', () => create());
    expect((await asCustomer(db, boon).run(listMembers, {})).list).toEqual([]);
  });

  it('disappears when the member or the customer is erased', async () => {
    const erase = ({ customer }: TestUser, extent: 'partly' | 'wholly') =>
      asSystem(db, (ctx) =>
        eraseFavourites(ctx, { eventId: 1n, payload: { customerId: customer.id, people: [], extent } }),
      );
    await create();
    await createForPayee();
    await erase(anong, 'partly');
    expect(await list()).toHaveLength(2);
    await erase(anong, 'wholly');
    expect((await list()).map(({ target }) => target.kind)).toEqual(['payee']);
    await erase(boon, 'wholly');
    expect(await list()).toEqual([]);
  });
});

describe('a favourite of a payee', () => {
  it('names the payee and its version, and takes a reference that the bank carries', async () => {
    const saved = await createForPayee({ reference: 'Rent share' });
    expect(saved).toMatchObject({
      reference: 'Rent share',
      target: { kind: 'payee', name: payee.name, payee: { uid: payee.id, version: 1 } },
      problem: null,
      lastUsedAt: null,
    });
    expect(await prepare(saved.uid)).toMatchObject({ favourite: { uid: saved.uid }, recipient: null });
    await expectRefusal(db, 'reference_invalid', () => createForPayee({ reference: 'Rent for the month of May' }));
    await expectRefusal(db, 'reference_invalid', () => update(saved, { reference: 'ค่าเช่า' }));
    await expectRefusal(db, 'amount_invalid', () => createForPayee({ amount: '0.00' }));
    await expectRefusal(db, 'amount_invalid', () => update(saved, { amount: '1.001' }));
  });

  it.each([
    ['account', { account: '202959 99999999', details: { sortCode: '202959', accountNumber: '99999999' } }],
    ['name', { name: 'Eve Mallory' }],
  ])('is not sent after another %s, and says what changed and when', async (what, change) => {
    const saved = await createForPayee();
    await changePayee({ nickname: 'Landlord' });
    expect((await list())[0]?.problem).toBeNull();
    await changePayee(change);
    await changePayee({ nickname: 'The landlord' });
    const [changed] = await list();
    const subject = what === 'account' ? 'account number' : 'name';
    expect(changed?.problem).toEqual({
      kind: 'changed',
      text: expect.stringMatching(new RegExp(`^The ${subject} of this payee changed on .*: check and save`)),
    });
    expect(changed?.problem?.text).toContain(today());
    await expectRefusal(db, 'favourite_not_payable', () => prepare(saved.uid));
    const { version } = changed?.target ?? expect.fail('it is gone');
    await changePayee({ nickname: null });
    await expectRefusal(db, 'favourite_changed', () => update(saved, { targetVersion: version }));
    const [present] = await list();
    expect((await update(saved, { targetVersion: present?.target.version })).problem).toBeNull();
    expect(await prepare(saved.uid)).toMatchObject({ recipient: null });
  });

  it('is not sent while staff stop the payee, nor confirmed', async () => {
    const saved = await createForPayee();
    await asSystem(db, async (ctx) => {
      const found = await requireOwnPayee({ ...ctx, actor: { customerId: boon.customer.id } }, payee.id);
      await setPayeeStatus(ctx, found, { status: 'disabled', reasonCode: 'compliance', reason: null }, 'Test');
    });
    const [stopped] = await list();
    expect(stopped?.problem).toEqual({ kind: 'stopped', text: 'This payee is blocked and cannot be paid.' });
    await expectRefusal(db, 'favourite_not_payable', () => prepare(saved.uid));
    await expectRefusal(db, 'favourite_not_payable', () => update(saved, { targetVersion: stopped?.target.version }));
    await expectRefusal(db, 'payee_not_approved', () => create({ payee: { uid: payee.id, version: 2 } }));
  });

  it('says that the payee was removed', async () => {
    const saved = await createForPayee();
    await asCustomer(db, boon).run(removePayee, { uid: payee.id, idempotency: v7() });
    const [removed] = await list();
    expect(removed?.problem).toMatchObject({ kind: 'removed', text: expect.stringMatching(/removed on/) });
    await expectRefusal(db, 'favourite_not_payable', () => prepare(saved.uid));
  });

  it('is refused for a payee that changed since it was displayed, or belongs to another customer', async () => {
    await changePayee({ nickname: 'Landlord' });
    await expectRefusal(db, 'payee_changed', () => createForPayee());
    const eve = await seedCustomer(db, { kind: 'wallet' });
    await expectRefusal(db, 'not_found', () => create({ payee: { uid: payee.id, version: 2 } }, eve));
    await expectRefusal(db, 'payee_not_approved', () =>
      create({ payee: { uid: payee.id, version: 2 }, currency: 'EUR' }),
    );
    await expectRefusal(db, 'validation_failed', () => create({}));
    await expectRefusal(db, 'validation_failed', () => createForPayee({ transferUid }));
  });
});

describe('the favourites of a customer', () => {
  it('are shared with colleagues who may use an account in the currency, and hidden from all others', async () => {
    const saved = await create();
    const euros = await seedWallet(db, boon, { currency: 'EUR' });
    const colleague = await restrict(db, await seedColleague(db, boon, 'payer'), { accounts: [purse] });
    const other = await restrict(db, await seedColleague(db, boon, 'payer'), { accounts: [euros] });
    expect((await list(colleague)).map(({ uid }) => uid)).toEqual([saved.uid]);
    expect((await update(saved, { label: 'Dinner' }, colleague)).label).toBe('Dinner');
    const eve = await seedCustomer(db, { kind: 'wallet' });
    for (const who of [other, eve]) {
      expect(await list(who)).toEqual([]);
      await expectRefusal(db, 'not_found', () => prepare(saved.uid, who));
      await expectRefusal(db, 'not_found', () => update(saved, {}, who));
      await expectRefusal(db, 'not_found', () =>
        asCustomer(db, who).run(removeFavourite, { uid: saved.uid, idempotency: v7() }),
      );
      await expectRefusal(db, 'not_found', () =>
        asCustomer(db, who).run(reorderFavourites, { uids: [saved.uid], idempotency: v7() }),
      );
    }
    await expectRefusal(db, 'account_not_usable', () =>
      create({ payee: { uid: payee.id, version: payee.version } }, other),
    );
  });

  it('keep their order, which places that a person does not see do not lose', async () => {
    const first = await create({ transferUid, label: 'First' });
    await create({ transferUid, label: 'Hidden', currency: 'THB' });
    const last = await create({ transferUid, label: 'Last' });
    const colleague = await restrict(db, await seedColleague(db, boon, 'payer'), { accounts: [purse] });
    const reorder = (uids: string[]) => asCustomer(db, colleague).run(reorderFavourites, { uids, idempotency: v7() });
    expect((await reorder([last.uid, first.uid])).list.map(({ label }) => label)).toEqual(['Last', 'First']);
    expect((await list()).map(({ label }) => label)).toEqual(['Last', 'Hidden', 'First']);
    for (const uids of [[last.uid], [last.uid, last.uid]])
      await expectRefusal(db, 'favourite_changed', () => reorder(uids));
    await asCustomer(db, boon).run(removeFavourite, { uid: last.uid, idempotency: v7() });
    expect((await create({ transferUid, label: 'New' })).order).toBeGreaterThan(3);
    expect((await list()).map(({ label }) => label)).toEqual(['Hidden', 'First', 'New']);
  });

  it('are not changed by two people at once', async () => {
    const saved = await create();
    const both = await Promise.allSettled([update(saved, { label: 'One' }), update(saved, { label: 'Two' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expectRefusal(db, 'favourite_changed', () => update(saved, { label: 'Three' }));
  });

  it('are 50 at most, also in a burst', async () => {
    for (let n = 0; n < 48; n += 1) await create();
    const burst = await Promise.allSettled([create(), create(), create(), create()]);
    expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expectRefusal(db, 'limit_exceeded', () => create());
    expect(await list()).toHaveLength(50);
  });
});
