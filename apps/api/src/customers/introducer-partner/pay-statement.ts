import { type AccountStatus, accountPermissions } from '@larkmere/contract/platform/account-status';
import { defaultText } from '@larkmere/messages/format-message';
import { money } from '@larkmere/money/money';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  generateReference,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { type BankAccount, listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { monthName } from '../../platform/time/month-name.ts';
import { findCustomer } from '../customer/customer.ts';
import { markPaid, markWaiting, type StatementRow } from './introducer-partner.sql.ts';
import { publishStatement } from './publish-statement.ts';

const checkAgainMs = 5 * 60_000;

type Payable = Readonly<{ account: BankAccount }> | Readonly<{ reason: 'no_account' | 'account_restricted' }>;

/** Pays a statement that is due out of our own money, once, or notes why it waits. The statement is locked. */
export async function payStatement(ctx: Ctx<SystemActor>, statement: StatementRow): Promise<void> {
  const { tx, now } = ctx;
  const { id, partnerId: customerId } = statement;
  const found = await findPayoutAccount(ctx, statement);
  if ('reason' in found) {
    await markWaiting(tx, id, found.reason, new Date(now.getTime() + checkAgainMs));
    if (statement.reason !== found.reason) await publishStatement(ctx, statement, { reason: found.reason });
    return;
  }
  const { account } = found;
  const amount = money(statement.currency, statement.totalMinor);
  const operationId = createOperationId();
  await markPaid(tx, id, { operationId, accountId: account.id, at: now });
  await audit(ctx, 'introducer_partner.statement_paid', `partner_statement:${id}`, {
    customer: customerId,
    total: String(amount.minor),
    currency: amount.currency,
  });
  await publishStatement(ctx, statement, { state: 'paid', bankholderId: account.bankholderId });
  await recordNarrative(tx, operationId, {
    kind: 'credit',
    reference: generateReference(),
    description: defaultText('statement_partner_share', { month: monthName(statement.month) }),
  });
  const debit = await firmAccountId(tx, `introducer-cost:${amount.currency}`);
  const postings = [{ debit, credit: account.ledgerAccountId, amount }];
  await bookOperation(tx, { kind: 'post', id: operationId, code: 'introducer_partner.share_paid', postings });
}

/** The oldest active account in the currency. An account that is closing still gets what is owed. */
async function findPayoutAccount({ tx }: Ctx, { partnerId, currency }: StatementRow): Promise<Payable> {
  const accounts = (await listAccountsOf(tx, partnerId)).filter(
    (account) => account.currency === currency && account.status !== 'closed',
  );
  if (accounts.length === 0) return { reason: 'no_account' };
  const account = accounts.find(({ status }) => status === 'active');
  const status = (await findCustomer(tx, partnerId))?.status as AccountStatus;
  const canReceive = status === 'closing' || accountPermissions[status].receive === 'yes';
  return account && canReceive ? { account } : { reason: 'account_restricted' };
}
