import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { hearBank } from './hear-bank.ts';
import { changePayment, lockPayment, takeDue, takeExpired } from './instant-payment.sql.ts';
import type { InstantPayment } from './instant-payment.ts';
import { movePayment } from './move-payment.ts';
import { patienceMs, pauseSeconds } from './pause.ts';
import { BankRefusal, BankSilence, type OpenBanking } from './rails/open-banking.ts';

const most = 20;
const claimSeconds = 60;
const silenceMs = 10 * 60_000;
const authorityMs = 15 * 60_000;

const actor: SystemActor = { kind: 'system', name: 'tend-instant-payments' };

export async function tendPayments(db: Db, openBanking: OpenBanking, log: Log): Promise<void> {
  const run = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, now, actor, requestId: 'tend-instant-payments' }));
  await run(async (ctx) => {
    for (const payment of await takeExpired(ctx.tx, most)) await movePayment(ctx, payment, { state: 'expired' });
  });
  const due = await run(({ tx }) => takeDue(tx, claimSeconds, most));
  await Promise.all(
    due.map((payment) =>
      chase(run, openBanking, payment).catch((error: unknown) =>
        log.error({ err: error, payment: payment.reference }, 'an instant payment could not be asked about'),
      ),
    ),
  );
}

type Run = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>;

async function chase(run: Run, openBanking: OpenBanking, payment: InstantPayment): Promise<void> {
  const { id, bank_id: bankId, consent_id: consentId, bank_payment_id: bankPaymentId } = payment;
  try {
    if (bankPaymentId !== null) {
      const answer = await openBanking.payment({ bankId, bankPaymentId });
      await run((ctx) => hearBank(ctx, id, answer));
    } else if (consentId !== null) {
      const { status } = await openBanking.consent({ bankId, consentId });
      await run((ctx) => hearOfConsent(ctx, id, status));
    }
  } catch (error) {
    if (!(error instanceof BankSilence || error instanceof BankRefusal)) throw error;
  } finally {
    await run((ctx) => askLater(ctx, id));
  }
}

/**
 * The response to the payment was lost. An unused consent older than every code and token proves that nothing was paid.
 */
async function hearOfConsent(ctx: Ctx, id: string, status: string): Promise<void> {
  const payment = await lockPayment(ctx.tx, id);
  if (!payment || status === 'COND') return;
  const isOver = ctx.now.getTime() - (payment.returned_at ?? payment.created_at).getTime() > authorityMs;
  const reason = 'The connection to the bank broke before the payment was made. Nothing was paid.';
  if (status === 'RJCT') await movePayment(ctx, payment, { state: 'rejected', reason });
  else if (isOver) await movePayment(ctx, payment, { state: 'expired', reason });
}

async function askLater(ctx: Ctx, id: string): Promise<void> {
  const payment = await lockPayment(ctx.tx, id);
  if (!payment || payment.next_ask_at === null) return;
  const now = ctx.now.getTime();
  const asked = payment.asked + 1;
  const isOver = now - (payment.returned_at ?? payment.created_at).getTime() > patienceMs;
  const next_ask_at = isOver ? null : new Date(now + pauseSeconds(asked) * 1000);
  const isSilent = now - (payment.heard_at ?? payment.created_at).getTime() > silenceMs;
  const reason = isOver
    ? 'The money has not come in six days. Ask your bank what became of it.'
    : 'The bank does not answer. We keep asking what became of the payment.';
  const change = { asked, next_ask_at, ...(isOver || isSilent ? { reason } : {}) };
  if ((isOver || isSilent) && (await movePayment(ctx, payment, { ...change, state: 'unknown' }))) return;
  await changePayment(ctx.tx, id, change);
}
