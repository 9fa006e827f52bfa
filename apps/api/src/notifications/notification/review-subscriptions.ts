import { compensationPaid, compensationReversed } from '../../back-office/compensation/compensation.ts';
import { answerOverdue, paymentDelayed } from '../../back-office/review/review.ts';
import { documentAccepted, documentRefused } from '../../checks/document/document.ts';
import { payeeDecided } from '../../payees/payee/payee.ts';
import { type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { notifyCompensation, notifyCompensationReversed } from './notify-compensation.ts';
import { notifyDocument } from './notify-document.ts';
import { notifyPayee } from './notify-payee.ts';
import { notifyDelay, notifyReminder } from './notify-review.ts';

export const reviewSubscriptions: readonly Subscription[] = [
  transactionalHandler(documentAccepted, 'notify-document-accepted', notifyDocument('accepted')),
  transactionalHandler(documentRefused, 'notify-document-refused', notifyDocument('refused')),
  transactionalHandler(answerOverdue, 'notify-answer-missing', notifyReminder),
  transactionalHandler(paymentDelayed, 'notify-payment-delayed', notifyDelay),
  transactionalHandler(compensationPaid, 'notify-compensation', notifyCompensation),
  transactionalHandler(compensationReversed, 'notify-compensation-reversed', notifyCompensationReversed),
  transactionalHandler(payeeDecided, 'notify-payee', notifyPayee),
];
