import type { PaymentBackground } from '@larkmere/contract/payment-background';
import type { Choice } from '@larkmere/contract/payment-choices';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { OwnerCtx } from '../kernel/verb.ts';
import { type Payee, requireOwnPayee } from '../payee/payee.ts';
import { asksOf, asksOfCurrencies } from './background.sql.ts';
import type { PaymentOrder } from './payment.ts';

const words = {
  purposeCode: 'Say what the payment is for',
  relationship: 'Say who the payee is to you',
  sourceOfFunds: 'Say where the money comes from',
} as const;

export async function requireBackground(tx: Tx, order: PaymentOrder, payee: Payee): Promise<void> {
  if (!order.approve) return; // nobody is present to answer
  const { rail, amount, said = {} } = order;
  refuseSilence(await asksOf(tx, { rail, currency: amount.currency }), said, payee);
}

type Repeated = PaymentBackground & Readonly<{ currency: string; abroad: boolean; payeeUid: string }>;

export async function requireRepeatedBackground(ctx: OwnerCtx, order: Repeated): Promise<void> {
  const asks = (await asksOfCurrencies(ctx.tx, [order.currency], order.abroad)).get(order.currency) ?? [];
  if (asks.length > 0) refuseSilence(asks, order, await requireOwnPayee(ctx, order.payeeUid));
}

function refuseSilence(asks: readonly Choice[], said: PaymentBackground, { details, ownAccount }: Payee): void {
  const known = {
    purposeCode: said.purposeCode ?? details.purpose,
    relationship: said.relationship ?? details.relationship ?? (ownAccount ? 'own_account' : undefined),
    sourceOfFunds: said.sourceOfFunds,
  };
  const errors = asks
    .filter((field) => !known[field])
    .map((field) => ({ field, code: 'required', message: words[field] }));
  if (errors.length === 0) return;
  const wanted = errors.map(({ message }) => message).join('. ');
  throw new Refusal('background_missing', {
    message: `${wanted}: the banks on this way ask. Nothing was sent.`,
    errors,
  });
}
