/**
 * Partners who introduce customers and get a share of what we earn with them.
 * Two members of staff agree on the rule of a share; earnings are read from the accounts of income.
 * A statement is issued for every month, and paid or carried forward.
 */

import type { PartnerStatement } from '@larkmere/contract/customers/introducer-partner';
import type { Currency } from '@larkmere/money/money';
import { defineEvent } from '../../platform/events/outbox.ts';

export { partnerMinimum } from './introducer-partner.settings.ts';

export type PartnerStatementEvent = Readonly<{
  statementId: string;
  customerId: string;
  /** The first day of the month. */
  month: string;
  state: PartnerStatement['state'];
  /** Why one that is due waits. */
  reason: 'no_account' | 'account_restricted' | null;
  total: string;
  /** False: nothing was earned, or more was taken back. */
  isPositive: boolean;
  currency: Currency;
  /** The account that got the share. */
  bankholderId: string | null;
}>;
/** Carried forward, paid, or waiting. */
export const partnerStatementChanged = defineEvent<PartnerStatementEvent>('introducer_partner.statement_changed');
