export { receiveRecallResponse, recordRecallResponse } from './receive-recall-answer.ts';
