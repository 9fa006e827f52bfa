import { z } from 'zod';
import { readIsoMessage } from '../kernel/iso-message.ts';
import type { GivenRow } from './bulk-payment.ts';
import { FileRejected } from './file-rejected.ts';

const many = <Shape extends z.ZodType>(shape: Shape) =>
  z.union([z.array(shape), shape.transform((one) => [one])]) as z.ZodType<z.output<Shape>[]>;

const Account = z.object({
  Id: z.object({ IBAN: z.string().optional(), Othr: z.object({ Id: z.string() }).optional() }),
});

const Agent = z.object({
  FinInstnId: z.object({
    BICFI: z.string().optional(),
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

const Transfer = z.object({
  PmtId: z.object({ EndToEndId: z.string().optional() }).optional(),
  Amt: z.object({ InstdAmt: z.object({ '#text': z.string(), '@Ccy': z.string() }) }),
  CdtrAgt: Agent.optional(),
  Cdtr: z.object({ Nm: z.string().optional(), PstlAdr: Address.optional() }).optional(),
  CdtrAcct: Account.optional(),
  RmtInf: z.object({ Ustrd: z.union([z.string(), z.array(z.string())]).optional() }).optional(),
});

const Pain = z.object({
  CstmrCdtTrfInitn: z.object({
    GrpHdr: z.object({ NbOfTxs: z.string(), CtrlSum: z.string().optional() }),
    PmtInf: many(z.object({ CdtTrfTxInf: many(Transfer) })),
  }),
});

/**
 * The transfers of a customer's own order (pain.001). Throws `FileRejected` for what is none, and when its own count does
 * not agree with it: then something of it is missing.
 */
export function readPain(document: string): GivenRow[] {
  const { GrpHdr, PmtInf } = readOrder(document).CstmrCdtTrfInitn;
  const transfers = PmtInf.flatMap(({ CdtTrfTxInf }) => CdtTrfTxInf);
  if (Number(GrpHdr.NbOfTxs) !== transfers.length)
    throw new FileRejected(
      `This file says that it has ${GrpHdr.NbOfTxs} payments, and it has ${transfers.length}. Nothing was kept.`,
    );
  return transfers.map(rowOf);
}

function readOrder(document: string): z.output<typeof Pain> {
  try {
    return readIsoMessage(document, Pain);
  } catch (cause) {
    throw new FileRejected('This is no pain.001 order of payments. Nothing was kept.', { cause });
  }
}

function rowOf({ PmtId, Amt, CdtrAgt, Cdtr, CdtrAcct, RmtInf }: z.output<typeof Transfer>): GivenRow {
  const { IBAN, Othr } = CdtrAcct?.Id ?? {};
  const { BICFI, ClrSysMmbId } = CdtrAgt?.FinInstnId ?? {};
  const { StrtNm, BldgNb, TwnNm, PstCd, Ctry } = Cdtr?.PstlAdr ?? {};
  const currency = Amt.InstdAmt['@Ccy'];
  const inPounds = currency === 'GBP' && ClrSysMmbId !== undefined;
  const texts = {
    name: Cdtr?.Nm,
    currency,
    amount: Amt.InstdAmt['#text'],
    reference: [RmtInf?.Ustrd].flat().filter(Boolean).join(' ') || PmtId?.EndToEndId,
    iban: IBAN,
    accountNumber: Othr?.Id,
    sortCode: inPounds ? ClrSysMmbId.MmbId : undefined,
    bankCode: inPounds ? undefined : ClrSysMmbId?.MmbId,
    // In Europe the IBAN names the bank, and in the UK the sort code.
    bic: inPounds ? undefined : BICFI,
    ...(inPounds || IBAN
      ? {}
      : {
          addressLine1: [StrtNm, BldgNb].filter(Boolean).join(' '),
          townName: TwnNm,
          postCode: PstCd,
          addressCountry: Ctry,
        }),
  };
  const said = Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text.slice(0, 200)] as const] : []));
  return Object.fromEntries(said);
}
