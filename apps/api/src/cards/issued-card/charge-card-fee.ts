import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, isZero, type Money, money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { updateCard } from './issued-card.sql.ts';
import type { IssuedCard } from './issued-card-row.ts';

/** Null if there is nothing to charge. Refuses with `insufficient_funds` or `account_not_usable`. */
export async function chargeCardFee({ tx }: Ctx, account: BankAccount, fee: Money): Promise<string | null> {
  if (isZero(fee)) return null;
  const id = createOperationId();
  await recordNarrative(tx, id, {
    kind: 'fee',
    reference: generateReference(),
    description: defaultText('statement_card_fee'),
  });
  const credit = await firmAccountId(tx, `fee-income:card:${fee.currency}`);
  const postings = [{ debit: account.ledgerAccountId, credit, amount: fee }];
  await bookOperation(tx, { kind: 'post', id, code: 'issued_card.fee', postings }).catch((error: unknown) => {
    if (error instanceof InsufficientFunds)
      throw new Refusal('insufficient_funds', {
        reason: message('card_fee_insufficient_funds', { fee }),
        data: { needed: formatAmount(fee), currency: fee.currency },
      });
    throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
  });
  return id;
}

/** For a card that was not made. Call it last in a transaction, because it may post. */
export async function refundCardFee({ tx }: Ctx, card: IssuedCard): Promise<void> {
  if (card.feeId === null) return;
  const account = await findBankAccount(tx, card.accountId);
  if (!account) throw new Error(`the account of card ${card.id} is not there`);
  const currency = card.currency;
  const id = createOperationId();
  await updateCard(tx, card.id, { feeRefundId: id });
  await recordNarrative(tx, id, {
    kind: 'fee',
    reference: generateReference(),
    description: defaultText('statement_card_fee_refunded'),
  });
  const debit = await firmAccountId(tx, `fee-income:card:${currency}`);
  const postings = [{ debit, credit: account.ledgerAccountId, amount: money(currency, card.feeMinor) }];
  await bookOperation(tx, { kind: 'post', id, code: 'issued_card.fee_refunded', postings });
}
