import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import {
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { averageOf, containsContact, reviewInvitations, toPublicName } from './show-reviews.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);
const anyone = caller(app.base);
const good = { rating: 4, text: 'The rate was what they said. Support answered in Thai.', showsName: true };

async function seedReader(name: string) {
  const who = await seedCustomer(db, { name });
  await seedCredentials(db, who);
  const { call } = await signIn(app.base, who);
  const write = (review: object = good) => call('POST', '/v1/review', { ...review, idempotency: randomUUID() });
  return { who, call, write };
}

const published = async () => (await anyone('GET', '/v1/review/published')).body.data;
const shownTexts = async () => (await published()).list.map(({ text }: { text: string }) => text);
const stateOf = async (who: TestUser) =>
  (
    await sql<{
      state: string;
    }>`select review_state as state from customer.customer where id = ${who.customer.id}`.execute(db)
  ).rows[0]?.state;
const removalsBy = async ({ user }: TestUser) => {
  const { rows } = await sql`select from platform.audit
    where action = 'public_review.removed' and entity = ${`person:${user.id}`}`.execute(db);
  return rows.length;
};

describe('a public review', () => {
  it('is published at once, counted with all others, and signed with a shortened name or none', async () => {
    const [anna, ben] = [await seedReader('Anna Ćwik'), await seedReader('Ben Okoro Hale')];
    expect((await anna.write()).body.data).toMatchObject({ state: 'done', review: { rating: 4, hiddenFor: null } });
    await ben.write({ rating: 1, text: 'Slow.', showsName: false });
    const page = await published();
    expect(page).toMatchObject({ count: 2, average: '2.5' });
    expect(page.counts).toEqual([5, 4, 3, 2, 1].map((rating) => ({ rating, count: [4, 1].includes(rating) ? 1 : 0 })));
    expect(page.list).toEqual([
      expect.objectContaining({ text: 'Slow.', name: null }),
      expect.objectContaining({ text: good.text, name: 'Anna Ć.' }),
    ]);
    expect(JSON.stringify(page)).not.toContain('Okoro');
  });

  it('is replaced by its author and not added to, and can be removed', async () => {
    const { write, call } = await seedReader('Chai Rattana');
    await write();
    await write({ ...good, rating: 5, text: 'Better now.' });
    expect(await shownTexts()).toContain('Better now.');
    const removed = () => call('DELETE', '/v1/review', { idempotency: randomUUID() });
    expect((await removed()).body.result).toBe(true);
    expect(await shownTexts()).not.toContain('Better now.');
    expect((await removed()).body.result).toBe(true);
  });

  it('counts its author as asked once it is removed, and is audited once however often that is repeated', async () => {
    const { who, write, call } = await seedReader('Hana Mori');
    const remove = () => call('DELETE', '/v1/review', { idempotency: randomUUID() });
    await write();
    expect([await stateOf(who), await removalsBy(who)]).toEqual(['done', 0]);
    await remove();
    expect([await stateOf(who), await removalsBy(who)]).toEqual(['asked', 1]);
    await remove();
    expect([await stateOf(who), await removalsBy(who)]).toEqual(['asked', 1]);
  });

  it('that was never written is not removed, and its author is asked as before', async () => {
    const { who, call } = await seedReader('Ivo Brandt');
    expect((await call('DELETE', '/v1/review', { idempotency: randomUUID() })).body.result).toBe(true);
    expect([await stateOf(who), await removalsBy(who)]).toEqual(['none', 0]);
  });

  it.each([
    { rating: 0 },
    { rating: 6 },
    { rating: 4.5 },
    { text: 'x'.repeat(1001) },
    { text: 'Write to a@b.example' },
  ])('is refused with its field named: %j', async (wrong) => {
    const { write } = await seedReader('Dev Patel');
    const { body } = await write({ ...good, ...wrong });
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: Object.keys(wrong)[0] }] });
    expect(await shownTexts()).not.toContain(good.text.repeat(2));
  });

  it('is taken down by staff on a ground that its author sees, and comes back when rewritten', async () => {
    const { who, write, call } = await seedReader('Edda Voss');
    const { body } = await write({ ...good, text: 'My neighbour is a fool.' });
    const staff = (await signInStaff(app.base, await seedStaff(db, { role: 'support' }))).call;
    const hide = (ground: string | null) =>
      staff('POST', `/v1/manage/review/${body.data.review.uid}/hide`, { ground, idempotency: randomUUID() });
    expect((await hide('low_rating')).body.code).toBe('validation_failed');
    expect((await hide('insult')).body.result).toBe(true);
    expect(await shownTexts()).not.toContain('My neighbour is a fool.');
    expect((await call('GET', '/v1/review')).body.data.review).toMatchObject({ hiddenFor: 'insult' });
    const { list } = (await staff('GET', `/v1/manage/customer/${who.customer.id}/reviews`)).body.data;
    expect(list).toMatchObject([{ author: 'Edda Voss', hiddenFor: 'insult' }]);
    await write({ ...good, text: 'My bank is fine.' });
    expect(await shownTexts()).toContain('My bank is fine.');
  });

  it('counts a hidden one nowhere', async () => {
    const before = await published();
    const { write } = await seedReader('Finn Moor');
    const { body } = await write();
    await sql`update public_review.review set hidden_at = now(), hidden_for = 'advertising',
      hidden_by = (select id from staff.member limit 1) where id = ${body.data.review.uid}`.execute(db);
    expect((await published()).count).toBe(before.count);
  });
});

describe('customers are asked for a review', () => {
  it('not before three payments arrived, and again half a year after “not now” at the earliest', async () => {
    const { who, call } = await seedReader('Greta Lind');
    await sql`update customer.customer set created_at = now() - interval '31 days'
      where id = ${who.customer.id}`.execute(db);
    const [account, payee] = [await seedAccount(db, who), await seedPayee(db, who, ukDetails.somchai)];
    const pay = () => seedPaymentRow(db, who, account, payee);
    await pay();
    await pay();
    await runJob(db, reviewInvitations);
    expect(await stateOf(who)).toBe('none');
    await pay();
    await runJob(db, reviewInvitations);
    expect(await stateOf(who)).toBe('due');
    await call('POST', '/v1/review/later', { idempotency: randomUUID() });
    await runJob(db, reviewInvitations);
    expect(await stateOf(who)).toBe('asked');
    await sql`update customer.customer set review_asked_at = now() - interval '181 days' where id = ${who.customer.id}`.execute(
      db,
    );
    await runJob(db, reviewInvitations);
    expect(await stateOf(who)).toBe('due');
  });
});

describe('of a review', () => {
  it.each([
    [[5], '5.0'],
    [[5, 4, 4], '4.3'],
    [[1, 1, 1, 2], '1.3'],
    [[4, 5], '4.5'],
  ])('the average of %j is %s', (given, average) => {
    const counts = [5, 4, 3, 2, 1].map((rating) => ({ rating, count: given.filter((each) => each === rating).length }));
    expect(averageOf(counts).average).toBe(average);
  });

  it.each([
    ['Anong Srisuk', 'Anong S.'],
    ['Cher', 'Cher'],
    ['  Mary Ann  Lee ', 'Mary L.'],
    ['สมชาย ใจดี', 'สมชาย ใ.'],
  ])('the name %s is shown as %s', (name, shown) => expect(toPublicName(name)).toBe(shown));

  it.each(['call 020 7946 0018', 'a.b@c.example', 'see www.x.example', 'DE89 3704 0044 0532'])(
    'the text “%s” is refused',
    (text) => expect(containsContact(text)).toBe(true),
  );
  it.each(['It took 3 days and cost 1,250.00 GBP', 'Since 2024 no complaints', ''])(
    'the text “%s” is accepted',
    (text) => expect(containsContact(text)).toBe(false),
  );
});
