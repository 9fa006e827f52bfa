import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { textColumn } from '../store.ts';
import { authenticateClient } from './issue-token.ts';
import { digestSecret, findSoftware, newId } from './open-banking-store.ts';
import type { OpenBankingBank } from './other-banks.ts';
import { readToken } from './signing.ts';

const prefix = 'urn:ietf:params:oauth:request_uri:';
const maxSeconds = 15 * 60;

const Request = z.looseObject({
  aud: z.string(),
  exp: z.number(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  state: z.string().min(1).max(200),
  nonce: z.string().min(1),
  code_challenge: z.string().min(43),
  code_challenge_method: z.literal('S256'),
  claims: z.object({ id_token: z.object({ openbanking_intent_id: z.object({ value: z.string() }) }) }),
});
export type Request = z.infer<typeof Request>;

/**
 * Pushed authorisation request (RFC 9126). It must be signed by the client, for this bank, with a registered redirect
 * URI; otherwise undefined.
 */
export async function pushRequest(
  bank: Bank,
  at: OpenBankingBank,
  issuer: string,
  form: URLSearchParams,
): Promise<object | undefined> {
  const clientId = await authenticateClient(bank, `${issuer}/par`, form.get('client_assertion') ?? '');
  const software = clientId === undefined ? undefined : findSoftware(bank, clientId);
  if (!software) return undefined;
  const options = { audience: issuer, currentDate: new Date(bank.now()) };
  const request = Request.safeParse(await readToken(software.jwk, form.get('request') ?? '', options)).data;
  if (!request || !software.redirectUris.includes(request.redirect_uri)) return undefined;
  const seconds = Math.min(maxSeconds, Math.floor(request.exp - bank.now() / 1000));
  if (seconds <= 0) return undefined;
  const secret = newId();
  bank.store.run('delete from ob_pushed where expires_at <= ?', bank.now());
  bank.store.insert('ob_pushed', {
    digest: digestSecret(secret),
    bank_id: at.id,
    client_id: software.clientId,
    request: JSON.stringify(request),
    expires_at: bank.now() + seconds * 1000,
  });
  return { request_uri: prefix + secret, expires_in: seconds };
}

export function findPushedRequest(
  bank: Bank,
  at: OpenBankingBank,
  clientId: string,
  requestUri: string,
): Request | undefined {
  if (!requestUri.startsWith(prefix)) return undefined;
  const row = bank.store.one(
    'select request from ob_pushed where digest = ? and bank_id = ? and client_id = ? and expires_at > ?',
    digestSecret(requestUri.slice(prefix.length)),
    at.id,
    clientId,
    bank.now(),
  );
  return row && Request.parse(JSON.parse(textColumn(row, 'request')));
}
