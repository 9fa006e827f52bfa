import { createHash } from 'node:crypto';
import type { Bank } from '../bank.ts';
import { consumeGrant, findGrant, findSoftware, issueGrant, signingKey } from './open-banking-store.ts';
import type { OpenBankingBank } from './other-banks.ts';
import { readToken, writeToken } from './signing.ts';

const tokenLifetimeSeconds = 300;

export function issueToken(bank: Bank, at: OpenBankingBank, issuer: string, form: URLSearchParams): object | undefined {
  const said = (name: string): string => form.get(name) ?? '';
  const clientId = authenticateClient(bank, `${issuer}/token`, said('client_assertion'));
  if (clientId === undefined) return undefined;
  const rest = { token_type: 'Bearer', expires_in: tokenLifetimeSeconds };
  if (said('grant_type') === 'client_credentials')
    return {
      access_token: issueGrant(bank, { kind: 'client', bankId: at.id, clientId }, tokenLifetimeSeconds),
      ...rest,
    };
  if (said('grant_type') !== 'authorization_code') return undefined;

  const code = findGrant(bank, 'code', at.id, said('code'));
  consumeGrant(bank, said('code')); // A code is consumed by the first attempt, even a failed one.
  const challenge = createHash('sha256').update(said('code_verifier')).digest('base64url');
  const fits = code?.clientId === clientId && code.redirectUri === said('redirect_uri') && code.challenge === challenge;
  if (!code || !fits) return undefined;
  const { consentId = '', nonce } = code;
  const iat = Math.floor(bank.now() / 1000);
  const claims = { iss: issuer, aud: clientId, sub: consentId, nonce, openbanking_intent_id: consentId };
  return {
    access_token: issueGrant(bank, { kind: 'customer', bankId: at.id, clientId, consentId }, tokenLifetimeSeconds),
    id_token: writeToken(signingKey(bank), { ...claims, iat, exp: iat + tokenLifetimeSeconds }),
    ...rest,
  };
}

export function authenticateClient(bank: Bank, audience: string, assertion: string): string | undefined {
  const claimed = /^[^.]+\.([^.]+)\./.exec(assertion)?.[1] ?? '';
  const software = findSoftware(bank, readIssuer(claimed));
  const claims = software && readToken(software.jwk, assertion);
  const isGood =
    claims?.sub === software?.clientId && claims?.aud === audience && Number(claims?.exp) * 1000 > bank.now();
  return software && claims && isGood ? software.clientId : undefined;
}

function readIssuer(payload: string): string {
  try {
    return String((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss?: unknown }).iss);
  } catch {
    return '';
  }
}
