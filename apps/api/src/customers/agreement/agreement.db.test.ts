import { randomUUID } from 'node:crypto';
import { endpoints } from '@larkmere/contract/contract';
import { callsBeforeAgreement } from '@larkmere/contract/platform/calls-before-agreement';
import { pathParameters } from '@larkmere/contract/platform/endpoint';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { caller, seedCredentials, signIn, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { allTerms, requireTerms } from './terms.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);

const { version, documentHash } = requireTerms('2.0');
const acceptance = { version, documentHash, accepted: true };

async function signInNewCustomer(wanted: Parameters<typeof seedCustomer>[1] = { hasAcceptedTerms: false }) {
  const who = await seedCustomer(db, wanted);
  await seedCredentials(db, who);
  const { call } = await signIn(app.base, who);
  const decide = (input: object, idempotency = randomUUID()) =>
    call('POST', '/v1/agreement', { ...acceptance, ...input, idempotency });
  return { who, call, decide };
}

const isGated = async ({ call }: Pick<Awaited<ReturnType<typeof signInNewCustomer>>, 'call'>): Promise<boolean> =>
  (await call('GET', '/v1/bankaccount')).body.code === 'agreement_required';

const decisionsOf = async (userId: string) =>
  (
    await db
      .selectFrom('agreement.decision')
      .select(['version', 'documentHash', 'accepted'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute()
  ).map((row) => ({ ...row }));

describe('the documents', () => {
  it('are the files whose hashes the database holds', async () => {
    const { rows } = await sql<object>`
      select version, document_hash, effective_on::text as effective_on
      from agreement.document order by version`.execute(db);
    expect(allTerms.map((terms) => [terms.version, terms.documentHash, terms.effectiveOn])).toEqual(
      rows.map((row) => Object.values(row)),
    );
  });

  it('are readable without a session, as text and as a PDF', async () => {
    const call = caller(app.base);
    const { body } = await call('GET', '/v1/document/terms');
    expect(body.data).toEqual(requireTerms('2.0'));
    const pdf = await call('GET', '/v1/document/terms/pdf');
    expect(pdf.headers.get('content-type')).toContain('application/pdf');
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  });

  it('cannot be changed once published', async () => {
    await expect(sql`update agreement.document set version = '9'`.execute(db)).rejects.toThrow(/permission denied/);
    await expect(sql`delete from agreement.decision`.execute(db)).rejects.toThrow(/permission denied/);
  });
});

/** Typed in by hand. */
const allowedBefore: readonly string[] = [
  'POST /v1/agreement',
  'POST /v1/logout',
  'POST /v1/session/touch',
  'GET /v1/profile/contact-recovery',
  'POST /v1/profile/contact-recovery/stop',
];

describe('a version that waits', () => {
  it('refuses every call except accepting, logging out, keeping the session and stopping new contact details', async () => {
    const { call } = await signInNewCustomer();
    const guarded = endpoints.filter(
      ({ access, downloadTokenParameter }) =>
        !['public', 'rail', 'rate', 'staff'].includes(access) && downloadTokenParameter === undefined,
    );
    const names = guarded.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual(expect.arrayContaining([...callsBeforeAgreement]));
    const refused: string[] = [];
    for (const { method, path } of guarded.filter((endpoint) => !endpoint.path.endsWith('/logout'))) {
      const filled = pathParameters(path).reduce((all, name) => all.replace(`{${name}}`, randomUUID()), path);
      const { body } = await call(method, filled, method === 'GET' ? undefined : {});
      if (body.code === 'agreement_required') refused.push(`${method} ${path}`);
    }
    expect(refused).toEqual(names.filter((name) => !allowedBefore.includes(name)));
  });

  it('is reported at login, and logging out is allowed', async () => {
    const { call } = await signInNewCustomer();
    expect((await call('GET', '/v1/login')).body.data.syncagreement).toBe(true);
    expect((await call('POST', '/v1/logout', { idempotency: randomUUID() })).status).toBe(200);
  });

  it('waits for each user alone', async () => {
    const [one, other] = [await signInNewCustomer(), await signInNewCustomer()];
    await one.decide({});
    expect([await isGated(one), await isGated(other)]).toEqual([false, true]);
  });
});

describe('a decision', () => {
  it('to accept opens the account and is stored with the hash that was read', async () => {
    const customer = await signInNewCustomer();
    expect(await isGated(customer)).toBe(true);
    const { body } = await customer.decide({});
    expect(body.data).toMatchObject({ version, accepted: true, syncagreement: false });
    expect(await isGated(customer)).toBe(false);
    expect((await customer.call('GET', '/v1/login')).body.data.syncagreement).toBe(false);
    expect(await decisionsOf(customer.who.user.id)).toEqual([{ version, documentHash, accepted: true }]);
    const { rows } = await sql<{ action: string }>`
      select action from platform.audit where actor_id = ${customer.who.user.id} and action like 'agreement.%'`.execute(
      db,
    );
    expect(rows).toEqual([{ action: 'agreement.accepted' }]);
  });

  it('to decline is stored and keeps the gate closed', async () => {
    const customer = await signInNewCustomer();
    expect((await customer.decide({ accepted: false })).body.data).toMatchObject({
      accepted: false,
      syncagreement: true,
    });
    expect(await isGated(customer)).toBe(true);
    expect((await customer.decide({})).body.data.syncagreement).toBe(false);
    expect((await decisionsOf(customer.who.user.id)).map(({ accepted }) => accepted)).toEqual([false, true]);
  });

  it('about an older version, an unknown one or another text is refused', async () => {
    const customer = await signInNewCustomer();
    const old = requireTerms('1.0');
    for (const input of [
      { version: old.version, documentHash: old.documentHash },
      { version: '7.0' },
      { documentHash: old.documentHash },
      { documentHash: 'a'.repeat(64) },
    ])
      expect((await customer.decide(input)).body.code).toBe('agreement_outdated');
    expect(await decisionsOf(customer.who.user.id)).toEqual([]);
    expect(await isGated(customer)).toBe(true);
  });

  it('to accept twice counts once: repeated, at the same time, or declined afterwards', async () => {
    const customer = await signInNewCustomer();
    const key = randomUUID();
    const first = await customer.decide({}, key);
    expect((await customer.decide({}, key)).text).toBe(first.text);
    const again = await customer.decide({});
    expect(again.body.data).toEqual(first.body.data);
    expect((await customer.decide({ accepted: false })).body.data).toEqual(first.body.data);
    expect(await decisionsOf(customer.who.user.id)).toHaveLength(1);

    const other = await signInNewCustomer();
    const answers = await Promise.all([1, 2, 3, 4].map(() => other.decide({})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await decisionsOf(other.who.user.id)).toHaveLength(1);
  });
});

describe('a version published later', () => {
  it('refuses a file for a download token that was issued before', async () => {
    const customer = await signInNewCustomer({ hasAcceptedTerms: true });
    const file = `/v1/payment/pdf/${randomUUID()}`;
    const { body } = await customer.call('POST', '/v1/session/ticket', { file, idempotency: randomUUID() });
    await sql`insert into agreement.document values ('3.0', repeat('a', 64), (now() at time zone 'Europe/London')::date)`.execute(
      db,
    );
    const answer = await customer.call('GET', `${file}?access_token=${body.data.downloadToken}`);
    expect(answer.body.code).toBe('agreement_required');
    expect(await isGated(customer)).toBe(true);
  });
});
