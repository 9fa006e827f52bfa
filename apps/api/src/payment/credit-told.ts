/** What a listener needs to tell whose account money came into. */
export type CreditTold = Readonly<{
  incomingId: string;
  customerId: string;
  bankholderId: string;
  amount: string;
  currency: string;
  payerName: string;
  reference: string;
}>;
