import { add, type Money } from '@larkmere/money/money';
import { z } from 'zod';
import {
  IsoAmount,
  IsoDateTime,
  readIsoMessage,
  UnreadableRailMessage,
} from '../../../platform/iso20022/iso-message.ts';
import { present } from '../../../platform/values/values.ts';
import type { RailStatus, StatusReport, TrackerUpdate } from '../../payment/rail.ts';
import { IsoAgent } from './iso-party.ts';

export const OriginalIds = z.object({ OrgnlInstrId: z.string().optional(), OrgnlEndToEndId: z.string() });

/** A bank may omit our instruction id; the end-to-end id then identifies the payment. */
export const instructionIdOf = ({ OrgnlInstrId, OrgnlEndToEndId }: z.output<typeof OriginalIds>): string =>
  OrgnlInstrId ?? OrgnlEndToEndId;

const statusByCode: Readonly<Record<string, RailStatus>> = {
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

const Transaction = OriginalIds.extend({
  TxSts: z.string(),
  StsRsnInf: z.object({ Rsn: z.object({ Cd: z.string() }).optional(), AddtlInf: z.string().optional() }).optional(),
  // The XML reader returns a single element without a list.
  ChrgsInf: z.preprocess(
    (charges) => (charges === undefined ? [] : [charges].flat()),
    z.array(z.object({ Amt: IsoAmount })),
  ),
  FctvIntrBkSttlmDt: z.object({ DtTm: IsoDateTime }).optional(),
  AccptncDtTm: IsoDateTime.optional(),
  ClrSysRef: z.string().optional(),
  InstgAgt: Bank.optional(),
  InstdAgt: Bank.optional(),
});
type Transaction = z.output<typeof Transaction>;

const Header = z.object({ CreDtTm: IsoDateTime });

const CustomerReport = z
  .object({ CstmrPmtStsRpt: z.object({ GrpHdr: Header, OrgnlPmtInfAndSts: z.object({ TxInfAndSts: Transaction }) }) })
  .transform(({ CstmrPmtStsRpt: report }) => ({ ...report.OrgnlPmtInfAndSts.TxInfAndSts, at: report.GrpHdr.CreDtTm }));

const BankReport = z
  .object({ FIToFIPmtStsRpt: z.object({ GrpHdr: Header, TxInfAndSts: Transaction }) })
  .transform(({ FIToFIPmtStsRpt: report }) => ({ ...report.TxInfAndSts, at: report.GrpHdr.CreDtTm }));

const Report = z.union([CustomerReport, BankReport]).superRefine((transaction, context) => {
  if (!Object.hasOwn(statusByCode, transaction.TxSts)) context.addIssue({ code: 'custom', message: 'Unknown status' });
  if (transaction.TxSts === 'RJCT' && !transaction.StsRsnInf?.Rsn)
    context.addIssue({ code: 'custom', message: 'A rejection names its reason' });
});

/** Reads pain.002 and pacs.002. Throws UnreadableRailMessage for an unknown status: guessing could pay twice. */
export function readStatus(document: string): Readonly<{ instructionId: string; at: Date; answer: StatusReport }> {
  const transaction = readIsoMessage(document, Report);
  const status = present(statusByCode[transaction.TxSts], 'the status of a code');
  // pain.002 has no settlement date, so the time of acceptance is used.
  const settledAt = transaction.FctvIntrBkSttlmDt?.DtTm ?? transaction.AccptncDtTm;
  const charges = totalChargesOf(transaction);
  const answer: StatusReport = {
    status,
    document,
    ...optionalField('reasonCode', transaction.StsRsnInf?.Rsn?.Cd),
    ...optionalField('reasonText', transaction.StsRsnInf?.AddtlInf),
    ...optionalField('railReference', transaction.ClrSysRef),
    ...optionalField('charges', charges),
    ...optionalField('hop', trackerUpdateOf(transaction, charges)),
    ...(status === 'settled' ? optionalField('bookedAt', settledAt) : {}),
  };
  return { instructionId: instructionIdOf(transaction), at: transaction.at, answer };
}

function totalChargesOf({ ChrgsInf }: Transaction): Money | undefined {
  const [first, ...others] = ChrgsInf.map((charge) => charge.Amt);
  if (first && others.some((other) => other.currency !== first.currency))
    throw new UnreadableRailMessage('Charges of one payment in several currencies');
  return first && others.reduce(add, first);
}

function trackerUpdateOf(
  transaction: Transaction & { at: Date },
  charges: Money | undefined,
): TrackerUpdate | undefined {
  const { InstgAgt, InstdAgt, StsRsnInf, TxSts, at } = transaction;
  if (!InstgAgt) return undefined;
  const code = StsRsnInf?.Rsn?.Cd;
  return {
    at,
    status: TxSts,
    bank: InstgAgt,
    ...optionalField('code', code?.startsWith('G0') ? code : undefined),
    ...optionalField('nextBank', InstdAgt),
    ...optionalField('charges', charges),
  };
}

function optionalField<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]?: Value });
}
