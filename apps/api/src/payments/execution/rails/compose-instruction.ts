import { regulatoryCodeLabel } from '@larkmere/contract/payments/regulatory-code-labels';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { formatAmount } from '@larkmere/money/money';
import { type IsoContent, writeIsoMessage } from '../../../platform/iso20022/iso-message.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import type { PaymentInstruction } from '../../payment/rail.ts';
import { transliterateForRail } from '../../payment/rail-character-set.ts';
import {
  isoAccount,
  isoAgent,
  isoCreditorAgentInstruction,
  isoIntermediary,
  isoParty,
  remittance,
  rfiResponseElement,
} from './iso-party.ts';

export const instructionMessage = (rail: RailName): 'pacs.008.001.08' | 'pain.001.001.09' =>
  rail === 'swift' || rail === 'fedwire' ? 'pacs.008.001.08' : 'pain.001.001.09';

export const composeInstruction = (order: PaymentInstruction): string =>
  instructionMessage(order.scheme) === 'pacs.008.001.08' ? composePacs008(order) : composePain001(order);

const bearers = { OUR: 'DEBT', SHA: 'SHAR', BEN: 'CRED' } as const;

/** pacs.008.001.08 for SWIFT and Fedwire, deterministic. Throws TypeError for other rails. */
export function composePacs008(order: PaymentInstruction): string {
  const { scheme, payer, payee, purpose } = order;
  if (scheme !== 'swift' && scheme !== 'fedwire') throw new TypeError(`${scheme} takes pain.001`);
  const id = order.messageId;
  const amount = { '@Ccy': order.amount.currency, '#': formatAmount(order.amount) };
  const moment = order.requestedAt.toISOString();
  return writeIsoMessage('pacs.008.001.08', {
    FIToFICstmrCdtTrf: {
      GrpHdr: {
        MsgId: id,
        CreDtTm: moment,
        NbOfTxs: '1',
        SttlmInf: scheme === 'fedwire' ? { SttlmMtd: 'CLRG', ClrSys: { Cd: 'FDW' } } : { SttlmMtd: 'INDA' },
      },
      CdtTrfTxInf: {
        PmtId: { InstrId: order.instructionId, EndToEndId: order.endToEndId, UETR: order.uetr },
        ...(scheme === 'swift' && { PmtTpInf: { SvcLvl: { Cd: 'G001' } } }),
        IntrBkSttlmAmt: amount,
        IntrBkSttlmDt: londonDay(order.requestedAt),
        InstdAmt: amount,
        ChrgBr: bearers[order.chargeBearer ?? 'SHA'],
        ...isoIntermediary(payee.account),
        Dbtr: isoParty(scheme, payer),
        DbtrAcct: isoAccount(payer.account),
        DbtrAgt: isoAgent(payer.account),
        CdtrAgt: isoAgent(payee.account),
        Cdtr: isoParty(scheme, payee),
        CdtrAcct: isoAccount(payee.account),
        ...rfiResponseElement(order, (text) => ({ InstrForNxtAgt: { InstrInf: text } })),
        ...(purpose && { Purp: { Cd: purpose } }),
        ...regulatoryReporting(order),
        ...remittance(order),
      },
    },
  });
}

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

/** The rulebooks of Faster Payments and SEPA exclude this element. */
const carriesReporting = (rail: RailName): boolean => rail !== 'faster-payments' && !rail.startsWith('sepa-');

/** ISO 20022 `RgltryRptg`, debtor side: for banks and authorities, never shown to the payee. */
function regulatoryReporting({
  scheme,
  sourceOfFunds,
  relationship,
}: PaymentInstruction): Readonly<Record<string, IsoContent>> {
  if (!carriesReporting(scheme)) return {};
  const details = [
    ...(sourceOfFunds ? [{ Tp: 'SourceOfFunds', Inf: reportingTextOf(scheme, 'sourceOfFunds', sourceOfFunds) }] : []),
    ...(relationship ? [{ Tp: 'Relationship', Inf: reportingTextOf(scheme, 'relationship', relationship) }] : []),
  ];
  return details.length === 0 ? {} : { RgltryRptg: { DbtCdtRptgInd: 'DEBT', Dtls: details } };
}

const reportingTextOf = (rail: RailName, kind: 'sourceOfFunds' | 'relationship', code: string): string =>
  transliterateForRail(rail, regulatoryCodeLabel(kind, code)).text.slice(0, 35).trim();
