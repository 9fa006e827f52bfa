import { compensationPaid, compensationTakenBack } from '../compensation/compensation.ts';
import { documentAccepted, documentRefused } from '../document/document.ts';
import { inside, type Subscription } from '../kernel/relay.ts';
import { payeeDecided } from '../payee/payee.ts';
import { answerMissing, paymentDelayed } from '../review/review.ts';
import { notifyCompensation, notifyTakenBack } from './notify-compensation.ts';
import { notifyDocument } from './notify-document.ts';
import { notifyPayee } from './notify-payee.ts';
import { notifyDelay, notifyReminder } from './notify-review.ts';

export const reviewNotices: readonly Subscription[] = [
  inside(documentAccepted, 'notify-document-accepted', notifyDocument('accepted')),
  inside(documentRefused, 'notify-document-refused', notifyDocument('refused')),
  inside(answerMissing, 'notify-answer-missing', notifyReminder),
  inside(paymentDelayed, 'notify-payment-delayed', notifyDelay),
  inside(compensationPaid, 'notify-compensation', notifyCompensation),
  inside(compensationTakenBack, 'notify-compensation-taken-back', notifyTakenBack),
  inside(payeeDecided, 'notify-payee', notifyPayee),
];
