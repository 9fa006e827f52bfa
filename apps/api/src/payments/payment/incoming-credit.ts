export type IncomingCredit = Readonly<{
  incomingId: string;
  customerId: string;
  bankholderId: string;
  amount: string;
  currency: string;
  payerName: string;
  reference: string;
}>;
