import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startBank, startReceiver } from '../bank.fixture.ts';

const receiver = await startReceiver();
const bank = await startBank(receiver);
afterAll(async () => {
  await bank.end();
  receiver.close();
});

const items = ['personal_details', 'identity_document', 'selfie', 'proof_of_address'];
const order = (name: string, subject = randomUUID()) => ({
  checkId: randomUUID(),
  subjects: [{ subject, name, dateOfBirth: '1990-03-14', country: 'GB', items }],
});
const submit = (body: object) => bank.ask('POST', '/v1/identity-checks', JSON.stringify(body));
const enquire = (checkId: string) => bank.ask('GET', `/v1/identity-checks/${checkId}`);
type ResultEvent = Readonly<{
  checkId: string;
  sequence: number;
  eventId: string;
  result: { answer: string; items: object[] };
}>;
const eventsOf = (checkId: string): ResultEvent[] =>
  (receiver.events as unknown as ResultEvent[]).filter((event) => event.checkId === checkId);
const answers = (checkId: string) => eventsOf(checkId).map(({ sequence, result }) => [sequence, result]);
const waitFor = (checkId: string, count: number) =>
  vi.waitFor(() => expect(eventsOf(checkId)).toHaveLength(count), { timeout: 4000, interval: 10 });
const result = (over: object = {}) => ({ status: 'completed', answer: 'GREEN', rejectType: null, items: [], ...over });
const red = (rejectType: string, refused: object[] = []) => result({ answer: 'RED', rejectType, items: refused });

describe('an identity check', () => {
  test.each([
    ['Marisol Quennell', () => result()],
    ['Anna Holden', () => result()],
    ['Marisol Final', () => red('FINAL')],
    ['Marisol Hold', () => result({ status: 'on_hold', answer: null })],
    [
      'Retry Trading Ltd',
      (subject: string) => red('RETRY', [{ subject, key: 'identity_document', reason: 'unreadable' }]),
    ],
    ['Marisol Masked', (subject: string) => red('RETRY', [{ subject, key: 'selfie', reason: 'face_differs' }])],
    [
      'Marisol Differs',
      (subject: string) => result({ identities: [{ subject, name: 'Peter Smith', dateOfBirth: '1971-01-02' }] }),
    ],
    [
      'Marisol Later',
      (subject: string) => result({ items: [{ subject, key: 'proof_of_address', reason: 'too_old' }] }),
    ],
  ])('of %s is reported once and answered alike when asked', async (name, expected) => {
    const asked = order(name);
    expect((await submit(asked)).status).toBe(202);
    expect((await submit(asked)).status).toBe(202);
    const subject = asked.subjects[0]?.subject ?? '';
    await waitFor(asked.checkId, 1);
    expect(answers(asked.checkId)).toEqual([[1, expected(subject)]]);
    expect(JSON.parse((await enquire(asked.checkId)).body)).toEqual({ sequence: 1, result: expected(subject) });
  });

  test('is accepted the second time for whoever was sent back once', async () => {
    const subject = randomUUID();
    const [first, again] = [order('Marisol Retry', subject), order('Marisol Retry', subject)];
    for (const each of [first, again]) {
      await submit(each);
      await waitFor(each.checkId, 1);
    }
    expect(eventsOf(again.checkId)[0]?.result.answer).toBe('GREEN');
  });

  test('contradicts itself later, comes twice, or out of order', async () => {
    const [contradicted, twice, reordered] = [order('A Contradict'), order('A Twice'), order('A Reorder')];
    for (const each of [contradicted, twice, reordered]) {
      await submit(each);
      await waitFor(each.checkId, 2);
    }
    expect(answers(contradicted.checkId)).toEqual([
      [1, result()],
      [2, red('FINAL')],
    ]);
    expect(answers(twice.checkId)).toEqual([
      [1, result()],
      [1, result()],
    ]);
    expect(new Set(eventsOf(twice.checkId).map(({ eventId }) => eventId)).size).toBe(2);
    expect(eventsOf(reordered.checkId).map(({ sequence }) => sequence)).toEqual([2, 1]);
  });

  test('is lost or never answered, until a person at the vendor decides', async () => {
    const [lost, silent] = [order('A Lost'), order('A Silent')];
    for (const each of [lost, silent]) await submit(each);
    await vi.waitFor(async () => expect((await enquire(lost.checkId)).status).toBe(200), { timeout: 4000 });
    expect([(await enquire(silent.checkId)).status, eventsOf(lost.checkId), eventsOf(silent.checkId)]).toEqual([
      204,
      [],
      [],
    ]);
    expect((await bank.lever('POST', `/sandbox/identity-checks/${silent.checkId}/final`)).status).toBe(204);
    await waitFor(silent.checkId, 1);
    expect((await bank.lever('POST', `/sandbox/identity-checks/${randomUUID()}/green`)).status).toBe(404);
    expect((await bank.lever('POST', `/sandbox/identity-checks/${silent.checkId}/perhaps`)).status).toBe(404);
    const listed = JSON.parse((await bank.lever('GET', '/sandbox/identity-checks')).body);
    expect(listed[0]).toMatchObject({ checkId: silent.checkId, names: ['A Silent'], scenario: 'silent' });
  });

  test('is refused unsigned, unreadable, or under the id of another one', async () => {
    const asked = order('Marisol Quennell');
    await submit(asked);
    expect((await submit({ ...asked, subjects: order('Somebody Else').subjects })).status).toBe(409);
    expect((await submit({ ...asked, checkId: '1' })).status).toBe(400);
    expect((await submit({ ...order('A'), subjects: [] })).status).toBe(400);
    expect((await enquire(randomUUID())).status).toBe(404);
    const forged = { 'x-signature': 'f00d' };
    expect((await bank.ask('POST', '/v1/identity-checks', JSON.stringify(order('A')), forged)).status).toBe(401);
  });
});
