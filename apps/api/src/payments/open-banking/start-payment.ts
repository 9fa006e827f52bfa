import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import {
  answerOnce,
  executeIdempotently,
  type IdempotentRequest,
  idempotencyOwner,
} from '../../platform/requests/idempotency.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { getServiceAvailability, requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { changePaymentState, instantPaymentLifecycle } from './instant-payment-lifecycle.ts';
import { fetchBanks, viewPayment } from './open-banking.read.ts';
import { depositLimit } from './open-banking.settings.ts';
import { insertPayment, lockPayment } from './open-banking.sql.ts';
import type { InstantPayment } from './open-banking.ts';
import { type Aspsp, BankNoResponse, BankRejection, type OpenBankingClient } from './rails/open-banking-client.ts';

type StartPaymentRequest = Input<typeof contract.instantPayment.start>;
type Endpoint = typeof contract.instantPayment.start;

const consentLifetimeMs = 15 * 60_000;

/**
 * A repeat with the same key continues the same payment and never creates a second consent. Throws `bank_unavailable`,
 * `bank_not_responding`, `bank_refused`, `account_not_usable`, `limit_exceeded` and `validation_failed`.
 */
export const startPayment =
  (openBanking: OpenBankingClient): Workflow<Endpoint> =>
  async (steps, order) => {
    const bank = (await fetchBanks(openBanking)).find(({ id }) => id === order.aspspId);
    const uid = await steps.transaction((ctx) => createPaymentOnce(ctx, order, bank, openBanking));
    const begun = await steps.transaction(async ({ tx }) => requirePayment(await lockPayment(tx, uid)));
    const answer = (ctx: CustomerCtx, payment: InstantPayment) =>
      answerOnce(claimOf(ctx, order), async () => viewPayment(ctx, payment));
    if (begun.state !== 'created') return steps.transaction((ctx) => answer(ctx, begun));
    try {
      const { bankId, document, expiresAt } = begun;
      const consent = await openBanking.createConsent({ bankId, uid, document, device: order.device, expiresAt });
      return await steps.transaction(async (ctx) => {
        const payment = requirePayment(await lockPayment(ctx.tx, uid));
        const { consentId, redirectUrl } = consent;
        const moved = await changePaymentState(ctx, payment, {
          state: 'awaiting_authorisation',
          consentId,
          redirectUrl,
        });
        return answer(ctx, moved ?? payment);
      });
    } catch (error) {
      if (error instanceof BankNoResponse) throw new Refusal('bank_not_responding');
      if (!(error instanceof BankRejection)) throw error;
      await steps.transaction(async (ctx) => {
        const payment = requirePayment(await lockPayment(ctx.tx, uid));
        await changePaymentState(ctx, payment, {
          state: 'rejected',
          reason: defaultText('instant_payment_request_rejected'),
        });
      });
      throw new Refusal('bank_refused');
    }
  };

const claimOf = ({ tx, actor }: CustomerCtx, order: StartPaymentRequest): IdempotentRequest => ({
  tx,
  actor: idempotencyOwner(actor),
  route: 'POST /v1/bankaccount/pis/payment',
  key: order.idempotency,
  request: order,
  isPermanent: true,
});

const createPaymentOnce = (
  ctx: CustomerCtx,
  order: StartPaymentRequest,
  bank: Aspsp | undefined,
  openBanking: OpenBankingClient,
): Promise<string> =>
  executeIdempotently(claimOf(ctx, order), async () => (await createPayment(ctx, order, bank, openBanking)).id);

async function createPayment(
  ctx: CustomerCtx,
  order: StartPaymentRequest,
  bank: Aspsp | undefined,
  openBanking: OpenBankingClient,
): Promise<InstantPayment> {
  const { tx, actor, now } = ctx;
  requireAvailable(await getServiceAvailability(tx, 'pis', actor.customerId));
  const account = await requireOwnAccount(ctx, order.destinationBankholderId);
  const payee = requireUkDetails(account);
  const amount = await requireAmountWithinLimits(ctx, order);
  if (!bank)
    throw new Refusal('validation_failed', {
      errors: [{ field: 'aspspId', code: 'not_allowed', reason: message('bank_required') }],
    });
  if (bank.status === 'disabled' || !bank.capabilities.single)
    throw new Refusal(
      'bank_unavailable',
      bank.message === null ? {} : { reason: message('bank_unavailable_because', { note: bank.message }) },
    );
  const [id, reference] = [v7(), generateReference()];
  const payment = await insertPayment(tx, {
    id,
    reference,
    customerId: actor.customerId,
    userId: actor.userId,
    sessionId: actor.sessionId,
    accountId: account.id,
    bankholderId: account.bankholderId,
    bankId: bank.id,
    bankName: bank.name,
    currency: amount.currency,
    amountMinor: amount.minor,
    note: order.reference,
    device: order.device,
    document: openBanking.compose({ uid: id, reference, amount, payee }),
    expiresAt: new Date(now.getTime() + consentLifetimeMs),
  });
  await appendHistory(ctx, instantPaymentLifecycle, id);
  await audit(ctx, 'instant-payment.created', `instant-payment:${id}`, {
    reference,
    bank: bank.id,
    amount: formatAmount(amount),
    currency: amount.currency,
  });
  return payment;
}

function requireUkDetails({ holder, status, currency, sortCode, accountNumber }: BankAccount) {
  if (status !== 'active' || currency !== 'GBP' || sortCode === null || accountNumber === null)
    throw new Refusal('account_not_usable', { reason: message('account_cannot_add_money') });
  return { name: holder, sortCode, accountNumber };
}

async function requireAmountWithinLimits(
  { tx }: CustomerCtx,
  { amount, currency }: StartPaymentRequest,
): Promise<Money> {
  const read = requirePositiveAmount(currency, amount);
  const limits = await requireSetting(tx, depositLimit, { currency });
  const range = { minimum: money(currency, limits.minMinor), maximum: money(currency, limits.maxMinor) };
  if (read.minor < limits.minMinor || read.minor > limits.maxMinor)
    throw new Refusal('limit_exceeded', {
      reason: message('add_money_limit', range),
      errors: [
        {
          field: 'amount',
          code: read.minor < limits.minMinor ? 'too_small' : 'too_large',
          reason: message('amount_between', range),
        },
      ],
    });
  return read;
}

function requirePayment(payment: InstantPayment | undefined): InstantPayment {
  if (!payment) throw new Error('a payment written a moment ago is not there');
  return payment;
}
