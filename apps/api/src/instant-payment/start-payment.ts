import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import { moneyText } from '@larkmere/money/amount-text';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { type BankAccount, requireOwnAccount } from '../bank-account/bank-account.ts';
import { shortReference } from '../books/books.ts';
import { requireAmount } from '../kernel/amount.ts';
import { audit } from '../kernel/audit.ts';
import { once } from '../kernel/idempotency.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Procedure } from '../kernel/verb.ts';
import { requireOn, serviceNow } from '../service/service.ts';
import { insertPayment, insertTransition, limitsInForce, lockPayment } from './instant-payment.sql.ts';
import type { InstantPayment } from './instant-payment.ts';
import { viewPayment } from './instant-payment.view.ts';
import { banksOf } from './list-banks.ts';
import { movePayment } from './move-payment.ts';
import { type Aspsp, BankRefusal, BankSilence, type OpenBanking } from './rails/open-banking.ts';

type Wanted = Input<typeof contract.instantPayment.start>;
type Endpoint = typeof contract.instantPayment.start;

const lifeMs = 15 * 60_000;

/**
 * A repeat with the same key continues the same payment and never creates a second consent. Throws `bank_unavailable`,
 * `bank_not_responding`, `bank_refused`, `account_not_usable`, `limit_exceeded` and `validation_failed`.
 */
export const startPayment =
  (openBanking: OpenBanking): Procedure<Endpoint> =>
  async (steps, wanted) => {
    const bank = (await banksOf(openBanking)).find(({ id }) => id === wanted.aspspId);
    const uid = await steps.transaction((ctx) => beginOnce(ctx, wanted, bank, openBanking));
    const begun = await steps.transaction(async ({ tx }) => mustFind(await lockPayment(tx, uid)));
    if (begun.state !== 'created') return steps.transaction((ctx) => viewPayment(ctx, begun));
    try {
      const { bank_id: bankId, document, expires_at: expiresAt } = begun;
      const asked = await openBanking.askConsent({ bankId, uid, document, device: wanted.device, expiresAt });
      return await steps.transaction(async (ctx) => {
        const payment = mustFind(await lockPayment(ctx.tx, uid));
        const { consentId: consent_id, redirectUrl: redirect_url } = asked;
        const moved = await movePayment(ctx, payment, { state: 'awaiting_authorisation', consent_id, redirect_url });
        return viewPayment(ctx, moved ?? payment);
      });
    } catch (error) {
      if (error instanceof BankSilence) throw new Refusal('bank_silent');
      if (!(error instanceof BankRefusal)) throw error;
      await steps.transaction(async (ctx) => {
        const payment = mustFind(await lockPayment(ctx.tx, uid));
        await movePayment(ctx, payment, { state: 'rejected', reason: 'The bank did not take the request.' });
      });
      throw new Refusal('bank_refused');
    }
  };

function beginOnce(
  ctx: CustomerCtx,
  wanted: Wanted,
  bank: Aspsp | undefined,
  openBanking: OpenBanking,
): Promise<string> {
  const { tx, actor } = ctx;
  const route = 'POST /v1/bankaccount/pis/payment';
  const claim = { tx, actor: actor.personId, route, key: wanted.idempotency, request: wanted, keepForEver: true };
  return once(claim, async () => (await begin(ctx, wanted, bank, openBanking)).id);
}

async function begin(
  ctx: CustomerCtx,
  wanted: Wanted,
  bank: Aspsp | undefined,
  openBanking: OpenBanking,
): Promise<InstantPayment> {
  const { tx, actor, now } = ctx;
  requireOn(await serviceNow(tx, 'pis'));
  const account = await requireOwnAccount(ctx, wanted.destinationBankholderId);
  const payee = detailsOf(account);
  const amount = await readWanted(ctx, wanted);
  if (!bank)
    throw new Refusal('validation_failed', {
      errors: [{ field: 'aspspId', code: 'unknown', message: 'Choose a bank from the list' }],
    });
  if (bank.status === 'disabled' || !bank.capabilities.single)
    throw new Refusal(
      'bank_unavailable',
      bank.message === null ? {} : { message: `${bank.message} Nothing was paid.` },
    );
  const [id, reference] = [v7(), shortReference()];
  const payment = await insertPayment(tx, {
    id,
    reference,
    customer_id: actor.customerId,
    person_id: actor.personId,
    session_id: actor.sessionId,
    account_id: account.id,
    bankholder_id: account.bankholderId,
    bank_id: bank.id,
    bank_name: bank.name,
    currency: amount.currency,
    amount_minor: amount.minor,
    note: wanted.reference,
    device: wanted.device,
    document: openBanking.compose({ uid: id, reference, amount, payee }),
    expires_at: new Date(now.getTime() + lifeMs),
  });
  await insertTransition(tx, id, payment.state, null);
  await audit(ctx, 'instant-payment.created', `instant-payment:${id}`, {
    reference,
    bank: bank.id,
    amount: formatAmount(amount),
    currency: amount.currency,
  });
  return payment;
}

function detailsOf({ holder, status, currency, sortCode, accountNumber }: BankAccount) {
  if (status !== 'active' || currency !== 'GBP' || sortCode === null || accountNumber === null)
    throw new Refusal('account_not_usable', {
      message: 'Money from another bank cannot come to this account. Nothing was paid.',
    });
  return { name: holder, sortCode, accountNumber };
}

async function readWanted({ tx }: CustomerCtx, { amount, currency }: Wanted): Promise<Money> {
  const read = requireAmount(currency, amount);
  const limits = await limitsInForce(tx, currency);
  if (!limits) throw new Error(`nobody said how much ${currency} may be asked for`);
  const [least, most] = [limits.least_minor, limits.most_minor].map((minor) => moneyText(money(currency, minor)));
  if (read.minor < limits.least_minor || read.minor > limits.most_minor)
    throw new Refusal('limit_exceeded', {
      message: `You can bring in from ${least} to ${most} at a time. Nothing was paid.`,
      errors: [{ field: 'amount', code: 'limit_exceeded', message: `Enter ${least} to ${most}` }],
    });
  return read;
}

function mustFind(payment: InstantPayment | undefined): InstantPayment {
  if (!payment) throw new Error('a payment written a moment ago is not there');
  return payment;
}
