import { z } from 'zod';
import { readParty, toParty } from './party.ts';
import { Amount, MessageId, PaymentIds, type PaymentInstruction, parseMinor } from './payment-instruction.ts';

const { Agent, AccountId, Named } = readParty;

const Pacs008 = z.object({
  Document: z.object({
    '@xmlns': z.literal('urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08'),
    FIToFICstmrCdtTrf: z.object({
      GrpHdr: z.object({
        MsgId: MessageId,
        NbOfTxs: z.literal('1'),
        SttlmInf: z.object({ ClrSys: z.object({ Cd: z.string() }).optional() }),
      }),
      CdtTrfTxInf: z.object({
        PmtId: PaymentIds,
        IntrBkSttlmAmt: Amount,
        ChrgBr: z.enum(['DEBT', 'SHAR', 'CRED']),
        Dbtr: Named,
        DbtrAcct: AccountId,
        DbtrAgt: Agent,
        CdtrAgt: Agent,
        Cdtr: Named,
        CdtrAcct: AccountId,
        InstrForNxtAgt: z.object({ InstrInf: z.string().max(140).optional() }).optional(),
        RmtInf: z.object({ Ustrd: z.string().max(140) }).optional(),
      }),
    }),
  }),
});

export function readPacs008(tree: unknown): PaymentInstruction | undefined {
  const read = Pacs008.safeParse(tree);
  if (!read.success) return undefined;
  const { GrpHdr, CdtTrfTxInf: it } = read.data.Document.FIToFICstmrCdtTrf;
  const currency = it.IntrBkSttlmAmt['@Ccy'];
  const amountMinor = parseMinor(currency, it.IntrBkSttlmAmt['#text']);
  if (amountMinor === undefined) return undefined;
  return {
    message: 'pacs.008.001.08',
    messageId: GrpHdr.MsgId,
    instructionId: it.PmtId.InstrId,
    endToEndId: it.PmtId.EndToEndId,
    uetr: it.PmtId.UETR,
    scheme: GrpHdr.SttlmInf.ClrSys?.Cd === 'FDW' ? 'fedwire' : 'swift',
    currency,
    amountMinor,
    bearer: it.ChrgBr,
    payer: toParty({ named: it.Dbtr, account: it.DbtrAcct, agent: it.DbtrAgt }),
    payee: toParty({ named: it.Cdtr, account: it.CdtrAcct, agent: it.CdtrAgt }),
    reference: it.RmtInf?.Ustrd ?? '',
    queryAnswer: it.InstrForNxtAgt?.InstrInf,
  };
}
