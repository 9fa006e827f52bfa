import { randomUUID } from 'node:crypto';
import type { KycCaseFile } from '@larkmere/contract/back-office/kyc-review';
import type { KycAnswersInput } from '@larkmere/contract/customers/kyc';
import type { KycReport, KycResult } from '@larkmere/contract/customers/kyc-event';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  asSystem,
  createDatabase,
  expectRefusal,
  seedAccount,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { green, greenBut, kycTools, newFile, onHold } from '../../../../../test/fixtures/kyc.ts';
import { seedDealer } from '../../../../../test/fixtures/manual-fx.ts';
import { decideApplication } from './decide-application.ts';
import { selectAccountIdentity } from './kyc.read.ts';
import { showKycCase } from './show-case.ts';

const { db } = await createDatabase();
const kyc = kycTools(db);

type Read = Omit<NonNullable<KycReport['identities']>[number], 'subject'>;
const read: Read = { name: 'Maya Lindgren', dateOfBirth: '1990-03-14' };
const setBirthday = ({ user }: TestUser, day: string) =>
  sql`update customer.user set date_of_birth = ${day} where id = ${user.id}`.execute(db);

type Given = Readonly<{ account?: string; born?: string; form?: KycAnswersInput; document?: Read; result?: KycResult }>;

async function seedMaya({ account = 'Maya Lindgren', born = '1990-03-14', form = {} }: Given = {}): Promise<TestUser> {
  const who = await kyc.seedPerson({ name: account });
  await setBirthday(who, born);
  await kyc.fillPerson(who);
  await kyc.save(who, 'personal_details', { fullName: 'Maya Lindgren', ...form });
  await kyc.submit(who);
  return who;
}

const readOf = ({ customer }: TestUser, document: Read): KycResult => ({
  ...green,
  identities: [{ subject: customer.id, ...document }],
});

async function outcomeOf(who: TestUser) {
  const { state, concerns } = await kyc.applicationOf(who);
  return [state, concerns];
}
const approved = ['approved', []];
const inReview = ['in_review', ['identity_differs']];

async function openCase(who: TestUser) {
  const member = await seedDealer(db, 'compliance');
  const uid = (await kyc.applicationOf(who)).id;
  const show = async () => (await member.act(showKycCase, { uid })) as unknown as KycCaseFile;
  const approve = (reasonCode: string) =>
    member.act(decideApplication, { uid, outcome: 'approve', reasonCode, note: 'Seen and compared.' });
  return { show, approve };
}

describe('the identity of a person is approved without a look', () => {
  it.each<[string, Given]>([
    ['under the same name and birthday', { document: read }],
    ['in another case and order', { account: 'LINDGREN maya', document: { ...read, name: 'LINDGREN, MAYA' } }],
    ['with a middle name', { document: { ...read, name: 'Maya Elin Lindgren' } }],
    ['with accents and umlauts spelled out', { account: 'Zoë Müller', form: { fullName: 'Zoe Mueller' } }],
    ['where the vendor read nothing', { document: { name: null, dateOfBirth: null } }],
    ['with a face that matches', { document: { ...read, face: 'match' } }],
  ])('%s', async (_, given) => {
    const who = await seedMaya(given);
    await kyc.report(who, given.document ? readOf(who, given.document) : green);
    expect(await outcomeOf(who)).toEqual(approved);
  });
});

it('an identity is compared with the account of its own customer, whoever else has one', async () => {
  const maya = await seedMaya();
  const peter = await seedMaya({ account: 'Peter Smith', born: '1971-01-02' });
  const identityOf = ({ customer }: TestUser) => asSystem(db, ({ tx }) => selectAccountIdentity(tx, customer.id));
  expect(await identityOf(maya)).toEqual({
    name: 'Maya Lindgren',
    names: ['Maya Lindgren', 'Maya Lindgren'],
    ownerId: maya.user.id,
    dateOfBirth: '1990-03-14',
  });
  expect(await identityOf(peter)).toEqual({
    name: 'Peter Smith',
    names: ['Peter Smith', 'Peter Smith'],
    ownerId: peter.user.id,
    dateOfBirth: '1971-01-02',
  });
});

describe('the identity of a person goes to staff', () => {
  it.each<[string, Given]>([
    ['for another name in the form', { form: { fullName: 'Peter Smith' } }],
    ['for another birthday in the form', { form: { dateOfBirth: '1971-01-02' } }],
    ['for another birthday of the account', { born: '1971-01-02' }],
    ['for a typing error', { form: { fullName: 'Maya Lindgrem' } }],
    ['for an initial', { account: 'M. Lindgren' }],
    [
      'for a name in a script that is not read exactly',
      { account: 'Dmitriy Ivanov', form: { fullName: 'Дмитрий Иванов' } },
    ],
    ['for another family name', { form: { fullName: 'Maya Smith' } }],
    ['for another name in the document', { document: { ...read, name: 'Peter Smith' } }],
    ['for another birthday in the document', { document: { ...read, dateOfBirth: '1990-04-13' } }],
    ['for another number in the document', { document: { ...read, documentNumber: 'X1234567' } }],
    ['for an expired document', { document: { ...read, documentExpiresOn: '2020-01-01' } }],
    ['for another expiry in the document', { document: { ...read, documentExpiresOn: '2039-05-05' } }],
    ['for another face', { document: { ...read, face: 'differs' } }],
    ['for a face in doubt', { document: { ...read, face: 'unsure' } }],
  ])('%s', async (_, given) => {
    const who = await seedMaya(given);
    await kyc.report(who, given.document ? readOf(who, given.document) : green);
    expect(await outcomeOf(who)).toEqual(inReview);
    expect(await kyc.accountStatusOf(who)).toBe('pending');
    await kyc.report(who, readOf(who, read));
    expect((await outcomeOf(who))[0]).toBe('in_review');
  });

  it.each<[KycItemKey]>([['personal_details'], ['identity_document'], ['selfie']])(
    'when green leaves %s open',
    async (key) => {
      const who = await seedMaya();
      await kyc.report(who, greenBut(who.customer.id, key, 'face_differs'));
      expect(await outcomeOf(who)).toEqual(['in_review', ['contradiction']]);
    },
  );

  it('when green names somebody who was not handed in', async () => {
    const who = await seedMaya();
    await kyc.report(who, greenBut(randomUUID(), 'proof_of_address'));
    expect(await outcomeOf(who)).toEqual(['in_review', ['contradiction']]);
  });

  it('for a document number of another customer, however it is written', async () => {
    const [first, second] = [await seedMaya(), await kyc.seedPerson({ name: 'Maya Lindgren' })];
    const number = async (who: TestUser, documentNumber: string) =>
      kyc.save(who, 'identity_document', { documentNumber });
    await kyc.report(first, onHold);
    await sql`update kyc.answer set value = '"ab 123-456"' where name = 'documentNumber'
      and item_id = ${await kyc.itemId(first, 'identity_document')}`.execute(db);
    await kyc.fillPerson(second);
    await number(second, 'AB123456');
    await kyc.submit(second);
    await kyc.report(second, green);
    expect(await outcomeOf(second)).toEqual(inReview);
    const { differences } = await (await openCase(second)).show();
    expect(differences).toMatchObject([{ field: 'reused_number', versions: [{ source: 'other_check' }] }]);
  });

  it('for the selfie of another customer, and not for a draft that was never sent', async () => {
    const selfie = newFile('selfie.pdf');
    const [first, second] = [await kyc.seedPerson(), await kyc.seedPerson()];
    for (const who of [first, second]) {
      await kyc.fillPerson(who);
      const { rows } = await sql<{ id: string }>`
        select document_id as id from kyc.item_document where item_id = ${await kyc.itemId(who, 'selfie')}`.execute(db);
      const bytes = Buffer.from(await selfie.arrayBuffer());
      await sql`update document.document set sha256 = sha256(${bytes}) where id = ${rows[0]?.id}`.execute(db);
    }
    await kyc.submit(first);
    await kyc.report(first, green);
    expect(await outcomeOf(first)).toEqual(approved);
    await kyc.submit(second);
    await kyc.report(second, green);
    expect(await outcomeOf(second)).toEqual(inReview);
  });
});

describe('staff', () => {
  it('see both versions, and approve with the reason that explains them', async () => {
    const who = await seedMaya({ form: { fullName: 'Peter Smith', dateOfBirth: '1971-01-02' } });
    await kyc.report(who, green);
    const { show, approve } = await openCase(who);
    expect((await show()).differences).toEqual([
      {
        subject: who.customer.id,
        field: 'name',
        versions: [
          { source: 'account', value: 'Maya Lindgren' },
          { source: 'form', value: 'Peter Smith' },
        ],
      },
      {
        subject: who.customer.id,
        field: 'date_of_birth',
        versions: [
          { source: 'account', value: '1990-03-14' },
          { source: 'form', value: '1971-01-02' },
        ],
      },
    ]);
    const { errors } = await expectRefusal(db, 'validation_failed', () => approve('all_in_order'));
    expect(errors).toMatchObject([{ field: 'reasonCode' }]);
    expect(await kyc.statusOf(who)).toBe('in_review');
    await approve('difference_explained');
    expect(await kyc.statusOf(who)).toBe('approved');
  });
});

describe('an approval', () => {
  it('writes the verified name and birthday to the account, its holder and its owner', async () => {
    const who = await seedMaya({ account: 'maya lindgren' });
    await seedAccount(db, who);
    await kyc.save(who, 'personal_details', {}).catch(() => undefined);
    await kyc.report(who, green);
    const { rows } = await sql<{ name: string; person: string; born: string; holder: string }>`
      select c.name, u.name as person, u.date_of_birth::text as born, a.holder
      from customer.customer c join bank_account.account a on a.customer_id = c.id, customer.user u
      where c.id = ${who.customer.id} and u.id = ${who.user.id}`.execute(db);
    const verified = { name: 'Maya Lindgren', person: 'Maya Lindgren', born: '1990-03-14', holder: 'Maya Lindgren' };
    expect(rows).toEqual([verified]);
  });

  it('of another name at the refresh is up to staff, and the account works on', async () => {
    const who = await seedMaya();
    await kyc.report(who, green);
    const details = await kyc.itemId(who, 'personal_details');
    await sql`update kyc.item set state = 'not_provided', reason = 'confirm_again' where id = ${details}`.execute(db);
    await kyc.save(who, 'personal_details', { fullName: 'Peter Smith' });
    await kyc.submit(who);
    await kyc.report(who, green);
    expect(await outcomeOf(who)).toEqual(['approved', ['identity_differs']]);
    const { rows } = await sql`select name from customer.customer where id = ${who.customer.id}`.execute(db);
    expect(rows).toEqual([{ name: 'Maya Lindgren' }]);
  });
});

describe('a firm', () => {
  type Register = NonNullable<KycReport['register']>;
  const register: Register = {
    name: 'QUENNELL & FITCH LIMITED',
    number: '09214418',
    officers: [{ name: 'FITCH, Ottoline', bornIn: '1990-03' }],
  };

  async function seedFirm(form: KycAnswersInput = {}) {
    const firm = await kyc.seedFirm();
    await kyc.fillFirm(firm);
    const { uid } = await kyc.addPerson(firm);
    const link = await kyc.linkOf(firm, uid);
    await kyc.fillAsPerson(link, form);
    await kyc.submitAsPerson(link);
    await kyc.submit(firm);
    return firm;
  }

  it.each<[string, KycAnswersInput, Register | undefined]>([
    ['whose director is as in the register', {}, register],
    ['whose director gives a middle name', { fullName: 'Ottoline Rose Fitch' }, register],
    ['whose register names a year', {}, { ...register, officers: [{ name: 'Ottoline Fitch', bornIn: '1990' }] }],
    ['without a report of the register', {}, undefined],
  ])('is approved %s', async (_, form, entry) => {
    const firm = await seedFirm(form);
    await kyc.report(firm, { ...green, ...(entry && { register: entry }) });
    expect(await outcomeOf(firm)).toEqual(approved);
  });

  it.each<[string, KycAnswersInput, Register | undefined]>([
    ['whose link was filled in by somebody else', { fullName: 'Peter Smith' }, undefined],
    [
      'whose director was born in another month',
      {},
      { ...register, officers: [{ name: 'Ottoline Fitch', bornIn: '1990-04' }] },
    ],
    ['whose director is not in the register', {}, { ...register, officers: [] }],
    [
      'whose register has another director',
      {},
      { ...register, officers: [...register.officers, { name: 'Peter Smith', bornIn: null }] },
    ],
    ['with another name in the register', {}, { ...register, name: 'Somebody Else Ltd' }],
    ['with another number in the register', {}, { ...register, number: '09214419' }],
  ])('goes to staff %s', async (_, form, entry) => {
    const firm = await seedFirm(form);
    await kyc.report(firm, { ...green, ...(entry && { register: entry }) });
    expect(await outcomeOf(firm)).toEqual(inReview);
  });
});
