export { receiveRecallResponse } from './receive-recall-answer.ts';
