import type { StatementHead } from '../statement-row.ts';

/** How the account is named where a format has no fields for its parts: the IBAN, else the account number, else our id. */
export const accountNumberOf = ({ account }: StatementHead): string =>
  account.iban ?? account.accountNumber ?? account.bankholderId;

export const accountLabel = (head: StatementHead): string =>
  ['Larkmere', head.currency, accountNumberOf(head).slice(-4)].join(' ');
