/**
 * What a payment costs and what it may be: the route and rail for an amount, its fee, when it arrives, and the limits
 * of the tier, of the member, of a new payee and of the payee's bank. Prices come from settings in force at the moment
 * of the payment. It only reads; what a payment uses of a limit is the payment itself.
 */

export {
  type ExecutionSchedule,
  findAgreedSchedule,
  findExecutionDay,
  findExecutionSchedule,
} from './execution-date.ts';
export { requireWithinDay, requireWithinLimits, requireWithinNewPayee } from './limits.ts';
export {
  afterSending,
  findMemberLimit,
  requireWithinMemberDay,
  requireWithinMemberPayment,
} from './member-limit.read.ts';
export { findNewPayeeLimit, findNewRecipientLimit } from './new-payee-limit.ts';
export { findConditionalLimit } from './price.sql.ts';
export {
  calculatePrice,
  currentFee,
  expectedCharges,
  loadPriceView,
  type Price,
  type RailRoute,
  requireAccountCurrency,
  requireQuotedFee,
  toPriceView,
  withoutFeeWaiver,
} from './price.ts';
export { chargeRule, feeRule, limitRule, newPayeeLimit, regulatoryRequirement } from './pricing.settings.ts';
export { findRequiredFields, findRequiredFieldsByCurrency } from './regulatory-requirement.sql.ts';
export {
  accountRoute,
  crossBorderRoute,
  crossCurrencyRoute,
  domesticRoute,
  domesticRoutes,
  domesticServiceKey,
  payeeBankLimitFor,
  requireCountryRisk,
  requiresAddress,
  requireWithinPayeeBankLimit,
  requireWithinRail,
  supportedPayeeTypes,
  supportsPayee,
  swiftRoute,
} from './route.ts';
