import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { caller, startTestApi } from '../../../../../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer, setAccountStatus } from '../../../../../test/fixtures/base.ts';

const { db, url } = await createDatabase();
const railSecret = 'rail secret for tests';
const app = await startTestApi(url, { railSecret });

function sendSigned(over: object) {
  const event = { eventId: randomUUID(), sequence: 1, at: new Date().toISOString(), kind: 'payment.status', ...over };
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', railSecret)
    .update(`${timestamp}.${JSON.stringify(event)}`)
    .digest('hex');
  return caller(app.base)('POST', '/v1/rail/event', event, { 'x-timestamp': timestamp, 'x-signature': signature });
}

const kinds = ['payment.status', 'payment.return', 'payment.recall', 'credit'];
const documents = {
  'is no XML': 'no XML',
  'has no end': '<Document>',
  'is empty': '<Document></Document>',
  'defines entities': '<!DOCTYPE x [<!ENTITY a "b">]><Document>&a;</Document>',
  'has no time': '<Document><CstmrPmtStsRpt><GrpHdr><CreDtTm>today</CreDtTm></GrpHdr></CstmrPmtStsRpt></Document>',
  'has a NUL': '<Document>\u0000</Document>',
  'is deep': '<a>'.repeat(5000),
  'is half a letter': '\ud800',
};

it.each(
  kinds.flatMap((kind) => Object.entries(documents).map(([fault, document]) => [kind, fault, document] as const)),
)('a signed %s is refused whose document %s', async (kind, _, document) => {
  const { status, body } = await sendSigned({ kind, document });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(body.message).toMatch(/Nothing was changed\./);
});

const credit = (reference: string): string => `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry>
    <Amt Ccy="GBP">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><DtTm>2026-11-20T10:00:00Z</DtTm></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>
    <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Ann</Nm></Pty></Dbtr>
    <CdtrAcct><Id><IBAN>GB94LARK04062341000009</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls>
    </Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
const received = async (): Promise<number> => (await sql`select from payment.incoming_credit`.execute(db)).rows.length;

it('a malformed message in a batch fails alone', async () => {
  const sent = Array.from({ length: 20 }, (_, i) =>
    sendSigned({ kind: 'credit', document: i % 2 === 0 ? credit(`C${i}`) : '<Document/>' }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses).toEqual(statuses.map((_, i) => (i % 2 === 0 ? 200 : 400)));
  expect(await received()).toBe(10);
});

it.each(['\ud800', 'A\u0000'])('a credit from %j is refused', async (name) => {
  const document = credit(randomUUID()).replace('Ann', name);
  const { status, body } = await sendSigned({ kind: 'credit', document });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
});

it('an event id in capitals is the same event', async () => {
  const [before, eventId] = [await received(), randomUUID()];
  const known = [];
  for (const id of [eventId.toUpperCase(), eventId])
    known.push((await sendSigned({ eventId: id, kind: 'credit', document: credit('CAPITALS') })).body.data.known);
  expect(known).toEqual([false, true]);
  expect(await received()).toBe(before + 1);
});

it('a message about an unknown payment is refused', async () => {
  const document = `<Document><CstmrPmtStsRpt><GrpHdr><CreDtTm>2026-11-20T10:00:00Z</CreDtTm></GrpHdr><OrgnlPmtInfAndSts>
    <TxInfAndSts><OrgnlEndToEndId>NOTOURS</OrgnlEndToEndId><TxSts>ACCP</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>
    </CstmrPmtStsRpt></Document>`;
  const { status, body } = await sendSigned({ document });
  expect([status, body.code]).toEqual([404, 'not_found']);
});

let credits = 0;

it.each([
  ['active', true],
  ['restricted', true],
  ['dormant', true],
  ['pending', false],
  ['suspended', false],
  ['closing', false],
  ['closed', false],
] as const)('money for a customer who is %s is credited: %s', async (status, isCredited) => {
  const who = await seedCustomer(db);
  const account = await seedAccount(db, who, { iban: `GB94LARK0406214${String(9_000_000 + ++credits).slice(-7)}` });
  await setAccountStatus(db, who, status);
  const document = credit(`S${credits}`).replace('GB94LARK04062341000009', account.iban ?? '');
  expect((await sendSigned({ kind: 'credit', document })).status).toBe(200);
  const { rows } = await sql<{ id: string | null }>`
    select account_id as id from payment.incoming_credit where rail_reference = ${`S${credits}`}`.execute(db);
  expect(rows).toEqual([{ id: isCredited ? account.id : null }]);
  const held = await sql<{ minor: bigint }>`
    select coalesce(sum(credits_posted - debits_posted), 0)::bigint as minor from ledger.account where id = ${account.ledgerAccountId}`.execute(
    db,
  );
  expect(held.rows[0]?.minor).toBe(isCredited ? 100n : 0n);
});

it.each([
  ['amount', '>1.00<', '>9.00<', '1.00', '9.00'],
  ['payer', 'Ann', 'Peter Smith', 'Ann', 'Peter Smith'],
] as const)(
  'a credit under a known reference with another %s goes to staff, with both versions',
  async (field, from, to, expected, reported) => {
    const reference = randomUUID();
    const document = credit(reference);
    await sendSigned({ kind: 'credit', document });
    const before = await received();
    for (const _ of [1, 2])
      expect((await sendSigned({ kind: 'credit', document: document.replace(from, to) })).status).toBe(200);
    expect(await received()).toBe(before);
    const { rows } = await sql<{ detail: object; minor: bigint }>`
    select detail, amount_minor as minor from platform.audit a join payment.incoming_credit c on a.entity = 'incoming:' || c.id
    where a.action = 'partner.contradiction' and c.rail_reference = ${reference}`.execute(db);
    expect(rows).toEqual([{ detail: { partner: 'bank', field, expected, reported }, minor: 100n }]);
  },
);

it('the same credit again is no contradiction, and another one under a known event id is', async () => {
  const [eventId, document, other] = [randomUUID(), credit(randomUUID()), credit(randomUUID())];
  const rowsOf = async () =>
    (
      await sql`select from platform.audit where action = 'partner.contradiction' and entity = ${`rail-event:${eventId}`}`.execute(
        db,
      )
    ).rows.length;
  for (const id of [eventId, eventId, randomUUID()]) await sendSigned({ eventId: id, kind: 'credit', document });
  expect(await rowsOf()).toBe(0);
  expect((await sendSigned({ eventId, kind: 'credit', document: other })).body.data.known).toBe(true);
  expect(await rowsOf()).toBe(1);
  expect((await sendSigned({ kind: 'credit', document: other })).body.data.known).toBe(false);
});
