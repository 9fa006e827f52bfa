import { type Currency, type Money, money } from '@larkmere/money/money';
import { z } from 'zod';
import { callPartner, type Partner, PartnerTimeout } from '../../../platform/http/partner-client.ts';
import { IsoAmount, readIsoMessage, UnreadableRailMessage } from '../../../platform/iso20022/iso-message.ts';
import type { BankDay } from '../reconciliation.ts';

const listOf = <Shape extends z.ZodType>(shape: Shape) =>
  z.union([z.array(shape), shape.transform((one) => [one])]).default([]);

const Side = z.enum(['CRDT', 'DBIT']);

const Balance = z.object({
  Tp: z.object({ CdOrPrtry: z.object({ Cd: z.string() }) }),
  Amt: IsoAmount,
  CdtDbtInd: Side,
});

const Line = z.object({
  Amt: IsoAmount,
  CdtDbtInd: Side,
  ValDt: z.object({ Dt: z.iso.date() }),
  AcctSvcrRef: z.string(),
  NtryDtls: z.object({
    TxDtls: z.object({ Refs: z.object({ InstrId: z.string().optional(), EndToEndId: z.string().optional() }) }),
  }),
});
type Line = z.infer<typeof Line>;

const Statement = z
  .object({ BkToCstmrStmt: z.object({ Stmt: z.object({ Bal: z.array(Balance), Ntry: listOf(Line) }) }) })
  .transform((document) => document.BkToCstmrStmt.Stmt);

export async function fetchStatement(bank: Partner, currency: Currency, day: string): Promise<BankDay> {
  const reply = await callPartner({ ...bank, method: 'GET', path: `/v1/statements/${day}?currency=${currency}` });
  if (reply.status !== 200) throw new PartnerTimeout(`the statement of ${day} in ${currency}: ${reply.status}`);
  return readStatement(reply.body, currency);
}

export function readStatement(document: string, currency: Currency): BankDay {
  const { Bal, Ntry } = readIsoMessage(document, Statement);
  const balance = (code: string): Money => {
    const found = Bal.find(({ Tp }) => Tp.CdOrPrtry.Cd === code);
    if (!found) throw new UnreadableRailMessage(`The statement has no balance ${code}`);
    return money(currency, signedMinor(found, currency));
  };
  const movements = Ntry.map((line) => ({
    reference: movementReference(line),
    amountMinor: signedMinor(line, currency),
    day: line.ValDt.Dt,
  }));
  return { opening: balance('OPBD'), closing: balance('CLBD'), movements };
}

function movementReference({ AcctSvcrRef, NtryDtls }: Line): string {
  const { InstrId, EndToEndId } = NtryDtls.TxDtls.Refs;
  const ours = InstrId ?? EndToEndId;
  return ours === undefined || ours === 'NOTPROVIDED' ? AcctSvcrRef : ours;
}

function signedMinor({ Amt, CdtDbtInd }: Pick<Line, 'Amt' | 'CdtDbtInd'>, currency: Currency): bigint {
  if (Amt.currency !== currency) throw new UnreadableRailMessage(`${Amt.currency} in a statement of ${currency}`);
  return CdtDbtInd === 'CRDT' ? Amt.minor : -Amt.minor;
}
