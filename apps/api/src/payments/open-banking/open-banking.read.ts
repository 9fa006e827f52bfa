import type { contract } from '@larkmere/contract/contract';
import type { InstantPaymentView } from '@larkmere/contract/payments/open-banking';
import { message } from '@larkmere/messages/message';
import { formatAmount, money } from '@larkmere/money/money';
import { canUseAccount } from '../../accounts/bank-account/bank-account.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { instantPaymentLifecycle, instantPaymentStatus } from './instant-payment-lifecycle.ts';
import { selectLastUses, selectPayment, selectPayments } from './open-banking.sql.ts';
import type { InstantPayment } from './open-banking.ts';
import { type Aspsp, BankNoResponse, type OpenBankingClient } from './rails/open-banking-client.ts';

export const listBanks =
  (openBanking: OpenBankingClient): Workflow<typeof contract.instantPayment.aspsps> =>
  async (steps) => {
    const banks = await fetchBanks(openBanking);
    const uses = await steps.transaction(({ tx, actor }) => selectLastUses(tx, actor));
    const usedAt = (id: string): number => uses.find(({ bankId }) => bankId === id)?.at.getTime() ?? 0;
    const sorted = banks.toSorted((a, b) => usedAt(b.id) - usedAt(a.id) || a.name.localeCompare(b.name, 'en'));
    return {
      list: sorted.map((bank) => ({
        ...bank,
        lastUsedAt: uses.find(({ bankId }) => bankId === bank.id)?.at.toISOString() ?? null,
      })),
    };
  };

export async function fetchBanks(openBanking: OpenBankingClient): Promise<readonly Aspsp[]> {
  try {
    return await openBanking.banks();
  } catch (error) {
    if (error instanceof BankNoResponse)
      throw new Refusal('bank_not_responding', { reason: message('bank_list_unavailable') });
    throw error;
  }
}

const maxPayments = 100;

export const listPayments: Verb<typeof contract.instantPayment.list> = async (ctx) => ({
  list: await viewPayments(ctx, await selectPayments(ctx.tx, ctx.actor, maxPayments)),
});

export const getPayment: Verb<typeof contract.instantPayment.view> = async (ctx, { id }) => {
  const payment = await selectPayment(ctx.tx, id);
  if (payment?.customerId !== ctx.actor.customerId || !canUseAccount(ctx.actor, payment.bankholderId))
    throw new Refusal('not_found');
  return viewPayment(ctx, payment);
};

async function viewPayments(
  { tx, actor }: CustomerCtx,
  payments: readonly InstantPayment[],
): Promise<InstantPaymentView[]> {
  const ids = payments.map(({ id }) => id);
  const timelines = await findTimelines(tx, instantPaymentLifecycle, ids);
  return payments.map((payment) => ({
    uid: payment.id,
    reference: payment.reference,
    bank: { id: payment.bankId, name: payment.bankName },
    amount: {
      amount: formatAmount(money(payment.currency, payment.amountMinor)),
      currency: payment.currency,
    },
    destinationBankholderId: payment.bankholderId,
    note: payment.note,
    state: payment.state,
    reason: payment.reason,
    // Only the person who started the payment may complete the bank's redirect.
    redirectUrl: payment.userId === actor.userId ? payment.redirectUrl : null,
    expiresAt: payment.expiresAt.toISOString(),
    waiting: instantPaymentStatus(payment),
    createdAt: payment.createdAt.toISOString(),
    timeline: timelines.get(payment.id) ?? [],
  }));
}

export async function viewPayment(ctx: CustomerCtx, payment: InstantPayment): Promise<InstantPaymentView> {
  const [view] = await viewPayments(ctx, [payment]);
  if (!view) throw new Error('a list of one came back empty');
  return view;
}
