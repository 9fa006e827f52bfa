import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../kernel/verb.ts';
import { bookAnswer } from './apply-answer.ts';
import { attemptNamed, notOurs } from './attempt.ts';
import { keepRailEvent } from './message.sql.ts';
import { lockPaymentOf } from './payment.sql.ts';
import { readRailEvent } from './rails/read-event.ts';
import { receiveCredit } from './receive-credit.ts';
import { receiveRecallAnswer } from './receive-recall-answer.ts';
import { returnPayment } from './return-payment.ts';

export const receiveRailEvent: Verb<typeof contract.rail.receiveEvent> = async (ctx, wire) => {
  const event = readRailEvent(wire);
  if (!(await keepRailEvent(ctx.tx, { ...wire, at: event.at }))) return { known: true };
  switch (event.kind) {
    case 'status': {
      const payment = await lockPaymentOf(ctx.tx, event.instructionId);
      if (!payment) throw notOurs(event.instructionId);
      await bookAnswer(ctx, payment, event.answer, attemptNamed(payment, event.instructionId));
      break;
    }
    case 'return':
      await returnPayment(ctx, event);
      break;
    case 'recall':
      await receiveRecallAnswer(ctx, event);
      break;
    case 'credit':
      await receiveCredit(ctx, event);
      break;
  }
  return { known: false };
};
