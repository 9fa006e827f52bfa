import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readJson } from '../../../platform/http/partner-client.ts';
import { callWithPermit, type Gate } from '../../../platform/http/service-breakers.ts';
import { recordOutgoing, withoutIds } from '../../../platform/observability/call-log.ts';
import { BankNoResponse, BankNotCalled, BankRejection } from './open-banking-client.ts';
import { isSignedBy, Keys, type SigningKey, signDetached, signJwt } from './signing.ts';

const Configuration = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  pushed_authorization_request_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  pisp_endpoint: z.url(),
});

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  id_token: z.string().optional(),
});
export type Token = z.infer<typeof Token>;

const Pushed = z.object({ request_uri: z.string().min(1) });

const Failed = z.object({ Errors: z.array(z.looseObject({ ErrorCode: z.string(), Message: z.string().optional() })) });

export type BankRequest = Readonly<{
  method: 'GET' | 'POST';
  path: string;
  token: string;
  body?: string;
  key?: string;
}>;

export type BankClient = Readonly<{
  issuer: string;
  clientId: string;
  keys: Keys;
  authorisation: string;
  requestToken(grant: Readonly<Record<string, string>>): Promise<Token>;
  pushRequest(request: string): Promise<string>;
  /** Sends a signed request and throws `BankNoResponse` unless the reply is signed by the bank. */
  request<Shape extends z.ZodType>(shape: Shape, what: BankRequest): Promise<z.output<Shape>>;
}>;

type ClientOptions = Readonly<{
  key: SigningKey;
  clientId: string;
  now: () => Date;
  timeoutMs: number;
  gate: Gate | undefined;
}>;

export async function createBankClient(issuer: string, ours: ClientOptions): Promise<BankClient> {
  const { key, clientId, now, timeoutMs, gate } = ours;
  const send = (url: string, init: RequestInit) => fetchReply(url, init, timeoutMs, gate);
  const found = parseReply(Configuration, (await send(`${issuer}/.well-known/openid-configuration`, {})).body);
  if (found.issuer !== issuer) throw new BankNoResponse(`${issuer} calls itself ${found.issuer}`);
  const keys = parseReply(Keys, (await send(found.jwks_uri, {})).body);

  const assertion = async (audience: string) => {
    const iat = Math.floor(now().getTime() / 1000);
    const claims = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat, exp: iat + 60 };
    return {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signJwt(key, claims),
    };
  };

  return {
    issuer,
    clientId,
    keys,
    authorisation: found.authorization_endpoint,

    async requestToken(grant) {
      const body = new URLSearchParams({ ...grant, ...(await assertion(found.token_endpoint)) });
      const reply = await send(found.token_endpoint, { method: 'POST', body });
      if (reply.status >= 400) throw new BankRejection(`${issuer} gave no token: ${reply.status}`);
      return parseReply(Token, reply.body);
    },

    async pushRequest(request) {
      const url = found.pushed_authorization_request_endpoint;
      const body = new URLSearchParams({ client_id: clientId, request, ...(await assertion(url)) });
      const reply = await send(url, { method: 'POST', body });
      if (reply.status >= 400) throw new BankRejection(`${issuer} took no request: ${reply.status}`);
      return parseReply(Pushed, reply.body).request_uri;
    },

    async request(shape, { method, path, token, body, key: idempotency }) {
      const headers: Record<string, string> = {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'x-fapi-interaction-id': randomUUID(),
      };
      if (body !== undefined) {
        headers['content-type'] = 'application/json';
        headers['x-jws-signature'] = await signDetached(key, clientId, body, now());
      }
      if (idempotency !== undefined) headers['x-idempotency-key'] = idempotency;
      const reply = await send(found.pisp_endpoint + path, { method, headers, body: body ?? null });
      // An expired token does not tell the outcome of the request.
      if (reply.status === 401) throw new BankNoResponse(`${issuer} does not know us`);
      if (reply.status >= 400) throw new BankRejection(toRejectionText(reply));
      if (!(await isSignedBy(keys, issuer, reply.body, reply.signature)))
        throw new BankNoResponse(`${issuer} answered without its signature`);
      return parseReply(shape, reply.body);
    },
  };
}

type BankReply = Readonly<{ status: number; body: string; signature: string }>;

async function fetchReply(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  gate: Gate | undefined,
): Promise<BankReply> {
  const { method = 'GET', body: request } = init;
  const permit = gate?.admit(method === 'GET' ? 'follow_up' : 'new');
  if (gate && !permit) throw new BankNotCalled(`${gate.service} is stopped`);
  const send = async (): Promise<BankReply> => {
    const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const signature = reply.headers.get('x-jws-signature') ?? '';
    return { status: reply.status, body: await reply.text(), signature };
  };
  const call = {
    partner: 'payer_bank',
    method,
    path: new URL(url).pathname,
    request,
    ...(gate && { service: gate.service }),
  };
  const reply = await callWithPermit(
    permit,
    () => recordOutgoing(call, send),
    ({ status }) => status >= 500,
  ).catch((cause) => {
    throw new BankNoResponse(`${withoutIds(url)} gave no answer`, { cause });
  });
  if (reply.status >= 500 || reply.status === 429)
    throw new BankNoResponse(`${withoutIds(url)} answered ${reply.status}`);
  return reply;
}

function parseReply<Shape extends z.ZodType>(shape: Shape, body: string): z.output<Shape> {
  try {
    return shape.parse(readJson(body));
  } catch (cause) {
    throw new BankNoResponse('the answer cannot be read', { cause });
  }
}

/** The words of a bank beside it may repeat what was sent, and would end in the log. */
const standardCode = /^(UK\.[A-Za-z.]{1,60}|U\d{3}$)/;

function toRejectionText({ status, body }: BankReply): string {
  try {
    const [first] = Failed.parse(readJson(body)).Errors;
    const codes = [first?.Message, first?.ErrorCode].map((text) => standardCode.exec(text ?? '')?.[0]);
    return codes.find((code) => code !== undefined) ?? String(status);
  } catch {
    return String(status);
  }
}
