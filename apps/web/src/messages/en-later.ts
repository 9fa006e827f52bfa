import { instantPayment } from './en/instant-payment.ts';
import { standingOrder } from './en/standing-order.ts';

/** The texts of pages that most visits never open; they come with the first of those pages. */
export const later = { standingOrder, instantPayment } as const;
