import { add, type Money } from '@larkmere/money/money';
import { z } from 'zod';
import { IsoAmount, IsoMoment, readIsoMessage, UnreadableRailMessage } from '../../kernel/iso-message.ts';
import { IsoIds, instructionOf } from './iso-ids.ts';
import { IsoAgent } from './iso-party.ts';
import type { RailAnswer, RailHop, RailStatus } from './rail.ts';

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

const Bank = IsoAgent.transform(({ FinInstnId: { BICFI, Nm } }) => ({
  ...(BICFI && { bic: BICFI }),
  ...(Nm && { name: Nm }),
}));

const Transaction = IsoIds.extend({
  TxSts: z.string(),
  StsRsnInf: z.object({ Rsn: z.object({ Cd: z.string() }).optional(), AddtlInf: z.string().optional() }).optional(),
  // The XML reader returns a single element without a list.
  ChrgsInf: z.preprocess(
    (charges) => (charges === undefined ? [] : [charges].flat()),
    z.array(z.object({ Amt: IsoAmount })),
  ),
  FctvIntrBkSttlmDt: z.object({ DtTm: IsoMoment }).optional(),
  AccptncDtTm: IsoMoment.optional(),
  ClrSysRef: z.string().optional(),
  InstgAgt: Bank.optional(),
  InstdAgt: Bank.optional(),
});
type Transaction = z.output<typeof Transaction>;

const Header = z.object({ CreDtTm: IsoMoment });

const CustomerReport = z
  .object({ CstmrPmtStsRpt: z.object({ GrpHdr: Header, OrgnlPmtInfAndSts: z.object({ TxInfAndSts: Transaction }) }) })
  .transform(({ CstmrPmtStsRpt: report }) => ({ ...report.OrgnlPmtInfAndSts.TxInfAndSts, at: report.GrpHdr.CreDtTm }));

const BankReport = z
  .object({ FIToFIPmtStsRpt: z.object({ GrpHdr: Header, TxInfAndSts: Transaction }) })
  .transform(({ FIToFIPmtStsRpt: report }) => ({ ...report.TxInfAndSts, at: report.GrpHdr.CreDtTm }));

const Report = z.union([CustomerReport, BankReport]).superRefine((transaction, context) => {
  if (!Object.hasOwn(meanings, transaction.TxSts)) context.addIssue({ code: 'custom', message: 'Unknown status' });
  if (transaction.TxSts === 'RJCT' && !transaction.StsRsnInf?.Rsn)
    context.addIssue({ code: 'custom', message: 'A rejection names its reason' });
});

/** Reads pain.002 and pacs.002. Throws UnreadableRailMessage for an unknown status: guessing could pay twice. */
export function readStatus(document: string): Readonly<{ instructionId: string; at: Date; answer: RailAnswer }> {
  const transaction = readIsoMessage(document, Report);
  const status = meanings[transaction.TxSts] as RailStatus;
  // pain.002 has no settlement date, so the time of acceptance is used.
  const settledAt = transaction.FctvIntrBkSttlmDt?.DtTm ?? transaction.AccptncDtTm;
  const charges = totalOf(transaction);
  const answer: RailAnswer = {
    status,
    document,
    ...given('reasonCode', transaction.StsRsnInf?.Rsn?.Cd),
    ...given('reasonText', transaction.StsRsnInf?.AddtlInf),
    ...given('railReference', transaction.ClrSysRef),
    ...given('charges', charges),
    ...given('hop', hopOf(transaction, charges)),
    ...(status === 'settled' ? given('bookedAt', settledAt) : {}),
  };
  return { instructionId: instructionOf(transaction), at: transaction.at, answer };
}

function totalOf({ ChrgsInf }: Transaction): Money | undefined {
  const [first, ...others] = ChrgsInf.map((charge) => charge.Amt);
  if (first && others.some((other) => other.currency !== first.currency))
    throw new UnreadableRailMessage('Charges of one payment in several currencies');
  return first && others.reduce(add, first);
}

function hopOf(transaction: Transaction & { at: Date }, charges: Money | undefined): RailHop | undefined {
  const { InstgAgt, InstdAgt, StsRsnInf, TxSts, at } = transaction;
  if (!InstgAgt) return undefined;
  const code = StsRsnInf?.Rsn?.Cd;
  return {
    at,
    status: TxSts,
    bank: InstgAgt,
    ...given('code', code?.startsWith('G0') ? code : undefined),
    ...given('nextBank', InstdAgt),
    ...given('charges', charges),
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]?: Value });
}
