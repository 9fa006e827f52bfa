import { randomUUID } from 'node:crypto';
import type { KycCaseFile, KycOutcome } from '@larkmere/contract/back-office/kyc-review';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { starterPermissions } from '@larkmere/contract/back-office/starter-permissions';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { asSystem, createDatabase, expectRefusal, type TestUser } from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import { final, green, greenBut, kycTools, onHold, retry } from '../../../../../test/fixtures/kyc.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { permitted } from '../../../../../test/fixtures/permitted.ts';
import { openDocumentForStaff } from '../../checks/document/document.read.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { decideApplication, decideKycItem, withdrawDecision } from './decide-application.ts';
import { openKycDocument, showKycCase, showKycQueue } from './show-case.ts';

const { db } = await createDatabase();
const kyc = kycTools(db);
const staff = (role: StaffRole) => seedDealer(db, role);
type Staff = Awaited<ReturnType<typeof staff>>;
const [first, second, auditor] = [await staff('compliance'), await staff('mlro'), await staff('auditor')];

beforeAll(async () => {
  const listed = [{ entryId: 'DEMO1', name: 'Balthazar Figmentov', regime: 'Made up' }];
  await asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', listed));
});

const uidOf = async (who: TestUser): Promise<string> => (await kyc.applicationOf(who)).id;
const reasonFor: Readonly<Record<KycOutcome, string>> = {
  approve: 'all_in_order',
  approve_conditional: 'low_risk_outstanding',
  request_more: 'more_needed',
  hold: 'under_investigation',
  reject: 'identity_not_proven',
  restrict: 'contradicted',
};
const tomorrow = dayAhead(2);
const decide = async (by: Staff, who: TestUser, outcome: KycOutcome, over: object = {}): Promise<KycCaseFile> => {
  const decision = { uid: await uidOf(who), outcome, reasonCode: reasonFor[outcome], note: 'Seen and compared.' };
  return (await by.act(decideApplication, { ...decision, ...over })) as unknown as KycCaseFile;
};
const decideItem = async (by: Staff, who: TestUser, key: KycItemKey, over: object) =>
  by.act(decideKycItem, { uid: await uidOf(who), item: await kyc.itemId(who, key), ...over });
const show = async (by: Staff, who: TestUser) =>
  (await by.act(showKycCase, { uid: await uidOf(who) })) as unknown as KycCaseFile;

/** A customer in review, for each reason. */
async function seedInReview(reason: 'hold' | 'list' | 'contradiction' | 'final' | 'staff' = 'hold'): Promise<TestUser> {
  const who = await kyc.seedSubmitted(reason === 'list' ? { name: 'Balthazar Figmentov' } : {});
  if (reason === 'hold') await kyc.report(who, onHold);
  if (reason === 'list') await kyc.report(who, green);
  if (reason === 'staff') await decide(first, who, 'hold');
  if (reason === 'contradiction') {
    await kyc.report(who, green);
    await kyc.report(who, final);
  }
  if (reason === 'final') {
    await kyc.report(who, retry(who.customer.id, 'selfie'));
    await kyc.report(who, final);
  }
  expect(await kyc.statusOf(who)).toBe('in_review');
  return who;
}

describe('the queue', () => {
  it('lists what a person must decide, and one case with masked numbers and an audit entry', async () => {
    const who = await seedInReview();
    const other = await kyc.seedSubmitted();
    const { list } = (await auditor.act(showKycQueue, {})) as unknown as { list: KycCaseFile[] };
    expect(list.map(({ customer }) => customer.uid)).toContain(who.customer.id);
    expect(list.map(({ customer }) => customer.uid)).not.toContain(other.customer.id);
    const file = await show(auditor, who);
    expect(file).toMatchObject({
      status: 'in_review',
      concerns: ['vendor_hold'],
      proposal: null,
      allowed: [],
      checks: [{ state: 'on_hold', answer: null }],
      history: [{ state: 'in_progress' }, { state: 'pending' }, { state: 'in_review' }],
    });
    const text = JSON.stringify(file);
    expect(text).toContain('"documentNumber":"•••••6113"');
    expect(text).toContain('"taxNumber":"•••••456C"');
    expect(text).not.toMatch(/\d{5}6113|QQ123456C/);
    expect((await show(first, who)).allowed).toEqual([
      'approve',
      'approve_conditional',
      'request_more',
      'reject',
      'restrict',
    ]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from platform.audit where action = 'kyc.viewed' and entity = ${`kyc:${await uidOf(who)}`}`.execute(
      db,
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  it('gives the files to compliance and auditors, and to nobody by the way of payments', async () => {
    const who = await kyc.seedPerson();
    const { uid } = await kyc.upload(who, 'selfie');
    const open = (by: Staff, role: StaffRole, verb: typeof openKycDocument = openKycDocument) =>
      permitted(verb)({ actor: { permissions: starterPermissions[role] }, transaction: by.inside } as never, { uid });
    expect((await open(first, 'compliance')).name).toBe('page.pdf');
    expect((await open(auditor, 'auditor')).name).toBe('page.pdf');
    await expectRefusal(db, 'access_denied', async () => open(first, 'payment_operations'));
    await expectRefusal(db, 'not_found', () => open(first, 'compliance', openDocumentForStaff));
  });

  it.each(['support', 'payment_operations', 'dealer', 'finance', 'settings', 'super'] as const)(
    'is closed to the role %s',
    async (role) => {
      const [who, by] = [await seedInReview(), await staff(role)];
      await expectRefusal(db, 'access_denied', () => by.act(showKycQueue, {}));
      await expectRefusal(db, 'access_denied', () => show(by, who));
      await expectRefusal(db, 'access_denied', () => decide(by, who, 'approve'));
      await expectRefusal(db, 'access_denied', () => decideItem(by, who, 'selfie', { decision: 'accept' }));
    },
  );

  it('lets auditors look and not decide', async () => {
    const who = await seedInReview();
    await expectRefusal(db, 'access_denied', () => decide(auditor, who, 'approve'));
    await expectRefusal(db, 'access_denied', () => decideItem(auditor, who, 'selfie', { decision: 'accept' }));
    const unknown = { uid: randomUUID(), outcome: 'approve', reasonCode: 'all_in_order', note: 'Seen and compared.' };
    await expectRefusal(db, 'not_found', () => first.act(decideApplication, unknown));
  });
});

describe('an item', () => {
  it('is accepted, or refused with a reason for the customer and a note for staff', async () => {
    const who = await seedInReview();
    await decideItem(first, who, 'selfie', { decision: 'accept' });
    await decideItem(first, who, 'proof_of_address', {
      decision: 'refuse',
      reasonCode: 'too_old',
      note: 'The stamp looks odd.',
    });
    expect(await kyc.itemStates(who)).toMatchObject({ selfie: 'verified', proof_of_address: 'rejected' });
    const seen = await kyc.state(who);
    expect(JSON.stringify(seen)).not.toContain('odd');
    expect(seen.requirements[3]?.reason).toContain('too old');
    expect(JSON.stringify(await show(first, who))).toContain('The stamp looks odd.');
    await decideItem(second, who, 'proof_of_address', { decision: 'accept' });
    expect(await kyc.itemStates(who)).toMatchObject({ proof_of_address: 'verified' });
    await expectRefusal(db, 'invalid_transition', () => decideItem(first, who, 'selfie', { decision: 'accept' }));
  });

  it('needs a reason to be refused and none to be accepted', async () => {
    const who = await seedInReview();
    await expectRefusal(db, 'validation_failed', () => decideItem(first, who, 'selfie', { decision: 'refuse' }));
    const both = { decision: 'accept', reasonCode: 'too_old' };
    await expectRefusal(db, 'validation_failed', () => decideItem(first, who, 'selfie', both));
  });

  it('is not decided while the vendor or the customer must act, nor for another customer', async () => {
    const who = await kyc.seedSubmitted();
    await expectRefusal(db, 'invalid_transition', () => decideItem(first, who, 'selfie', { decision: 'accept' }));
    const [reviewed, other] = [await seedInReview(), await kyc.itemId(who, 'selfie')];
    const uid = await uidOf(reviewed);
    await expectRefusal(db, 'not_found', () => first.act(decideKycItem, { uid, item: other, decision: 'accept' }));
  });
});

describe('a decision by one person', () => {
  it('approves what the vendor held, and opens the account', async () => {
    const who = await seedInReview();
    expect(await decide(first, who, 'approve')).toMatchObject({ status: 'approved', concerns: [], proposal: null });
    expect([await kyc.statusOf(who), await kyc.accountStatusOf(who)]).toEqual(['approved', 'active']);
  });

  it('does not approve wholly while an item is refused, but with conditions until a day', async () => {
    const who = await seedInReview();
    await decideItem(first, who, 'proof_of_address', { decision: 'refuse', reasonCode: 'too_old' });
    await expectRefusal(db, 'invalid_transition', () => decide(first, who, 'approve'));
    await expectRefusal(db, 'validation_failed', () => decide(first, who, 'approve_conditional'));
    const past = { dueOn: '2026-01-01' };
    await expectRefusal(db, 'validation_failed', () => decide(first, who, 'approve_conditional', past));
    const decided = await decide(first, who, 'approve_conditional', { dueOn: tomorrow });
    expect(decided).toMatchObject({ status: 'approved_conditional', dueBy: expect.stringContaining('T') });
    const state = await kyc.state(who);
    expect(state.requirements[3]).toMatchObject({ state: 'rejected', reasonCode: 'too_old', dueBy: state.dueBy });
    expect(state.limits).not.toBeNull();
  });

  it('has no conditions without anything that is open', async () => {
    const who = await seedInReview();
    await expectRefusal(db, 'validation_failed', () => decide(first, who, 'approve_conditional', { dueOn: tomorrow }));
    await expectRefusal(db, 'validation_failed', () => decide(first, who, 'request_more'));
  });

  it('asks for more, and the customer can send it', async () => {
    const who = await seedInReview();
    const items = [{ item: await kyc.itemId(who, 'source_of_funds'), reasonCode: 'funds_unclear' }];
    expect(await decide(first, who, 'request_more', { items })).toMatchObject({ status: 'action_required' });
    await kyc.save(who, 'source_of_funds', { occupation: 'Lighthouse keeper and author' });
    expect(await kyc.submit(who)).toMatchObject({ status: 'pending' });
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('approved');
  });

  it('settles what a person looks for, which the vendor then does not', async () => {
    const who = await seedInReview('staff');
    await kyc.report(who, green);
    expect(await kyc.statusOf(who)).toBe('in_review');
    await decide(first, who, 'approve');
    expect(await kyc.statusOf(who)).toBe('approved');
  });

  it('settles a doubt about a customer who stays verified', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, greenBut(who.customer.id, 'proof_of_address'));
    await kyc.upload(who, 'proof_of_address');
    await kyc.submit(who);
    await kyc.report(who, onHold);
    expect(await kyc.statusOf(who)).toBe('approved_conditional');
    expect((await show(first, who)).allowed).toEqual(['approve', 'request_more', 'hold']);
    expect(await decide(first, who, 'approve')).toMatchObject({ status: 'approved', concerns: [] });
  });

  it('lifts no conditions while an item is refused', async () => {
    const who = await kyc.seedSubmitted();
    await kyc.report(who, greenBut(who.customer.id, 'proof_of_address'));
    await kyc.upload(who, 'proof_of_address');
    await kyc.submit(who);
    await kyc.report(who, onHold);
    await decideItem(first, who, 'proof_of_address', { decision: 'refuse', reasonCode: 'too_old' });
    await expectRefusal(db, 'invalid_transition', () => decide(first, who, 'approve'));
    await decide(first, who, 'request_more');
    expect(await kyc.statusOf(who)).toBe('approved_conditional');
  });

  it('is not undone by the vendor, whose later refusal is a contradiction', async () => {
    const who = await seedInReview();
    await decideItem(first, who, 'proof_of_address', { decision: 'refuse', reasonCode: 'too_old' });
    await decide(first, who, 'approve_conditional', { dueOn: tomorrow });
    await kyc.report(who, green);
    expect([await kyc.statusOf(who), (await kyc.checkOf(who)).state]).toEqual(['approved_conditional', 'superseded']);
    await kyc.report(who, onHold);
    expect(await kyc.statusOf(who)).toBe('approved_conditional');
    await kyc.report(who, final);
    expect(await kyc.applicationOf(who)).toMatchObject({ state: 'in_review', concerns: ['contradiction'] });
  });

  const allowed: Readonly<Record<string, readonly KycOutcome[]>> = {
    not_started: [],
    in_progress: [],
    pending: ['hold'],
    in_review: ['approve', 'approve_conditional', 'request_more', 'reject', 'restrict'],
    action_required: ['hold'],
    approved: ['hold'],
    approved_conditional: ['hold'],
    rejected: [],
    expired: [],
  };
  it.each(Object.entries(allowed))('%s allows %s and nothing else', async (kycStatus, outcomes) => {
    const who = await kyc.seedPerson({ kycStatus });
    expect((await show(first, who)).allowed).toEqual(outcomes);
    for (const outcome of Object.keys(reasonFor) as KycOutcome[])
      if (!outcomes.includes(outcome))
        await expectRefusal(db, 'invalid_transition', () => decide(first, who, outcome, { dueOn: tomorrow }));
  });
});

describe('a decision by two people', () => {
  const grave = [
    ['a rejection', 'hold', 'reject', 'rejected'],
    ['an approval of a name on the list', 'list', 'approve', 'approved'],
    ['an approval after a contradiction', 'contradiction', 'approve', 'approved'],
  ] as const;
  it.each(grave)('is needed for %s', async (_, why, outcome, status) => {
    const who = await seedInReview(why);
    expect(await decide(first, who, outcome)).toMatchObject({
      status: 'in_review',
      proposal: { outcome, proposedBy: first.name, note: 'Seen and compared.' },
    });
    await expectRefusal(db, 'approver_conflict', () => decide(first, who, outcome));
    expect(await decide(second, who, outcome)).toMatchObject({ status, proposal: null });
  });

  it('is needed to overrule the vendor, also with conditions', async () => {
    const who = await seedInReview('final');
    const terms = { dueOn: tomorrow };
    await decide(first, who, 'approve_conditional', terms);
    expect(await kyc.statusOf(who)).toBe('in_review');
    await expectRefusal(db, 'approver_conflict', () =>
      decide(second, who, 'approve_conditional', { dueOn: '2039-01-01' }),
    );
    await expectRefusal(db, 'approver_conflict', () => decide(second, who, 'reject'));
    await decide(second, who, 'approve_conditional', terms);
    expect(await kyc.statusOf(who)).toBe('approved_conditional');
  });

  it('restricts the account of somebody the vendor contradicts, and closes nothing', async () => {
    const who = await seedInReview('contradiction');
    await decide(first, who, 'restrict');
    expect(await kyc.accountStatusOf(who)).toBe('active');
    await decide(second, who, 'restrict');
    expect([await kyc.statusOf(who), await kyc.accountStatusOf(who)]).toEqual(['in_review', 'restricted']);
    await decide(first, who, 'restrict');
    await expectRefusal(db, 'invalid_transition', () => decide(second, who, 'restrict'));
  });

  it('can be withdrawn, and then begins anew', async () => {
    const who = await seedInReview();
    const withdraw = async () => first.act(withdrawDecision, { uid: await uidOf(who) });
    await expectRefusal(db, 'invalid_transition', withdraw);
    await decide(first, who, 'reject');
    await withdraw();
    await decide(first, who, 'reject');
    await decide(second, who, 'reject');
    expect(await kyc.statusOf(who)).toBe('rejected');
  });

  it('takes effect once when two decide at once', async () => {
    const who = await seedInReview();
    await decide(first, who, 'reject');
    const others = [second, await staff('compliance')];
    const attempts = await Promise.allSettled(others.map((by) => decide(by, who, 'reject')));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(Refusal);
  });

  it('begins anew once the vendor reports, because the first person decided about something else', async () => {
    const who = await seedInReview();
    await decide(first, who, 'reject');
    await kyc.report(who, green);
    expect(await show(first, who)).toMatchObject({ status: 'approved', proposal: null });
    await kyc.report(who, final);
    expect(await decide(second, who, 'reject')).toMatchObject({ status: 'in_review', proposal: { outcome: 'reject' } });
  });

  it('is enforced by the database', async () => {
    const who = await seedInReview();
    const row = {
      applicationId: await uidOf(who),
      outcome: 'reject',
      reason: 'documents_forged',
      note: 'Seen it.',
    } as const;
    const write = (over: object) =>
      db
        .insertInto('kyc.decision')
        .values({ id: randomUUID(), ...row, state: 'applied', needsSecond: true, firstBy: first.id, ...over })
        .execute();
    await expect(write({})).rejects.toThrow('second_decider_required');
    await expect(write({ secondBy: first.id })).rejects.toThrow('deciders_differ');
    await expect(write({ needsSecond: false })).rejects.toThrow('two_for_what_is_grave');
  });
});
