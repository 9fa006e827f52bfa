import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendSandboxPage } from '../sandbox-page.ts';
import { type ReceivedSms, smsListPage } from './pages.ts';

const maxMessages = 1000;
const Message = z.object({ to: z.string().regex(/^\+\d{7,15}$/), text: z.string().min(1).max(480) });

/** A gateway for text messages, which shows them instead. Numbers that end in 0000 cannot get any. */
export function smsRoutes(app: FastifyInstance): void {
  const messages = new Map<string, ReceivedSms>();

  app.post('/sms/messages', async (request, reply) => {
    const { 'idempotency-key': id } = request.headers;
    const message = Message.safeParse(request.body);
    if (typeof id !== 'string' || !message.success) return reply.code(400).send({ message: 'to, text and a key' });
    if (message.data.to.endsWith('0000')) return reply.code(422).send({ message: 'This number gets no messages' });
    if (!messages.has(id)) messages.set(id, { ...message.data, id, receivedAt: new Date().toISOString() });
    const [oldest] = messages.keys();
    if (messages.size > maxMessages && oldest !== undefined) messages.delete(oldest);
    return reply.code(202).send({ id });
  });

  app.get('/sandbox/sms', async () => [...messages.values()]);

  app.get('/sms', async (_request, reply) =>
    sendSandboxPage(reply, 200, smsListPage([...messages.values()].toReversed())),
  );
}
