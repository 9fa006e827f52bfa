import { type Money, readAmount } from '@larkmere/money/money';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Bank } from './bank.ts';
import { decideHeld, returnNow } from './decide-payment.ts';
import { pounds } from './messages/xml.ts';
import { findPayment, listPayments, type Payment } from './payment.ts';
import { sendCredit } from './send-credit.ts';
import { Settings, SettingsChange } from './settings.ts';
import { setOpening } from './settlement-account.ts';

const Pounds = z.string().transform((text, context): Money => {
  const read = readAmount('GBP', text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'An amount in pounds, such as 12.34' });
  return z.NEVER;
});

const Credit = z.strictObject({
  sortCode: z.string().regex(/^\d{6}$/),
  accountNumber: z.string().regex(/^\d{8}$/),
  amount: Pounds.refine((amount) => amount.minor > 0n, 'More than nothing'),
  payerName: z.string().trim().min(1).max(140),
  reference: z.string().max(18).default(''),
});

const Opening = z.strictObject({ amount: Pounds, at: z.iso.datetime({ offset: true }) });
const Decision = z.enum(['release', 'reject', 'return']);

/** Levers for people and tests. Unsigned, so the bank listens on the loopback address alone. */
export async function sandboxRoutes(app: FastifyInstance, bank: Bank): Promise<void> {
  app.post('/sandbox/credits', async (request, reply) => {
    const credit = Credit.safeParse(request.body);
    if (!credit.success) return bad(reply, credit.error);
    const { sortCode, accountNumber, amount, payerName, reference } = credit.data;
    const payee = { sortCode, accountNumber };
    const bankReference = sendCredit(bank, { amountMinor: amount.minor, payerName, payee, reference });
    return reply.code(201).send({ bankReference });
  });

  app.post('/sandbox/opening', async (request, reply) => {
    const opening = Opening.safeParse(request.body);
    if (!opening.success) return bad(reply, opening.error);
    setOpening(bank.store, opening.data.amount.minor, Date.parse(opening.data.at));
    return reply.code(204).send();
  });

  app.get('/sandbox/settings', async () => bank.settings());

  app.put('/sandbox/settings', async (request, reply) => {
    const change = SettingsChange.safeParse(request.body);
    if (!change.success) return bad(reply, change.error);
    bank.change(Settings.parse({ ...bank.settings(), ...change.data }));
    return bank.settings();
  });

  app.get('/sandbox/payments', async () => listPayments(bank.store, 200).map(view));

  app.post<{ Params: { id: string; decision: string } }>('/sandbox/payments/:id/:decision', async (request, reply) => {
    const decision = Decision.safeParse(request.params.decision);
    const payment = findPayment(bank.store, request.params.id);
    if (!decision.success || !payment) return reply.code(404).send({ message: 'No such payment or decision' });
    const done = decision.data === 'return' ? returnNow(bank, payment) : decideHeld(bank, payment, decision.data);
    return done ? reply.code(204).send() : reply.code(409).send({ message: `Not while it is ${payment.status}` });
  });
}

const bad = (reply: FastifyReply, error: z.ZodError) => reply.code(400).send({ message: z.prettifyError(error) });

const time = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

const view = (payment: Payment) => ({
  bankReference: payment.bankReference,
  endToEndId: payment.endToEndId,
  instructionId: payment.instructionId,
  status: payment.status,
  reasonCode: payment.reasonCode,
  magic: payment.magic,
  amount: pounds(payment.amountMinor),
  charges: pounds(payment.chargesMinor),
  payer: payment.payer,
  payee: payment.payee,
  reference: payment.reference,
  receivedAt: time(payment.receivedAt),
  settledAt: time(payment.settledAt),
  returnedAt: time(payment.returnedAt),
});
