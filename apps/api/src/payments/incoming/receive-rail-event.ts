import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { applyReportToLocked, readRailEvent } from '../execution/execution.ts';
import { lockPaymentByInstruction } from '../payment/payment.sql.ts';
import { attemptFromInstructionId, unknownInstructionRefusal } from '../payment/payment-ids.ts';
import { findRailEventDocument, storeRailEvent } from '../payment/rail-message.sql.ts';
import { receiveRecallResponse } from '../recall/recall.ts';
import { receiveCredit } from './receive-credit.ts';
import { returnPayment } from './return-payment.ts';

type RailEvent = Pick<Input<typeof contract.rail.receiveEvent>, 'eventId' | 'document'>;

export const receiveRailEvent: Verb<typeof contract.rail.receiveEvent> = async (ctx, wire) => {
  const event = readRailEvent(wire);
  if (!(await storeRailEvent(ctx.tx, { ...wire, at: event.at }))) {
    await compareWithStored(ctx, wire);
    return { known: true };
  }
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

/** A repeated event is the same, letter by letter. */
async function compareWithStored(ctx: Ctx, { eventId, document }: RailEvent): Promise<void> {
  const expected = await findRailEventDocument(ctx.tx, eventId);
  if (expected === undefined || expected === document) return;
  await recordContradiction(ctx, `rail-event:${eventId}`, {
    partner: 'bank',
    field: 'document',
    expected,
    reported: document,
  });
}
