import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type Caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPin,
} from '../../../../../test/fixtures/api-server.ts';
import {
  asCustomer,
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  seedUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { testPreparation } from '../../../../../test/fixtures/export-preparation.ts';
import { readPdf } from '../../../../../test/fixtures/read-pdf.ts';
import { closeAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import { extractEntry, readEntries } from '../../platform/files/zip.ts';
import { londonDay } from '../../platform/time/london-day.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);
const path = '/v1/statement/closing-pack';
const today = londonDay(new Date());
const thisYear = today.slice(0, 4);
const lastYear = String(Number(thisYear) - 1);

async function seedLeaver() {
  const who = await seedCustomer(db, { name: 'Anna Ćwik' });
  await seedCredentials(db, who);
  const pounds = await seedAccount(db, who, { balance: '1000.00' });
  const euros = await seedAccount(db, who, { currency: 'EUR', iban: `DE${Date.now()}` });
  await sql`update bank_account.account set opened_at = ${`${lastYear}-03-01T12:00:00Z`}
    where id = ${pounds.id}`.execute(db);
  const { call } = await signIn(app.base, who);
  return { who, pounds, euros, call };
}

async function ask(call: Caller) {
  const { accounts, from, to } = (await call('GET', path)).body.data;
  const idempotency = randomUUID();
  const purpose = {
    operation: 'statement.export',
    accounts,
    from,
    to,
    format: 'pdf',
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  };
  const confirmed = await call('POST', '/v1/pin/verify', { pincode: testPin, purpose, idempotency: randomUUID() });
  return call('POST', path, { authorisation: confirmed.body.data.authorisation, idempotency });
}

async function prepare(call: Caller) {
  await runJob(db, testPreparation);
  const latest = async () => (await call('GET', path)).body.data.latest;
  await expect.poll(latest, { timeout: 90_000 }).toMatchObject({ state: 'ready', kind: 'closing_pack' });
  return latest();
}

async function download(call: Caller, file: string): Promise<Response> {
  const { body } = await call('POST', '/v1/session/ticket', { file, idempotency: randomUUID() });
  return fetch(`${app.base}/api/services${file}?token=${body.data?.downloadToken}`);
}

/** Reads the whole file, or the server would wait for it when it closes. */
async function statusOf(call: Caller, file: string): Promise<number> {
  const answer = await download(call, file);
  await answer.arrayBuffer();
  return answer.status;
}

async function readPack(call: Caller, file: string): Promise<ReadonlyMap<string, Buffer>> {
  const archive = Buffer.from(await (await download(call, file)).arrayBuffer());
  return new Map(
    (readEntries(archive) ?? []).map((entry) => [entry.name, extractEntry(archive, entry, 1e7) as Buffer]),
  );
}

const textOf = (bytes: Buffer | undefined): string => readPdf(bytes ?? Buffer.alloc(0)).text;

describe('all records of a customer', { timeout: 120_000 }, () => {
  it('are statements since each account was opened, letters and payees in one archive', async () => {
    const { who, pounds, euros, call } = await seedLeaver();
    await seedPayee(db, who, { ...ukDetails.somchai, name: 'Ruth & Co' });
    const asked = await ask(call);
    expect(asked.body.data).toMatchObject({ kind: 'closing_pack', from: `${lastYear}-03-01`, to: today, rows: 2 });
    const { file } = await prepare(call);
    const answer = await download(call, file);
    expect(answer.headers.get('content-disposition')).toContain(`records_${today}.zip`);
    await answer.arrayBuffer();
    const files = await readPack(call, file);
    const names = [...files.keys()];
    const opened = londonDay(euros.openedAt);
    const period = (from: string, to: string) => `${from}_${to}`;
    expect(names.filter((name) => name.startsWith('statements/'))).toEqual(
      expect.arrayContaining([
        `statements/statement_GBP_${pounds.bankholderId}_${period(`${lastYear}-03-01`, `${lastYear}-12-31`)}.pdf`,
        `statements/statement_GBP_${pounds.bankholderId}_${period(`${thisYear}-01-01`, today)}.pdf`,
        `statements/statement_GBP_${pounds.bankholderId}_${period(`${lastYear}-03-01`, today)}.csv`,
        `statements/statement_EUR_${euros.bankholderId}_${period(opened, today)}.csv`,
      ]),
    );
    const csv = names.find((name) => name.includes('GBP') && name.endsWith('.csv')) ?? '';
    const rows: Record<string, string>[] = parse(String(files.get(csv)), { bom: true, columns: true });
    expect(rows.map(({ Balance }) => Balance)).toEqual(['0.00', '1000.00', '1000.00']);
    const letters = names.filter((name) => name.startsWith('letters/')).map((name) => name.slice(8, -21));
    expect(letters).toEqual(['account_ownership', 'balance_confirmation', 'fee_statement', 'fee_statement']);
    const balance = names.find((name) => name.includes('balance_confirmation'));
    expect(textOf(files.get(balance ?? ''))).toContain('1,000.00 GBP');
    const payees: Record<string, string>[] = parse(String(files.get('payees.csv')), { bom: true, columns: true });
    expect(payees).toEqual([expect.objectContaining({ Name: 'Ruth & Co', Currency: 'GBP' })]);
  });

  it('stay available for five years after the account has closed, and can be asked for again', async () => {
    const { who, call } = await seedLeaver();
    await ask(call);
    const { file, expiresAt } = await prepare(call);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 5 * 365 * 86_400_000);
    for (const state of ['closing', 'closed'])
      await sql`update customer.customer set state = ${state}, state_since = now()
        where id = ${who.customer.id}`.execute(db);
    await asCustomer(db, who).run(({ tx }) => closeAccountsOf(tx, who.customer.id), {});
    expect(await statusOf(call, file)).toBe(200);
    expect((await ask(call)).body.data).toMatchObject({ state: 'preparing' });
    expect((await readPack(call, (await prepare(call)).file)).has('payees.csv')).toBe(true);
  });

  it('need the PIN, and a recent confirmation to be downloaded later', async () => {
    const { who, call } = await seedLeaver();
    expect((await call('POST', path, { idempotency: randomUUID() })).body.code).toBe('authorisation_required');
    await ask(call);
    const { file } = await prepare(call);
    await sql`update statement.export set requested_at = now() - interval '91 days'
      where customer_id = ${who.customer.id}`.execute(db);
    const refused = await download(call, file);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'authorisation_required' }]);
    expect((await call('GET', path)).body.data.latest).toMatchObject({ needsConfirmation: true });
  });

  it('are for owners, and downloaded by who asked', async () => {
    const { who, call } = await seedLeaver();
    const admin = { ...who, user: await seedUser(db, who.customer, { role: 'admin' }) };
    await seedCredentials(db, admin);
    const other = (await signIn(app.base, admin)).call;
    expect((await other('GET', path)).body.code).toBe('access_denied');
    expect((await other('POST', path, { idempotency: randomUUID() })).body.code).toBe('access_denied');
    await ask(call);
    expect(await statusOf(other, (await prepare(call)).file)).toBe(404);
  });
});
