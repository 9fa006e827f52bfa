import { isCurrency, type Money, readAmount } from '@larkmere/money/money';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Bank } from './bank.ts';
import { decideHeldPayment, returnPayment } from './decide-payment.ts';
import { identityControls } from './identity/identity.routes.ts';
import type { Mailbox } from './mail/mailbox.ts';
import { formatMinor } from './messages/xml.ts';
import { findPaymentByAnyId, listPayments, type Payment } from './payment.ts';
import { sendCredit } from './send-credit.ts';
import { Settings, SettingsChange } from './settings.ts';
import { setOpening } from './settlement-account.ts';

const AmountFields = z
  .object({ currency: z.string().default('GBP'), amount: z.string() })
  .transform(({ currency, amount }, context): Money => {
    const read = isCurrency(currency) ? readAmount(currency, amount) : undefined;
    if (read) return read;
    context.addIssue({ code: 'custom', message: 'An amount such as 12.34, in a currency that we keep' });
    return z.NEVER;
  });

const AccountFields = z.union([
  z
    .object({ sortCode: z.string().regex(/^\d{6}$/), accountNumber: z.string().regex(/^\d{8}$/) })
    .transform((it) => ({ number: it.accountNumber, isIban: false, bank: { system: 'GBDSC', member: it.sortCode } })),
  z
    .object({ iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/), bic: z.string().optional() })
    .transform(({ iban, bic }) => ({ number: iban, isIban: true, bank: bic === undefined ? {} : { bic } })),
  z
    .object({ bankCode: z.string().regex(/^\d{3}$/), accountNumber: z.string().regex(/^\d{5,16}$/) })
    .transform((it) => ({ number: it.accountNumber, isIban: false, bank: { system: 'THCBC', member: it.bankCode } })),
  z
    .object({ aba: z.string().regex(/^\d{9}$/), accountNumber: z.string().regex(/^\d{1,17}$/) })
    .transform((it) => ({ number: it.accountNumber, isIban: false, bank: { system: 'USABA', member: it.aba } })),
  z
    .object({
      bic: z.string().regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/),
      accountNumber: z.string().regex(/^[A-Z0-9]{1,34}$/),
    })
    .transform(({ bic, accountNumber }) => ({ number: accountNumber, isIban: false, bank: { bic } })),
]);

const Credit = z
  .object({ payerName: z.string().trim().min(1).max(140), reference: z.string().max(140).default('') })
  .and(AmountFields)
  .and(AccountFields);

const Opening = z.object({ at: z.iso.datetime({ offset: true }) }).and(AmountFields);
const Decision = z.enum(['release', 'reject', 'return']);

/** Test controls. They are unsigned, so the bank only listens on the loopback address. */
export async function sandboxRoutes(app: FastifyInstance, bank: Bank, mailbox: Mailbox): Promise<void> {
  app.post('/sandbox/credits', async (request, reply) => {
    const credit = Credit.safeParse(request.body);
    if (!credit.success) return sendBadRequest(reply, credit.error);
    if (credit.data.minor === 0n) return reply.code(400).send({ message: 'More than nothing' });
    const { currency, minor: amountMinor, payerName, reference, ...account } = credit.data;
    const bankReference = sendCredit(bank, { currency, amountMinor, payerName, account, reference });
    return reply.code(201).send({ bankReference });
  });

  app.post('/sandbox/opening', async (request, reply) => {
    const opening = Opening.safeParse(request.body);
    if (!opening.success) return sendBadRequest(reply, opening.error);
    const { currency, minor, at } = opening.data;
    setOpening(bank.store, currency, minor, Date.parse(at));
    return reply.code(204).send();
  });

  app.get('/sandbox/settings', async () => bank.settings());

  app.put('/sandbox/settings', async (request, reply) => {
    const change = SettingsChange.safeParse(request.body);
    if (!change.success) return sendBadRequest(reply, change.error);
    bank.changeSettings(Settings.parse({ ...bank.settings(), ...change.data }));
    return bank.settings();
  });

  identityControls(app, bank);

  app.get('/sandbox/mails', async () => mailbox.mails());

  app.get('/sandbox/payments', async () => listPayments(bank.store, 200).map(view));

  app.post<{ Params: { id: string; decision: string } }>('/sandbox/payments/:id/:decision', async (request, reply) => {
    const decision = Decision.safeParse(request.params.decision);
    const payment = findPaymentByAnyId(bank.store, request.params.id);
    if (!decision.success || !payment) return reply.code(404).send({ message: 'No such payment or decision' });
    const done =
      decision.data === 'return' ? returnPayment(bank, payment) : decideHeldPayment(bank, payment, decision.data);
    return done ? reply.code(204).send() : reply.code(409).send({ message: `Not while it is ${payment.status}` });
  });
}

const sendBadRequest = (reply: FastifyReply, error: z.ZodError) =>
  reply.code(400).send({ message: z.prettifyError(error) });

const time = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

const view = (payment: Payment) => ({
  bankReference: payment.bankReference,
  endToEndId: payment.endToEndId,
  instructionId: payment.instructionId,
  status: payment.status,
  reasonCode: payment.reasonCode,
  magic: payment.scenarioCode,
  scheme: payment.scheme,
  uetr: payment.uetr,
  currency: payment.currency,
  amount: formatMinor(payment.currency, payment.amountMinor),
  charges: formatMinor(
    payment.currency,
    payment.charges.reduce((sum, charge) => sum + charge.minor, 0n),
  ),
  bearer: payment.bearer,
  payer: payment.payer,
  payee: payment.payee,
  reference: payment.reference,
  receivedAt: time(payment.receivedAt),
  settledAt: time(payment.settledAt),
  returnedAt: time(payment.returnedAt),
});
