import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { InstantPaymentState } from '@larkmere/contract/instant-payment';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Actor, Ctx, CustomerCtx, Procedure, Steps } from '../kernel/verb.ts';
import { isCookieOf, sessionGoesOn } from '../session/session.ts';
import { hearBank } from './hear-bank.ts';
import { changePayment, lockPayment, selectPayment } from './instant-payment.sql.ts';
import type { InstantPayment } from './instant-payment.ts';
import { viewPayment } from './instant-payment.view.ts';
import { movePayment } from './move-payment.ts';
import { BankRefusal, BankSilence, type Consented, type OpenBanking } from './rails/open-banking.ts';

type Endpoint = typeof contract.instantPayment.callback;
type Back = Input<Endpoint>;
type Taken = InstantPayment & Consented & Readonly<{ device: 'web' | 'app' }>;
type WhoseIsIt<A extends Actor> = (ctx: Ctx<A>, payment: InstantPayment) => Promise<boolean>;

/**
 * Handles the first redirect only; the bank is asked for the outcome because the browser is not trusted. Throws
 * `not_found` for a forged state or another session.
 */
export const takeCallback =
  (openBanking: OpenBanking): Procedure<Endpoint> =>
  async (steps, back) => {
    const uid = await takeBack(steps, openBanking, back, isTheirs);
    return steps.transaction(async (ctx) => viewPayment(ctx, await mustFind(ctx, uid)));
  };

/**
 * For a session that expired at the bank. The session cookie proves the same browser: an attacker could have sent the
 * address to somebody else.
 */
export const takeCallbackSignedOut =
  (openBanking: OpenBanking): Procedure<typeof contract.instantPayment.callbackSignedOut> =>
  async (steps, back) => {
    const { cookie, sameOrigin } = steps.caller;
    const uid = await takeBack(
      steps,
      openBanking,
      back,
      async ({ tx }, { session_id }) => sameOrigin && (await isCookieOf(tx, session_id, cookie)),
    );
    return steps.transaction(async (ctx) => {
      const { state, bank_name: bank, reason } = await mustFind(ctx, uid);
      return { state: state as InstantPaymentState, bank, reason };
    });
  };

async function takeBack<A extends Actor>(
  steps: Steps<A>,
  openBanking: OpenBanking,
  back: Back,
  isWhose: WhoseIsIt<A>,
): Promise<string> {
  const uid = openBanking.uidOf(back.state);
  if (uid === undefined) throw new Refusal('not_found');
  const taken = await steps.transaction((ctx) => take(ctx, uid, back, isWhose));
  if (taken) await (back.code === undefined ? giveUp(steps, openBanking, taken) : pay(steps, openBanking, taken, back));
  return uid;
}

async function mustFind({ tx }: Ctx, uid: string): Promise<InstantPayment> {
  const payment = await selectPayment(tx, uid);
  if (!payment) throw new Refusal('not_found');
  return payment;
}

async function take<A extends Actor>(
  ctx: Ctx<A>,
  uid: string,
  back: Back,
  isWhose: WhoseIsIt<A>,
): Promise<Taken | undefined> {
  const { tx, now } = ctx;
  const payment = await lockPayment(tx, uid);
  if (!payment || !(await isWhose(ctx, payment))) throw new Refusal('not_found');
  if (payment.state !== 'awaiting_authorisation' || payment.returned_at !== null) return undefined;
  if (payment.expires_at <= now) {
    await movePayment(ctx, payment, { state: 'expired' });
    return undefined;
  }
  const { consent_id: consentId } = payment;
  if (consentId === null) throw new Error(`payment ${uid} waits at the bank without a consent`);
  await audit(ctx, 'instant-payment.returned', `instant-payment:${uid}`, { error: back.error ?? null });
  // An error in the redirect is not proof: the customer may return to the bank until the consent expires.
  const taken = back.code === undefined ? payment : await changePayment(tx, uid, { returned_at: now });
  return { ...taken, uid, bankId: payment.bank_id, consentId, device: payment.device as Taken['device'] };
}

async function isTheirs({ tx, actor }: CustomerCtx, payment: InstantPayment): Promise<boolean> {
  if (payment.person_id !== actor.personId) return false;
  return payment.session_id === actor.sessionId || !(await sessionGoesOn(tx, payment.session_id));
}

async function giveUp(steps: Pick<Steps, 'transaction'>, openBanking: OpenBanking, taken: Taken): Promise<void> {
  const told = await openBanking.consent(taken).catch((error: unknown) => {
    if (error instanceof BankSilence || error instanceof BankRefusal) return undefined;
    throw error;
  });
  if (told?.status !== 'RJCT') return;
  await steps.transaction(async (ctx) => {
    const payment = await lockPayment(ctx.tx, taken.uid);
    if (payment) await movePayment(ctx, payment, { state: 'cancelled', reason: told.reason });
  });
}

async function pay(
  steps: Pick<Steps, 'transaction'>,
  openBanking: OpenBanking,
  taken: Taken,
  { code = '', iss: issuer }: Back,
): Promise<void> {
  const to = async (step: Parameters<typeof movePayment>[2]): Promise<void> =>
    steps.transaction(async (ctx) => {
      const payment = await lockPayment(ctx.tx, taken.uid);
      if (payment) await movePayment(ctx, payment, step);
    });
  let authority: string;
  try {
    authority = await openBanking.redeem({ ...taken, code, issuer });
  } catch (error) {
    if (error instanceof BankRefusal)
      return to({ state: 'rejected', reason: 'The bank did not confirm your approval. Nothing was paid.' });
    // Without the authorisation code nobody can execute the payment.
    if (error instanceof BankSilence)
      return to({
        state: 'expired',
        reason: 'The bank stopped answering before the payment was made. Nothing was paid.',
      });
    throw error;
  }
  await steps.transaction(async (ctx) => {
    const payment = await lockPayment(ctx.tx, taken.uid);
    // If this process stops now, polling finds the outcome.
    const next_ask_at = new Date(ctx.now.getTime() + 60_000);
    if (payment) await movePayment(ctx, payment, { state: 'authorised', heard_at: ctx.now, next_ask_at });
  });
  try {
    const answer = await openBanking.pay({ ...taken, authority });
    await steps.transaction((ctx) => hearBank(ctx, taken.uid, answer));
  } catch (error) {
    if (error instanceof BankRefusal)
      return to({ state: 'rejected', reason: 'The bank did not make the payment. Nothing was paid.' });
    if (error instanceof BankSilence)
      return to({ state: 'unknown', reason: 'The bank did not answer. We keep asking what became of the payment.' });
    throw error;
  }
}
