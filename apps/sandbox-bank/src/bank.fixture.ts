import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isSigned, sign } from './signature.ts';

const secret = 'a-secret-for-tests-only';
const shortDelays = {
  acceptDelayMs: [5, 15],
  settleDelayMs: [5, 15],
  returnDelayMs: 20,
  noResponseMs: 150,
  dayMs: 20,
  hopDelayMs: [5, 15],
};

export type ReceivedEvent = Readonly<{ eventId: string; sequence: number; at: string; kind: string; document: string }>;
export type HttpAnswer = Readonly<{ status: number; body: string }>;

/** Answers a question in place of Larkmere; undefined for what is only to be taken. */
type Respond = (path: string, body: string) => Promise<string | undefined> | undefined;

export async function startReceiver(respond: Respond = () => undefined) {
  const events: ReceivedEvent[] = [];
  const forged: string[] = [];
  const state = { answer: 200, attempts: 0 };
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const part of request) body += part;
    state.attempts += 1;
    const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
    if (!isSigned(secret, String(timestamp), body, String(signature), Date.now())) forged.push(body);
    const answer = await respond(request.url ?? '', body);
    if (state.answer < 300 && answer === undefined) events.push(JSON.parse(body));
    response.writeHead(state.answer).end(answer);
  };
  const server = createServer((request, response) => void hear(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, events, forged, state, close };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startBank(receiver: Receiver, dataDir = ':memory:') {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { ...process.env, SANDBOX_BANK_PORT: '0', DATA_DIR: dataDir, LARKMERE_URL: receiver.url, RAIL_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  const url = String(line).replace('Sandbox bank: ', '');

  async function lever(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    return { status: reply.status, body: await reply.text() };
  }

  async function ask(method: string, path: string, body?: string, forgery: Record<string, string> = {}) {
    const timestamp = forgery['x-timestamp'] ?? String(Date.now());
    const signed = { 'x-timestamp': timestamp, 'x-signature': sign(secret, timestamp, body ?? '') };
    const headers = { 'content-type': 'application/xml', 'x-request-id': 'test', ...signed, ...forgery };
    const reply = await fetch(url + path, { method, headers, body: body ?? null });
    return { status: reply.status, body: await reply.text() } satisfies HttpAnswer;
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }

  await lever('PUT', '/sandbox/settings', shortDelays);
  return { url, secret, lever, ask, end };
}

export type InstructionOptions = Readonly<{
  amount?: string;
  currency?: string;
  reference?: string;
  id?: string;
  endToEndId?: string;
  type?: string;
  bearer?: string;
  name?: string;
  answer?: string;
  payee?: Readonly<{ agent: string; account: string; address?: string }>;
}>;

let createdCount = 0;

const agent = (system: string, member: string) =>
  `<FinInstnId><ClrSysMmbId><ClrSysId><Cd>${system}</Cd></ClrSysId><MmbId>${member}</MmbId></ClrSysMmbId></FinInstnId>`;
const account = (number: string) => `<Id><Othr><Id>${number}</Id></Othr></Id>`;
const address = '<PstlAdr><TwnNm>London</TwnNm><Ctry>GB</Ctry></PstlAdr>';

export const payees: Readonly<Record<'uk' | 'sepa' | 'thai' | 'us', NonNullable<InstructionOptions['payee']>>> = {
  uk: { agent: agent('GBDSC', '202959'), account: account('63748472') },
  sepa: {
    agent: '<FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId>',
    account: '<Id><IBAN>DE89370400440532013000</IBAN></Id>',
    address: '<PstlAdr><TwnNm>Berlin</TwnNm><Ctry>DE</Ctry></PstlAdr>',
  },
  thai: { agent: agent('THCBC', '004'), account: account('1234567890') },
  us: {
    agent: agent('USABA', '021000021'),
    account: account('12345678'),
    address: '<PstlAdr><TwnNm>New York</TwnNm><Ctry>US</Ctry></PstlAdr>',
  },
};

function nextIds(given: InstructionOptions) {
  createdCount += 1;
  const id = given.id ?? `0198c0de${String(createdCount).padStart(24, '0')}`;
  return { id, endToEndId: given.endToEndId ?? `LK${String(createdCount).padStart(14, '0')}` };
}

export function createPain001(given: InstructionOptions = {}) {
  const { id, endToEndId } = nextIds(given);
  const { amount = '42.50', currency = 'GBP', reference = 'Rent', payee = payees.uk } = given;
  const type = given.type ?? '<LclInstrm><Prtry>FasterPayments</Prtry></LclInstrm>';
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
  <GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-21T09:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>${amount}</CtrlSum>
    <InitgPty><Nm>Larkmere</Nm></InitgPty></GrpHdr>
  <PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd><PmtTpInf>${type}</PmtTpInf>
    <ReqdExctnDt><Dt>2026-11-21</Dt></ReqdExctnDt><Dbtr><Nm>Mali Hart</Nm></Dbtr>
    <DbtrAcct>${account('41728830')}</DbtrAcct><DbtrAgt>${agent('GBDSC', '040621')}</DbtrAgt>
    <CdtTrfTxInf>
      <PmtId><InstrId>${id}</InstrId><EndToEndId>${endToEndId}</EndToEndId>
        <UETR>9f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b</UETR></PmtId>
      <Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>
      <CdtrAgt>${payee.agent}</CdtrAgt><Cdtr><Nm>${given.name ?? 'Somchai Prasert'}</Nm></Cdtr>
      <CdtrAcct>${payee.account}</CdtrAcct>${given.answer ? `<InstrForDbtrAgt>${given.answer}</InstrForDbtrAgt>` : ''}
      <RmtInf><Ustrd>${reference}</Ustrd></RmtInf>
    </CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`;
  return { endToEndId, instructionId: id, document };
}

export function createPacs008(given: InstructionOptions = {}) {
  const { id, endToEndId } = nextIds(given);
  const { amount = '1000.00', currency = 'EUR', reference = 'Invoice 7', payee = payees.sepa, bearer = 'SHAR' } = given;
  const settlement =
    given.type === 'FDW' ? '<SttlmMtd>CLRG</SttlmMtd><ClrSys><Cd>FDW</Cd></ClrSys>' : '<SttlmMtd>INDA</SttlmMtd>';
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf>
  <GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-21T09:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs>
    <SttlmInf>${settlement}</SttlmInf></GrpHdr>
  <CdtTrfTxInf><PmtId><InstrId>${id}</InstrId><EndToEndId>${endToEndId}</EndToEndId>
      <UETR>9f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b</UETR></PmtId>
    <IntrBkSttlmAmt Ccy="${currency}">${amount}</IntrBkSttlmAmt><IntrBkSttlmDt>2026-11-21</IntrBkSttlmDt>
    <ChrgBr>${bearer}</ChrgBr><Dbtr><Nm>Mali Hart</Nm>${address}</Dbtr><DbtrAcct>${account('41728830')}</DbtrAcct>
    <DbtrAgt>${agent('GBDSC', '040621')}</DbtrAgt><CdtrAgt>${payee.agent}</CdtrAgt>
    <Cdtr><Nm>${given.name ?? 'Greta Lindqvist'}</Nm>${payee.address ?? ''}</Cdtr>
    <CdtrAcct>${payee.account}</CdtrAcct>
    ${given.answer ? `<InstrForNxtAgt><InstrInf>${given.answer}</InstrInf></InstrForNxtAgt>` : ''}
    <RmtInf><Ustrd>${reference}</Ustrd></RmtInf>
  </CdtTrfTxInf></FIToFICstmrCdtTrf></Document>`;
  return { endToEndId, instructionId: id, document };
}

export const createPacs028 = ({ endToEndId, instructionId }: { endToEndId: string; instructionId: string }) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.028.001.03"><FIToFIPmtStsReq>
  <GrpHdr><MsgId>ask</MsgId><CreDtTm>2026-11-21T09:00:00Z</CreDtTm></GrpHdr>
  <TxInf><OrgnlInstrId>${instructionId}</OrgnlInstrId><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId></TxInf>
</FIToFIPmtStsReq></Document>`;

export const createCamt056 = (order: { endToEndId: string; instructionId: string }, reason = 'DUPL') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.056.001.08"><FIToFIPmtCxlReq>
  <Assgnmt><Id>R${order.endToEndId}</Id><Assgnr><Pty><Nm>Larkmere</Nm></Pty></Assgnr>
    <Assgne><Pty><Nm>Sandbox Bank</Nm></Pty></Assgne><CreDtTm>2026-11-21T09:00:00Z</CreDtTm></Assgnmt>
  <Undrlyg><TxInf><OrgnlInstrId>${order.instructionId}</OrgnlInstrId>
    <OrgnlEndToEndId>${order.endToEndId}</OrgnlEndToEndId><CxlRsnInf><Rsn><Cd>${reason}</Cd></Rsn></CxlRsnInf>
  </TxInf></Undrlyg></FIToFIPmtCxlReq></Document>`;
