export { hasGivenAccess, type RequestRow, selectOpenRequests } from './access-request.sql.ts';
export {
  type AccessRequestChanged,
  accessRequestChanged,
  agreeToRequest,
  prepareRequest,
  viewAccessRequest,
  withdrawRequest,
} from './prepare-request.ts';
