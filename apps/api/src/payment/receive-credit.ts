import type { OperationId } from '@larkmere/ledger/types';
import { formatAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { type BankAccount, findAccountByDetails, findAccountByIban } from '../bank-account/bank-account.ts';
import { book, houseAccount, narrate, shortReference } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import type { Tx } from '../kernel/db.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { londonDay } from './apply-answer.ts';
import { insertIncoming, keepMessage } from './message.sql.ts';
import { incomingPostings } from './payment.postings.ts';
import { creditReceived } from './payment-news.ts';
import type { RailCreditEvent } from './rails/rail.ts';

/** Without a usable account the money goes to suspense until its owner is known; it is never assigned by guess. */
export async function receiveCredit(ctx: Ctx, credit: RailCreditEvent): Promise<void> {
  const { tx } = ctx;
  const found = await payeeOf(tx, credit);
  const account = found && found.status === 'active' && found.currency === credit.amount.currency ? found : undefined;
  const id = v7() as OperationId;
  const isNew = await insertIncoming(tx, {
    id,
    rail_reference: credit.railReference,
    account_id: account?.id ?? null,
    currency: credit.amount.currency,
    amount_minor: credit.amount.minor,
    payer_name: credit.payerName,
    reference: credit.reference,
    booked_at: credit.bookedAt,
  });
  if (!isNew) return;
  await keepMessage(tx, null, 'in', 'credit', credit.document);
  await bookCredit(ctx, id, credit, account);
  await audit(ctx, account ? 'credit.received' : 'credit.parked', `incoming:${id}`, {
    railReference: credit.railReference,
    amount: formatAmount(credit.amount),
    currency: credit.amount.currency,
  });
}

function payeeOf(tx: Tx, { payee, amount }: RailCreditEvent): Promise<BankAccount | undefined> {
  if (payee.kind === 'uk') return findAccountByDetails(tx, payee.sortCode, payee.accountNumber);
  return payee.kind === 'iban' ? findAccountByIban(tx, payee.iban, amount.currency) : Promise.resolve(undefined);
}

async function bookCredit(
  ctx: Ctx,
  id: OperationId,
  credit: RailCreditEvent,
  account: BankAccount | undefined,
): Promise<void> {
  const { tx } = ctx;
  const { amount, payerName } = credit;
  const safeguarding = await houseAccount(tx, `safeguarding:sandbox-bank:${amount.currency}`);
  const owner = account?.ledgerAccountId ?? (await houseAccount(tx, `suspense:${amount.currency}`));
  const postings = incomingPostings(amount, safeguarding, owner);
  const valueDate = londonDay(credit.bookedAt);
  await narrate(tx, id, {
    kind: 'credit',
    reference: shortReference(),
    counterparty: payerName,
    counterpartyAccount: null,
    description: `Received from ${payerName}`,
    payeeReference: credit.reference,
    paymentId: null,
  });
  await book(tx, { kind: 'post', id, code: 'credit.received', postings, valueDate });
  if (!account) return;
  await emit(ctx, creditReceived, {
    incomingId: id,
    customerId: account.customerId,
    bankholderId: account.bankholderId,
    amount: formatAmount(amount),
    currency: amount.currency,
    payerName,
    reference: credit.reference,
  });
}
