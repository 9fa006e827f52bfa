import { randomUUID } from 'node:crypto';
import { type KycItemKey, kycKinds, kycRequirements } from '@larkmere/contract/customers/kyc-requirements';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  asCustomer,
  createDatabase,
  expectRefusal,
  seedCustomer,
  seedUser,
} from '../../../../../test/fixtures/base.ts';
import { firmAnswers, kycTools, newFile, personAnswers } from '../../../../../test/fixtures/kyc.ts';
import { docx, png } from '../../../../../test/fixtures/sample-files.ts';
import { openDocument } from '../../checks/document/document.read.ts';
import { addKycDocument, listKycDocuments, removeKycDocument } from './edit-item.ts';
import { showKycForm } from './show-kyc-state.ts';

const { db } = await createDatabase();
const kyc = kycTools(db);
const key = () => ({ idempotency: randomUUID() });

describe('requirements', () => {
  it('are the same in the database as in the contract', async () => {
    for (const level of kycKinds.filter((kind) => kind !== 'firm_person')) {
      const { rows } = await sql<{ keys: string[] }>`select kyc.item_keys(${level}) as keys`.execute(db);
      expect(rows[0]?.keys).toEqual(kycRequirements[level].map((each) => each.key));
    }
  });

  it('are there from the start, for a person and for a firm', async () => {
    const [person, firm] = [await kyc.seedPerson(), await kyc.seedFirm()];
    expect(await kyc.state(person)).toMatchObject({
      status: 'not_started',
      level: 'person',
      canEdit: true,
      limits: null,
    });
    expect(await kyc.state(firm)).toMatchObject({ status: 'not_started', level: 'business', canSubmit: false });
    for (const who of [person, firm]) {
      const { requirements } = await kyc.state(who);
      expect(requirements).toHaveLength(5);
      expect(new Set(requirements.map(({ state }) => state))).toEqual(new Set(['not_provided']));
      expect(requirements.every(({ title }) => /^[A-Z]/.test(title))).toBe(true);
    }
  });
});

describe('save and continue', () => {
  it('keeps partial answers, takes one back by null, and begins the check', async () => {
    const who = await kyc.seedPerson();
    const first = await kyc.save(who, 'personal_details', { fullName: 'Marisol Quennell', town: 'Leeds' });
    expect(first).toMatchObject({ isComplete: false, answers: { fullName: 'Marisol Quennell', town: 'Leeds' } });
    expect(first.missing).toContain('dateOfBirth');
    expect(await kyc.statusOf(who)).toBe('in_progress');
    const second = await kyc.save(who, 'personal_details', { town: null, street: '7 Long Lane' });
    expect(second.answers).toEqual({ fullName: 'Marisol Quennell', street: '7 Long Lane' });
    const whole = await kyc.save(who, 'personal_details', personAnswers.personal_details ?? {});
    expect(whole).toMatchObject({ isComplete: true, missing: [], savedAt: expect.any(String) });
  });

  it.each([
    ['an answer of another item', 'selfie', { fullName: 'A' }, 'answers.fullName'],
    ['a child', 'personal_details', { dateOfBirth: '2020-01-01' }, 'answers.dateOfBirth'],
    [
      'a year of the Thai calendar',
      'identity_document',
      { documentExpiresOn: '2573-05-04' },
      'answers.documentExpiresOn',
    ],
    ['an expired document', 'identity_document', { documentExpiresOn: '2026-01-01' }, 'answers.documentExpiresOn'],
  ] as const)('refuses %s', async (_, item, answers, field) => {
    const who = await kyc.seedPerson();
    const { errors } = await expectRefusal(db, 'validation_failed', () => kyc.save(who, item, answers));
    expect(errors).toMatchObject([{ field }]);
  });

  it('refuses an item of the other kind, and other users than owners and admins', async () => {
    const who = await kyc.seedPerson();
    await expectRefusal(db, 'not_found', () => kyc.save(who, 'company', { legalName: 'A' }));
    const payer = { customer: who.customer, user: await seedUser(db, who.customer, { role: 'payer' }) };
    await expectRefusal(db, 'access_denied', () => kyc.save(payer, 'personal_details', { town: 'Leeds' }));
    await expectRefusal(db, 'access_denied', () => asCustomer(db, payer).run(showKycForm, {}));
    await expectRefusal(db, 'access_denied', () => kyc.submit(payer));
    expect(await kyc.state(payer)).toMatchObject({ canEdit: false, canSubmit: false });
  });

  it.each(['pending', 'in_review', 'rejected'])('refuses changes while it is %s', async (kycStatus) => {
    const who = await kyc.seedPerson({ kycStatus });
    await expectRefusal(db, 'invalid_transition', () => kyc.save(who, 'personal_details', { town: 'Leeds' }));
    await expectRefusal(db, 'invalid_transition', () => kyc.upload(who, 'selfie'));
    await expectRefusal(db, 'invalid_transition', () => kyc.submit(who));
  });

  it('begins again from expired', async () => {
    const who = await kyc.seedPerson({ kycStatus: 'expired' });
    await kyc.save(who, 'personal_details', { town: 'Leeds' });
    expect(await kyc.statusOf(who)).toBe('in_progress');
  });
});

describe('documents of an item', () => {
  const add = (who: Awaited<ReturnType<typeof kyc.seedPerson>>, item: KycItemKey, file: File) =>
    asCustomer(db, who).run(addKycDocument, { key: item, file, ...key() });
  const list = (who: Awaited<ReturnType<typeof kyc.seedPerson>>, item: KycItemKey) =>
    asCustomer(db, who).run(listKycDocuments, { key: item });

  it('are in quarantine until they are scanned, and can be removed until they are submitted', async () => {
    const who = await kyc.seedPerson();
    const { uid } = await add(who, 'identity_document', newFile('passport.pdf'));
    expect((await list(who, 'identity_document')).list).toMatchObject([{ uid, state: 'uploaded', canRemove: false }]);
    await expectRefusal(db, 'invalid_transition', () => asCustomer(db, who).run(removeKycDocument, { uid, ...key() }));
    await kyc.scan(uid);
    expect((await list(who, 'identity_document')).list).toMatchObject([{ state: 'received', canRemove: true }]);
    await asCustomer(db, who).run(removeKycDocument, { uid, ...key() });
    expect((await list(who, 'identity_document')).list).toEqual([]);
    expect(await db.selectFrom('document.content').where('documentId', '=', uid).execute()).toEqual([]);
  });

  it.each([
    ['a text document', 'identity_document', () => new File([new Uint8Array(docx())], 'letter.docx')],
    ['a page', 'identity_document', () => new File(['<!doctype html>'], 'page.pdf')],
    ['a broken picture', 'selfie', () => new File([new Uint8Array(png().subarray(0, 60))], 'me.png')],
    ['a file where none is asked for', 'personal_details', () => newFile()],
  ] as const)('refuse %s', async (_, item, file) => {
    const who = await kyc.seedPerson();
    await expectRefusal(db, 'file_rejected', () => add(who, item, file()));
  });

  it('refuse one more than the most, and the same file twice', async () => {
    const who = await kyc.seedPerson();
    const again = newFile();
    await kyc.upload(who, 'identity_document', again);
    await expectRefusal(db, 'file_rejected', () => add(who, 'identity_document', again));
    await kyc.upload(who, 'identity_document');
    expect(await list(who, 'identity_document')).toMatchObject({ canUpload: false });
    await expectRefusal(db, 'file_rejected', () => add(who, 'identity_document', newFile()));
  });

  it('stay out of reach for other customers and for whoever may only pay', async () => {
    const [who, stranger] = [await kyc.seedPerson(), await kyc.seedPerson()];
    const { uid } = await kyc.upload(who, 'selfie');
    await expectRefusal(db, 'not_found', () => asCustomer(db, stranger).run(removeKycDocument, { uid, ...key() }));
    for (const by of [who, stranger])
      await expectRefusal(db, 'not_found', () => asCustomer(db, by).proceed(openDocument, { uid, access_token: '' }));
  });
});

describe('submit', () => {
  it('hands everything to the vendor once', async () => {
    const who = await kyc.seedPerson();
    await kyc.fillPerson(who);
    expect(await kyc.state(who)).toMatchObject({ canSubmit: true, nextUpdateBy: null });
    expect(await kyc.submit(who)).toMatchObject({
      status: 'pending',
      submittedAt: expect.any(String),
      nextUpdateBy: expect.any(String),
      canEdit: false,
      canSubmit: false,
    });
    expect(new Set(Object.values(await kyc.itemStates(who)))).toEqual(new Set(['in_review']));
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from platform.event where topic = 'kyc.vendor_check_requested'
        and payload ->> 'checkId' = ${(await kyc.checkOf(who)).id}`.execute(db);
    expect(rows).toEqual([{ n: 1 }]);
    await expectRefusal(db, 'invalid_transition', () => kyc.submit(who));
    expect((await kyc.state(who)).requirements[2]).toMatchObject({ canUpload: false });
  });

  it('names every item that is not complete', async () => {
    const who = await kyc.seedPerson();
    await kyc.save(who, 'personal_details', personAnswers.personal_details ?? {});
    await asCustomer(db, who).run(addKycDocument, { key: 'selfie', file: newFile(), ...key() });
    const { errors } = await expectRefusal(db, 'validation_failed', () => kyc.submit(who));
    expect(errors?.map(({ field, reason }) => [field, reason.code])).toEqual([
      ['identity_document', 'kyc_item_incomplete'],
      ['selfie', 'kyc_item_scanning'],
      ['proof_of_address', 'kyc_item_incomplete'],
      ['source_of_funds', 'kyc_item_incomplete'],
    ]);
  });

  it('is done once when two submit at once', async () => {
    const who = await kyc.seedPerson();
    await kyc.fillPerson(who);
    const attempts = await Promise.allSettled([kyc.submit(who), kyc.submit(who), kyc.submit(who)]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { id } = await kyc.applicationOf(who);
    const checks = await db.selectFrom('kyc.vendor_check').where('applicationId', '=', id).select('id').execute();
    expect(checks).toHaveLength(1);
  });

  it('refuses a customer who is verified and was asked for nothing', async () => {
    const who = await seedCustomer(db);
    await expectRefusal(db, 'invalid_transition', () => kyc.submit(who));
  });
});

describe('personal data', () => {
  it('is in no append-only table and in no event', async () => {
    const [person, firm] = [await kyc.seedPerson(), await kyc.seedFirm()];
    await kyc.fillPerson(person);
    await kyc.submit(person);
    await kyc.fillFirm(firm);
    const { uid } = await kyc.addPerson(firm, { email: 'ottoline.fitch@example.com' });
    const link = await kyc.linkOf(firm, uid);
    await kyc.fillAsPerson(link);
    const words = [
      'Quennell',
      'Lighthouse',
      '925076113',
      'QQ123456C',
      'Long Lane',
      'Ottoline',
      'ottoline.fitch',
      'Sale of lamps',
      '09214418',
      link.code,
    ];
    expect(firmAnswers.company?.companyNumber).toBe('09214418');
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'platform.refuse_change'::regproc`.execute(
      db,
    );
    const tables = ['platform.audit', 'platform.event', 'audit_chain.row_change', ...rows.map(({ name }) => name)];
    for (const table of new Set(tables)) {
      const found = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(db);
      const texts = found.rows.map(({ text }) => text).join('\n');
      for (const word of words) expect([table, word, texts.includes(word)]).toEqual([table, word, false]);
    }
    const answers = await sql<{ text: string }>`select a::text as text from kyc.answer a`.execute(db);
    expect(answers.rows.some(({ text }) => text.includes('Lighthouse'))).toBe(true);
  });
});
