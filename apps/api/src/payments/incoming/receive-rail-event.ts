import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { applyReportToLocked, readRailEvent } from '../execution/execution.ts';
import { attemptFromInstructionId, unknownInstructionRefusal } from '../payment/attempt.ts';
import { lockPaymentByInstruction } from '../payment/payment.sql.ts';
import { storeRailEvent } from '../payment/rail-message.sql.ts';
import { receiveRecallResponse } from '../recall/recall.ts';
import { receiveCredit } from './receive-credit.ts';
import { returnPayment } from './return-payment.ts';

export const receiveRailEvent: Verb<typeof contract.rail.receiveEvent> = async (ctx, wire) => {
  const event = readRailEvent(wire);
  if (!(await storeRailEvent(ctx.tx, { ...wire, at: event.at }))) return { known: true };
  switch (event.kind) {
    case 'status': {
      const payment = await lockPaymentByInstruction(ctx.tx, event.instructionId);
      if (!payment) throw unknownInstructionRefusal(event.instructionId);
      await applyReportToLocked(ctx, payment, event.answer, attemptFromInstructionId(payment, event.instructionId));
      break;
    }
    case 'return':
      await returnPayment(ctx, event);
      break;
    case 'recall':
      await receiveRecallResponse(ctx, event);
      break;
    case 'credit':
      await receiveCredit(ctx, event);
      break;
  }
  return { known: false };
};
