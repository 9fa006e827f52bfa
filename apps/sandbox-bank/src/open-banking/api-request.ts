import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bank } from '../bank.ts';
import { findGrant, findSoftware, type Grant, newId, signingKey } from './open-banking-store.ts';
import { findBank, type OpenBankingBank } from './other-banks.ts';
import { issuerUrl, textBody } from './request.ts';
import { isDetachedSignatureValid, signDetached } from './signing.ts';

type Params = { Params: { bank: string } };
type AuthorisedRequest = Readonly<{ at: OpenBankingBank; granted: Grant; key: string; body: string }>;

export function apiHelpers(bank: Bank) {
  const fail = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send({ Id: newId(), Code: String(status), Errors: [{ ErrorCode: 'U000', Message: message }] });

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    at: OpenBankingBank,
    status: number,
    content: object,
  ) => {
    const body = JSON.stringify(content);
    const signature = await signDetached(signingKey(bank), issuerUrl(request, at), body, bank.now());
    return reply.code(status).header('x-jws-signature', signature).type('application/json; charset=utf-8').send(body);
  };

  async function admit(
    request: FastifyRequest<Params>,
    reply: FastifyReply,
    kind: 'client' | 'customer',
  ): Promise<AuthorisedRequest | undefined> {
    const at = findBank(request.params.bank);
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const granted = at && findGrant(bank, kind, at.id, token);
    if (!at || !granted) return void fail(reply, 401, 'UK.OBIE.Header.Invalid: no such token');
    const body = textBody(request);
    if (request.method === 'GET') return { at, granted, key: '', body };
    const key = String(request.headers['x-idempotency-key'] ?? '');
    if (key === '' || key.length > 40) return void fail(reply, 400, 'UK.OBIE.Header.Missing: x-idempotency-key');
    const signature = String(request.headers['x-jws-signature'] ?? '');
    const software = findSoftware(bank, granted.clientId);
    if (signature === '') return void fail(reply, 400, 'UK.OBIE.Signature.Missing');
    if (!software || !(await isDetachedSignatureValid(software.jwk, granted.clientId, body, signature, bank.now())))
      return void fail(reply, 400, 'UK.OBIE.Signature.Invalid');
    return { at, granted, key, body };
  }
  return { fail, answer, admit };
}
