import { event } from '../kernel/outbox.ts';

export type TransferNews = Readonly<{
  transferId: string;
  customerId: string;
  personId: string;
  amount: string;
  currency: string;
  targetBankholderId: string;
}>;

/** Money moved between two accounts of one customer. */
export const transferMade = event<TransferNews>('transfer.made');
