import { balanceOf } from '@larkmere/ledger/balance';
import { InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { type Money, money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { changeAccountStatus, findCustomer } from '../../customers/customer/customer.ts';
import { ConcurrencyConflict } from '../../platform/db/transaction.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { cardName } from '../card/card.ts';
import { changeTopUpState } from './change-state.ts';
import { reversalPostings } from './top-up.postings.ts';
import type { TopUp } from './top-up.ts';

type Reversal = Readonly<{ state: 'refunded' | 'charged_back'; lastSequence: number }>;

/**
 * The processor took the money back for the card. The wallet pays what is available, without what is on hold; the rest
 * is owed to us, and the account is restricted.
 */
export async function reverseCredit(ctx: Ctx, topUp: TopUp, { state, lastSequence }: Reversal): Promise<void> {
  const { tx } = ctx;
  const currency = topUp.currency;
  const amount = money(currency, topUp.amountMinor);
  const owner = topUp.creditedAccount;
  if (owner === null) throw new Error(`top-up ${topUp.id} goes back but was not credited`);
  const { missing, postings } = reversalPostings({
    amount,
    fee: money(currency, topUp.feeMinor),
    available: await findAvailable(ctx, topUp, owner, amount),
    processor: await firmAccountId(tx, `card-processor:${currency}`),
    feeIncome: await firmAccountId(tx, `fee-income:card:${currency}`),
    shortfall: await firmAccountId(tx, `card-shortfall:${currency}`),
    owner,
  });
  const id = createOperationId();
  await changeTopUpState(ctx, topUp, {
    state,
    lastSequence,
    nextPollAt: null,
    reversalId: id,
    shortfallMinor: missing.minor,
  });
  if (missing.minor > 0n) await restrictCustomer(ctx, topUp.customerId);
  const card = cardName(topUp);
  await recordNarrative(tx, id, {
    kind: 'card',
    reference: topUp.reference,
    counterparty: card,
    description: defaultText(state === 'refunded' ? 'statement_top_up_refunded' : 'statement_top_up_charged_back', {
      card,
    }),
  });
  await bookOperation(tx, { kind: 'post', id, code: `top_up.${state}`, postings }).catch((error: unknown) => {
    // A payment took the money between reading the balance and posting: the transaction runs again.
    throw error instanceof InsufficientFunds ? new ConcurrencyConflict() : error;
  });
}

/** Money in suspense is there in full. A wallet that is frozen or closed pays nothing. */
async function findAvailable({ tx }: Ctx, topUp: TopUp, owner: AccountId, amount: Money): Promise<Money> {
  const account = await findBankAccount(tx, topUp.accountId);
  if (account?.ledgerAccountId !== owner) return amount;
  if (account.status !== 'active') return money(amount.currency, 0n);
  return (await balanceOf(tx, owner)).available;
}

async function restrictCustomer(ctx: Ctx, customerId: string): Promise<void> {
  const customer = await findCustomer(ctx.tx, customerId);
  if (customer?.status !== 'active' && customer?.status !== 'dormant') return;
  await changeAccountStatus(ctx, customerId, { status: 'restricted', reasonCode: 'card_payment_reversed' });
}
