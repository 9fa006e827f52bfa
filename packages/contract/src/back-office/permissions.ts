export const staffAreas = [
  'customers',
  'customer_details',
  'identity_numbers',
  'account_status',
  'account_restriction',
  'pin_reset',
  'sub_users',
  'connect_as_customer',
  'assist_customer',
  'visit_review',
  'payment_review',
  'documents',
  'compensation',
  'payees_held',
  'kyc',
  'screening_hits',
  'referrals',
  'introducer_partners',
  'dealing_desk',
  'reconciliation',
  'prices',
  'rate_offtime',
  'rules',
  'check_rules',
  'service_breaker',
  'service_control',
  'api_log',
  'roles',
] as const;
export type StaffArea = (typeof staffAreas)[number];

/** Each level includes those before it. `act`: do and propose. `approve`: agree to what others propose. */
export const staffLevels = ['none', 'view', 'act', 'approve'] as const;
export type StaffLevel = (typeof staffLevels)[number];

/** An area without a level is not permitted. */
export type StaffPermissions = Readonly<Partial<Record<StaffArea, StaffLevel>>>;
export type StaffRight = readonly [area: StaffArea, level: Exclude<StaffLevel, 'none'>];

export const allows = (permissions: StaffPermissions, [area, level]: StaffRight): boolean =>
  staffLevels.indexOf(permissions[area] ?? 'none') >= staffLevels.indexOf(level);

/** One of several rights is enough. What is shown of the rest follows from the others. */
export type AnyRight = Readonly<{ anyOf: readonly StaffRight[] }>;

export const admits = (permissions: StaffPermissions, right: StaffRight | AnyRight): boolean =>
  'anyOf' in right ? right.anyOf.some((each) => allows(permissions, each)) : allows(permissions, right);

/** The areas that own sheets of the page "Limits and rules". All others belong to `rules`. */
const ruleSheetAreas: Readonly<Record<string, StaffArea>> = {
  railFees: 'prices',
  topUps: 'prices',
  cardLimits: 'prices',
  cardPayments: 'prices',
  kyc: 'check_rules',
  conditionalLimits: 'check_rules',
  screening: 'check_rules',
  rateDesk: 'rate_offtime',
};

export const ruleSheetArea = (sheet: string): StaffArea => ruleSheetAreas[sheet] ?? 'rules';

/** The right in any area that owns a sheet. The verbs then leave out, and refuse, the sheets of other areas. */
const inRuleAreas = (level: StaffRight[1]): AnyRight => ({
  anyOf: [...new Set<StaffArea>(['rules', ...Object.values(ruleSheetAreas)])].map((area) => [area, level]),
});

/** Calls on the session itself and on one's own sign-in: no permission, but a session of staff. */
const everyMember = null;

/**
 * The permission of every call of staff. The server refuses without it, and a test fails for a call that is missing.
 * What a call needs beyond it by its data (a payment that is confidential, for example) is checked by the verb.
 */
export const staffCalls: Readonly<Record<string, StaffRight | AnyRight | null>> = {
  'POST /v1/manage/logout': everyMember,
  'GET /v1/manage/auth/qrcode': everyMember,
  'GET /v1/manage/second-factor': everyMember,
  'POST /v1/manage/second-factor/challenge': everyMember,
  'POST /v1/manage/second-factor/passkey/begin': everyMember,
  'POST /v1/manage/second-factor/passkey': everyMember,
  'PUT /v1/manage/second-factor/passkey/{uid}': everyMember,
  'DELETE /v1/manage/second-factor/passkey/{uid}': everyMember,
  'POST /v1/manage/second-factor/totp/begin': everyMember,
  'POST /v1/manage/second-factor/totp': everyMember,
  'GET /v1/manage/dashboard': ['customers', 'view'],
  'GET /v1/manage/queue/{key}': ['customers', 'view'],

  'POST /v1/manage/customer/search': ['customers', 'view'],
  'GET /v1/manage/customer/{id}': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/overview': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/payments': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/payees': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/orders': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/cards': ['customers', 'view'],
  'GET /v1/manage/customer/{id}/card-payments': ['customers', 'view'],
  'GET /v1/manage/card-settlement': ['reconciliation', 'view'],
  'GET /v1/manage/card-settlement/{id}': ['reconciliation', 'view'],
  'POST /v1/manage/card-settlement/{id}/compare': ['reconciliation', 'act'],
  'POST /v1/manage/card/{uid}/stop': ['account_restriction', 'act'],
  // Of a stop for suspected fraud, the verb asks for more.
  'POST /v1/manage/card/{uid}/lift': ['account_restriction', 'act'],
  'GET /v1/manage/customer/{id}/people': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/activity': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/audit': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/messages': ['customer_details', 'view'],
  'GET /v1/manage/customer/{id}/notes': ['customer_details', 'view'],
  'POST /v1/manage/customer/{id}/notes': ['customer_details', 'act'],
  'GET /v1/manage/customer/{id}/reviews': ['customer_details', 'view'],
  'POST /v1/manage/review/{id}/hide': ['customer_details', 'act'],
  'POST /v1/manage/customer/{id}/identity': ['identity_numbers', 'act'],

  'GET /v1/manage/customer/{id}/accountstatus': ['account_status', 'view'],
  'POST /v1/manage/customer/{id}/accountstatus': ['account_restriction', 'act'],
  'POST /v1/manage/customer/{id}/accountstatus/{uid}/refuse': ['account_status', 'act'],

  'GET /v1/manage/customer/{id}/referral': ['referrals', 'view'],
  'POST /v1/manage/referral/{uid}/accept': ['referrals', 'act'],
  'POST /v1/manage/referral/{uid}/decline': ['referrals', 'act'],

  'GET /v1/manage/customer/{id}/partner': ['introducer_partners', 'view'],
  'POST /v1/manage/customer/{id}/partner': ['introducer_partners', 'act'],
  'POST /v1/manage/partner/{uid}/approve': ['introducer_partners', 'approve'],
  'POST /v1/manage/partner/{uid}/refuse': ['introducer_partners', 'approve'],
  'POST /v1/manage/partner/{uid}/withdraw': ['introducer_partners', 'act'],
  'POST /v1/manage/partner/{uid}/call-off': ['introducer_partners', 'act'],

  'POST /v1/manage/customer/resetpin': ['pin_reset', 'act'],
  'POST /v1/manage/user/changepassword/{id}': ['pin_reset', 'act'],
  'GET /v1/manage/user/{id}': ['sub_users', 'view'],
  'POST /v1/manage/user/{id}': ['sub_users', 'act'],
  'GET /v1/manage/customer/{id}/contact-recovery': ['sub_users', 'view'],
  'POST /v1/manage/user/contact-recovery/{id}': ['sub_users', 'act'],
  'POST /v1/manage/contact-recovery/{uid}/approve': ['sub_users', 'act'],
  'POST /v1/manage/contact-recovery/{uid}/refuse': ['sub_users', 'act'],
  'POST /v1/manage/contact-recovery/{uid}/withdraw': ['sub_users', 'act'],
  'GET /v1/manage/subuser/{id}/lists': ['sub_users', 'view'],
  'POST /v1/manage/subuser': ['sub_users', 'act'],
  'GET /v1/manage/subuser/{id}': ['sub_users', 'view'],
  'PUT /v1/manage/subuser/{id}': ['sub_users', 'act'],
  'DELETE /v1/manage/subuser/{id}': ['sub_users', 'act'],
  'POST /v1/manage/access-request/{uid}/agree': ['sub_users', 'act'],
  'POST /v1/manage/access-request/{uid}/withdraw': ['sub_users', 'act'],
  'POST /v1/manage/subuser/{id}/identity': ['kyc', 'act'],
  'POST /v1/manage/subuser/{id}/identity/again': ['kyc', 'act'],
  'POST /v1/manage/subuser/{id}/resetpin': ['sub_users', 'act'],
  'POST /v1/manage/subuser/{id}/changepassword': ['sub_users', 'act'],
  'GET /v1/manage/auth/ghostconnect/{id}': ['connect_as_customer', 'view'],
  'POST /v1/manage/auth/ghostconnect/{id}': ['connect_as_customer', 'act'],
  'POST /v1/manage/auth/ghostconnect/{id}/consent': ['connect_as_customer', 'act'],
  'POST /v1/manage/auth/ghostconnect/{id}/end': ['connect_as_customer', 'act'],

  'GET /v1/manage/visit-review': ['visit_review', 'view'],
  'GET /v1/manage/visit-review/{uid}': ['visit_review', 'view'],
  'POST /v1/manage/visit-review/{uid}': ['visit_review', 'act'],

  'POST /v1/manage/api/search': ['api_log', 'view'],
  'GET /v1/manage/api/resend': ['api_log', 'view'],
  'POST /v1/manage/api/resend': ['api_log', 'act'],
  'POST /v1/manage/api/resend/{uid}/approve': ['api_log', 'act'],
  'POST /v1/manage/api/resend/{uid}/refuse': ['api_log', 'act'],

  'POST /v1/manage/audit/search': ['customer_details', 'view'],
  'GET /v1/manage/audit/export': ['customer_details', 'view'],

  'GET /v1/manage/setting/service-breaker': ['service_breaker', 'view'],
  'POST /v1/manage/setting/service-breaker': ['service_breaker', 'act'],
  'POST /v1/manage/setting/service-breaker/{uid}/approve': ['service_breaker', 'act'],
  'POST /v1/manage/setting/service-breaker/{uid}/refuse': ['service_breaker', 'act'],
  'GET /v1/manage/scs': ['service_control', 'view'],
  'POST /v1/manage/scs': ['service_control', 'act'],
  'GET /v1/manage/scs/{id}': ['service_control', 'view'],
  'PUT /v1/manage/scs/{id}': ['service_control', 'act'],
  'DELETE /v1/manage/scs/{id}': ['service_control', 'act'],
  'POST /v1/manage/scs/{id}/approve': ['service_control', 'act'],
  'POST /v1/manage/scs/{id}/refuse': ['service_control', 'act'],
  'POST /v1/manage/setting/setting-services-control': ['service_control', 'act'],
  'POST /v1/manage/setting/setting-services-control/{uid}/approve': ['service_control', 'approve'],
  'POST /v1/manage/setting/setting-services-control/{uid}/refuse': ['service_control', 'approve'],

  'GET /v1/manage/role': ['roles', 'view'],
  'POST /v1/manage/role': ['roles', 'act'],
  'POST /v1/manage/role/{uid}/approve': ['roles', 'approve'],
  'POST /v1/manage/role/{uid}/refuse': ['roles', 'approve'],
  'GET /v1/manage/staff': ['roles', 'view'],
  'POST /v1/manage/staff': ['roles', 'act'],
  'POST /v1/manage/staff/{uid}/role': ['roles', 'act'],
  'POST /v1/manage/staff/{uid}/reinstate': ['roles', 'act'],
  'POST /v1/manage/staff/{uid}/suspend': ['roles', 'act'],
  'POST /v1/manage/staff/change/{uid}/approve': ['roles', 'approve'],
  'POST /v1/manage/staff/change/{uid}/refuse': ['roles', 'approve'],

  // What may be proposed, approved and previewed depends on the area of the rows: the verbs check it.
  'GET /v1/manage/setting/autofx': ['rules', 'view'],
  'POST /v1/manage/setting/autofx': ['rules', 'act'],
  'GET /v1/manage/setting/swiftpayment': ['prices', 'view'],
  'POST /v1/manage/setting/swiftpayment': ['prices', 'act'],
  'GET /v1/manage/setting/rate-offtime': ['rate_offtime', 'view'],
  'POST /v1/manage/setting/rate-offtime': ['rate_offtime', 'act'],
  'GET /v1/manage/setting/setting-marketing': ['prices', 'view'],
  'POST /v1/manage/setting/setting-marketing': ['prices', 'act'],
  'GET /v1/manage/setting/cab-pair-currencies': ['prices', 'view'],
  'POST /v1/manage/setting/cab-pair-currencies': ['prices', 'act'],
  'GET /v1/manage/setting/rules': inRuleAreas('view'),
  'POST /v1/manage/setting/rules': inRuleAreas('act'),
  'POST /v1/manage/setting/{setting}/preview': everyMember,
  'POST /v1/manage/setting/{setting}/pay-more': everyMember,
  'POST /v1/manage/setting/{setting}/split': everyMember,
  'POST /v1/manage/setting/{setting}/{uid}/approve': everyMember,
  'POST /v1/manage/setting/{setting}/{uid}/refuse': everyMember,
  'POST /v1/manage/setting/{setting}/{uid}/withdraw': everyMember,
  'POST /v1/manage/setting/{setting}/{uid}/roll-back': everyMember,

  'GET /v1/manage/rate': ['rate_offtime', 'view'],
  'POST /v1/manage/rate/manual': ['rate_offtime', 'act'],
  'POST /v1/manage/rate/manual/{uid}/approve': ['rate_offtime', 'approve'],
  'POST /v1/manage/rate/manual/{uid}/refuse': ['rate_offtime', 'approve'],
  'POST /v1/manage/rate/manual/{uid}/end': ['rate_offtime', 'act'],
  'POST /v1/manage/rate/source/{name}/off': ['rate_offtime', 'act'],
  'POST /v1/manage/rate/source/{name}/on': ['rate_offtime', 'act'],
  'POST /v1/manage/rate/source/{name}/on/approve': ['rate_offtime', 'act'],
  'POST /v1/manage/rate/source/{name}/on/refuse': ['rate_offtime', 'act'],

  'GET /v1/manage/kyc': ['kyc', 'view'],
  'GET /v1/manage/kyc/{uid}': ['kyc', 'view'],
  'GET /v1/manage/kyc/document/{uid}/file': ['kyc', 'view'],
  'POST /v1/manage/kyc/{uid}/item': ['kyc', 'act'],
  'POST /v1/manage/kyc/{uid}/decision': ['kyc', 'act'],
  'POST /v1/manage/kyc/{uid}/decision/withdraw': ['kyc', 'act'],
  'GET /v1/manage/customer/{id}/member-check': ['kyc', 'view'],
  'GET /v1/manage/customer/{id}/factor-reset': ['kyc', 'view'],
  'POST /v1/manage/factor-reset/{uid}/approve': ['kyc', 'act'],
  'POST /v1/manage/factor-reset/{uid}/refuse': ['kyc', 'act'],
  'GET /v1/manage/upgrade': ['kyc', 'view'],
  'POST /v1/manage/upgrade/{uid}/clear': ['kyc', 'act'],
  'POST /v1/manage/upgrade/{uid}/refuse': ['kyc', 'act'],

  'GET /v1/manage/payee': ['payees_held', 'view'],
  'POST /v1/manage/payee/{uid}/release': ['payees_held', 'act'],
  'POST /v1/manage/payee/{uid}/stop': ['payees_held', 'act'],

  'GET /v1/manage/manual-fx': ['dealing_desk', 'view'],
  'POST /v1/manage/manual-fx/{uid}/assign': ['dealing_desk', 'act'],
  'GET /v1/manage/manual-fx/{uid}/preview': ['dealing_desk', 'act'],
  'POST /v1/manage/manual-fx/{uid}/quote': ['dealing_desk', 'act'],
  'POST /v1/manage/manual-fx/{uid}/approve': ['dealing_desk', 'act'],
  'POST /v1/manage/manual-fx/{uid}/unable': ['dealing_desk', 'act'],
  'POST /v1/manage/manual-fx/{uid}/book': ['dealing_desk', 'act'],
  'GET /v1/manage/position': ['dealing_desk', 'view'],
  'POST /v1/manage/position/cover': ['dealing_desk', 'act'],

  'GET /v1/manage/document': ['documents', 'view'],
  'GET /v1/manage/document/{uid}/file': ['documents', 'view'],
  'POST /v1/manage/document/{uid}/accept': ['documents', 'act'],
  'POST /v1/manage/document/{uid}/refuse': ['documents', 'act'],

  'GET /v1/manage/finding': ['screening_hits', 'view'],
  'POST /v1/manage/finding/{uid}/clear': ['screening_hits', 'act'],
  'POST /v1/manage/finding/{uid}/confirm': ['screening_hits', 'act'],

  'GET /v1/manage/review': ['payment_review', 'view'],
  'GET /v1/manage/review/today': ['payment_review', 'view'],
  'GET /v1/manage/review/{uid}': ['payment_review', 'view'],
  'POST /v1/manage/review/next': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/claim': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/hand-back': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/give': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/look': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/escalate': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/release': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/refuse': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/settle': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/ask': ['payment_review', 'act'],
  'POST /v1/manage/review/{uid}/suspect': ['payment_review', 'act'],

  'GET /v1/manage/compensation': ['compensation', 'view'],
  'POST /v1/manage/compensation': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/approve': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/refuse': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/reversal': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/reversal/approve': ['compensation', 'act'],
  'POST /v1/manage/compensation/{uid}/reversal/refuse': ['compensation', 'act'],
};

/** The permission of the call, null if every member of staff may make it. Throws for a call without a row. */
export function staffRightOf({
  method,
  path,
}: Readonly<{ method: string; path: string }>): StaffRight | AnyRight | null {
  const right = staffCalls[`${method} ${path}`];
  if (right === undefined) throw new Error(`${method} ${path} has no row in the permissions of staff`);
  return right;
}

/** The permission of every page of the staff area, null if every member may open it. The menu follows it. */
export const staffScreens = {
  '/manage/dashboard': ['customers', 'view'],
  '/manage/queue/{key}': ['customers', 'view'],
  '/manage/customer': ['customers', 'view'],
  '/manage/customer/{id}': ['customers', 'view'],
  '/manage/ghostconnect/{id}': ['connect_as_customer', 'view'],
  '/manage/users/{id}/{plusuid}': ['sub_users', 'view'],
  '/manage/dealing': ['dealing_desk', 'view'],
  '/manage/review': ['payment_review', 'view'],
  '/manage/review/{paymentuid}': ['payment_review', 'view'],
  '/manage/api': ['api_log', 'view'],
  '/manage/audit': ['customer_details', 'view'],
  '/manage/card-settlement': ['reconciliation', 'view'],
  '/manage/setting/roles': ['roles', 'view'],
  '/manage/setting/autofx': ['rules', 'view'],
  '/manage/setting/swiftpayment': ['prices', 'view'],
  '/manage/setting/rate-offtime': ['rate_offtime', 'view'],
  '/manage/setting/marketing': ['prices', 'view'],
  '/manage/setting/cpc': ['prices', 'view'],
  '/manage/setting/rules': inRuleAreas('view'),
  '/manage/setting/scs': ['service_control', 'view'],
  '/manage/setting/service-breaker': ['service_breaker', 'view'],
  '/manage/sign-in': everyMember,
} as const satisfies Readonly<Record<string, StaffRight | AnyRight | null>>;

/**
 * What takes two different people (product.md B16). `maker` proposes or decides first, `checker` agrees. A rule with a
 * threshold holds for larger amounts only.
 */
export const twoPersonRules = [
  { action: 'role.change', maker: ['roles', 'act'], checker: ['roles', 'approve'], threshold: null },
  { action: 'price.change', maker: ['prices', 'act'], checker: ['prices', 'approve'], threshold: null },
  { action: 'offtime.change', maker: ['rate_offtime', 'act'], checker: ['rate_offtime', 'approve'], threshold: null },
  { action: 'rate.manual', maker: ['rate_offtime', 'act'], checker: ['rate_offtime', 'approve'], threshold: null },
  { action: 'rate.source_on', maker: ['rate_offtime', 'act'], checker: ['rate_offtime', 'act'], threshold: null },
  { action: 'rule.change', maker: ['rules', 'act'], checker: ['rules', 'approve'], threshold: null },
  {
    action: 'partner.rule',
    maker: ['introducer_partners', 'act'],
    checker: ['introducer_partners', 'approve'],
    threshold: null,
  },
  { action: 'access.grant', maker: ['sub_users', 'act'], checker: ['sub_users', 'act'], threshold: null },
  { action: 'contact.recover', maker: ['sub_users', 'act'], checker: ['sub_users', 'act'], threshold: null },
  { action: 'staff.change', maker: ['roles', 'act'], checker: ['roles', 'approve'], threshold: null },
  {
    action: 'account.close',
    maker: ['account_status', 'approve'],
    checker: ['account_status', 'approve'],
    threshold: null,
  },
  { action: 'account.unblock', maker: ['account_status', 'act'], checker: ['account_status', 'act'], threshold: null },
  {
    action: 'payment.release',
    maker: ['payment_review', 'act'],
    checker: ['payment_review', 'act'],
    threshold: 'release',
  },
  { action: 'payment.settle', maker: ['payment_review', 'act'], checker: ['payment_review', 'act'], threshold: null },
  {
    action: 'sanctions.confirm',
    maker: ['screening_hits', 'act'],
    checker: ['screening_hits', 'act'],
    threshold: null,
  },
  { action: 'call.resend', maker: ['api_log', 'act'], checker: ['api_log', 'act'], threshold: null },
  {
    action: 'service.turn_on',
    maker: ['service_breaker', 'act'],
    checker: ['service_breaker', 'act'],
    threshold: null,
  },
  {
    action: 'service.defaults',
    maker: ['service_control', 'act'],
    checker: ['service_control', 'approve'],
    threshold: null,
  },
  { action: 'kyc.refuse', maker: ['kyc', 'act'], checker: ['kyc', 'act'], threshold: null },
  { action: 'compensation.pay', maker: ['compensation', 'act'], checker: ['compensation', 'act'], threshold: null },
  { action: 'deal.quote', maker: ['dealing_desk', 'act'], checker: ['dealing_desk', 'act'], threshold: 'deal' },
] as const satisfies readonly TwoPersonRule[];
type TwoPersonRule = Readonly<{
  action: string;
  maker: StaffRight;
  checker: StaffRight;
  threshold: 'release' | 'deal' | null;
}>;
