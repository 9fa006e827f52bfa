import { z } from 'zod';
import type { Scheme } from '../scheme.ts';
import { readParty, toParty } from './party.ts';
import { Amount, MessageId, PaymentIds, type PaymentInstruction, parseMinor } from './payment-instruction.ts';

const { Agent, AccountId, Named } = readParty;
const Code = z.object({ Cd: z.string().optional(), Prtry: z.string().optional() }).optional();

const Transaction = z.object({
  PmtId: PaymentIds,
  Amt: z.object({ InstdAmt: Amount }),
  CdtrAgt: Agent,
  Cdtr: Named,
  CdtrAcct: AccountId,
  InstrForDbtrAgt: z.string().max(140).optional(),
  RmtInf: z.object({ Ustrd: z.string().max(140) }).optional(),
});

const Pain001 = z.object({
  Document: z.object({
    '@xmlns': z.literal('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'),
    CstmrCdtTrfInitn: z.object({
      GrpHdr: z.object({ MsgId: MessageId, NbOfTxs: z.literal('1'), CtrlSum: z.string() }),
      PmtInf: z.object({
        PmtInfId: MessageId,
        PmtMtd: z.literal('TRF'),
        PmtTpInf: z.object({ SvcLvl: Code, LclInstrm: Code }).optional(),
        Dbtr: Named,
        DbtrAcct: AccountId,
        DbtrAgt: Agent,
        ChrgBr: z.enum(['DEBT', 'SHAR', 'CRED', 'SLEV']).default('SLEV'),
        CdtTrfTxInf: Transaction,
      }),
    }),
  }),
});

const byInstrument: Readonly<Record<string, Scheme>> = {
  FasterPayments: 'faster-payments',
  INST: 'sepa-instant',
  SEPA: 'sepa-credit-transfer',
  PromptPay: 'promptpay',
  BAHTNET: 'bahtnet',
  Local: 'local',
};

export function readPain001(tree: unknown): PaymentInstruction | undefined {
  const read = Pain001.safeParse(tree);
  if (!read.success) return undefined;
  const { GrpHdr, PmtInf } = read.data.Document.CstmrCdtTrfInitn;
  const { PmtId, Amt, ...transaction } = PmtInf.CdtTrfTxInf;
  const currency = Amt.InstdAmt['@Ccy'];
  const amountMinor = parseMinor(currency, Amt.InstdAmt['#text']);
  if (amountMinor === undefined || parseMinor(currency, GrpHdr.CtrlSum) !== amountMinor) return undefined;
  const scheme = schemeOf(PmtInf.PmtTpInf);
  const reference = transaction.RmtInf?.Ustrd ?? '';
  if (!scheme || (scheme === 'faster-payments' && reference.length > 18)) return undefined;
  return {
    message: 'pain.001.001.09',
    messageId: GrpHdr.MsgId,
    instructionId: PmtId.InstrId,
    endToEndId: PmtId.EndToEndId,
    uetr: PmtId.UETR,
    scheme,
    currency,
    amountMinor,
    bearer: PmtInf.ChrgBr,
    payer: toParty({ named: PmtInf.Dbtr, account: PmtInf.DbtrAcct, agent: PmtInf.DbtrAgt }),
    payee: toParty({ named: transaction.Cdtr, account: transaction.CdtrAcct, agent: transaction.CdtrAgt }),
    reference,
    queryAnswer: transaction.InstrForDbtrAgt,
  };
}

/** The local instrument is more specific than the service level. Without both, it is a Faster Payment. */
function schemeOf(type: z.output<typeof Pain001>['Document']['CstmrCdtTrfInitn']['PmtInf']['PmtTpInf']) {
  if (!type) return 'faster-payments';
  const { LclInstrm, SvcLvl } = type;
  return byInstrument[LclInstrm?.Prtry ?? LclInstrm?.Cd ?? SvcLvl?.Cd ?? ''];
}
