import { message } from '@larkmere/messages/message';
import { z } from 'zod';
import { readIsoMessage } from '../../platform/iso20022/iso-message.ts';
import { markDecimalPoint } from './amount-separators.ts';
import type { RowValues } from './bulk.ts';
import { findColumn } from './columns.ts';
import { FileRejected } from './file-rejected.ts';

const oneOrMany = <Shape extends z.ZodType>(shape: Shape) => z.union([z.array(shape), shape.transform((one) => [one])]);

const Account = z.object({
  Id: z.object({ IBAN: z.string().optional(), Othr: z.object({ Id: z.string() }).optional() }).optional(),
  Ccy: z.string().optional(),
  Prxy: z.object({ Id: z.string() }).optional(),
});

const Money = z.object({ '#text': z.string(), '@Ccy': z.string() });

const PaymentType = z.object({ LclInstrm: z.object({ Cd: z.string().optional() }).optional() });

const Agent = z.object({
  FinInstnId: z.object({
    BICFI: z.string().optional(),
    BIC: z.string().optional(),
    ClrSysMmbId: z.object({ MmbId: z.string() }).optional(),
  }),
});

const Address = z.object({
  StrtNm: z.string().optional(),
  BldgNb: z.string().optional(),
  TwnNm: z.string().optional(),
  PstCd: z.string().optional(),
  Ctry: z.string().optional(),
});

const Creditor = z.object({ CdtrRefInf: z.object({ Ref: z.string().optional() }).optional() });

const Reporting = z.object({
  Dtls: oneOrMany(
    z.object({
      Tp: z.string().optional(),
      Cd: z.string().optional(),
      Inf: z.union([z.string(), z.array(z.string())]).optional(),
    }),
  ).optional(),
});

const Transfer = z.object({
  PmtId: z.object({ EndToEndId: z.string().optional() }).optional(),
  PmtTpInf: PaymentType.optional(),
  Amt: z.union([z.object({ InstdAmt: Money }), z.object({ EqvtAmt: z.object({ Amt: Money, CcyOfTrf: z.string() }) })]),
  CdtrAgt: Agent.optional(),
  Cdtr: z.object({ Nm: z.string().optional(), PstlAdr: Address.optional() }).optional(),
  CdtrAcct: Account.optional(),
  Purp: z.object({ Cd: z.string().optional(), Prtry: z.string().optional() }).optional(),
  RgltryRptg: oneOrMany(Reporting).optional(),
  RmtInf: z
    .object({
      Ustrd: z.union([z.string(), z.array(z.string())]).optional(),
      Strd: z.union([Creditor, z.array(Creditor)]).optional(),
    })
    .optional(),
});

const Pain001 = z.object({
  CstmrCdtTrfInitn: z.object({
    GrpHdr: z.object({ NbOfTxs: z.string(), CtrlSum: z.string().optional() }),
    PmtInf: oneOrMany(
      z.object({
        PmtMtd: z.string().optional(),
        PmtTpInf: PaymentType.optional(),
        ReqdExctnDt: z.union([z.string(), z.object({ Dt: z.string() }), z.object({ DtTm: z.string() })]).optional(),
        DbtrAcct: Account.optional(),
        CdtTrfTxInf: oneOrMany(Transfer),
      }),
    ),
  }),
});

/**
 * Throws `FileRejected` for another kind of document, and if the stated count or sum differs: payments may be missing.
 */
export function parsePain001(document: string): RowValues[] {
  const { GrpHdr, PmtInf } = parseDocument(document).CstmrCdtTrfInitn;
  const transfers = PmtInf.flatMap(({ CdtTrfTxInf, ...order }) =>
    CdtTrfTxInf.map((transfer) => ({ ...transfer, order })),
  );
  if (PmtInf.some(({ PmtMtd }) => PmtMtd === 'CHK')) throw new FileRejected(message('bulk_file_cheques'));
  const { NbOfTxs, CtrlSum } = GrpHdr;
  if (Number(NbOfTxs) !== transfers.length)
    throw new FileRejected(message('bulk_file_count_mismatch', { stated: Number(NbOfTxs), actual: transfers.length }));
  if (CtrlSum !== undefined && !isControlSum(CtrlSum, transfers.map(transferAmount)))
    throw new FileRejected(message('bulk_file_total_mismatch', { typed: CtrlSum }));
  return transfers.map(toRow);
}

/** In ISO 20022 the control sum adds amounts regardless of currency. */
function isControlSum(sum: string, amounts: readonly string[]): boolean {
  const parts = [sum, ...amounts].map(parseExact);
  const [first, ...others] = parts;
  return !parts.includes(undefined) && others.reduce<bigint>((all, part) => all + (part ?? 0n), 0n) === first;
}

/** In hundred-thousandths, the finest unit of the format; undefined if not a number. */
function parseExact(text: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^\s*(\d{1,18})(?:\.(\d*))?\s*$/.exec(text) ?? [];
  return whole && fraction.length <= 17 ? BigInt(whole + fraction.slice(0, 5).padEnd(5, '0')) : undefined;
}

const transferAmount = ({ Amt }: Transfer): string => ('EqvtAmt' in Amt ? Amt.EqvtAmt.Amt : Amt.InstdAmt)['#text'];

function parseDocument(document: string): z.output<typeof Pain001> {
  try {
    return readIsoMessage(document, Pain001);
  } catch (cause) {
    throw new FileRejected(message('bulk_file_not_pain001'), { cause });
  }
}

type Transfer = z.output<typeof Transfer>;
type PaymentInformation = Omit<z.output<typeof Pain001>['CstmrCdtTrfInitn']['PmtInf'][number], 'CdtTrfTxInf'>;

function toRow(transfer: Transfer & Readonly<{ order: PaymentInformation }>): RowValues {
  const { PmtId, Amt, Cdtr, RmtInf, order } = transfer;
  const isEquivalent = 'EqvtAmt' in Amt;
  const currency = isEquivalent ? Amt.EqvtAmt.CcyOfTrf : Amt.InstdAmt['@Ccy'];
  const debitCurrency = isEquivalent ? Amt.EqvtAmt.Amt['@Ccy'] : order.DbtrAcct?.Ccy;
  const { Cd } = transfer.PmtTpInf?.LclInstrm ?? order.PmtTpInf?.LclInstrm ?? {};
  const texts = {
    name: Cdtr?.Nm,
    currency,
    amount: markDecimalPoint(transferAmount(transfer)),
    reference:
      joinTexts([RmtInf?.Ustrd]) ||
      joinTexts([RmtInf?.Strd].flat().map(structuredReference)) ||
      dropPlaceholder(PmtId?.EndToEndId),
    scheme: Cd === 'INST' ? 'inst' : undefined,
    debitCurrency: debitCurrency === currency ? undefined : debitCurrency,
    amountCurrency: isEquivalent && debitCurrency !== currency ? debitCurrency : undefined,
    executionDate: executionDate(order),
    ...regulatoryColumns(transfer),
    ...accountColumns(transfer, currency),
  };
  const entries = Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text.slice(0, 200)] as const] : []));
  return Object.fromEntries(entries);
}

const joinTexts = (texts: readonly (string | undefined | readonly string[])[]): string =>
  texts.flat().filter(Boolean).join(' ');
/** ISO 20022 writes this where no id was given. */
const dropPlaceholder = (id: string | undefined): string | undefined => (id === 'NOTPROVIDED' ? undefined : id);
const structuredReference = (one: z.output<typeof Creditor> | undefined): string | undefined => one?.CdtrRefInf?.Ref;

function regulatoryColumns({ Purp, RgltryRptg = [] }: Transfer): Record<string, string | undefined> {
  const details = RgltryRptg.flatMap(({ Dtls = [] }) => Dtls);
  const under = (name: string): string | undefined => {
    const found = details.find(({ Tp = '' }) => findColumn(Tp) === name);
    return found && (joinTexts([found.Inf]) || found.Cd);
  };
  return {
    purpose: Purp?.Cd ?? Purp?.Prtry,
    relationship: under('relationship'),
    sourceOfFunds: under('sourceOfFunds'),
  };
}

function executionDate({ ReqdExctnDt: day }: PaymentInformation): string | undefined {
  if (day === undefined || typeof day === 'string') return day;
  return 'Dt' in day ? day.Dt : day.DtTm.slice(0, 10);
}

function accountColumns({ CdtrAgt, Cdtr, CdtrAcct }: Transfer, currency: string): Record<string, string | undefined> {
  const { IBAN, Othr } = CdtrAcct?.Id ?? {};
  const { BIC, BICFI = BIC, ClrSysMmbId } = CdtrAgt?.FinInstnId ?? {};
  const { StrtNm, BldgNb, TwnNm, PstCd, Ctry } = Cdtr?.PstlAdr ?? {};
  const isDomestic = currency === 'THB' || (currency === 'GBP' && ClrSysMmbId !== undefined);
  const account = {
    iban: IBAN,
    accountNumber: Othr?.Id,
    proxy: CdtrAcct?.Prxy?.Id,
    sortCode: currency === 'GBP' ? ClrSysMmbId?.MmbId : undefined,
    bankCode: currency === 'GBP' ? undefined : ClrSysMmbId?.MmbId,
    bic: isDomestic ? undefined : BICFI,
  };
  if (isDomestic || IBAN) return account;
  const addressLine1 = [StrtNm, BldgNb].filter(Boolean).join(' ');
  return { ...account, addressLine1, townName: TwnNm, postCode: PstCd, addressCountry: Ctry };
}
