import { randomUUID } from 'node:crypto';
import { post } from '@larkmere/ledger/transfer';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type Caller,
  seedCredentials,
  signIn,
  startTestApi,
  testPin,
} from '../../../../../../test/fixtures/api-server.ts';
import {
  amountOf,
  asSystem,
  createDatabase,
  restrict,
  runJob,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedUser,
  type TestUser,
} from '../../../../../../test/fixtures/base.ts';
import { asOwner } from '../../../../../../test/fixtures/database.ts';
import { testPreparation as preparation } from '../../../../../../test/fixtures/export-preparation.ts';
import { readPdf } from '../../../../../../test/fixtures/read-pdf.ts';
import { seedWallet } from '../../../../../../test/fixtures/wallet.ts';
import {
  createOperationId,
  firmAccountId,
  recordNarrative,
  safeguardingAccountId,
} from '../../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { extractEntry, readEntries } from '../../../platform/files/zip.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import type { BankAccount } from '../../bank-account/bank-account.ts';
import { shiftDays } from './export-rules.ts';
import { exportContentPurge } from './prepare-exports.ts';

const { db, url } = await createDatabase();
const app = await startTestApi(url);

const today = londonDay(new Date());
const daysAgo = (days: number): string => shiftDays(today, -days);
// Longer than any month, which has a file name of its own.
const recent = { from: daysAgo(40), to: today };

async function seedReader(options: Parameters<typeof seedCustomer>[1] = {}) {
  const who = await seedCustomer(db, options);
  await seedCredentials(db, who);
  const account = await seedAccount(db, who, { balance: '1000.00' });
  const { call, token } = await signIn(app.base, who);
  return { who, account, call, token };
}

async function pay(
  account: Pick<BankAccount, 'ledgerAccountId'>,
  amount: string,
  fee: string,
  name = 'Somchai Prasert',
) {
  const id = createOperationId();
  await asSystem(db, async ({ tx }) => {
    const debit = account.ledgerAccountId;
    const postings = [
      { debit, credit: await safeguardingAccountId(tx, 'GBP'), amount: amountOf('GBP', amount) },
      { debit, credit: await firmAccountId(tx, 'fee-income:payment:GBP'), amount: amountOf('GBP', fee) },
    ];
    await post(tx, { id, code: 'payment.sent', postings });
    await recordNarrative(tx, id, {
      kind: 'payment',
      reference: 'PX2K7Q',
      counterparty: name,
      counterpartyAccount: '20-29-59 · 63748472',
      description: `Payment to ${name}`,
    });
  });
}

type Order = Readonly<{ accounts: readonly string[]; from: string; to: string; format: string }>;

const ask = (call: Caller, order: object) =>
  call('POST', '/v1/statement/export', { idempotency: randomUUID(), ...order });

async function confirm(call: Caller, { accounts, from, to, format }: Order, idempotency: string): Promise<string> {
  const purpose = {
    operation: 'statement.export',
    accounts,
    from,
    to,
    format,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  };
  const { body } = await call('POST', '/v1/pin/verify', { pincode: testPin, purpose, idempotency: randomUUID() });
  return body.data.authorisation;
}

async function askConfirmed(call: Caller, order: Order & object) {
  const idempotency = randomUUID();
  return ask(call, { ...order, idempotency, authorisation: await confirm(call, order, idempotency) });
}

async function ticketFor(call: Caller, file: string): Promise<string> {
  const { body } = await call('POST', '/v1/session/ticket', { file, idempotency: randomUUID() });
  return body.data.downloadToken;
}

const open = (file: string, ticket: string, parameter = 'token'): Promise<Response> =>
  fetch(`${app.base}/api/services${file}${file.includes('?') ? '&' : '?'}${parameter}=${ticket}`);

const download = async (call: Caller, file: string, parameter?: string): Promise<Response> =>
  open(file, await ticketFor(call, file), parameter);

const codeIn = (text: string): string => /Code: (?<code>\S+)/.exec(text)?.groups?.code ?? '';

type Verified = Readonly<{ kind: string; title: string; sections: { heading: string; rows: string[][] }[] }>;

const verify = async (code: string): Promise<Verified> => {
  const answer = await fetch(`${app.base}/api/services/v1/letter/verify?code=${code}`);
  return ((await answer.json()) as { data: Verified }).data;
};

const readCsv = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });

describe('an export', () => {
  it('downloads with a one-use ticket, and opening, rows and closing agree', async () => {
    const { account, call } = await seedReader();
    await pay(account, '120.00', '0.50');
    const order = { accounts: [account.bankholderId], ...recent, format: 'csv' };
    const { body } = await askConfirmed(call, order);
    expect(body.data).toMatchObject({ state: 'ready', rows: 2, layout: 'compact', preset: null, progress: 100 });
    const ticket = await ticketFor(call, body.data.file);
    const answer = await open(body.data.file, ticket);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain(`filename="statement_GBP_${recent.from}_${today}.csv"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const rows = readCsv(await answer.text());
    expect(rows.map((row) => [row.Description, row.Amount, row['Fee included'], row.Balance])).toEqual([
      ['Opening balance', '', '', '0.00'],
      [expect.any(String), '1000.00', '', '1000.00'],
      ['Payment to Somchai Prasert', '-120.50', '0.50', '879.50'],
      ['Closing balance', '', '', '879.50'],
    ]);
    expect(rows[2]).toMatchObject({ 'Counterparty account': '****8472', 'Our reference': 'PX2K7Q' });
    const again = await open(body.data.file, ticket);
    expect(again.status).toBe(401);
    expect(((await again.json()) as { message: string }).message).toContain('no longer works');
  });

  it('has each fee as a row of its own in the flat layout, with what it is the fee of', async () => {
    const { account, call } = await seedReader();
    await pay(account, '120.00', '0.50');
    const order = { accounts: [account.bankholderId], ...recent, format: 'json' };
    const { body } = await askConfirmed(call, { ...order, layout: 'flat' } as typeof order);
    const { data } = (await (await download(call, body.data.file)).json()) as {
      data: { opening: string; closing: string; rows: Record<string, string>[] };
    };
    const [, payment, fee] = data.rows;
    expect(data).toMatchObject({ opening: '0.00', closing: '879.50', totalIn: '1000.00', totalOut: '120.50' });
    expect(payment).toMatchObject({ amount: '-120.00', category: 'payment', feeForTransactionId: null });
    expect(fee).toMatchObject({ amount: '-0.50', category: 'fee', feeForTransactionId: payment?.transactionId });
  });

  it('is one archive for several accounts', async () => {
    const { who, account, call } = await seedReader();
    const euros = await seedAccount(db, who, { currency: 'EUR', iban: 'IE29AIBK93115212345678' });
    const second = await seedAccount(db, who, { balance: '5.00' });
    const accounts = [account, euros, second].map(({ bankholderId }) => bankholderId);
    const { body } = await askConfirmed(call, { accounts, ...recent, format: 'ofx' });
    const answer = await download(call, body.data.file);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const archive = Buffer.from(await answer.arrayBuffer());
    const files = (readEntries(archive) ?? []).map((entry) => [entry.name, `${extractEntry(archive, entry, 1e6)}`]);
    const range = `${recent.from}_${today}`;
    expect(files.map(([name]) => name)).toEqual([
      `statement_GBP_${account.bankholderId}_${range}.ofx`,
      `statement_EUR_${range}.ofx`,
      `statement_GBP_${second.bankholderId}_${range}.ofx`,
    ]);
    expect(files.map(([, text]) => /<BALAMT>(.*?)</.exec(text ?? '')?.[1])).toEqual(['1000.00', '0.00', '5.00']);
  });

  it('is printed with a code, which shows anyone account, range and balances', async () => {
    const { who, account, call } = await seedReader();
    const order = { accounts: [account.bankholderId], ...recent, format: 'pdf' };
    const { body } = await askConfirmed(call, order);
    const read = async () => readPdf(new Uint8Array(await (await download(call, body.data.file)).arrayBuffer())).text;
    const first = codeIn(await read());
    await pay(account, '120.00', '0.50');
    const second = codeIn(await read());
    expect(second).not.toBe(first);
    const [before, after] = [await verify(first), await verify(second)];
    const [holder, balances] = before.sections;
    expect(before).toMatchObject({ kind: 'statement', title: 'GBP statement' });
    expect(holder?.rows).toEqual([
      ['Name', who.customer.name],
      ['Account', `****${(account.iban ?? account.accountNumber ?? '').slice(-4)}`],
    ]);
    expect(balances?.rows).toEqual([
      ['Opening balance', '0.00 GBP'],
      ['Closing balance', '1,000.00 GBP'],
    ]);
    expect(after.sections[1]?.rows[1]).toEqual(['Closing balance', '879.50 GBP']);
    const { rows } = await sql<{ id: string }>`select id from letter.letter
      where code = ${first.replaceAll('-', '')}`.execute(db);
    expect((await call('GET', '/v1/letter')).body.data).toEqual([]);
    expect((await download(call, `/v1/letter/${rows[0]?.id}/pdf`, 'access_token')).status).toBe(404);
  });

  it('is drawn as a PDF, written as XLSX and MT940', async () => {
    const { account, call } = await seedReader();
    const starts: Record<string, string> = { pdf: '%PDF-', xlsx: 'PK', mt940: ':20:STMT' };
    for (const [format, start] of Object.entries(starts)) {
      const { body } = await askConfirmed(call, { accounts: [account.bankholderId], ...recent, format });
      const answer = await download(call, body.data.file);
      expect(
        Buffer.from(await answer.arrayBuffer())
          .toString('latin1')
          .slice(0, start.length),
      ).toBe(start);
    }
  });
});

describe('what an export shows while money moves', () => {
  it('ends with the booking that its totals end with', async () => {
    const { account, call } = await seedReader();
    for (let i = 0; i < 40; i += 1) await pay(account, '1.00', '0.10');
    const { body } = await askConfirmed(call, { accounts: [account.bankholderId], ...recent, format: 'csv' });
    const [answer] = await Promise.all([
      download(call, body.data.file),
      ...Array.from({ length: 20 }, () => pay(account, '2.00', '0.10')),
    ]);
    const rows = readCsv(await answer.text());
    const changes = rows.slice(1, -1).map(({ Amount = '' }) => BigInt(Amount.replace('.', '')));
    const sum = changes.reduce((total, change) => total + change, 0n);
    expect(rows.at(-1)?.Balance?.replace('.', '')).toBe(`${sum}`);
    expect(rows.at(-2)?.Balance).toBe(rows.at(-1)?.Balance);
  });
});

describe('the calls of the specification', () => {
  const address = (account: string, format: string, range = recent, product = 'bankaccount') =>
    `/v1/${product}/${account}/statement/export/${format}?from=${range.from}&to=${range.to}`;

  it('need a confirmed export first, and open afterwards', async () => {
    const { account, call } = await seedReader();
    const file = address(account.bankholderId, 'qif');
    expect(await (await download(call, file)).json()).toMatchObject({ code: 'authorisation_required' });
    await askConfirmed(call, { accounts: [account.bankholderId], ...recent, format: 'qif' });
    expect(await (await download(call, file)).text()).toContain('POpening Balance');
    const old = { from: daysAgo(91), to: today };
    const older = address(account.bankholderId, 'qif', old);
    expect(await (await download(call, older)).json()).toMatchObject({ code: 'authorisation_required' });
    await askConfirmed(call, { accounts: [account.bankholderId], ...old, format: 'qif' });
    expect((await download(call, older)).status).toBe(200);
  });

  it('export wallets under their own path, as PDF too', async () => {
    const who = await seedCustomer(db, { kind: 'wallet' });
    await seedCredentials(db, who);
    const { call } = await signIn(app.base, who);
    const { bankholderId } = await seedWallet(db, who, { currency: 'THB', balance: '900.00' });
    await askConfirmed(call, { accounts: [bankholderId], ...recent, format: 'csv' });
    const pdf = await download(call, address(bankholderId, 'pdf', recent, 'wallet'));
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const csv = await download(call, address(bankholderId, 'csv', recent, 'wallet'));
    expect(readCsv(await csv.text()).at(-1)).toMatchObject({ Balance: '900.00', Currency: 'THB' });
    expect((await download(call, address(bankholderId, 'csv'))).status).toBe(404);
  });

  it('refuse unknown formats, no ticket, a session token and a ticket for another address', async () => {
    const { account, call, token } = await seedReader();
    const file = address(account.bankholderId, 'csv');
    expect((await download(call, address(account.bankholderId, 'docx'))).status).toBe(400);
    expect((await call('GET', file, undefined, { authorization: token })).status).toBe(401);
    expect((await open(file, token)).status).toBe(401);
    const other = await ticketFor(call, address(account.bankholderId, 'json'));
    expect((await open(file, other)).status).toBe(401);
  });
});

describe('who may export', () => {
  it('hides accounts of strangers, withdrawn accounts, and exports of others', async () => {
    const ann = await seedReader();
    const bob = await seedReader();
    const order = { accounts: [ann.account.bankholderId], ...recent, format: 'csv' };
    expect((await askConfirmed(bob.call, order)).body).toMatchObject({ code: 'not_found' });
    const { body } = await askConfirmed(ann.call, order);
    expect((await download(bob.call, body.data.file)).status).toBe(404);

    const colleague: TestUser = {
      customer: ann.who.customer,
      user: await seedUser(db, ann.who.customer, { role: 'viewer' }),
    };
    await seedCredentials(db, colleague);
    const { call } = await signIn(app.base, colleague);
    expect((await download(call, body.data.file)).status).toBe(404);
    const own = await askConfirmed(call, order);
    expect((await download(call, own.body.data.file)).status).toBe(200);
    const { body: listed } = await call('GET', '/v1/statement/export');
    expect(listed.data.list.map((row: { file: unknown }) => row.file)).toEqual([own.body.data.file, null]);
    await restrict(db, colleague, { accounts: [await seedAccount(db, ann.who)] });
    expect((await download(call, own.body.data.file)).status).toBe(404);
    expect((await call('GET', '/v1/statement/export')).body.data.list).toEqual([]);
  });

  it('asks for a confirmation for older ranges and once in 90 days, for exactly this export', async () => {
    const { who, account, call } = await seedReader();
    const order = { accounts: [account.bankholderId], ...recent, format: 'csv' };
    const preview = async (from: string) =>
      (
        await call(
          'GET',
          `/v1/statement/export/preview?accounts=${account.bankholderId}&from=${from}&to=${today}&format=csv`,
        )
      ).body.data;
    expect(await preview(recent.from)).toMatchObject({ rows: 1, needsConfirmation: true, inBackground: false });
    expect((await ask(call, order)).body).toMatchObject({ code: 'authorisation_required' });
    const idempotency = randomUUID();
    const forOther = await confirm(call, { ...order, format: 'ofx' }, idempotency);
    expect((await ask(call, { ...order, idempotency, authorisation: forOther })).body).toMatchObject({
      code: 'authorisation_invalid',
    });
    expect((await askConfirmed(call, order)).status).toBe(200);
    expect(await preview(daysAgo(90))).toMatchObject({ needsConfirmation: false });
    expect(await preview(daysAgo(91))).toMatchObject({ needsConfirmation: true });
    expect((await ask(call, order)).body.data).toMatchObject({ state: 'ready' });
    await sql`update statement.export set requested_at = now() - interval '90 days' where user_id = ${who.user.id}`.execute(
      db,
    );
    expect((await ask(call, order)).body).toMatchObject({ code: 'authorisation_required' });
  });

  it('is over after ten minutes', async () => {
    const { account, call } = await seedReader();
    const { body } = await askConfirmed(call, { accounts: [account.bankholderId], ...recent, format: 'csv' });
    await sql`update statement.export set expires_at = now() where id = ${body.data.uid}`.execute(db);
    expect((await download(call, body.data.file)).status).toBe(404);
    const { list } = (await call('GET', '/v1/statement/export')).body.data;
    expect(list[0]).toMatchObject({ uid: body.data.uid, state: 'expired', file: null });
  });

  it('writes down who exported what, and never the ticket', async () => {
    const { account, call } = await seedReader();
    const { body } = await askConfirmed(call, { accounts: [account.bankholderId], ...recent, format: 'csv' });
    const ticket = await ticketFor(call, body.data.file);
    await (await open(body.data.file, ticket)).text();
    const { rows } = await sql<{ action: string; detail: object }>`select action, detail from platform.audit
      where entity = ${`statement-export:${body.data.uid}`} order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['statement.exported', 'statement.export_downloaded']);
    expect(rows[0]?.detail).toMatchObject({ accounts: [account.bankholderId], ...recent, format: 'csv' });
    const { rows: all } = await sql<{
      text: string;
    }>`select string_agg(a::text, ' ') as text from platform.audit a`.execute(db);
    expect(all[0]?.text).not.toContain(ticket);
  });
});

describe('refused ranges and settings', () => {
  it.each([
    { from: today, to: daysAgo(1) },
    { from: today, to: shiftDays(today, 1) },
    { preset: 'xero', format: 'ofx' },
    { format: 'docx' },
    { layout: 'wide' },
    { accounts: [] },
  ])('%o', async (over) => {
    const { account, call } = await seedReader();
    const order = { accounts: [account.bankholderId], ...recent, format: 'csv', ...over };
    expect((await ask(call, order)).body).toMatchObject({ code: 'validation_failed' });
  });
});

describe('a statement that does not add up', () => {
  /** As a fault of the ledger would, and back again: the suite ends with a check of the books. */
  const shift = (account: BankAccount, minor: number, which: string) =>
    asOwner(
      { url },
      `set session_replication_role = replica; update ledger.entry e set balance = balance + ${minor}
       where account_id = ${account.ledgerAccountId} and booked_at = (select ${which}(booked_at) from ledger.entry
       where account_id = ${account.ledgerAccountId})`,
    );

  it('is refused before the first byte, in the preview too', async () => {
    const { account, call } = await seedReader();
    await pay(account, '1.00', '0.10');
    const order = { accounts: [account.bankholderId], ...recent, format: 'csv' };
    const { body } = await askConfirmed(call, order);
    await shift(account, 1, 'max');
    const answer = await download(call, body.data.file);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'statement_unbalanced' }]);
    expect((await ask(call, order)).body).toMatchObject({ code: 'statement_unbalanced' });
    await shift(account, -1, 'max');
  });

  it('ends the download if only a row in between is wrong', async () => {
    const { account, call } = await seedReader();
    await pay(account, '1.00', '0.10');
    const { body } = await askConfirmed(call, { accounts: [account.bankholderId], ...recent, format: 'csv' });
    await shift(account, 1, 'min');
    const answer = await download(call, body.data.file);
    await expect(answer.text()).rejects.toThrow('terminated');
    await shift(account, -1, 'min');
  });
});

describe('a range of more than 24 months', () => {
  const long = { from: shiftDays(today, -800), to: today };

  async function askLong(format = 'csv') {
    const reader = await seedReader();
    const order = { accounts: [reader.account.bankholderId], ...long, format };
    const { body } = await askConfirmed(reader.call, order);
    const latest = async () => (await reader.call('GET', '/v1/statement/export')).body.data.list[0];
    return { ...reader, asked: body.data, latest };
  }

  it('is prepared in the background, notified, and kept for seven days', async () => {
    const { account, call, asked, latest } = await askLong();
    expect(asked).toMatchObject({ state: 'preparing', file: null, progress: 0, expiresAt: null });
    await seedCredit(db, account, '1.00');
    await runJob(db, preparation);
    const ready = await latest();
    expect(ready).toMatchObject({ uid: asked.uid, state: 'ready', progress: 100 });
    const days = (Date.parse(ready.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const answer = await download(call, ready.file);
    expect(answer.headers.get('content-disposition')).toContain(`statement_GBP_${long.from}_${today}.csv`);
    expect(readCsv(await answer.text()).at(-1)).toMatchObject({ Balance: '1001.00' });
    const { rows } = await sql<{ topic: string }>`select topic from platform.event
      where payload ->> 'exportId' = ${asked.uid}`.execute(db);
    expect(rows.map(({ topic }) => topic)).toEqual(['statement.export_ready']);

    await sql`update statement.export set expires_at = now() where id = ${asked.uid}`.execute(db);
    expect((await download(call, ready.file)).status).toBe(404);
    await runJob(db, exportContentPurge);
    const kept = await sql`select from statement.export_content where export_id = ${asked.uid}`.execute(db);
    expect(kept.rows).toEqual([]);
  });

  it('has codes that stay valid when it was prepared', async () => {
    const { call, asked, latest } = await askLong('pdf');
    await runJob(db, preparation);
    await expect.poll(latest, { timeout: 15_000 }).toMatchObject({ state: 'ready' });
    const { text } = readPdf(new Uint8Array(await (await download(call, (await latest()).file)).arrayBuffer()));
    expect(await verify(codeIn(text))).toMatchObject({ kind: 'statement', title: 'GBP statement' });
    expect(asked.format).toBe('pdf');
  });

  it('is taken over when its process has gone', async () => {
    const { asked, latest } = await askLong();
    const set = (values: ReturnType<typeof sql>) =>
      sql`update statement.export set ${values} where id = ${asked.uid}`.execute(db);
    await set(sql`attempts = 1, leased_until = now() + interval '1 minute'`);
    await runJob(db, preparation);
    expect(await latest()).toMatchObject({ state: 'preparing' });
    await set(sql`leased_until = now() - interval '1 second'`);
    await runJob(db, preparation);
    expect(await latest()).toMatchObject({ state: 'ready' });
  });

  it('fails with a notice if it does not add up, without a second attempt', async () => {
    const { account, asked, latest } = await askLong();
    const change = (minor: number) =>
      asOwner(
        { url },
        `set session_replication_role = replica;
         update ledger.entry set balance = balance + ${minor} where account_id = ${account.ledgerAccountId}`,
      );
    await change(1);
    // The job of the server may have prepared it before the change.
    await sql`update statement.export set prepared_at = null, expires_at = null, leased_until = null, attempts = 0
      where id = ${asked.uid}`.execute(db);
    await runJob(db, preparation);
    await expect.poll(latest, { timeout: 15_000 }).toMatchObject({ uid: asked.uid, state: 'failed', file: null });
    await change(-1);
    const { rows: tries } = await sql<{ attempts: number }>`
      select attempts from statement.export where id = ${asked.uid}`.execute(db);
    expect(tries).toEqual([{ attempts: 1 }]);
    const { rows } = await sql<{ topic: string }>`select topic from platform.event
      where payload ->> 'exportId' = ${asked.uid} and topic <> 'statement.export_ready'`.execute(db);
    expect(rows.map(({ topic }) => topic)).toEqual(['statement.export_failed']);
  });
});
