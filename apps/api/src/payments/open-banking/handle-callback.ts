import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { defaultText } from '@larkmere/messages/format-message';
import { canUseAccount } from '../../accounts/bank-account/bank-account.ts';
import { isSessionActive, isSessionCookie } from '../../identity/session/session.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Actor, Ctx, CustomerCtx, Workflow, WorkflowContext } from '../../platform/requests/verb.ts';
import { applyBankStatus } from './apply-bank-status.ts';
import { changePaymentState } from './instant-payment-lifecycle.ts';
import { viewPayment } from './open-banking.read.ts';
import { lockPayment, selectPayment, updatePayment } from './open-banking.sql.ts';
import type { InstantPayment } from './open-banking.ts';
import {
  BankNoResponse,
  BankRejection,
  type ConsentReference,
  type OpenBankingClient,
} from './rails/open-banking-client.ts';

type Endpoint = typeof contract.instantPayment.callback;
type CallbackRequest = Input<Endpoint>;
type ClaimedPayment = InstantPayment & ConsentReference & Readonly<{ device: 'web' | 'app' }>;
type IsOwner<A extends Actor> = (ctx: Ctx<A>, payment: InstantPayment) => Promise<boolean>;

/**
 * Handles the first redirect only; the bank is asked for the outcome because the browser is not trusted. Throws
 * `not_found` for a forged state or another session.
 */
export const handleCallback =
  (openBanking: OpenBankingClient): Workflow<Endpoint> =>
  async (steps, back) => {
    const uid = await processCallback(steps, openBanking, back, isOwnSession);
    return steps.transaction(async (ctx) => viewPayment(ctx, await requirePayment(ctx, uid)));
  };

/**
 * For a session that expired at the bank. The session cookie proves the same browser: an attacker could have sent the
 * address to another person.
 */
export const handleSignedOutCallback =
  (openBanking: OpenBankingClient): Workflow<typeof contract.instantPayment.callbackSignedOut> =>
  async (steps, back) => {
    const { cookie, isSameOrigin } = steps.caller;
    const uid = await processCallback(
      steps,
      openBanking,
      back,
      async ({ tx }, { sessionId }) => isSameOrigin && (await isSessionCookie(tx, sessionId, cookie)),
    );
    return steps.transaction(async (ctx) => {
      const { state, bankName: bank, reason } = await requirePayment(ctx, uid);
      return { state, bank, reason };
    });
  };

async function processCallback<A extends Actor>(
  steps: WorkflowContext<A>,
  openBanking: OpenBankingClient,
  back: CallbackRequest,
  isWhose: IsOwner<A>,
): Promise<string> {
  const uid = openBanking.verifyState(back.state);
  if (uid === undefined) throw new Refusal('not_found');
  const taken = await steps.transaction((ctx) => claimCallback(ctx, uid, back, isWhose));
  if (taken)
    await (back.code === undefined
      ? handleDecline(steps, openBanking, taken)
      : executePayment(steps, openBanking, taken, back));
  return uid;
}

async function requirePayment({ tx }: Ctx, uid: string): Promise<InstantPayment> {
  const payment = await selectPayment(tx, uid);
  if (!payment) throw new Refusal('not_found');
  return payment;
}

async function claimCallback<A extends Actor>(
  ctx: Ctx<A>,
  uid: string,
  back: CallbackRequest,
  isWhose: IsOwner<A>,
): Promise<ClaimedPayment | undefined> {
  const { tx, now } = ctx;
  const payment = await lockPayment(tx, uid);
  if (!payment || !(await isWhose(ctx, payment))) throw new Refusal('not_found');
  if (payment.state !== 'awaiting_authorisation' || payment.returnedAt !== null) return undefined;
  if (payment.expiresAt <= now) {
    await changePaymentState(ctx, payment, { state: 'expired' });
    return undefined;
  }
  const { consentId } = payment;
  if (consentId === null) throw new Error(`payment ${uid} waits at the bank without a consent`);
  await audit(ctx, 'instant-payment.callback_received', `instant-payment:${uid}`, { error: back.error ?? null });
  // An error in the redirect is not proof: the customer may return to the bank until the consent expires.
  const taken = back.code === undefined ? payment : await updatePayment(tx, uid, { returnedAt: now });
  // A payment with a consent was started in a browser or an app.
  return { ...taken, uid, bankId: payment.bankId, consentId, device: payment.device as ClaimedPayment['device'] };
}

async function isOwnSession({ tx, actor }: CustomerCtx, payment: InstantPayment): Promise<boolean> {
  if (payment.userId !== actor.userId || payment.customerId !== actor.customerId) return false;
  if (!canUseAccount(actor, payment.bankholderId)) return false;
  return payment.sessionId === actor.sessionId || !(await isSessionActive(tx, payment.sessionId));
}

async function handleDecline(
  steps: Pick<WorkflowContext, 'transaction'>,
  openBanking: OpenBankingClient,
  taken: ClaimedPayment,
): Promise<void> {
  const consent = await openBanking.getConsent(taken).catch((error: unknown) => {
    if (error instanceof BankNoResponse || error instanceof BankRejection) return undefined;
    throw error;
  });
  if (consent?.status !== 'RJCT') return;
  await steps.transaction(async (ctx) => {
    const payment = await lockPayment(ctx.tx, taken.uid);
    if (payment) await changePaymentState(ctx, payment, { state: 'cancelled', reason: consent.reason });
  });
}

async function executePayment(
  steps: Pick<WorkflowContext, 'transaction'>,
  openBanking: OpenBankingClient,
  taken: ClaimedPayment,
  { code = '', iss: issuer }: CallbackRequest,
): Promise<void> {
  const to = async (step: Parameters<typeof changePaymentState>[2]): Promise<void> =>
    steps.transaction(async (ctx) => {
      const payment = await lockPayment(ctx.tx, taken.uid);
      if (payment) await changePaymentState(ctx, payment, step);
    });
  let authority: string;
  try {
    authority = await openBanking.redeemCode({ ...taken, code, issuer });
  } catch (error) {
    if (error instanceof BankRejection)
      return to({ state: 'rejected', reason: defaultText('instant_payment_approval_not_confirmed') });
    // Without the authorisation code nobody can execute the payment.
    if (error instanceof BankNoResponse)
      return to({
        state: 'expired',
        reason: defaultText('instant_payment_bank_stopped'),
      });
    throw error;
  }
  await steps.transaction(async (ctx) => {
    const payment = await lockPayment(ctx.tx, taken.uid);
    // If this process stops now, polling finds the outcome.
    const nextPollAt = new Date(ctx.now.getTime() + 60_000);
    if (payment) await changePaymentState(ctx, payment, { state: 'authorised', lastResponseAt: ctx.now, nextPollAt });
  });
  try {
    const answer = await openBanking.createPayment({ ...taken, authority });
    await steps.transaction((ctx) => applyBankStatus(ctx, taken.uid, answer));
  } catch (error) {
    if (error instanceof BankRejection)
      return to({ state: 'rejected', reason: defaultText('instant_payment_not_made') });
    if (error instanceof BankNoResponse)
      return to({ state: 'unknown', reason: defaultText('instant_payment_no_answer') });
    throw error;
  }
}
