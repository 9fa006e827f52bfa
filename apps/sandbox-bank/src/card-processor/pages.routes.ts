import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { formatMinor } from '../messages/xml.ts';
import { isSigned } from '../signature.ts';
import { decideChallenge, findByChallenge } from './card-payment.ts';
import { challengeOverPage, challengePage, fieldsPage, sendFramedPage } from './pages.ts';
import { parseJson } from './parse-json.ts';
import { CardEntry, tokenise } from './vault.ts';

const frameMinutes = 60;

const FrameQuery = z.object({ origin: z.url(), issued: z.string(), signature: z.string() });

/** The merchant signs which of its origins may show the fields, and when it did. */
function verifiedOrigin(bank: Bank, query: unknown): string | undefined {
  const frameQuery = FrameQuery.safeParse(query);
  if (!frameQuery.success) return undefined;
  const { origin, issued, signature } = frameQuery.data;
  // A signature of the partner protocol is valid for five minutes; a form may stay open for longer.
  const age = bank.now() - Number(issued);
  if (!(age > -60_000 && age < frameMinutes * 60_000)) return undefined;
  return isSigned(bank.railSecret, issued, origin, signature, Number(issued)) ? new URL(origin).origin : undefined;
}

export function pageRoutes(app: FastifyInstance, bank: Bank): void {
  app.get('/card-processor/fields', async (request, reply) => {
    const origin = verifiedOrigin(bank, request.query);
    if (!origin) return reply.code(403).send({ message: 'This form was not asked for by a merchant' });
    return sendFramedPage(reply, 200, fieldsPage(origin, new Date(bank.now()).getUTCFullYear()), origin);
  });

  app.post('/card-processor/tokens', async (request, reply) => {
    if (!verifiedOrigin(bank, request.query)) return reply.code(403).send({ fault: 'expired_form' });
    const entry = CardEntry.safeParse(parseJson(request.body));
    if (!entry.success) return reply.code(400).send({ fault: 'unreadable' });
    const done = tokenise(bank, entry.data);
    return 'fault' in done ? reply.code(400).send(done) : reply.code(201).send({ token: done.token });
  });

  app.get<{ Params: { id: string } }>('/card-processor/challenge/:id', async (request, reply) => {
    const payment = findByChallenge(bank, request.params.id);
    if (!payment) return reply.code(404).send({ message: 'No such challenge' });
    const { origin } = new URL(payment.returnUrl);
    const isOpen = payment.status === 'awaiting_challenge' && payment.expiresAt > bank.now();
    const amount = formatMinor(payment.currency, payment.amountMinor);
    const page = isOpen
      ? challengePage(payment, request.params.id, amount)
      : challengeOverPage(origin, payment.returnUrl);
    return sendFramedPage(reply, 200, page, origin);
  });

  app.post<{ Params: { id: string } }>('/card-processor/challenge/:id', async (request, reply) => {
    const payment = findByChallenge(bank, request.params.id);
    if (!payment) return reply.code(404).send({ message: 'No such challenge' });
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    decideChallenge(bank, payment, form.get('decision') === 'approve');
    bank.wake();
    const { origin } = new URL(payment.returnUrl);
    return sendFramedPage(reply, 200, challengeOverPage(origin, payment.returnUrl), origin);
  });
}
