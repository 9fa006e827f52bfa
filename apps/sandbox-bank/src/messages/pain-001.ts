import { readAmount } from '@larkmere/money/money';
import { z } from 'zod';
import { readMessage } from './xml.ts';

type Party = Readonly<{ name: string; sortCode: string; accountNumber: string }>;

/** What our customer asks us to pay. */
export type PaymentOrder = Readonly<{
  messageId: string;
  paymentInformationId: string;
  instructionId: string;
  endToEndId: string;
  uetr: string;
  currency: string;
  amountMinor: bigint;
  payer: Party;
  payee: Party;
  reference: string;
}>;

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const Id = z.string().min(1).max(35);
const Named = z.object({ Nm: z.string().min(1).max(140) }).transform((party) => party.Nm);
const Agent = z
  .object({ FinInstnId: z.object({ ClrSysMmbId: z.object({ MmbId: z.string().regex(/^\d{6}$/) }) }) })
  .transform((agent) => agent.FinInstnId.ClrSysMmbId.MmbId);
const Account = z
  .object({ Id: z.object({ Othr: z.object({ Id: z.string().regex(/^\d{8}$/) }) }) })
  .transform((account) => account.Id.Othr.Id);

const Transaction = z.object({
  PmtId: z.object({ InstrId: Id, EndToEndId: Id, UETR: z.uuidv4().lowercase() }),
  Amt: z.object({ InstdAmt: z.object({ '#text': z.string(), '@Ccy': z.string().length(3) }) }),
  CdtrAgt: Agent,
  Cdtr: Named,
  CdtrAcct: Account,
  RmtInf: z.object({ Ustrd: z.string().max(18) }).optional(),
});

const Pain001 = z.object({
  Document: z.object({
    '@xmlns': z.literal(namespace),
    CstmrCdtTrfInitn: z.object({
      GrpHdr: z.object({ MsgId: Id, NbOfTxs: z.literal('1'), CtrlSum: z.string() }),
      PmtInf: z.object({
        PmtInfId: Id,
        PmtMtd: z.literal('TRF'),
        Dbtr: Named,
        DbtrAcct: Account,
        DbtrAgt: Agent,
        CdtTrfTxInf: Transaction,
      }),
    }),
  }),
});

/** Reads a pain.001.001.09 with one payment. Undefined when it is anything else, or its sums do not agree. */
export function readPain001(xml: string): PaymentOrder | undefined {
  const read = Pain001.safeParse(tree(xml));
  if (!read.success) return undefined;
  const { GrpHdr, PmtInf } = read.data.Document.CstmrCdtTrfInitn;
  const { PmtId, Amt, ...transaction } = PmtInf.CdtTrfTxInf;
  // The amount is read as pence whatever the currency says: an order in another currency is refused with a reason.
  const amount = readAmount('GBP', Amt.InstdAmt['#text']);
  if (!amount || amount.minor === 0n || readAmount('GBP', GrpHdr.CtrlSum)?.minor !== amount.minor) return undefined;
  return {
    messageId: GrpHdr.MsgId,
    paymentInformationId: PmtInf.PmtInfId,
    instructionId: PmtId.InstrId,
    endToEndId: PmtId.EndToEndId,
    uetr: PmtId.UETR,
    currency: Amt.InstdAmt['@Ccy'],
    amountMinor: amount.minor,
    payer: { name: PmtInf.Dbtr, sortCode: PmtInf.DbtrAgt, accountNumber: PmtInf.DbtrAcct },
    payee: { name: transaction.Cdtr, sortCode: transaction.CdtrAgt, accountNumber: transaction.CdtrAcct },
    reference: transaction.RmtInf?.Ustrd ?? '',
  };
}

function tree(xml: string): unknown {
  try {
    return readMessage(xml);
  } catch {
    return undefined;
  }
}
