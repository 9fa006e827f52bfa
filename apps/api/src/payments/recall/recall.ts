/**
 * A customer asks the bank to return a payment that was sent, once per payment. The payee's bank may refuse, and may
 * take weeks. The answer comes as a response to our message or as an event of the rail, and both are recorded here.
 * Money that comes back is booked by `incoming`.
 */

export { receiveRecallResponse, recordRecallResponse } from './recall-payment.ts';
