import { formatAmount } from '@larkmere/money/money';
import { writeIsoMessage } from '../../kernel/iso-message.ts';
import type { RailOrder, RailParty } from './rail.ts';

/**
 * The order as pain.001.001.09, one payment to a message. Everything in it comes from the order, its time included, so
 * the same order is the same bytes and the bank can tell a repeat from another payment.
 */
export function composePain001(order: RailOrder): string {
  // A UUID with hyphens has 36 characters and ISO 20022 allows 35.
  const id = order.paymentId.replaceAll('-', '');
  const amount = formatAmount(order.amount);
  return writeIsoMessage('pain.001.001.09', {
    CstmrCdtTrfInitn: {
      GrpHdr: {
        MsgId: id,
        CreDtTm: order.requestedAt.toISOString(),
        NbOfTxs: '1',
        CtrlSum: amount,
        InitgPty: { Nm: 'Larkmere' },
      },
      PmtInf: {
        PmtInfId: id,
        PmtMtd: 'TRF',
        NbOfTxs: '1',
        CtrlSum: amount,
        PmtTpInf: { LclInstrm: { Prtry: 'FasterPayments' } },
        ReqdExctnDt: { DtTm: order.requestedAt.toISOString() },
        Dbtr: { Nm: order.payer.name },
        DbtrAcct: account(order.payer),
        DbtrAgt: agent(order.payer),
        ChrgBr: 'SLEV',
        CdtTrfTxInf: {
          PmtId: { InstrId: id, EndToEndId: order.endToEndId, UETR: order.uetr },
          Amt: { InstdAmt: { '@Ccy': order.amount.currency, '#': amount } },
          CdtrAgt: agent(order.payee),
          Cdtr: { Nm: order.payee.name },
          CdtrAcct: account(order.payee),
          ...(order.reference && { RmtInf: { Ustrd: order.reference } }),
        },
      },
    },
  });
}

const agent = (party: RailParty) => ({
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'GBDSC' }, MmbId: uk(party).sortCode } },
});

const account = (party: RailParty) => ({
  Id: { Othr: { Id: uk(party).accountNumber, SchmeNm: { Cd: 'BBAN' } } },
});

function uk(party: RailParty) {
  const { kind } = party.account;
  if (kind !== 'uk') throw new TypeError(`Faster Payments does not reach an account of kind ${kind}`);
  return party.account;
}
