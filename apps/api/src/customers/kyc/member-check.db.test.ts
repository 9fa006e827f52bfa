import { randomUUID } from 'node:crypto';
import type { StaffMemberCheck } from '@larkmere/contract/back-office/member-check-review';
import type { MemberCheckView } from '@larkmere/contract/customers/member-check';
import type { Role } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedColleague } from '../../../../../test/fixtures/approval.ts';
import {
  asSystem,
  createDatabase,
  expectRefusal,
  runJob,
  seedCustomer,
  type TestUser,
  toActor,
} from '../../../../../test/fixtures/base.ts';
import { askForMemberCheck, green, kycTools, linkKey } from '../../../../../test/fixtures/kyc.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { payerFor } from '../customer/customer.ts';
import { loadKycFile } from './evaluate-items.ts';
import { eraseKyc } from './kyc.sql.ts';
import { onMemberRemoved, onRightsChanged, sendMemberCheckLink, showMemberCheck } from './member-check.ts';
import { savePersonItem, showPersonForm } from './person-form.ts';
import { kycDeadlines } from './process-deadlines.ts';
import { askMemberAgain, confirmMember, listMemberChecks } from './review-member-check.ts';
import { openKycDocument } from './show-case.ts';
import { showKycForm } from './show-kyc-state.ts';

const { db } = await createDatabase();
const kyc = kycTools(db);
const [compliance, mlro, auditor] = [
  await seedDealer(db, 'compliance'),
  await seedDealer(db, 'mlro'),
  await seedDealer(db, 'auditor'),
];
type Staff = typeof compliance;
const note = 'Compared face, name and birthday.';

beforeAll(async () => {
  const listed = [{ entryId: 'DEMO1', name: 'Balthazar Figmentov', regime: 'Made up' }];
  await asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', listed));
});

let firm: TestUser;
let nok: TestUser;

beforeEach(async () => {
  firm = await seedCustomer(db, { business: true, name: 'Quennell & Fitch' });
  nok = await joinAs('payer');
});

/** Somebody who accepted an invitation, as whose identity nobody knows. */
async function joinAs(role: Role, { of = firm, name = 'Ottoline Fitch' } = {}): Promise<TestUser> {
  const who = await seedColleague(db, of, role, roleAccess[role]);
  await sql`update customer.user set name = ${name} where id = ${who.user.id}`.execute(db);
  await askForMemberCheck(db, who);
  return who;
}

const asMember = <T>(who: TestUser, work: (ctx: CustomerCtx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx, now) =>
    work({ tx, now, actor: { ...toActor(who), isIdentityChecked: false }, requestId: 'test' }),
  );
const show = (who: TestUser): Promise<MemberCheckView> => asMember(who, (ctx) => showMemberCheck(linkKey)(ctx, {}));
const sendLink = (who: TestUser) => asMember(who, (ctx) => sendMemberCheckLink(ctx, { idempotency: randomUUID() }));
const linkOf = async (who: TestUser) => {
  const { link } = await show(who);
  if (!link) throw new Error('there is no link');
  return link;
};
const handIn = async (who: TestUser, over: object = {}) => {
  const link = await linkOf(who);
  await kyc.fillAsPerson(link, over);
  await kyc.submitAsPerson(link);
  return link;
};
const showForm = (link: { id: string; code: string }) => kyc.asPublic((ctx) => showPersonForm(linkKey)(ctx, link));
const checksOf = async (by: Staff, of = firm): Promise<readonly StaffMemberCheck[]> => {
  const answer = (await by.act(listMemberChecks, { id: of.customer.id })) as unknown;
  return (answer as { list: StaffMemberCheck[] }).list;
};
const checkOf = async (who: TestUser, by = compliance): Promise<StaffMemberCheck> => {
  const found = (await checksOf(by, who)).find(({ uid }) => uid === who.user.membershipId);
  if (!found) throw new Error('there is no check');
  return found;
};
const confirm = (who: TestUser, by: Staff = compliance) => by.act(confirmMember, { id: who.user.membershipId, note });
/** The staff verb with the items of these keys, which are read before. */
const prepareAskAgain = async (who: TestUser, keys: readonly string[], by: Staff = compliance) => {
  const named = (await checkOf(who)).items.filter(({ key }) => keys.includes(key));
  const items = named.map(({ uid: item }) => ({ item, reasonCode: 'unreadable' }));
  return () => by.act(askMemberAgain, { id: who.user.membershipId, items, note });
};
const askAgain = async (who: TestUser, keys: readonly string[]) => (await prepareAskAgain(who, keys))();
const remove = async ({ user, customer }: TestUser) => {
  await sql`update customer.membership set state = 'removed' where id = ${user.membershipId}`.execute(db);
  const payload = {
    membershipId: user.membershipId,
    customerId: customer.id,
    userId: user.id,
    byUserId: null,
    at: new Date().toISOString(),
    state: 'removed' as const,
  };
  await asSystem(db, (ctx) => onMemberRemoved(ctx, { eventId: 1n, payload }));
};
const isChecked = async ({ user, customer }: TestUser): Promise<boolean> =>
  (await asSystem(db, ({ tx }) => payerFor(tx, { userId: user.id, customerId: customer.id }))) !== undefined;
const eventsOf = async (topic: string, { user }: TestUser): Promise<number> => {
  const { rows } = await sql`
    select from platform.event where topic = ${topic} and payload ->> 'membershipId' = ${user.membershipId}`.execute(
    db,
  );
  return rows.length;
};

describe('a person who joins', () => {
  it.each<[Role, boolean]>([
    ['admin', true],
    ['payer', true],
    ['maker', true],
    ['approver', true],
    ['cardholder', true],
    ['accountant', false],
    ['viewer', false],
  ])('as %s is sent the link: %s', async (role, isSent) => {
    const who = await joinAs(role);
    expect(await eventsOf('kyc.member_check_linked', who)).toBe(isSent ? 1 : 0);
    expect((await show(who)).link !== null).toBe(isSent);
  });

  it('is sent it once they get the right to pay, and once only', async () => {
    const viewer = await joinAs('viewer');
    await expectRefusal(db, 'invalid_transition', () => sendLink(viewer));
    const { user, customer } = viewer;
    await sql`update customer.membership set role = 'payer', access = ${roleAccess.payer} where id = ${user.membershipId}`.execute(
      db,
    );
    const payload = {
      membershipId: user.membershipId,
      customerId: customer.id,
      userId: user.id,
      byUserId: null,
      at: new Date().toISOString(),
      role: { before: 'viewer', now: 'payer' } as const,
    };
    for (const eventId of [1n, 2n]) await asSystem(db, (ctx) => onRightsChanged(ctx, { eventId, payload }));
    expect(await eventsOf('kyc.member_check_linked', viewer)).toBe(1);
  });

  it('and was a member before is asked once they start themselves', async () => {
    const before = await seedColleague(db, firm, 'payer', roleAccess.payer);
    await sql`update customer.membership set identity_checked_at = null where id = ${before.user.membershipId}`.execute(
      db,
    );
    expect(await show(before)).toEqual({ state: 'to_send', refused: [], link: null, canSendFrom: null });
    await sendLink(before);
    expect(await show(before)).toMatchObject({ state: 'to_send', link: { code: expect.any(String) } });
  });

  it('gets another link once a day, also when the one before is too old', async () => {
    const link = await linkOf(nok);
    await expectRefusal(db, 'rate_limited', () => sendLink(nok));
    await sql`update kyc.person set invited_at = now() - interval '15 days', link_expires_at = now() where id = ${link.id}`.execute(
      db,
    );
    expect((await show(nok)).link).toBeNull();
    await expectRefusal(db, 'kyc_link_invalid', () => showForm(link));
    await sendLink(nok);
    await expectRefusal(db, 'kyc_link_invalid', () => showForm(link));
    expect(await showForm(await linkOf(nok))).toMatchObject({ state: 'invited' });
  });

  it('opens their own form only', async () => {
    const [link, other] = [await linkOf(nok), await linkOf(await joinAs('payer'))];
    const stranger = await joinAs('payer', { of: await seedCustomer(db, { business: true }) });
    expect(await showForm(link)).toMatchObject({
      firmName: 'Quennell & Fitch',
      name: 'Ottoline Fitch',
      isMember: true,
      canSubmit: false,
    });
    for (const wrong of [other, await linkOf(stranger)])
      await expectRefusal(db, 'kyc_link_invalid', () => showForm({ id: link.id, code: wrong.code }));
  });

  it('hands in once, and staff look at it', async () => {
    const link = await linkOf(nok);
    await expectRefusal(db, 'validation_failed', () => kyc.submitAsPerson(link));
    await kyc.fillAsPerson(link);
    expect(await kyc.submitAsPerson(link)).toMatchObject({ state: 'in_review', canSubmit: false });
    expect(await show(nok)).toMatchObject({ state: 'in_review', link: null });
    await expectRefusal(db, 'invalid_transition', () => kyc.submitAsPerson(link));
    await expectRefusal(db, 'invalid_transition', () => sendLink(nok));
    await expectRefusal(db, 'invalid_transition', () =>
      kyc.asPublic((ctx) =>
        savePersonItem(linkKey)(ctx, {
          ...link,
          key: 'personal_details',
          answers: { town: 'Leeds' },
          idempotency: randomUUID(),
        }),
      ),
    );
    expect(await isChecked(nok)).toBe(false);
  });
});

describe('the identity check of the firm', () => {
  it('is not about people who joined', async () => {
    await handIn(nok);
    expect(await kyc.statusOf(firm)).toBe('approved');
    const ctx = (who: TestUser) =>
      inTransaction(db, (tx, now) => showKycForm({ tx, now, actor: toActor(who), requestId: 'test' }, {}));
    expect(await ctx(firm)).toMatchObject({ people: [], shares: { total: 0 } });
    const { rows } = await sql`select from kyc.vendor_check c join kyc.application a on a.id = c.application_id
      where a.customer_id = ${firm.customer.id}`.execute(db);
    expect(rows).toEqual([]);
  });

  it('has no items of theirs, and asks for nothing while theirs are open', async () => {
    await linkOf(nok);
    const application = await kyc.applicationOf(firm);
    const { items } = await asSystem(db, (ctx) => loadKycFile(ctx, application));
    expect(items.map(({ row }) => [row.key, row.personId])).toEqual([
      ['company', null],
      ['people', null],
      ['business_activity', null],
      ['source_of_funds', null],
      ['board_authority', null],
    ]);
    expect(await kyc.state(firm)).toMatchObject({ canEdit: false, canSubmit: false });
  });

  it('is handed in, approved and refreshed without them', async () => {
    firm = await kyc.seedFirm();
    const early = await joinAs('admin', { of: firm });
    await kyc.fillAsPerson(await linkOf(early));
    expect(await kyc.statusOf(firm)).toBe('not_started');
    await kyc.fillFirm(firm);
    const { uid } = await kyc.addPerson(firm);
    const director = await kyc.linkOf(firm, uid);
    await kyc.fillAsPerson(director);
    await kyc.submitAsPerson(director);
    await kyc.submit(firm);
    await kyc.submitAsPerson(await linkOf(early));
    await kyc.report(firm, green);
    expect(await kyc.statusOf(firm)).toBe('approved');
    expect(await checkOf(early)).toMatchObject({ state: 'in_review', items: [{}, {}, {}] });
    await kyc.setTime(firm, 'refresh_due_at', '1 day');
    await runJob(db, kycDeadlines);
    await kyc.setTime(firm, 'due_by', '-1 second');
    await runJob(db, kycDeadlines);
    expect(await kyc.statusOf(firm)).toBe('expired');
    expect((await checkOf(early)).state).toBe('in_review');
  });
});

describe('staff', () => {
  it('read answers and pictures of who sent them, with numbers masked and each look recorded', async () => {
    await handIn(nok);
    const check = await checkOf(nok, auditor);
    expect(check).toMatchObject({
      name: 'Ottoline Fitch',
      role: 'payer',
      state: 'in_review',
      differences: [],
      hits: [],
      allowed: [],
    });
    const [details, document, selfie] = check.items;
    expect(details?.answers.fullName).toBe('Ottoline Fitch');
    expect(document?.answers.documentNumber).toMatch(/^•+\d{4}$/);
    const uid = selfie?.documents[0]?.uid ?? '';
    expect((await openKycDocument({ transaction: auditor.inside } as never, { uid })).name).toBe('page.pdf');
    const { rows } =
      await sql`select from platform.audit where action = 'kyc.member_checks_viewed' and actor_id = ${auditor.id}`.execute(
        db,
      );
    expect(rows.length).toBeGreaterThan(0);
    const support = await seedDealer(db, 'support');
    await expectRefusal(db, 'access_denied', () => checksOf(support));
    await expectRefusal(db, 'not_found', () => compliance.act(listMemberChecks, { id: randomUUID() }));
  });

  it('see where account and form differ, and documents that prove another person', async () => {
    await sql`update customer.user set date_of_birth = '1971-01-02' where id = ${nok.user.id}`.execute(db);
    await handIn(nok, { fullName: 'Peter Smith' });
    expect((await checkOf(nok)).differences).toMatchObject([{ field: 'name' }, { field: 'date_of_birth' }]);
  });

  it('confirm it: what was sent is accepted, and the person acts', async () => {
    const link = await handIn(nok);
    expect((await checkOf(nok)).allowed).toEqual(['confirm', 'ask_again']);
    expect(await confirm(nok)).toMatchObject({ isIdentityChecked: true });
    expect(await isChecked(nok)).toBe(true);
    expect(await checkOf(nok)).toMatchObject({ state: 'verified', allowed: [] });
    expect(await showForm(link)).toMatchObject({ state: 'verified', items: [{ state: 'verified' }, {}, {}] });
    expect(await eventsOf('kyc.member_check_passed', nok)).toBe(1);
    expect(await kyc.statusOf(firm)).toBe('approved');
    await expectRefusal(db, 'invalid_transition', () => confirm(nok));
    await expectRefusal(db, 'invalid_transition', () => sendLink(nok));
  });

  it('confirm a check taken in person: nothing that was begun stays', async () => {
    const link = await linkOf(nok);
    await kyc.fillAsPerson(link);
    expect((await checkOf(nok)).allowed).toEqual(['confirm']);
    await confirm(nok);
    expect(await isChecked(nok)).toBe(true);
    await expectRefusal(db, 'kyc_link_invalid', () => showForm(link));
    expect(await remainsOf(nok)).toEqual([]);
  });

  it('ask again with a reason: the person reads it, and the new link works', async () => {
    const old = await handIn(nok);
    await askAgain(nok, ['selfie', 'identity_document']);
    expect(await eventsOf('kyc.member_check_returned', nok)).toBe(1);
    const { state, refused } = await show(nok);
    expect([state, refused.map(({ title }) => title)]).toEqual(['rejected', ['Passport or identity card', 'Selfie']]);
    expect(refused[0]?.reason).toContain('blurred');
    await expectRefusal(db, 'kyc_link_invalid', () => showForm(old));
    const link = await linkOf(nok);
    expect(await showForm(link)).toMatchObject({
      state: 'rejected',
      items: [{ canEdit: false }, { canEdit: true }, { canEdit: true }],
    });
    await expectRefusal(db, 'validation_failed', () => kyc.submitAsPerson(link));
    for (const key of ['identity_document', 'selfie'] as const) await kyc.uploadAsPerson(link, key);
    await kyc.submitAsPerson(link);
    expect(await checkOf(nok)).toMatchObject({ state: 'in_review', allowed: ['confirm', 'ask_again'] });
    await confirm(nok);
    expect(await isChecked(nok)).toBe(true);
  });

  it('confirm without what they asked for again, which is not taken any more', async () => {
    await handIn(nok);
    await askAgain(nok, ['selfie']);
    const link = await linkOf(nok);
    await confirm(nok);
    expect(await isChecked(nok)).toBe(true);
    expect((await showForm(link)).items.map(({ state, canEdit }) => [state, canEdit])).toEqual([
      ['verified', false],
      ['verified', false],
      ['rejected', false],
    ]);
    await expectRefusal(db, 'invalid_transition', () => kyc.submitAsPerson(link));
  });

  it('ask again only for what was handed in', async () => {
    await expectRefusal(db, 'invalid_transition', await prepareAskAgain(nok, ['selfie']));
    await handIn(nok);
    const other = await joinAs('payer');
    await handIn(other);
    const theirs = (await checkOf(other)).items[0]?.uid;
    const items = [{ item: theirs, reasonCode: 'unreadable' }];
    await expectRefusal(db, 'not_found', () =>
      compliance.act(askMemberAgain, { id: nok.user.membershipId, items, note }),
    );
    await expectRefusal(db, 'access_denied', await prepareAskAgain(nok, ['selfie'], auditor));
    const again = await prepareAskAgain(nok, ['selfie']);
    await again();
    await expectRefusal(db, 'invalid_transition', again);
  });

  it('who prepared the access do not confirm who the person is', async () => {
    await handIn(nok);
    await sql`insert into access_request.request (id, customer_id, membership_id, version, content, email, digest, reason, prepared_by, expires_at)
      values (${randomUUID()}, ${firm.customer.id}, ${nok.user.membershipId}, 1, '{}', ${nok.user.email}, ${'0'.repeat(64)},
        'The owner called and asked for it.', ${compliance.id}, now() + interval '7 days')`.execute(db);
    expect((await checkOf(nok)).allowed).toEqual(['ask_again']);
    await expectRefusal(db, 'approver_conflict', () => confirm(nok));
    expect((await checkOf(nok, mlro)).allowed).toEqual(['confirm', 'ask_again']);
    await confirm(nok, mlro);
  });

  it('leave a name on a sanctions list to the MLRO, in the form or of the account', async () => {
    await handIn(nok, { fullName: 'Balthazar Figmentov' });
    const named = await joinAs('payer', { name: 'Balthazar Figmentov' });
    for (const who of [nok, named]) {
      expect((await checkOf(who)).hits).toMatchObject([{ name: 'Balthazar Figmentov' }]);
      expect((await checkOf(who)).allowed).not.toContain('confirm');
      await expectRefusal(db, 'access_denied', () => confirm(who));
      await confirm(who, mlro);
      expect(await isChecked(who)).toBe(true);
    }
  });

  it('confirm nobody who has not joined, is removed or unknown, and nobody without the right', async () => {
    await expectRefusal(db, 'access_denied', () => confirm(nok, auditor));
    await expectRefusal(db, 'not_found', () => compliance.act(confirmMember, { id: randomUUID(), note }));
    await expectRefusal(db, 'invalid_transition', () => confirm(firm));
    await handIn(nok);
    await remove(nok);
    await expectRefusal(db, 'not_found', () => confirm(nok));
  });

  it('confirm one who became an owner too', async () => {
    await sql`update customer.membership set role = 'owner' where id = ${nok.user.membershipId}`.execute(db);
    await handIn(nok);
    expect(await confirm(nok)).toMatchObject({ isIdentityChecked: true, role: 'owner' });
  });
});

/** Answers and contents of files that a person gave. */
async function remainsOf({ user }: TestUser): Promise<unknown[]> {
  const { rows } = await sql`
    select a.name from kyc.person p join kyc.item i on i.person_id = p.id join kyc.answer a on a.item_id = i.id
      where p.membership_id = ${user.membershipId}
    union all select d.name from kyc.person p join kyc.item i on i.person_id = p.id
      join kyc.item_document l on l.item_id = i.id join document.document d on d.id = l.document_id
      where p.membership_id = ${user.membershipId}`.execute(db);
  return rows;
}

describe('what a member gave', () => {
  it('is discarded with them, and the link ends', async () => {
    const link = await handIn(nok);
    await remove(nok);
    await expectRefusal(db, 'kyc_link_invalid', () => showForm(link));
    expect(await remainsOf(nok)).toEqual([]);
    const { rows } = await sql`select from document.content c join document.document d on d.id = c.document_id
      where d.customer_id = ${firm.customer.id}`.execute(db);
    expect(rows).toEqual([]);
    expect(await checksOf(compliance)).toEqual([]);
  });

  it('is requested again when they come back', async () => {
    await handIn(nok);
    await remove(nok);
    await sql`update customer.membership set state = 'invited', invited_email = ${nok.user.email}, invited_by = ${firm.user.id},
      invited_at = now(), expires_at = now() + interval '14 days' where id = ${nok.user.membershipId}`.execute(db);
    await sql`update customer.membership set state = 'active' where id = ${nok.user.membershipId}`.execute(db);
    await askForMemberCheck(db, nok);
    expect(await show(nok)).toMatchObject({ state: 'to_send', link: { code: expect.any(String) } });
  });

  it('stays as evidence once the check was passed, because it counts when they come back', async () => {
    await handIn(nok);
    await confirm(nok);
    await remove(nok);
    expect((await remainsOf(nok)).length).toBeGreaterThan(0);
    expect((await checksOf(compliance)).map(({ state }) => state)).toEqual(['verified']);
  });

  it('is erased with the firm', async () => {
    const link = await handIn(nok);
    await asSystem(db, (ctx) =>
      eraseKyc(ctx, { eventId: 1n, payload: { customerId: firm.customer.id, people: [], extent: 'wholly' } }),
    );
    await expectRefusal(db, 'kyc_link_invalid', () => showForm(link));
    const { rows } = await sql`select from kyc.answer a join kyc.item i on i.id = a.item_id
      join kyc.application f on f.id = i.application_id where f.customer_id = ${firm.customer.id}`.execute(db);
    expect(rows).toEqual([]);
  });
});
