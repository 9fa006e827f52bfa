export { type ExecutionSchedule, findExecutionSchedule } from './execution-date.ts';
export { requireWithinDay, requireWithinLimits, requireWithinNewPayee } from './limits.ts';
export { grantFeeWaivers } from './list-fee-waivers.ts';
export { afterSending, findMemberLimit, requireWithinMemberDay, requireWithinMemberPayment } from './member-limit.ts';
export { findNewPayeeLimit, findNewRecipientLimit } from './new-payee-limit.ts';
export { findConditionalLimit } from './price.sql.ts';
export {
  calculatePrice,
  currentFee,
  expectedCharges,
  loadPriceView,
  type Price,
  type RailRoute,
  requireQuotedFee,
  toPriceView,
  withoutFeeWaiver,
} from './price.ts';
export { chargeRule, feeRule, limitRule, newPayeeLimit, regulatoryRequirement } from './pricing.settings.ts';
export { findRequiredFields, findRequiredFieldsByCurrency } from './regulatory-requirement.sql.ts';
export {
  accountRoute,
  crossBorderRoute,
  domesticRoute,
  domesticRoutes,
  domesticServiceKey,
  payeeBankLimitFor,
  requireCountryRisk,
  requiresAddress,
  requireWithinPayeeBankLimit,
  supportedPayeeTypes,
  supportsPayee,
  swiftRoute,
} from './route.ts';
