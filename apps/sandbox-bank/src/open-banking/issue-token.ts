import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Bank } from '../bank.ts';
import { consumeGrant, findGrant, findSoftware, issueGrant, signingKey } from './open-banking-store.ts';
import type { OpenBankingBank } from './other-banks.ts';
import { readToken, writeToken } from './signing.ts';

const tokenLifetimeSeconds = 300;

export async function issueToken(
  bank: Bank,
  at: OpenBankingBank,
  issuer: string,
  form: URLSearchParams,
): Promise<object | undefined> {
  const field = (name: string): string => form.get(name) ?? '';
  const clientId = await authenticateClient(bank, `${issuer}/token`, field('client_assertion'));
  if (clientId === undefined) return undefined;
  const rest = { token_type: 'Bearer', expires_in: tokenLifetimeSeconds };
  if (field('grant_type') === 'client_credentials')
    return {
      access_token: issueGrant(bank, { kind: 'client', bankId: at.id, clientId }, tokenLifetimeSeconds),
      ...rest,
    };
  if (field('grant_type') !== 'authorization_code') return undefined;

  const code = findGrant(bank, 'code', at.id, field('code'));
  consumeGrant(bank, field('code')); // A code is consumed by the first attempt, even a failed one.
  const challenge = createHash('sha256').update(field('code_verifier')).digest('base64url');
  const fits =
    code?.clientId === clientId && code.redirectUri === field('redirect_uri') && code.challenge === challenge;
  if (!code || !fits) return undefined;
  const { consentId = '', nonce } = code;
  const iat = Math.floor(bank.now() / 1000);
  const claims = { iss: issuer, aud: clientId, sub: consentId, nonce, openbanking_intent_id: consentId };
  return {
    access_token: issueGrant(bank, { kind: 'customer', bankId: at.id, clientId, consentId }, tokenLifetimeSeconds),
    id_token: await writeToken(signingKey(bank), { ...claims, iat, exp: iat + tokenLifetimeSeconds }),
    ...rest,
  };
}

export async function authenticateClient(bank: Bank, audience: string, assertion: string): Promise<string | undefined> {
  const software = findSoftware(bank, claimedIssuer(assertion));
  if (!software) return undefined;
  const subject = software.clientId;
  const options = { subject, audience, requiredClaims: ['exp'], currentDate: new Date(bank.now()) };
  return (await readToken(software.jwk, assertion, options)) && subject;
}

function claimedIssuer(assertion: string): string {
  try {
    return decodeJwt(assertion).iss ?? '';
  } catch {
    return '';
  }
}
