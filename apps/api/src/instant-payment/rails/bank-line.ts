import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BankRefusal, BankSilence } from './open-banking.ts';
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

export type Ask = Readonly<{ method: 'GET' | 'POST'; path: string; token: string; body?: string; key?: string }>;

export type BankLine = Readonly<{
  issuer: string;
  clientId: string;
  keys: Keys;
  authorisation: string;
  token(grant: Readonly<Record<string, string>>): Promise<Token>;
  push(request: string): Promise<string>;
  /** Sends a signed request and throws `BankNoResponse` unless the reply is signed by the bank. */
  ask<Shape extends z.ZodType>(shape: Shape, what: Ask): Promise<z.output<Shape>>;
}>;

type Ours = Readonly<{ key: SigningKey; clientId: string; now: () => Date; timeoutMs: number }>;

export async function openLine(issuer: string, ours: Ours): Promise<BankLine> {
  const { key, clientId, now, timeoutMs } = ours;
  const send = (url: string, init: RequestInit) => talk(url, init, timeoutMs);
  const found = read(Configuration, (await send(`${issuer}/.well-known/openid-configuration`, {})).body);
  if (found.issuer !== issuer) throw new BankSilence(`${issuer} calls itself ${found.issuer}`);
  const keys = read(Keys, (await send(found.jwks_uri, {})).body);

  const assertion = (audience: string) => {
    const iat = Math.floor(now().getTime() / 1000);
    const claims = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat, exp: iat + 60 };
    return {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: signJwt(key, claims),
    };
  };

  return {
    issuer,
    clientId,
    keys,
    authorisation: found.authorization_endpoint,

    async token(grant) {
      const body = new URLSearchParams({ ...grant, ...assertion(found.token_endpoint) });
      const reply = await send(found.token_endpoint, { method: 'POST', body });
      if (reply.status >= 400) throw new BankRefusal(`${issuer} gave no token: ${reply.body.slice(0, 300)}`);
      return read(Token, reply.body);
    },

    async push(request) {
      const url = found.pushed_authorization_request_endpoint;
      const body = new URLSearchParams({ client_id: clientId, request, ...assertion(url) });
      const reply = await send(url, { method: 'POST', body });
      if (reply.status >= 400) throw new BankRefusal(`${issuer} took no request: ${reply.body.slice(0, 300)}`);
      return read(Pushed, reply.body).request_uri;
    },

    async ask(shape, { method, path, token, body, key: idempotency }) {
      const headers: Record<string, string> = {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'x-fapi-interaction-id': randomUUID(),
      };
      if (body !== undefined) {
        headers['content-type'] = 'application/json';
        headers['x-jws-signature'] = signDetached(key, clientId, body, now());
      }
      if (idempotency !== undefined) headers['x-idempotency-key'] = idempotency;
      const reply = await send(found.pisp_endpoint + path, { method, headers, body: body ?? null });
      // An expired token does not tell the outcome of the request.
      if (reply.status === 401) throw new BankSilence(`${issuer} does not know us`);
      if (reply.status >= 400) throw new BankRefusal(whyNot(reply));
      if (!isSignedBy(keys, issuer, reply.body, reply.signature))
        throw new BankSilence(`${issuer} answered without its signature`);
      return read(shape, reply.body);
    },
  };
}

type Reply = Readonly<{ status: number; body: string; signature: string }>;

async function talk(url: string, init: RequestInit, timeoutMs: number): Promise<Reply> {
  try {
    const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const body = await reply.text();
    if (reply.status >= 500 || reply.status === 429) throw new BankSilence(`${url} answered ${reply.status}`);
    return { status: reply.status, body, signature: reply.headers.get('x-jws-signature') ?? '' };
  } catch (cause) {
    if (cause instanceof BankSilence) throw cause;
    throw new BankSilence(`${url} gave no answer`, { cause });
  }
}

function read<Shape extends z.ZodType>(shape: Shape, body: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(body));
  } catch (cause) {
    throw new BankSilence('the answer cannot be read', { cause });
  }
}

function whyNot({ status, body }: Reply): string {
  try {
    const [first] = Failed.parse(JSON.parse(body)).Errors;
    return first ? `${first.ErrorCode} ${first.Message ?? ''}`.trim() : String(status);
  } catch {
    return String(status);
  }
}
