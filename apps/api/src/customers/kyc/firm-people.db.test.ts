import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedUser,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { green, kycTools, linkKey, retry } from '../../../../../test/fixtures/kyc.ts';
import { editFirmPerson, inviteFirmPerson, removeFirmPerson } from './firm-people.ts';
import { savePersonItem, showPersonForm } from './person-form.ts';
import { showKycForm } from './show-kyc-state.ts';

const { db } = await createDatabase();
const kyc = kycTools(db);
let firm: TestUser;
beforeEach(async () => {
  firm = await kyc.seedFirm();
});

const key = () => ({ idempotency: randomUUID() });
const form = () => asCustomer(db, firm).run(showKycForm, {});
const invite = (uid: string) => asCustomer(db, firm).run(inviteFirmPerson, { uid, ...key() });
const show = (link: { id: string; code: string }) => kyc.asPublic((ctx) => showPersonForm(linkKey)(ctx, link));
const input = (over: object = {}) => ({
  name: 'Ottoline Fitch',
  email: 'ottoline@example.com',
  isDirector: true,
  sharePercent: 60,
  ...over,
});

describe('directors and owners', () => {
  it('are listed with their shares, which add up exactly', async () => {
    await kyc.addPerson(firm, { sharePercent: 33.33, email: 'a@example.com' });
    await kyc.addPerson(firm, { sharePercent: 33.33, email: 'b@example.com', isDirector: false });
    expect((await form()).shares).toEqual({ total: 66.66, missing: 33.34, needsNoOtherOwners: true });
    await kyc.addPerson(firm, { sharePercent: 33.34, email: 'c@example.com', isDirector: false });
    const { shares, people } = await form();
    expect(shares).toEqual({ total: 100, missing: 0, needsNoOtherOwners: false });
    expect(people?.map(({ state, sharePercent }) => [state, sharePercent])).toEqual([
      ['not_invited', 33.33],
      ['not_invited', 33.33],
      ['not_invited', 33.34],
    ]);
  });

  it.each([
    ['more than 100 % together', { sharePercent: 40.01 }, 'sharePercent', 'kyc_shares_above_hundred'],
    [
      'a small owner who is no director',
      { sharePercent: 24.99, isDirector: false },
      'sharePercent',
      'kyc_person_neither',
    ],
    ['the same address twice', { sharePercent: 0, email: 'FIRST@example.com' }, 'email', 'kyc_person_email_taken'],
  ])('refuse %s', async (_, over, field, code) => {
    await kyc.addPerson(firm, { sharePercent: 60, email: 'first@example.com' });
    const { errors } = await expectRefusal(db, 'validation_failed', () => kyc.addPerson(firm, over));
    expect(errors).toMatchObject([{ field, reason: { code } }]);
  });

  it('accept exactly 100 % together and an owner of exactly 25 %', async () => {
    await kyc.addPerson(firm, { sharePercent: 75, email: 'first@example.com' });
    await kyc.addPerson(firm, { sharePercent: 25, isDirector: false });
    expect((await form()).shares?.total).toBe(100);
  });

  it('never exceed 100 % when two are added at once', async () => {
    const added = await Promise.allSettled([60, 60, 60].map((sharePercent) => kyc.addPerson(firm, { sharePercent })));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('belong to firms, their owners and nobody else', async () => {
    const person = await kyc.seedPerson();
    await expectRefusal(db, 'not_found', () => kyc.addPerson(person));
    const clerk = { customer: firm.customer, user: await seedUser(db, firm.customer, { role: 'payer' }) };
    await expectRefusal(db, 'access_denied', () => kyc.addPerson(clerk));
    const { uid } = await kyc.addPerson(firm);
    const stranger = await kyc.seedFirm();
    await expectRefusal(db, 'not_found', () => asCustomer(db, stranger).run(inviteFirmPerson, { uid, ...key() }));
    await expectRefusal(db, 'not_found', () => asCustomer(db, stranger).run(removeFirmPerson, { uid, ...key() }));
    await expectRefusal(db, 'not_found', () =>
      asCustomer(db, stranger).run(editFirmPerson, { uid, ...input(), ...key() }),
    );
  });

  it('are complete with a director, all shares or a confirmation, and everybody’s part', async () => {
    await kyc.fillFirm(firm);
    const reason = async () =>
      (await expectRefusal(db, 'validation_failed', () => kyc.submit(firm))).errors?.map((each) => each.reason.code);
    expect(await reason()).toEqual(['kyc_people_director_missing']);
    const { uid } = await kyc.addPerson(firm, { sharePercent: 60 });
    expect(await reason()).toEqual(['kyc_people_owner_unconfirmed']);
    await kyc.save(firm, 'people', { noOtherOwners: true });
    expect(await reason()).toEqual(['kyc_people_not_proven']);
    const link = await kyc.linkOf(firm, uid);
    await kyc.fillAsPerson(link);
    expect(await reason()).toEqual(['kyc_people_not_proven']);
    await kyc.submitAsPerson(link);
    expect(await kyc.submit(firm)).toMatchObject({ status: 'pending' });
    expect((await form()).people).toMatchObject([{ state: 'in_review', canEdit: false }]);
    await kyc.report(firm, green);
    expect([await kyc.statusOf(firm), (await form()).people?.[0]?.state]).toEqual(['approved', 'verified']);
  });
});

describe('the link of a person', () => {
  it('opens the form of this person only, until it expires to the second', async () => {
    const [first, second] = [
      await kyc.addPerson(firm, { sharePercent: 50 }),
      await kyc.addPerson(firm, { sharePercent: 50 }),
    ];
    const link = await kyc.linkOf(firm, first.uid);
    const shown = await show(link);
    expect(shown).toMatchObject({
      firmName: 'Quennell & Fitch',
      name: 'Ottoline Fitch',
      state: 'invited',
      canSubmit: false,
    });
    expect(shown.items.map((item) => item.key)).toEqual(['personal_details', 'identity_document', 'selfie']);
    const other = await kyc.linkOf(firm, second.uid);
    const expire = (interval: string) =>
      sql`update kyc.person set link_expires_at = now() + ${interval}::interval where id = ${first.uid}`.execute(db);
    for (const wrong of [
      { id: first.uid, code: other.code },
      { id: randomUUID(), code: link.code },
      { ...link, code: 'x' },
    ])
      await expectRefusal(db, 'kyc_link_invalid', () => show(wrong));
    await expire('1 second');
    await show(link);
    await expire('0 seconds');
    await expectRefusal(db, 'kyc_link_invalid', () => show(link));
    await expectRefusal(db, 'kyc_link_invalid', () => kyc.fillAsPerson(link));
  });

  it('is replaced by a new one, once a day', async () => {
    const { uid } = await kyc.addPerson(firm);
    const link = await kyc.linkOf(firm, uid);
    const { retryAfterSeconds } = await expectRefusal(db, 'rate_limited', () => invite(uid));
    expect(retryAfterSeconds).toBeGreaterThan(86_390);
    const invitedBefore = (interval: string) =>
      sql`update kyc.person set invited_at = now() - ${interval}::interval where id = ${uid}`.execute(db);
    await invitedBefore('23 hours 59 minutes 58 seconds');
    await expectRefusal(db, 'rate_limited', () => invite(uid));
    await invitedBefore('24 hours');
    await invite(uid);
    await expectRefusal(db, 'kyc_link_invalid', () => show(link));
    await show(await kyc.readLink(uid));
  });

  it('ends with another address and with the person, who leaves nothing behind', async () => {
    const { uid } = await kyc.addPerson(firm, { email: 'ottoline@example.com' });
    const link = await kyc.linkOf(firm, uid);
    await kyc.fillAsPerson(link);
    const edit = (over: object) => asCustomer(db, firm).run(editFirmPerson, { uid, ...input(over), ...key() });
    await edit({ sharePercent: 70 });
    await show(link);
    await edit({ email: 'new@example.com' });
    await expectRefusal(db, 'kyc_link_invalid', () => show(link));
    await asCustomer(db, firm).run(removeFirmPerson, { uid, ...key() });
    expect((await form()).people).toEqual([]);
    const { rows } = await sql<{ text: string }>`
      select p::text as text from kyc.person p where id = ${uid}
      union all select a::text from kyc.answer a join kyc.item i on i.id = a.item_id where i.person_id = ${uid}
      union all select c.document_id::text from document.content c join document.document d on d.id = c.document_id
        where d.customer_id = ${firm.customer.id}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toMatch(/Ottoline|example/);
  });

  it('takes nothing more once the person has sent everything, until something is refused', async () => {
    await kyc.fillFirm(firm);
    const { uid } = await kyc.addPerson(firm);
    const link = await kyc.linkOf(firm, uid);
    await expectRefusal(db, 'validation_failed', () => kyc.submitAsPerson(link));
    await kyc.fillAsPerson(link);
    expect(await kyc.submitAsPerson(link)).toMatchObject({ state: 'provided', canSubmit: false });
    const change = () =>
      kyc.asPublic((ctx) =>
        savePersonItem(linkKey)(ctx, { ...link, key: 'personal_details', answers: { town: 'Leeds' }, ...key() }),
      );
    await expectRefusal(db, 'invalid_transition', change);
    await expectRefusal(db, 'invalid_transition', () => invite(uid));
    await kyc.submit(firm);
    await kyc.report(firm, retry(uid, 'personal_details', 'name_differs'));
    expect(await kyc.statusOf(firm)).toBe('action_required');
    expect((await form()).people).toMatchObject([
      { state: 'rejected', reason: expect.any(String), canInviteFrom: null },
    ]);
    await change();
    await kyc.submitAsPerson(link);
    expect(await kyc.submit(firm)).toMatchObject({ status: 'pending' });
  });
});
