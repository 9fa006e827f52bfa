/** `from` exports what `type` names. A column of `jsonb` holds it as JSON, an array a list of it. */
type TypedColumns = Readonly<{ from?: string; type: string; columns: readonly string[] }>;

const contract = '@larkmere/contract';
const api = '../..';

/** Types of columns that neither a check in the database nor the name of the column tells. */
export const typedColumns: readonly TypedColumns[] = [
  { type: 'Readonly<Record<string, string>>', columns: ['audit_chain.checkpoint.moved', 'payee.payee.details'] },
  { from: `${contract}/accounts/export-presets`, type: 'ExportPreset', columns: ['statement.subscription.preset'] },
  {
    from: `${contract}/back-office/service-breaker`,
    type: 'BreakerService',
    columns: ['service_control.breaker.service', 'service_control.breaker_request.service'],
  },
  {
    from: `${contract}/back-office/status-change-rules`,
    type: 'LegalBasis',
    columns: ['status_change.change.legal_basis'],
  },
  {
    from: `${contract}/back-office/status-change-rules`,
    type: 'StatusChangeReason',
    columns: ['status_change.change.reason_code'],
  },
  { from: `${contract}/back-office/kyc-review`, type: 'KycConcern', columns: ['kyc.application.concerns'] },
  { from: `${contract}/back-office/kyc-review`, type: 'KycDecisionReason', columns: ['kyc.decision.reason'] },
  { from: `${contract}/cards/card`, type: 'CardBrand', columns: ['top_up.top_up.brand'] },
  {
    from: `${contract}/cards/card-issuer`,
    type: 'CardPaymentDeclineCode',
    columns: [
      'card_payment.decision.decline_code',
      'card_payment.payment.decline_code',
      'card_payment.transition.decline_code',
    ],
  },
  { from: `${contract}/cards/issued-card-rules`, type: 'CardDesignName', columns: ['issued_card.card.design'] },
  { from: `${contract}/customers/hiding-grounds`, type: 'HidingGround', columns: ['public_review.review.hidden_for'] },
  {
    from: `${contract}/customers/kyc-event`,
    type: 'readonly KycItemRefusal[]',
    columns: ['kyc.decision.items'],
  },
  { from: `${contract}/customers/kyc-event`, type: 'KycRequestReason', columns: ['kyc.item.reason'] },
  { from: `${contract}/customers/kyc-requirements`, type: 'KycItemKey', columns: ['kyc.item.key'] },
  { from: `${contract}/customers/price-notice`, type: 'readonly PriceRise[]', columns: ['price_notice.notice.rises'] },
  { from: `${contract}/customers/profile`, type: 'StoredAddress', columns: ['customer.customer.address'] },
  { from: `${contract}/customers/upgrade`, type: 'UpgradeConcern', columns: ['upgrade.request.concerns'] },
  { from: `${contract}/fx/auto-fx`, type: 'AutoFxTerms', columns: ['auto_fx.version.terms'] },
  { from: `${contract}/fx/auto-fx`, type: 'FailureCode', columns: ['auto_fx.auto_order.failure_code'] },
  { from: `${contract}/payees/payee`, type: 'NameCheckResult', columns: ['payee.name_check.result'] },
  { from: `${contract}/payments/favourite`, type: 'FavouriteIcon', columns: ['favourite.favourite.icon'] },
  { from: `${contract}/payments/payment`, type: 'ReasonCode', columns: ['payment.payment.reason_code'] },
  { from: `${contract}/platform/access`, type: 'AccessKey', columns: ['customer.membership.access'] },
  { from: `${contract}/platform/access`, type: 'Role', columns: ['approval.rule.approver_roles'] },
  {
    from: `${contract}/platform/account-status`,
    type: 'AccountStatus',
    columns: ['status_change.change.from_status', 'customer.status_transition.state'],
  },
  { from: `${contract}/platform/rail-name`, type: 'RailName', columns: ['payment.fee_waiver.applies_to'] },
  {
    from: `${api}/cards/card-payment/settlement-difference.ts`,
    type: 'readonly SettlementDifference[]',
    columns: ['card_payment.settlement.differences'],
  },
  {
    from: `${api}/payments/payment/rail.ts`,
    type: 'RailAccount',
    columns: ['payment.payment.payee_account', 'payment.payment.payer_account'],
  },
  {
    from: `${api}/payments/payment/rail.ts`,
    type: 'RailAddress',
    columns: ['payment.payment.payee_address', 'payment.payment.payer_address'],
  },
];
