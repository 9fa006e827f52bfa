export { receiveRecallResponse, recordRecallResponse } from './recall-payment.ts';
