import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { createMailbox } from '../../../../../test/fixtures/mailbox.ts';
import { seedStaff, signInStaff } from '../../../../../test/fixtures/staff.ts';
import { cardProcessor } from '../../cards/card/rails/card-processor.ts';
import { cardIssuer } from '../../cards/issued-card/rails/card-issuer.ts';
import { identityVendor } from '../../customers/kyc/rails/identity-vendor.ts';
import { createNameCheckClient } from '../../payees/payee/rails/name-check-client.ts';
import { paymentBank } from '../../payments/execution/rails/payment-bank.ts';
import { createBankClient } from '../../payments/open-banking/rails/bank-client.ts';
import { newSigningKey, readSigningKey } from '../../payments/open-banking/rails/signing.ts';
import type { PaymentInstruction } from '../../payments/payment/rail.ts';
import { openSmtp } from '../../platform/mail/smtp.ts';
import { withCallLog } from '../../platform/observability/call-log.ts';
import { openLog } from '../../platform/observability/log.ts';
import { openSmsGateway } from '../../platform/sms/sms-gateway.ts';
import { openCallStore } from './store-calls.ts';

/** Stand for what a person typed, for an account and for a secret. None may appear anywhere, whole or in part. */
const name = 'Kanarienvogel';
const account = '86420975';
const secret = 'zeisig-schluessel';
const canaries = [name, 'Kanarien', account, '864209', secret, 'zeisig'];

type Mode = 'echo' | 'refuse' | 'fail' | 'garbage';
let mode: Mode = 'echo';
const statuses: Readonly<Record<Mode, number>> = { echo: 200, refuse: 422, fail: 500, garbage: 200 };

/** Every word that a partner may use for what belongs to a person, and words that the log knows as harmless. */
const personFields =
  'name payee reference remittanceInformation text message actualName email phone address dateOfBirth document challengeUrl status code result currency amount kind reason type at bin issuer id uid request_uri';
const accountFields = 'account accountNumber iban cardNumber pan sortCode';
const secretFields = 'token access_token password pin cvc secret';
const filled = (fields: string, value: string) => Object.fromEntries(fields.split(' ').map((field) => [field, value]));
const answerBody = JSON.stringify({
  ...filled(personFields, name),
  ...filled(accountFields, account),
  ...filled(secretFields, secret),
  Errors: [{ ErrorCode: name, Message: name }],
  [name]: { [name]: [name, { deep: account }] },
});

const server = createServer((request, response) => {
  const { port } = server.address() as AddressInfo;
  const own = `http://127.0.0.1:${port}`;
  const known: Readonly<Record<string, object>> = {
    '/.well-known/openid-configuration': {
      issuer: own,
      ...Object.fromEntries(
        ['authorization', 'pushed_authorization_request', 'token', 'pisp'].map((each) => [
          `${each}_endpoint`,
          `${own}/${each}`,
        ]),
      ),
      jwks_uri: `${own}/jwks`,
    },
    '/jwks': { keys: [] },
  };
  request.resume().on('end', () => {
    const body = known[request.url ?? ''];
    if (body) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    else response.writeHead(statuses[mode]).end(mode === 'garbage' ? `${name} ${account} ${secret}` : answerBody);
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const { db, url } = await createDatabase();
const { base } = await startTestApi(url);
const { url: smtpUrl } = await createMailbox();
const lines: string[] = [];
const log = openLog('trace', { write: (line: string) => void lines.push(line) });
const store = openCallStore(db, log);
afterAll(store.close);

const partner = (of: string) => ({ name: of, baseUrl, secret, timeoutMs: 2000 });
const party = {
  name,
  account: { kind: 'uk', sortCode: '864209', accountNumber: account },
  address: { street: name, town: name, country: 'GB' },
} as const;
const order: PaymentInstruction = {
  paymentId: randomUUID(),
  messageId: randomUUID().replaceAll('-', ''),
  instructionId: 'LK0000000001',
  endToEndId: name,
  uetr: randomUUID(),
  scheme: 'faster-payments',
  amount: money('GBP', 4250n),
  payer: party,
  payee: party,
  reference: name,
  purpose: name,
  sourceOfFunds: name,
  relationship: name,
  rfiResponse: name,
  requestedAt: new Date('2026-11-21T09:00:00.000Z'),
};

async function callsOf(): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const bank = paymentBank(partner('bank'));
  const names = createNameCheckClient(partner('bank'));
  const vendor = identityVendor(partner('identity_vendor'));
  const cards = cardProcessor(partner('card_processor'));
  const issuer = cardIssuer(partner('card_issuer')) as unknown as Readonly<
    Record<string, (...input: unknown[]) => Promise<unknown>>
  >;
  const key = await readSigningKey(newSigningKey());
  const settings = { key, clientId: 'larkmere', now: () => new Date(), timeoutMs: 2000, gate: undefined };
  const payerBank = await createBankClient(baseUrl, settings);
  const recall = { recallId: 'R1', reason: 'CUST', requestedAt: new Date() } as const;
  const items = ['personal_details'] as const;
  const subject = { subject: randomUUID(), name, dateOfBirth: name, country: 'GB', items };
  const everything = { name, sortCode: account, accountNumber: account, iban: account, reference: name, token: secret };
  const sms = openSmsGateway(`${baseUrl}/sms`, secret);
  const smtp = openSmtp(smtpUrl, 'Larkmere <post@larkmere.example>');
  const dead = openSmtp('smtp://127.0.0.1:1', 'Larkmere <post@larkmere.example>');
  const mail = { id: randomUUID(), to: `${name}@example.com`, subject: name, text: `${name} ${account}`, html: secret };
  const spending = Object.entries(issuer).filter(([, method]) => typeof method === 'function');
  return {
    submit: () => bank.submit(order, bank.compose(order)),
    enquire: () => bank.enquire(order, new Date()),
    recall: () => bank.submitRecall(order, bank.composeRecall(order, recall)),
    checkName: () => names.checkName({ type: 'uk', name, entityType: 'person', account, details: everything } as never),
    identityCheck: () => vendor.submit({ checkId: randomUUID(), subjects: [subject] }),
    identityReport: () => vendor.enquire(randomUUID()),
    createCardPayment: () => cards.createPayment(JSON.stringify({ ...everything, card: everything })),
    getCardPayment: () => cards.getPayment(randomUUID()),
    captureCardPayment: () => cards.capturePayment(randomUUID()),
    cancelCardPayment: () => cards.cancelPayment(randomUUID()),
    refundCardPayment: () => cards.refundPayment(randomUUID()),
    findToken: () => cards.findToken(secret),
    findBin: () => cards.findBin('864209'),
    deleteCard: () => cards.deleteCard(secret),
    ...Object.fromEntries(
      spending.map(([method, send]) => [`issuer ${method}`, async () => send(everything, everything, everything)]),
    ),
    token: () => payerBank.requestToken({ ...everything, code: secret }),
    pushRequest: () => payerBank.pushRequest(`${name}.${secret}`),
    consent: () =>
      payerBank.request(z.unknown(), {
        method: 'POST',
        path: `/domestic-payment-consents/${secret}`,
        token: secret,
        body: JSON.stringify({ Data: { Initiation: everything }, Risk: everything }),
        key: secret,
      }),
    sms: () => sms({ id: randomUUID(), to: account, text: name }),
    mail: () => smtp(mail),
    deadMail: () => dead(mail),
  };
}

const countedPartners = [
  'bank',
  'card_issuer',
  'card_processor',
  'identity_vendor',
  'mail_server',
  'payer_bank',
  'sms_gateway',
];

it('leaves no word of a person, no account and no secret of a partner call in logs, audit and exports', async () => {
  const calls = await callsOf();
  const correlationId = randomUUID();
  for (const each of Object.keys(statuses) as Mode[]) {
    mode = each;
    for (const [what, call] of Object.entries(calls))
      await withCallLog({ record: store.record, correlationId }, call).catch((error: unknown) =>
        log.error({ err: error, what }, 'a call failed'),
      );
  }
  await store.flush();
  const stored = await sql<{ partner: string; row: string }>`
    select partner, to_jsonb(c)::text as row from api_log.call c where correlation_id = ${correlationId}`.execute(db);
  expect([...new Set(stored.rows.map((row) => row.partner))].toSorted()).toEqual(countedPartners);
  expect(stored.rows.length).toBeGreaterThan(Object.keys(statuses).length * 15);
  expect(lines.join('')).toContain('a call failed');

  const operator = await signInStaff(base, await seedStaff(db));
  const auditor = await signInStaff(base, await seedStaff(db, { role: 'auditor' }));
  const found = await operator.call('POST', '/v1/manage/api/search', { search: correlationId });
  expect(found.status).toBe(200);
  const reason = encodeURIComponent('The yearly audit asks for it');
  const exported = await fetch(`${base}/api/services/v1/manage/audit/export?reason=${reason}`, {
    headers: { authorization_manage: auditor.token, cookie: auditor.cookie },
  });
  expect(exported.status).toBe(200);
  const { rows: audited } = await sql`select to_jsonb(a)::text from platform.audit a`.execute(db);
  const places = {
    'log of calls': stored.rows.map(({ row }) => row).join('\n'),
    'page of the log': JSON.stringify(found.body),
    'audit log': JSON.stringify(audited),
    'export of the audit log': await exported.text(),
    'log lines': lines.join(''),
  };
  const leaks = Object.entries(places).flatMap(([place, text]) =>
    canaries.flatMap((canary) => {
      const at = text.toLowerCase().indexOf(canary.toLowerCase());
      return at < 0 ? [] : [`${place}: ${text.slice(Math.max(0, at - 120), at + 60)}`];
    }),
  );
  expect(leaks).toEqual([]);
});
