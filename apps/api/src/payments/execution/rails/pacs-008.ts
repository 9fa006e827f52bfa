import { formatAmount } from '@larkmere/money/money';
import { writeIsoMessage } from '../../../platform/iso20022/iso-message.ts';
import { londonDay } from '../../../platform/time/london-day.ts';
import type { PaymentInstruction } from '../../payment/rail.ts';
import { isoAccount, isoAgent, isoIntermediary, isoParty, remittance, rfiResponseElement } from './iso-party.ts';
import { regulatoryReporting } from './regulatory-reporting.ts';

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
