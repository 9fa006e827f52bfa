export { type RequestRow, selectOpenRequests } from './access-request.sql.ts';
export { viewAccessRequest } from './access-request.view.ts';
export { type AccessRequestChanged, accessRequestChanged } from './access-request-events.ts';
export { agreeToRequest, prepareRequest, withdrawRequest } from './prepare-request.ts';
