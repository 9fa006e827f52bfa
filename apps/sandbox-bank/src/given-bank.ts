import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isSigned, sign } from './signature.ts';

const secret = 'a-secret-for-tests-only';
const fast = { acceptDelayMs: [5, 15], settleDelayMs: [5, 15], returnDelayMs: 20, silenceMs: 150 };

export type Told = Readonly<{ eventId: string; sequence: number; at: string; kind: string; document: string }>;
export type Answer = Readonly<{ status: number; body: string }>;

/** A real receiver of webhooks, as Larkmere is one. `answer` is the status it gives. */
export async function givenReceiver() {
  const told: Told[] = [];
  const forged: string[] = [];
  const state = { answer: 200, attempts: 0 };
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const part of request) body += part;
    state.attempts += 1;
    const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
    if (!isSigned(secret, String(timestamp), body, String(signature), Date.now())) forged.push(body);
    if (state.answer < 300) told.push(JSON.parse(body));
    response.writeHead(state.answer).end();
  };
  const server = createServer((request, response) => void hear(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, told, forged, state, close };
}

export type Receiver = Awaited<ReturnType<typeof givenReceiver>>;

/** The bank as a process of its own, with short waits. */
export async function givenBank(receiver: Receiver, dataDir = ':memory:') {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { SANDBOX_BANK_PORT: '0', DATA_DIR: dataDir, LARKMERE_URL: receiver.url, RAIL_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  const url = String(line).replace('Sandbox bank: ', '');

  async function lever(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    return { status: reply.status, body: await reply.text() };
  }

  async function ask(method: string, path: string, body?: string, forgery: Record<string, string> = {}) {
    const timestamp = forgery['x-timestamp'] ?? String(Date.now());
    const signed = { 'x-timestamp': timestamp, 'x-signature': sign(secret, timestamp, body ?? '') };
    const headers = { 'content-type': 'application/xml', 'x-request-id': 'test', ...signed, ...forgery };
    const reply = await fetch(url + path, { method, headers, body: body ?? null });
    return { status: reply.status, body: await reply.text() } satisfies Answer;
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  }

  await lever('PUT', '/sandbox/settings', fast);
  return { url, lever, ask, end };
}

export type Given = Readonly<{
  amount?: string;
  currency?: string;
  reference?: string;
  id?: string;
  endToEndId?: string;
}>;

let made = 0;

const agent = (sortCode: string) =>
  `<FinInstnId><ClrSysMmbId><ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>${sortCode}</MmbId></ClrSysMmbId></FinInstnId>`;
const account = (number: string) => `<Id><Othr><Id>${number}</Id></Othr></Id>`;

/** An order as Larkmere would write it, each with ids of its own. */
export function givenOrder(given: Given = {}) {
  made += 1;
  const id = given.id ?? `0198c0de${String(made).padStart(24, '0')}`;
  const endToEndId = given.endToEndId ?? `LK${String(made).padStart(14, '0')}`;
  const amount = given.amount ?? '42.50';
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
  <GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-21T09:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>${amount}</CtrlSum>
    <InitgPty><Nm>Larkmere</Nm></InitgPty></GrpHdr>
  <PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-11-21</Dt></ReqdExctnDt>
    <Dbtr><Nm>Mali Hart</Nm></Dbtr><DbtrAcct>${account('41728830')}</DbtrAcct><DbtrAgt>${agent('040621')}</DbtrAgt>
    <CdtTrfTxInf>
      <PmtId><InstrId>${id}</InstrId><EndToEndId>${endToEndId}</EndToEndId>
        <UETR>9f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b</UETR></PmtId>
      <Amt><InstdAmt Ccy="${given.currency ?? 'GBP'}">${amount}</InstdAmt></Amt>
      <CdtrAgt>${agent('202959')}</CdtrAgt><Cdtr><Nm>Somchai Prasert</Nm></Cdtr>
      <CdtrAcct>${account('63748472')}</CdtrAcct><RmtInf><Ustrd>${given.reference ?? 'Rent'}</Ustrd></RmtInf>
    </CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`;
  return { endToEndId, instructionId: id, document };
}
