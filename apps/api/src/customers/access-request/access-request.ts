/**
 * Access that staff prepare for a person of a customer whose owners cannot be reached.
 * One member of staff prepares it, a second one agrees, and the owners have a day to refuse.
 * What is agreed on is then carried out with the checks of a change by an owner.
 */

export { hasGivenAccess, type RequestRow, selectOpenRequests } from './access-request.sql.ts';
export {
  accessRequestChanged,
  agreeToRequest,
  prepareRequest,
  viewAccessRequest,
  withdrawRequest,
} from './prepare-request.ts';
