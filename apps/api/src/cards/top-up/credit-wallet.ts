import { accountPermissions } from '@larkmere/contract/platform/account-status';
import type { AccountId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { findCustomer } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { cardName, noteCardUse } from '../card/card.ts';
import { changeTopUpState } from './change-state.ts';
import { capturePostings } from './top-up.postings.ts';
import type { TopUpUpdate } from './top-up.sql.ts';
import type { TopUp } from './top-up.ts';

/** The ledger account of the wallet; undefined while its customer may not receive money. */
export async function findReceivingWallet(
  tx: Tx,
  { accountId, customerId }: Pick<TopUp, 'accountId' | 'customerId'>,
): Promise<AccountId | undefined> {
  const account = await findBankAccount(tx, accountId);
  const customer = await findCustomer(tx, customerId);
  const canReceive = customer !== undefined && accountPermissions[customer.status].receive === 'yes';
  return account?.status === 'active' && canReceive ? account.ledgerAccountId : undefined;
}

/**
 * Books captured money once. Money that the wallet may not receive any more waits in suspense, and the processor is
 * asked to give it back.
 */
export async function creditWallet(ctx: Ctx, topUp: TopUp, step: TopUpUpdate): Promise<void> {
  const { tx, now } = ctx;
  const currency = topUp.currency;
  const wallet = await findReceivingWallet(tx, topUp);
  const owner = wallet ?? (await firmAccountId(tx, `suspense:${currency}`));
  const id = createOperationId();
  if (topUp.cardId !== null) await noteCardUse(tx, topUp.cardId);
  await changeTopUpState(ctx, topUp, {
    nextPollAt: wallet ? null : now,
    ...step,
    state: 'captured',
    creditId: id,
    creditedAccount: owner,
    capturedAt: now,
    pollCount: 0,
    ...(wallet ? {} : { refundAskedAt: now }),
  });
  const card = cardName(topUp);
  await recordNarrative(tx, id, {
    kind: 'card',
    reference: topUp.reference,
    counterparty: card,
    description: defaultText('statement_top_up', { card }),
  });
  const postings = capturePostings({
    amount: money(currency, topUp.amountMinor),
    fee: money(currency, topUp.feeMinor),
    processor: await firmAccountId(tx, `card-processor:${currency}`),
    feeIncome: await firmAccountId(tx, `fee-income:card:${currency}`),
    owner,
  });
  await bookOperation(tx, { kind: 'post', id, code: 'top_up.captured', postings });
}
