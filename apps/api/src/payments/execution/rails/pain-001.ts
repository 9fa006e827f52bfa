import type { RailName } from '@larkmere/contract/platform/rail-name';
import { formatAmount } from '@larkmere/money/money';
import { type IsoContent, writeIsoMessage } from '../../../platform/iso20022/iso-message.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import type { PaymentInstruction } from '../../payment/rail.ts';
import {
  isoAccount,
  isoAgent,
  isoCreditorAgentInstruction,
  isoParty,
  remittance,
  rfiResponseElement,
} from './iso-party.ts';
import { regulatoryReporting } from './regulatory-reporting.ts';

type Instrument = Readonly<{ type: IsoContent; instant: boolean; bearer: 'SLEV' | 'SHAR' }>;

const instruments: Readonly<Record<Exclude<RailName, 'swift' | 'fedwire'>, Instrument>> = {
  'faster-payments': { type: { LclInstrm: { Prtry: 'FasterPayments' } }, instant: true, bearer: 'SLEV' },
  'sepa-credit-transfer': { type: { SvcLvl: { Cd: 'SEPA' } }, instant: false, bearer: 'SLEV' },
  'sepa-instant': { type: { SvcLvl: { Cd: 'SEPA' }, LclInstrm: { Cd: 'INST' } }, instant: true, bearer: 'SLEV' },
  promptpay: { type: { LclInstrm: { Prtry: 'PromptPay' } }, instant: true, bearer: 'SLEV' },
  bahtnet: { type: { SvcLvl: { Cd: 'URGP' }, LclInstrm: { Prtry: 'BAHTNET' } }, instant: false, bearer: 'SLEV' },
  local: { type: { SvcLvl: { Cd: 'NURG' }, LclInstrm: { Prtry: 'Local' } }, instant: false, bearer: 'SHAR' },
};

/**
 * pain.001.001.09, deterministic including its timestamp: the bank can tell a retry from a new payment. Throws
 * TypeError for pacs.008 rails.
 */
export function composePain001(order: PaymentInstruction): string {
  const { scheme, payer, payee, purpose } = order;
  if (scheme === 'swift' || scheme === 'fedwire') throw new TypeError(`${scheme} takes pacs.008`);
  const instrument = instruments[scheme];
  const id = order.messageId;
  const amount = formatAmount(order.amount);
  const moment = order.requestedAt.toISOString();
  return writeIsoMessage('pain.001.001.09', {
    CstmrCdtTrfInitn: {
      GrpHdr: { MsgId: id, CreDtTm: moment, NbOfTxs: '1', CtrlSum: amount, InitgPty: { Nm: 'Larkmere' } },
      PmtInf: {
        PmtInfId: id,
        PmtMtd: 'TRF',
        NbOfTxs: '1',
        CtrlSum: amount,
        PmtTpInf: instrument.type,
        ReqdExctnDt: instrument.instant ? { DtTm: moment } : { Dt: londonDay(order.requestedAt) },
        Dbtr: isoParty(scheme, payer),
        DbtrAcct: isoAccount(payer.account),
        DbtrAgt: isoAgent(payer.account),
        ChrgBr: instrument.bearer,
        CdtTrfTxInf: {
          PmtId: { InstrId: order.instructionId, EndToEndId: order.endToEndId, UETR: order.uetr },
          Amt: { InstdAmt: { '@Ccy': order.amount.currency, '#': amount } },
          CdtrAgt: isoAgent(payee.account),
          Cdtr: isoParty(scheme, payee),
          CdtrAcct: isoAccount(payee.account),
          ...isoCreditorAgentInstruction(payee.account),
          ...rfiResponseElement(order, (text) => ({ InstrForDbtrAgt: text })),
          ...(purpose && { Purp: { Cd: purpose } }),
          ...regulatoryReporting(order),
          ...remittance(order),
        },
      },
    },
  });
}
