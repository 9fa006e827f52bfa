import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bank } from '../bank.ts';
import { type AcceptedPayment, acceptConsent, acceptPayment, findPayment } from './accept-order.ts';
import { apiHelpers } from './api-request.ts';
import { issueToken } from './issue-token.ts';
import { type Consent, findConsent } from './open-banking-store.ts';
import { findBank } from './other-banks.ts';
import { pushRequest } from './push-request.ts';
import { issuerUrl, textBody } from './request.ts';

type Params = { Params: { bank: string; id: string } };

const formatTime = (atMs: number): string => new Date(atMs).toISOString();

export function apiRoutes(app: FastifyInstance, bank: Bank, wake: () => void): void {
  tokenRoutes(app, bank);
  consentRoutes(app, bank);
  paymentRoutes(app, bank, wake);
}

function tokenRoutes(app: FastifyInstance, bank: Bank): void {
  app.post<Params>('/open-banking/:bank/token', async (request, reply) => {
    const at = findBank(request.params.bank);
    const given = at && (await issueToken(bank, at, issuerUrl(request, at), new URLSearchParams(textBody(request))));
    if (!given) return reply.code(400).send({ error: 'invalid_grant' });
    return reply.header('cache-control', 'no-store').send(given);
  });

  app.post<Params>('/open-banking/:bank/par', async (request, reply) => {
    const at = findBank(request.params.bank);
    const pushed = at && (await pushRequest(bank, at, issuerUrl(request, at), new URLSearchParams(textBody(request))));
    if (!pushed) return reply.code(400).send({ error: 'invalid_request' });
    return reply.code(201).header('cache-control', 'no-store').send(pushed);
  });
}

function consentRoutes(app: FastifyInstance, bank: Bank): void {
  const { fail, answer, admit } = apiHelpers(bank);

  app.post<Params>('/open-banking/:bank/v4.0/pisp/domestic-payment-consents', async (request, reply) => {
    const authorised = await admit(request, reply, 'client');
    if (!authorised) return reply;
    const { at, granted, key, body } = authorised;
    if (at.behaviour === 'silent') return dropConnection(bank, request, reply);
    if (at.behaviour === 'down') return fail(reply, 503, 'The bank is down');
    const taken = acceptConsent(bank, at, granted.clientId, key, body);
    return 'refused' in taken
      ? fail(reply, taken.status, taken.refused)
      : answer(request, reply, at, 201, consentView(taken));
  });

  app.get<Params>('/open-banking/:bank/v4.0/pisp/domestic-payment-consents/:id', async (request, reply) => {
    const authorised = await admit(request, reply, 'client');
    if (!authorised) return reply;
    const consent = findConsent(bank, authorised.at.id, request.params.id);
    if (!consent || consent.clientId !== authorised.granted.clientId)
      return fail(reply, 400, 'UK.OBIE.Resource.NotFound');
    return answer(request, reply, authorised.at, 200, consentView(consent));
  });
}

function paymentRoutes(app: FastifyInstance, bank: Bank, wake: () => void): void {
  const { fail, answer, admit } = apiHelpers(bank);

  app.post<Params>('/open-banking/:bank/v4.0/pisp/domestic-payments', async (request, reply) => {
    const authorised = await admit(request, reply, 'customer');
    if (!authorised) return reply;
    const { at, granted, key, body } = authorised;
    const made = acceptPayment(bank, at, granted.consentId ?? '', key, body);
    if ('refused' in made) return fail(reply, made.status, made.refused);
    wake();
    return at.behaviour === 'lost'
      ? dropConnection(bank, request, reply, 300)
      : answer(request, reply, at, 201, paymentView(made));
  });

  app.get<Params>('/open-banking/:bank/v4.0/pisp/domestic-payments/:id', async (request, reply) => {
    const authorised = await admit(request, reply, 'client');
    if (!authorised) return reply;
    const made = findPayment(bank, authorised.at.id, request.params.id);
    const consent = made && findConsent(bank, authorised.at.id, made.consentId);
    if (!made || consent?.clientId !== authorised.granted.clientId)
      return fail(reply, 400, 'UK.OBIE.Resource.NotFound');
    return answer(request, reply, authorised.at, 200, paymentView(made));
  });
}

const statusReason = (reason: string | null) =>
  reason === null ? {} : { StatusReason: [{ StatusReasonDescription: reason }] };

function consentView({ id, body, status, reason, createdAt, updatedAt }: Consent) {
  const { Data, Risk } = JSON.parse(body);
  const dates = { CreationDateTime: formatTime(createdAt), StatusUpdateDateTime: formatTime(updatedAt) };
  return {
    Data: { ConsentId: id, ...dates, Status: status, ...statusReason(reason), ...Data },
    Risk,
    Links: { Self: id },
    Meta: {},
  };
}

function paymentView({ id, consentId, body, status, reason, waitsForSecond, createdAt, updatedAt }: AcceptedPayment) {
  const { Data } = JSON.parse(body);
  const dates = { CreationDateTime: formatTime(createdAt), StatusUpdateDateTime: formatTime(updatedAt) };
  const second = { MultiAuthorisation: { Status: 'AWAF', NumberRequired: 2, NumberReceived: 1 } };
  const head = { DomesticPaymentId: id, ConsentId: consentId, ...dates, Status: status, ...statusReason(reason) };
  return {
    Data: { ...head, Initiation: Data.Initiation, ...(waitsForSecond ? second : {}) },
    Links: { Self: id },
    Meta: {},
  };
}

function dropConnection(
  bank: Bank,
  request: FastifyRequest,
  reply: FastifyReply,
  afterMs = bank.settings().noResponseMs,
): void {
  reply.hijack();
  const timer = setTimeout(() => request.raw.socket.destroy(), afterMs);
  request.raw.socket.once('close', () => clearTimeout(timer));
}
