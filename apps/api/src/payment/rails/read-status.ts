import { z } from 'zod';
import { IsoAmount, IsoMoment, readIsoMessage } from '../../kernel/iso-message.ts';
import type { RailAnswer, RailStatus } from './rail.ts';

const meanings: Readonly<Record<string, RailStatus>> = {
  RCVD: 'received',
  ACTC: 'received',
  ACCP: 'received',
  PDNG: 'held',
  ACSP: 'accepted',
  ACSC: 'settled',
  ACCC: 'settled',
  RJCT: 'rejected',
};

const Transaction = z.object({
  OrgnlEndToEndId: z.string(),
  TxSts: z.string(),
  StsRsnInf: z.object({ Rsn: z.object({ Cd: z.string() }).optional(), AddtlInf: z.string().optional() }).optional(),
  ChrgsInf: z.object({ Amt: IsoAmount }).optional(),
  FctvIntrBkSttlmDt: z.object({ DtTm: IsoMoment }).optional(),
  AccptncDtTm: IsoMoment.optional(),
  ClrSysRef: z.string().optional(),
});

const CustomerReport = z
  .object({ CstmrPmtStsRpt: z.object({ OrgnlPmtInfAndSts: z.object({ TxInfAndSts: Transaction }) }) })
  .transform((report) => report.CstmrPmtStsRpt.OrgnlPmtInfAndSts.TxInfAndSts);

const BankReport = z
  .object({ FIToFIPmtStsRpt: z.object({ TxInfAndSts: Transaction }) })
  .transform((report) => report.FIToFIPmtStsRpt.TxInfAndSts);

const Report = z.union([CustomerReport, BankReport]).superRefine((transaction, context) => {
  if (!Object.hasOwn(meanings, transaction.TxSts)) context.addIssue({ code: 'custom', message: 'Unknown status' });
  if (transaction.TxSts === 'RJCT' && !transaction.StsRsnInf?.Rsn)
    context.addIssue({ code: 'custom', message: 'A rejection names its reason' });
});

/**
 * What a pain.002 (answer to our request) or pacs.002 (news from the scheme) says about one payment. Throws
 * UnreadableRailMessage for an unknown status: guessing could pay twice.
 */
export function readStatus(document: string): Readonly<{ endToEndId: string; answer: RailAnswer }> {
  const transaction = readIsoMessage(document, Report);
  const status = meanings[transaction.TxSts] as RailStatus;
  // pain.002 has no settlement date of its own; the time of acceptance stands for it once the payment settled.
  const settledAt = transaction.FctvIntrBkSttlmDt?.DtTm ?? transaction.AccptncDtTm;
  const answer: RailAnswer = {
    status,
    document,
    ...given('reasonCode', transaction.StsRsnInf?.Rsn?.Cd),
    ...given('reasonText', transaction.StsRsnInf?.AddtlInf),
    ...given('railReference', transaction.ClrSysRef),
    ...given('charges', transaction.ChrgsInf?.Amt),
    ...(status === 'settled' ? given('bookedAt', settledAt) : {}),
  };
  return { endToEndId: transaction.OrgnlEndToEndId, answer };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]?: Value });
}
